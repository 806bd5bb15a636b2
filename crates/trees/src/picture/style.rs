//! Colours, lengths, texts and shapes of SVG pictures.

use super::measures::TALL;
use crate::value::Player;
use std::fmt::{self, Display, Formatter, Write};

pub(super) const INK: &str = "#1f2328";
pub(super) const PAPER: &str = "#ffffff";
pub(super) const GREY: &str = "#8c959f";
pub(super) const CUT: &str = "#cf222e";
pub(super) const BEST: &str = "#0969da";
pub(super) const ACTIVE: &str = "#bf5f00";

/// A length with at most one decimal place.
pub(super) struct Px(pub(super) f32);

impl Display for Px {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        write!(out, "{sign}{whole}")?;
        if rest == 0 { Ok(()) } else { write!(out, ".{rest}") }
    }
}

/// A text inside an element or an attribute of XML.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => out.write_str("&amp;"),
            '<' => out.write_str("&lt;"),
            '>' => out.write_str("&gt;"),
            '"' => out.write_str("&quot;"),
            letter if letter.is_control() => out.write_char(' '),
            letter => out.write_char(letter),
        })
    }
}

/// The path of a triangle whose top is at a point: upright for Max, on its tip for Min.
pub(super) fn triangle(player: Player, half: f32, (x, y): (f32, f32)) -> String {
    let (left, middle, right) = (Px(x - half), Px(x), Px(x + half));
    let (top, bottom) = (Px(y), Px(y + TALL));
    match player {
        Player::Max => format!("M{left} {bottom}L{middle} {top}L{right} {bottom}Z"),
        Player::Min => format!("M{left} {top}L{right} {top}L{middle} {bottom}Z"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_game_are_valid_xml() {
        assert_eq!(
            Escaped("Dots & \"Boxes\": <3 \u{1}").to_string(),
            "Dots &amp; &quot;Boxes&quot;: &lt;3  "
        );
    }
}
