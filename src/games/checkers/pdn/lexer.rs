//! The tokens of PDN. Every character is read once.

use crate::game::{Invalid, quoted};

/// A token; a variation is none, because it is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Event "a match"]`
    Tag(&'a str, String),
    /// `{a comment}` or `; a comment` to the end of the line.
    Comment(&'a str),
    /// A move, a move number, both in one, a result, or none of these.
    Word(&'a str),
    /// A bracket that closes nothing.
    Stray(&'a str),
}

/// The rest of a text.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    is_line_start: bool,
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text, is_line_start: true }
    }

    /// The next token, `None` at the end of the text. The part of an error is that of the token: "comment",
    /// "variation" or "tag".
    pub(super) fn token(&mut self) -> Result<Option<Token<'a>>, Invalid> {
        loop {
            self.skip_space();
            let Some(sign) = self.rest.chars().next() else { return Ok(None) };
            match sign {
                '%' if self.is_line_start => _ = self.take_line(),
                ';' => return Ok(Some(Token::Comment(&self.take_line()[1..]))),
                '{' => return self.comment().map(|text| Some(Token::Comment(text))),
                '(' => self.skip_variation()?,
                '[' => return self.tag().map(Some),
                '}' | ')' | ']' => return Ok(Some(Token::Stray(self.take(1)))),
                '$' => self.skip_annotation(),
                _ => return Ok(Some(Token::Word(self.take_until(ends_word)))),
            }
        }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.is_line_start = false;
        taken
    }

    /// Takes the characters before the first that `ends`.
    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    fn take_line(&mut self) -> &'a str {
        self.take_until(|sign| LINE_ENDS.contains(&sign))
    }

    fn skip_space(&mut self) {
        let rest = self.rest.trim_start();
        let space = &self.rest[..self.rest.len() - rest.len()];
        if !space.is_empty() {
            self.is_line_start = space.ends_with(LINE_ENDS);
        }
        self.rest = rest;
    }

    /// A comment in braces; they do not nest.
    fn comment(&mut self) -> Result<&'a str, Invalid> {
        self.take(1);
        let end = self.rest.find('}').ok_or_else(|| unclosed("comment", "}"))?;
        let text = self.take(end);
        self.take(1);
        Ok(text)
    }

    /// Skips a variation with those in it.
    fn skip_variation(&mut self) -> Result<(), Invalid> {
        let mut depth = 0_usize;
        loop {
            self.take_until(|sign| matches!(sign, '(' | ')' | '{' | ';'));
            match self.rest.chars().next() {
                None => return Err(unclosed("variation", ")")),
                Some('{') => _ = self.comment()?,
                Some(';') => _ = self.take_line(),
                Some(sign) => {
                    self.take(1);
                    depth = if sign == '(' { depth + 1 } else { depth - 1 };
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Skips a numeric annotation glyph, `$1`.
    fn skip_annotation(&mut self) {
        self.take(1);
        self.take_until(|sign| !sign.is_ascii_digit());
    }

    fn tag(&mut self) -> Result<Token<'a>, Invalid> {
        self.take(1);
        self.skip_space();
        let name = self.take_until(|sign| !sign.is_ascii_alphanumeric() && sign != '_');
        if name.is_empty() {
            return Err(Invalid::new("tag", "a name", self.next_quoted()));
        }
        self.skip_space();
        self.expect(name, '"')?;
        let value = self.string(name)?;
        self.skip_space();
        self.expect(name, ']')?;
        Ok(Token::Tag(name, value))
    }

    /// The rest of a string, with `\"` and `\\` for a quotation mark and a backslash.
    fn string(&mut self, name: &str) -> Result<String, Invalid> {
        let mut text = String::new();
        loop {
            text += self.take_until(|sign| matches!(sign, '"' | '\\'));
            match self.rest.as_bytes() {
                [b'"', ..] => {
                    self.take(1);
                    return Ok(text);
                }
                [b'\\', b'"' | b'\\', ..] => text += &self.take(2)[1..],
                [b'\\', ..] => text += self.take(1),
                _ => return Err(unclosed(format!("tag {name}"), "\"")),
            }
        }
    }

    fn expect(&mut self, tag: &str, sign: char) -> Result<(), Invalid> {
        if self.rest.starts_with(sign) {
            self.take(1);
            return Ok(());
        }
        Err(Invalid::new(format!("tag {tag}"), sign, self.next_quoted()))
    }

    fn next_quoted(&self) -> String {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        if self.rest.is_empty() { END.to_owned() } else { quoted(&self.rest[..end]) }
    }
}

/// The end of the text, in an error.
const END: &str = "the end of the text";

fn unclosed(part: impl Into<String>, close: &str) -> Invalid {
    Invalid::new(part, format!("a closing {close}"), END)
}

/// Whether a word ends before this character.
fn ends_word(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
}
