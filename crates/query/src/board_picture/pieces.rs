//! Pieces in a square of 100: the shapes of the board element. The sides differ by shape or
//! lightness as well as by colour.

use super::drawing::{Paint, Point, Shape, Text};
use bestmove_core::game::{Info, Piece, Side};
use std::borrow::Cow;

const MARKS: [&str; 2] = ["#c8442c", "#2f6391"];
const DISCS: [&str; 2] = ["#d64a32", "#f0b93a"];
/// The top, the ridges, the edge and the crown of a man or king of each side.
const MEN: [[&str; 4]; 2] =
    [["#2e2a27", "#4f4943", "#0f0d0c", "#ecc25c"], ["#f6eddb", "#d6c8aa", "#b5a582", "#a04a15"]];
const CROSS: [&[Point]; 2] = [&[(24.0, 24.0), (76.0, 76.0)], &[(76.0, 24.0), (24.0, 76.0)]];
const DIAMOND: &[Point] = &[(50.0, 31.0), (69.0, 50.0), (50.0, 69.0), (31.0, 50.0)];
const CROWN: &[Point] =
    &[(27.0, 62.0), (23.0, 36.0), (37.0, 46.0), (50.0, 26.0), (63.0, 46.0), (77.0, 36.0), (73.0, 62.0)];

/// The shapes of a piece.
pub(super) fn shapes(piece: Piece, info: &Info) -> Vec<Shape> {
    let side = usize::from(piece.owner == Side::Second);
    match piece.kind {
        "mark" => mark(side),
        "disc" => disc(side, info.sides[side]),
        "man" => man(MEN[side]),
        "king" => king(MEN[side]),
        kind => {
            let initial = kind.chars().next().unwrap_or('?').to_ascii_uppercase().to_string();
            let [disc, rim] = plain_disc(DISCS[side]);
            vec![
                disc,
                rim,
                Shape::Text(Text {
                    at: (50.0, 66.0),
                    size: 46.0,
                    is_bold: true,
                    fill: "#000",
                    text: initial,
                }),
            ]
        }
    }
}

fn circle(cy: f32, radius: f32, paint: Paint) -> Shape {
    Shape::Circle { centre: (50.0, cy), radius, paint }
}

fn mark(side: usize) -> Vec<Shape> {
    let paint = Paint::stroke(MARKS[side], 11.0).round();
    if side == 1 {
        return vec![circle(50.0, 30.0, paint)];
    }
    CROSS.map(|line| Shape::Lines { points: Cow::Borrowed(line), is_closed: false, paint }).into()
}

fn plain_disc(fill: &'static str) -> [Shape; 2] {
    [
        circle(50.0, 46.0, Paint::fill(fill)),
        circle(50.0, 40.5, Paint::stroke("#000", 11.0).with_opacity(0.13)),
    ]
}

/// A disc in the colour of its side's name. Else a ring is embossed in one of the first side, a diamond in one of the
/// second.
fn disc(side: usize, name: &str) -> Vec<Shape> {
    let flat = match name {
        "black" => Some("#1f2124"),
        "white" => Some("#f7f4ec"),
        _ => None,
    };
    if let Some(fill) = flat {
        return vec![circle(50.0, 45.0, Paint::fill(fill).stroked("#0008", 3.0))];
    }
    let [disc, rim] = plain_disc(DISCS[side]);
    let paint = Paint::stroke("#000", 6.0).with_opacity(0.26);
    let emblem = match side {
        0 => circle(50.0, 17.0, paint),
        _ => Shape::Lines { points: Cow::Borrowed(DIAMOND), is_closed: true, paint },
    };
    vec![disc, rim, emblem]
}

fn man([top, ridge, edge, _]: [&'static str; 4]) -> Vec<Shape> {
    let ridges = [30.0, 20.0].map(|radius| circle(48.5, radius, Paint::stroke(ridge, 3.0)));
    let mut shapes = vec![circle(53.5, 40.0, Paint::fill(edge)), circle(48.5, 40.0, Paint::fill(top))];
    shapes.extend(ridges);
    shapes
}

fn king([top, ridge, edge, crown]: [&'static str; 4]) -> Vec<Shape> {
    let levels = [(57.0, edge), (52.0, ridge), (50.5, edge), (45.5, top)];
    let mut shapes: Vec<_> = levels.map(|(cy, fill)| circle(cy, 40.0, Paint::fill(fill))).into();
    shapes.push(circle(45.5, 33.0, Paint::stroke(ridge, 2.5)));
    let paint = Paint::fill(crown).stroked(crown, 3.0).round();
    shapes.push(Shape::Lines { points: Cow::Borrowed(CROWN), is_closed: true, paint });
    shapes
}
