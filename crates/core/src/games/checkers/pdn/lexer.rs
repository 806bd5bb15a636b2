//! The tokens of PDN. What has one meaning is understood, with a warning where it is not PDN.
//!
//! A line that begins with a tag ends whatever is open before it, so that an open comment costs one game.

use super::super::spelling::is_move;
use super::result::result;
use crate::game::{Invalid, Phrase, phrases, quoted};
use std::borrow::Cow;

/// A token; a variation is none, because it is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Event "a match"]`
    Tag(&'a str, Cow<'a, str>),
    /// `{a comment}` or `; a comment` to the end of the line.
    Comment(&'a str),
    /// A move, a move number, both in one, a result, or none of these.
    Word(&'a str),
    /// A bracket that closes nothing.
    Stray(&'a str),
}

/// A text that is read from a byte on. A clone looks ahead.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    is_line_start: bool,
    /// Where the next line begins with a tag.
    next_tag_line: usize,
    /// No comment with braces in it, in the text before this byte, closes as often as it opens.
    unbalanced_before: usize,
    /// Oddities of the last token.
    warning: Option<Invalid>,
}

pub(super) const LINE_ENDS: [char; 2] = ['\n', '\r'];
const QUOTES: [char; 4] = ['"', '“', '”', '„'];
/// Pairs of other quotation marks; a single one may be an apostrophe.
const PAIRS: [(char, char); 4] = [('\'', '\''), ('‘', '’'), ('«', '»'), ('»', '«')];

/// The names of tags that may go without quotation marks.
const COMMON_TAGS: [&str; 11] =
    ["Event", "Site", "Date", "Round", "Black", "White", "Result", "GameType", "SetUp", "FEN", "Annotator"];

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str, from: usize) -> Self {
        Self { text, at: from, is_line_start: true, next_tag_line: 0, unbalanced_before: 0, warning: None }
    }

    /// The byte after the last token.
    pub(super) const fn end(&self) -> usize {
        self.at
    }

    /// Takes the oddity of the last token. Its part is that of the token: "comment" or "tag".
    pub(super) const fn take_warning(&mut self) -> Option<Invalid> {
        self.warning.take()
    }

    /// The next token, `None` at the end of the text. After an error, reading goes on behind what is open.
    pub(super) fn token(&mut self) -> Result<Option<Token<'a>>, Invalid> {
        loop {
            self.skip_space();
            let Some(sign) = self.rest().chars().next() else { return Ok(None) };
            match sign {
                '%' if self.is_line_start => _ = self.take_line(),
                ';' if self.separates_moves() => _ = self.take(1),
                ';' => return Ok(Some(Token::Comment(&self.take_line()[1..]))),
                '{' => return self.comment().map(|text| Some(Token::Comment(text))),
                '(' | '[' if let Some(result) = self.result_in_brackets() => {
                    return Ok(Some(Token::Word(result)));
                }
                '(' => self.skip_variation()?,
                '[' => return Ok(Some(self.tag())),
                '}' | ')' | ']' => return Ok(Some(Token::Stray(self.take(1)))),
                '$' => self.skip_annotation(),
                ',' => _ = self.take(1),
                '/' if !self.rest()[1..].starts_with(char::is_alphabetic) => _ = self.take(1),
                _ => return Ok(Some(Token::Word(self.word()))),
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        self.is_line_start = false;
        taken
    }

    /// Takes the characters before the first that `ends`.
    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(ends).unwrap_or(rest.len()))
    }

    /// Whether a semicolon right after a word stands between moves, and does not begin a comment: a number or a
    /// move follows, and no sentence about it.
    fn separates_moves(&self) -> bool {
        let is_attached = |sign: char| !sign.is_whitespace() && (sign == '.' || !ends_word(sign));
        let (first, rest) = word_in_line(&self.rest()[1..]);
        let (second, _) = word_in_line(rest);
        let after_number =
            first.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start_matches('.');
        let is_number = !first.is_empty() && (after_number.is_empty() || is_move(after_number));
        self.text[..self.at].ends_with(is_attached)
            && (is_number || is_move(first) || result(first).is_some())
            && (is_move(second) || !second.starts_with(char::is_alphabetic))
    }

    /// A word; a move ends before a comma or a slash.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|sign| matches!(sign, ',' | '/') || ends_word(sign)).unwrap_or(rest.len());
        if is_move(&rest[..end]) { self.take(end) } else { self.take_until(ends_word) }
    }

    fn take_line(&mut self) -> &'a str {
        self.take_until(|sign| LINE_ENDS.contains(&sign))
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        let space = &rest[..rest.len() - rest.trim_start().len()];
        if !space.is_empty() {
            self.at += space.len();
            self.is_line_start = space.ends_with(LINE_ENDS);
        }
    }

    /// Goes on at the next line that begins with a tag.
    pub(super) fn skip_section(&mut self) {
        if self.next_tag_line != self.at {
            let bytes = self.section().len();
            self.take(bytes);
        }
        self.is_line_start = true;
    }

    /// The text up to the next line that begins with a tag.
    fn section(&mut self) -> &'a str {
        if self.next_tag_line <= self.at {
            let lines = self.rest().split_inclusive(LINE_ENDS);
            let mut end = self.at;
            let mut starts = lines.map(|line| {
                end += line.len();
                end
            });
            let begins_tag = |start: &usize| begins_tag(&self.text[*start..]);
            self.next_tag_line = starts.find(begins_tag).unwrap_or(self.text.len());
        }
        &self.text[self.at..self.next_tag_line]
    }

    /// A comment in braces. By the standard they do not nest; where they do, the comment is all of it.
    fn comment(&mut self) -> Result<&'a str, Invalid> {
        self.take(1);
        let section = self.section();
        let Some(first) = section.find('}') else {
            self.take(section.len());
            return Err(unclosed(phrases::comment(), "}"));
        };
        let end = if section[..first].contains('{') { self.nested_end(section) } else { None };
        if end.is_some() {
            self.warning = Some(Invalid::new(
                phrases::comment(),
                phrases::no_nested_braces(),
                quoted(&section[..first]),
            ));
        }
        let text = self.take(end.unwrap_or(first));
        self.take(1);
        Ok(text)
    }

    /// Where a comment ends whose braces nest.
    fn nested_end(&mut self, section: &str) -> Option<usize> {
        if self.at < self.unbalanced_before {
            return None;
        }
        let mut depth = 1_usize;
        let end = section.find(|sign| {
            depth = match sign {
                '{' => depth + 1,
                '}' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        if end.is_none() {
            self.unbalanced_before = self.at + section.len();
        }
        end
    }

    /// Takes a result in brackets: `(1-0)`.
    fn result_in_brackets(&mut self) -> Option<&'a str> {
        let content = &self.rest()[1..];
        let content = &content[..content.find([')', ']', '\n', '{', '('])?];
        result(content)?;
        Some(self.take(content.len() + 2)[1..].trim_end_matches([')', ']']))
    }

    /// Skips a variation with those in it.
    fn skip_variation(&mut self) -> Result<(), Invalid> {
        let mut depth = 0_usize;
        loop {
            let section = self.section();
            let next = section.find(['(', ')', '{', ';']);
            self.take(next.unwrap_or(section.len()));
            match self.rest().chars().next().filter(|_| next.is_some()) {
                None => return Err(unclosed(phrases::variation(), ")")),
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

    /// A tag; what stands in brackets without being one is a comment.
    fn tag(&mut self) -> Token<'a> {
        if let Some((name, value, bytes)) = proper_tag(self.rest()) {
            self.take(bytes);
            return Token::Tag(name, value);
        }
        let content = self.take_until(|sign| sign == ']' || LINE_ENDS.contains(&sign))[1..].trim();
        if self.rest().starts_with(']') {
            self.take(1);
        }
        let (name, value) = split_name(content);
        let part = if name.is_empty() { phrases::any_tag() } else { phrases::tag(name) };
        self.warning = Some(Invalid::new(part, phrases::name_and_value(), quoted(content)));
        let is_common = COMMON_TAGS.iter().any(|common| common.eq_ignore_ascii_case(name));
        let (value, is_quoted) = unquoted(value);
        if is_quoted && !name.is_empty() || is_common && !value.is_empty() {
            Token::Tag(name, value.into())
        } else {
            Token::Comment(content)
        }
    }
}

/// A value without the quotation marks around it, and whether it begins with one; the second may be missing.
fn unquoted(value: &str) -> (&str, bool) {
    let is_pair = |&(open, close): &(char, char)| value.starts_with(open) && value.ends_with(close);
    let inner = PAIRS
        .iter()
        .find(|pair| is_pair(pair))
        .and_then(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    if let Some(inner) = inner {
        return (inner, true);
    }
    let inner = value.strip_prefix(QUOTES);
    let is_quoted = inner.is_some();
    let inner = inner.unwrap_or(value);
    (inner.strip_suffix(QUOTES).unwrap_or(inner), is_quoted)
}

/// The name at the start of a tag, and the rest.
fn split_name(content: &str) -> (&str, &str) {
    let content = content.trim_start();
    let end =
        content.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(content.len());
    let (name, rest) = content.split_at(end);
    (name, rest.trim_start())
}

/// Whether a line begins with the name of a tag and a quotation mark.
fn begins_tag(line: &str) -> bool {
    let tag = line.trim_start_matches([' ', '\t']).strip_prefix('[').map(split_name);
    tag.is_some_and(|(name, rest)| !name.is_empty() && rest.starts_with(QUOTES))
}

/// The name and the value of a tag by the standard, and its length in bytes.
fn proper_tag(text: &str) -> Option<(&str, Cow<'_, str>, usize)> {
    let (name, rest) = split_name(text.strip_prefix('[')?);
    let (value, rest) = string(rest.strip_prefix('"')?)?;
    let rest = rest.trim_start().strip_prefix(']')?;
    (!name.is_empty()).then_some((name, value, text.len() - rest.len()))
}

/// The rest of a string in a line, with `\"` and `\\` for a quotation mark and a backslash, and what follows it.
fn string(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = text.find(['"', '\\', '\n', '\r'])?;
    if text[end..].starts_with('"') {
        return Some((text[..end].into(), &text[end + 1..]));
    }
    let mut value = text[..end].to_owned();
    let mut rest = &text[end..];
    loop {
        let escaped = rest.strip_prefix('\\').filter(|rest| rest.starts_with(['"', '\\']));
        let mut signs = escaped.unwrap_or(rest).chars();
        match signs.next()? {
            '"' if escaped.is_none() => return Some((value.into(), signs.as_str())),
            '\n' | '\r' => return None,
            sign => value.push(sign),
        }
        rest = signs.as_str();
    }
}

/// The next word of a line, empty at its end, and what follows it.
fn word_in_line(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(|sign: char| sign.is_whitespace() && !LINE_ENDS.contains(&sign));
    text.split_at(text.find(ends_word).unwrap_or(text.len()))
}

/// The error of what is open at the end of the game.
fn unclosed(part: Phrase, sign: &str) -> Invalid {
    Invalid::new(part, phrases::closing(sign), phrases::end_of_game())
}

/// Whether a word ends before this character.
fn ends_word(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
}
