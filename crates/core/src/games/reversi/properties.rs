//! The properties of a game in GGF or in SGF: `PB[name]`, one after the other.

use crate::game::{Invalid, Phrase, phrases, quoted};

/// Reads the properties of one game.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The name of the last property, which further values may follow.
    name: &'a str,
    /// Whether the game is a tree with its first variation in front, as in SGF.
    pub(super) is_tree: bool,
    /// The variations that are open.
    depth: usize,
}

impl<'a> Lexer<'a> {
    /// Begins behind the bracket of a game.
    pub(super) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, name: "", is_tree: false, depth: 0 }
    }

    /// The byte behind the last property.
    pub(super) const fn end(&self) -> usize {
        self.at
    }

    /// The next name and value; `None` behind the end of the game or the text. Of a tree, only the first variations
    /// are read.
    pub(super) fn property(&mut self) -> Option<Result<(&'a str, String), Invalid>> {
        loop {
            let rest = &self.text[self.at..];
            let begin = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ';');
            self.at = self.text.len() - begin.len();
            match begin.chars().next() {
                None => return None,
                Some('(') if self.is_tree => (self.at, self.depth) = (self.at + 1, self.depth + 1),
                Some(')') => {
                    self.at += 1;
                    self.skip_variations();
                    return None;
                }
                Some(_) => return Some(self.value_of(begin)),
            }
        }
    }

    /// The property at the start of the rest of the text.
    fn value_of(&mut self, rest: &'a str) -> Result<(&'a str, String), Invalid> {
        let Some(name) = rest.find(['[', ']', '(', ')']).filter(|&end| rest[end..].starts_with('[')) else {
            return Err(self.refuse(phrases::a_property(), rest));
        };
        let mut value = String::new();
        let mut signs = rest[name + 1..].char_indices();
        while let Some((end, sign)) = signs.next() {
            match sign {
                ']' => {
                    self.at += name + 1 + end + 1;
                    if name > 0 {
                        self.name = rest[..name].trim();
                    }
                    return Ok((self.name, value));
                }
                '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
                _ => value.push(sign),
            }
        }
        Err(self.refuse(phrases::closing_value(), rest))
    }

    /// Goes on behind the other variations of a tree.
    fn skip_variations(&mut self) {
        let (mut is_value, mut is_escaped) = (false, false);
        for (at, sign) in self.text[self.at..].char_indices() {
            if self.depth == 0 {
                self.at += at;
                return;
            }
            match sign {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = is_value,
                '[' => is_value = true,
                ']' => is_value = false,
                '(' if !is_value => self.depth += 1,
                ')' if !is_value => self.depth -= 1,
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// The error of a property, behind whose game reading goes on.
    fn refuse(&mut self, expected: Phrase, got: &str) -> Invalid {
        self.skip_game();
        Invalid::new(phrases::property(), expected, quoted(got))
    }

    /// Goes on behind the end of a game that can't be read.
    pub(super) fn skip_game(&mut self) {
        if self.is_tree {
            self.depth += 1;
            self.skip_variations();
        } else {
            let end = self.text[self.at..].find(";)").map(|end| end + 2);
            self.at = end.map_or(self.text.len(), |end| self.at + end);
        }
    }
}
