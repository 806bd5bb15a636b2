//! Text in XML.

use std::fmt::{self, Display, Formatter, Write};

/// A text inside an element.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.to_string().chars().try_for_each(|letter| match letter {
            '&' => out.write_str("&amp;"),
            '<' => out.write_str("&lt;"),
            '>' => out.write_str("&gt;"),
            letter if letter.is_control() => out.write_char(' '),
            letter => out.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_game_are_valid_xml() {
        assert_eq!(Escaped("Dots & Boxes: <3 \u{1}").to_string(), "Dots &amp; Boxes: &lt;3  ");
    }
}
