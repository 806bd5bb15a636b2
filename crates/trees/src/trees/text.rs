//! Given trees as text: nested lists of numbers. In JSON a chance node is an object, as in
//! `{"chance": [3, 5], "weights": [1, 5]}`.

use super::given::{Draft, GivenTree, MAX_CHILDREN, MAX_DEPTH, MAX_LEAVES, MAX_NODES};
use super::tree::Tree;
use crate::phrases;
use crate::value::{MAX_VALUE, Player, Value};
use bestmove_core::game::{Invalid, Phrase, phrases as core_phrases, quoted};
use std::fmt;

impl GivenTree {
    /// Reads a tree.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the character, counted from 1, where the text is no tree or exceeds a limit.
    pub fn parse(text: &str, root_player: Player) -> Result<Self, Invalid> {
        let mut reader = Reader { text, at: 0, leaves: 0, nodes: 0 };
        let draft = reader.node(0)?;
        reader.skip_space();
        if reader.at < text.len() {
            return Err(reader.invalid(phrases::end_of_tree()));
        }
        Ok(Self::from_draft(&draft, root_player))
    }
}

/// A text that has been read up to a place.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// The byte to read next.
    pub(super) at: usize,
    leaves: usize,
    nodes: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn node(&mut self, ply: usize) -> Result<Draft, Invalid> {
        self.skip_space();
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(self.at_place(phrases::at_most_nodes(MAX_NODES), core_phrases::more()));
        }
        if let Some('[' | '{') = self.next() {
            return self.inner(0, ply);
        }
        let value = self.number()?;
        if self.takes(':') {
            self.skip_space();
            return self.inner(value, ply);
        }
        self.leaves += 1;
        if self.leaves > MAX_LEAVES {
            return Err(self.at_place(phrases::at_most_leaves(MAX_LEAVES), core_phrases::more()));
        }
        Ok(Draft::leaf(value))
    }

    /// A node with children and a static value.
    fn inner(&mut self, value: Value, ply: usize) -> Result<Draft, Invalid> {
        if ply == MAX_DEPTH {
            return Err(self.at_place(phrases::leaf_within_plies(MAX_DEPTH), phrases::a_list()));
        }
        if !self.takes('{') {
            return Ok(Draft::inner(value, self.list(|reader| reader.node(ply + 1))?));
        }
        let children = if self.takes('"') { self.object(ply)? } else { self.chances(ply)? };
        Ok(Draft { is_chance: true, ..Draft::inner(value, children) })
    }

    /// A list between brackets.
    pub(super) fn list<T>(
        &mut self,
        item: impl FnMut(&mut Self) -> Result<T, Invalid>,
    ) -> Result<Vec<T>, Invalid> {
        if !self.takes('[') {
            return Err(self.invalid(phrases::children()));
        }
        self.items(']', item)
    }

    /// The items of a list up to its closing bracket.
    pub(super) fn items<T>(
        &mut self,
        closing: char,
        mut item: impl FnMut(&mut Self) -> Result<T, Invalid>,
    ) -> Result<Vec<T>, Invalid> {
        self.skip_space();
        if self.next() == Some(closing) {
            return Err(self.at_place(phrases::one_child(), phrases::empty_list()));
        }
        let mut items = Vec::new();
        loop {
            items.push(item(self)?);
            if items.len() > MAX_CHILDREN {
                return Err(self.at_place(phrases::at_most_children(MAX_CHILDREN), core_phrases::more()));
            }
            if self.takes(closing) {
                return Ok(items);
            }
            if !self.takes(',') {
                return Err(self.invalid(phrases::comma_or(closing.to_string())));
            }
        }
    }

    fn number(&mut self) -> Result<Value, Invalid> {
        let rest = &self.text[self.at..];
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        if !digits.starts_with(|digit: char| digit.is_ascii_digit()) {
            return Err(self.invalid(phrases::number_or_list()));
        }
        let word = self.word();
        let value = word.parse().ok().filter(|value| (-MAX_VALUE..=MAX_VALUE).contains(value));
        let expected = || phrases::integer_between(-MAX_VALUE, MAX_VALUE);
        let value = value.ok_or_else(|| self.at_place(expected(), quoted(word)))?;
        self.at += word.len();
        Ok(value)
    }

    /// The letters, digits and signs that are next.
    pub(super) fn word(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let is_part = |part: char| part.is_alphanumeric() || ['.', '+', '-', '_'].contains(&part);
        &rest[..rest.find(|part| !is_part(part)).unwrap_or(rest.len())]
    }

    /// Reads a mark if it is next.
    pub(super) fn takes(&mut self, mark: char) -> bool {
        self.skip_space();
        let is_next = self.next() == Some(mark);
        self.at += if is_next { mark.len_utf8() } else { 0 };
        is_next
    }

    pub(super) fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The error that something else was expected here.
    pub(super) fn invalid(&self, expected: Phrase) -> Invalid {
        let got = match &self.text[self.at..] {
            "" => phrases::end_of_text(),
            rest => quoted(rest),
        };
        self.at_place(expected, got)
    }

    pub(super) fn at_place(&self, expected: Phrase, got: Phrase) -> Invalid {
        let character = self.text[..self.at].chars().count() + 1;
        Invalid::new(phrases::character(character), expected, got)
    }
}

/// The text that [`GivenTree::parse`] reads. Static values of zero are left out.
impl fmt::Display for GivenTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(self.root(), formatter)
    }
}

impl GivenTree {
    fn print(&self, node: u32, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, children) = (self.value(&node), self.children(&node));
        if children.len() == 0 {
            return write!(formatter, "{value}");
        }
        if value != 0 {
            write!(formatter, "{value}: ")?;
        }
        let (opening, closing) = if self.is_chance(&node) { ("{", "}") } else { ("[", "]") };
        let has_weights = self.is_chance(&node) && self.needs_weights(node);
        let mut separator = opening;
        for child in children {
            formatter.write_str(separator)?;
            if has_weights {
                write!(formatter, "{}: ", self.weight(&child))?;
            }
            self.print(child, formatter)?;
            separator = ", ";
        }
        formatter.write_str(closing)
    }

    /// Whether the children of a chance node are not equally likely, or the static value of one
    /// would be read as its chance.
    fn needs_weights(&self, node: u32) -> bool {
        let is_plain = |child| self.children(&child).len() == 0 || self.value(&child) == 0;
        self.children(&node).any(|child| self.weight(&child) != 1 || !is_plain(child))
    }
}
