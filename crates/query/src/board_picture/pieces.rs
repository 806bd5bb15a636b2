//! Pieces in a square of 100: the shapes of the board element. The sides differ by shape or lightness as well as by colour.

use bestmove_core::game::{Info, Piece, Side};
use bestmove_trees::picture::Escaped;
use std::fmt::{self, Formatter};

const MARKS: [&str; 2] = ["#c8442c", "#2f6391"];
const DISCS: [&str; 2] = ["#d64a32", "#f0b93a"];
/// The top, the ridges, the edge and the crown of a man or king of each side.
const MEN: [[&str; 4]; 2] =
    [["#2e2a27", "#4f4943", "#0f0d0c", "#ecc25c"], ["#f6eddb", "#d6c8aa", "#b5a582", "#a04a15"]];
const CROWN: &str = "M27 62 23 36l14 10 13-20 13 20 14-10-4 26z";

/// Writes a piece.
pub(super) fn write(out: &mut Formatter<'_>, piece: Piece, info: &Info) -> fmt::Result {
    let side = usize::from(piece.owner == Side::Second);
    match piece.kind {
        "mark" => mark(out, side),
        "disc" => disc(out, side, info.sides[side]),
        "man" => man(out, &MEN[side]),
        "king" => king(out, &MEN[side]),
        kind => {
            plain_disc(out, DISCS[side])?;
            let initial = kind.chars().next().unwrap_or('?').to_ascii_uppercase().to_string();
            let initial = Escaped(&initial);
            writeln!(out, "<text x=\"50\" y=\"66\" font-size=\"46\" font-weight=\"700\">{initial}</text>")
        }
    }
}

fn circle(out: &mut Formatter<'_>, (cy, r): (f32, f32), paint: &str) -> fmt::Result {
    writeln!(out, "<circle cx=\"50\" cy=\"{cy}\" r=\"{r}\" {paint}/>")
}

fn mark(out: &mut Formatter<'_>, side: usize) -> fmt::Result {
    let shape = ["M24 24 76 76M76 24 24 76", "M50 20a30 30 0 1 1-.01 0"][side];
    let stroke = MARKS[side];
    writeln!(
        out,
        "<path d=\"{shape}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"11\" stroke-linecap=\"round\"/>"
    )
}

fn plain_disc(out: &mut Formatter<'_>, fill: &str) -> fmt::Result {
    circle(out, (50.0, 46.0), &format!("fill=\"{fill}\""))?;
    circle(out, (50.0, 40.5), "fill=\"none\" stroke=\"#000\" stroke-width=\"11\" opacity=\".13\"")
}

/// A disc in the colour of its side's name. Else a ring is embossed in one of the first side, a diamond in one of the
/// second.
fn disc(out: &mut Formatter<'_>, side: usize, name: &str) -> fmt::Result {
    let flat = match name {
        "black" => Some("#1f2124"),
        "white" => Some("#f7f4ec"),
        _ => None,
    };
    if let Some(fill) = flat {
        return circle(out, (50.0, 45.0), &format!("fill=\"{fill}\" stroke=\"#0008\" stroke-width=\"3\""));
    }
    plain_disc(out, DISCS[side])?;
    let emblem = ["M33 50a17 17 0 1 1 34 0a17 17 0 1 1-34 0z", "M50 31 69 50 50 69 31 50z"][side];
    writeln!(out, "<path d=\"{emblem}\" fill=\"none\" stroke=\"#000\" stroke-width=\"6\" opacity=\".26\"/>")
}

fn man(out: &mut Formatter<'_>, [top, ridge, edge, _]: &[&str; 4]) -> fmt::Result {
    circle(out, (53.5, 40.0), &format!("fill=\"{edge}\""))?;
    circle(out, (48.5, 40.0), &format!("fill=\"{top}\""))?;
    for radius in [30.0, 20.0] {
        circle(out, (48.5, radius), &format!("fill=\"none\" stroke=\"{ridge}\" stroke-width=\"3\""))?;
    }
    Ok(())
}

fn king(out: &mut Formatter<'_>, [top, ridge, edge, crown]: &[&str; 4]) -> fmt::Result {
    for (cy, fill) in [(57.0, edge), (52.0, ridge), (50.5, edge), (45.5, top)] {
        circle(out, (cy, 40.0), &format!("fill=\"{fill}\""))?;
    }
    circle(out, (45.5, 33.0), &format!("fill=\"none\" stroke=\"{ridge}\" stroke-width=\"2.5\""))?;
    writeln!(
        out,
        "<path d=\"{CROWN}\" fill=\"{crown}\" stroke=\"{crown}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
    )
}
