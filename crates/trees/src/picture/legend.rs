//! The legend of an SVG picture.

use super::measures::{HALF, LINE, MARGIN};
use super::style::{ACTIVE, BEST, CUT, GREY, Px, triangle};
use crate::value::Player;
use std::fmt::{self, Write};

/// A row of examples, and one below it for chance nodes.
pub(super) fn write_legend(out: &mut dyn Write, y: f32, has_chance: bool) -> fmt::Result {
    let at = |x: f32| Px(MARGIN + x);
    writeln!(out, "<g class=\"legend\" font-size=\"11\" text-anchor=\"start\">")?;
    for (player, x) in [(Player::Max, 0.0), (Player::Min, 62.0)] {
        let path = triangle(player, HALF, (0.0, 0.0));
        write!(
            out,
            "<path d=\"{path}\" fill-opacity=\"0.08\" stroke=\"currentColor\" stroke-width=\"3\" \
             transform=\"translate({} {}) scale(0.35)\"/>",
            at(x + 8.0),
            Px(y + 3.0)
        )?;
        writeln!(out, "<text x=\"{}\" y=\"{}\">{player}</text>", at(x + 20.0), Px(y + 14.0))?;
    }
    let box_at =
        |x: f32| format!("x=\"{}\" y=\"{}\" width=\"16\" height=\"12\" rx=\"3\"", at(x), Px(y + 4.0));
    writeln!(
        out,
        "<rect {} fill=\"{ACTIVE}\" fill-opacity=\"0.2\" stroke=\"{ACTIVE}\" stroke-width=\"2\"/>\
         <rect {} fill-opacity=\"0.08\" stroke=\"currentColor\"/>\
         <rect {} fill=\"none\" stroke=\"{GREY}\" stroke-dasharray=\"4 3\"/>",
        box_at(120.0),
        box_at(228.0),
        box_at(306.0)
    )?;
    let line_y = Px(y + 10.0);
    writeln!(
        out,
        "<path d=\"M{} {line_y}h18\" stroke=\"{BEST}\" stroke-width=\"4\"/>\
         <path d=\"M{} {}l4 -12m1 12l4 -12\" stroke=\"{CUT}\" stroke-width=\"2\"/>",
        at(390.0),
        at(476.0),
        Px(y + 16.0)
    )?;
    for (x, text) in
        [(142.0, "being visited"), (250.0, "finished"), (328.0, "left out"), (414.0, "best line")]
    {
        writeln!(out, "<text x=\"{}\" y=\"{}\">{text}</text>", at(x), Px(y + 14.0))?;
    }
    writeln!(out, "<text x=\"{}\" y=\"{}\">cut</text>", at(492.0), Px(y + 14.0))?;
    if has_chance {
        writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill-opacity=\"0.08\" stroke=\"currentColor\"/>\
             <text x=\"{}\" y=\"{}\">chance: the mean of its children</text>",
            at(8.0),
            Px(y + 10.0 + LINE),
            at(20.0),
            Px(y + 14.0 + LINE)
        )?;
    }
    out.write_str("</g>\n")
}
