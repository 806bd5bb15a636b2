//! Moves as people write them: by their squares. What stands between and around the squares has no meaning.
//!
//! A square is a number from 1 to 32, or a letter and a digit, `c3`. Algebraic squares are named from either
//! side of the board; players of the other half call the same square `f6`.

use super::movegen;
use super::square::Square;
use super::{Board, Checkers, Move};
use crate::game::{Invalid, Moves, Notation, Rules, Side, phrases, quoted};
use arrayvec::ArrayVec;
use std::borrow::Cow;

/// More squares than any capture touches, each landing named twice.
const MOST: usize = 32;

/// A separator in letters: `11 to 15`.
pub(super) const TO: &str = "to";

/// The sides from which algebraic squares may be named.
pub(super) const EITHER: &[Side] = &[Side::First, Side::Second];

/// The squares of a move in the order in which they are written.
pub(super) type Squares = ArrayVec<Square, MOST>;

/// Whether a sign separates the squares of a move: dashes, crosses, colons, stars, equals
/// signs, arrows, slashes, full stops, commas and blanks.
#[must_use]
pub fn is_separator(sign: char) -> bool {
    sign.is_whitespace()
        || matches!(
            sign,
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | 'x' | 'X' | '×' | ':' | '*' | '=' | '>' | '→' | '~'
        )
        || matches!(sign, '/' | '.' | ',' | '_')
}

/// The squares that a text names, algebraic ones from that side's half of the board. `None` if it contains
/// anything else.
pub(super) fn squares(text: &str, seen_by: Side) -> Option<Squares> {
    let text = without_marks(text);
    if is_run_of_pairs(text) {
        return collect((0..text.len()).step_by(2).map(|at| square(&text[at..at + 2], seen_by)));
    }
    let text = if text.contains(TO) { Cow::Owned(text.replace(TO, "-")) } else { Cow::Borrowed(text) };
    let names = text.split(is_separator).filter(|name| !name.is_empty());
    collect(names.map(|name| square(name, seen_by)))
}

/// The squares, if all are; one that is named twice in a row, as by the jumps `15x22 22x29`, counts once.
fn collect(named: impl Iterator<Item = Option<Square>>) -> Option<Squares> {
    let mut squares = Squares::new();
    let mut is_joint = false;
    for square in named {
        is_joint = !is_joint && squares.len() > 1 && squares.last() == square.as_ref();
        if !is_joint {
            squares.try_push(square?).ok()?;
        }
    }
    Some(squares)
}

/// Whether the second text goes on with the move of the first: as its next jump, or as a square or a separator,
/// where blanks stand between these.
pub(super) fn continues(text: &str, next: &str) -> bool {
    let [Some(named), Some(more)] = [text, next].map(|text| squares(text, Side::First)) else { return false };
    let is_open = named.len() < 2 || text.ends_with(is_separator) || text.ends_with(TO);
    let is_joint = next.starts_with(is_separator) || next.starts_with(TO);
    is_jump_on(&named, &more) || !named.is_empty() && more.len() < 2 && (is_open || is_joint)
}

/// Whether the second text is a jump that begins on the square where the first one ends, where the other side has
/// no piece to move.
pub(super) fn is_next_jump(text: &str, next: &str) -> bool {
    let [text, next] = [text, next].map(|text| squares(text, Side::First).unwrap_or_default());
    is_jump_on(&text, &next)
}

fn is_jump_on(squares: &[Square], next: &[Square]) -> bool {
    squares.last().is_some_and(|square| next.first() == Some(square)) && next.len() > 1
}

/// Whether a text names two squares or more.
pub(super) fn is_move(text: &str) -> bool {
    squares(text, Side::First).is_some_and(|squares| squares.len() > 1)
}

/// The move without what may stand around it: separators, parentheses, and marks such as `!?`, `+`, or the star of
/// a forced move.
fn without_marks(text: &str) -> &str {
    text.trim_matches(|sign| is_separator(sign) || matches!(sign, '!' | '?' | '+' | '#' | '(' | ')'))
}

/// Whether the squares stand without separators, two signs each: `1115` or `c3d4`.
fn is_run_of_pairs(text: &str) -> bool {
    let is_digit = |sign: &u8| sign.is_ascii_digit();
    let is_letter = |sign: &u8| matches!(sign, b'a'..=b'h' | b'A'..=b'H');
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let are_all = |is_first: &dyn Fn(&u8) -> bool| pairs.iter().all(|[a, b]| is_first(a) && is_digit(b));
    pairs.len() >= 2 && rest.is_empty() && (are_all(&is_digit) || are_all(&is_letter))
}

/// A square by its number, or by its column and row from that side.
fn square(name: &str, seen_by: Side) -> Option<Square> {
    number(name).or_else(|| algebraic(name, seen_by))
}

/// A square by its number in one or two digits.
pub(super) fn number(text: &str) -> Option<Square> {
    let is_short = text.len() <= 2 && text.bytes().all(|sign| sign.is_ascii_digit());
    if is_short { text.parse().ok().and_then(Square::new) } else { None }
}

/// A dark square by its column, `a` to `h` from the left, and its row from that side.
fn algebraic(name: &str, seen_by: Side) -> Option<Square> {
    let &[letter, digit] = name.as_bytes() else { return None };
    let column = letter.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < 8)?;
    let row = digit.checked_sub(b'1').filter(|row| *row < 8)?;
    let is_dark = (row + column).is_multiple_of(2);
    // Black's first row, from the right: squares 1 to 4.
    let from_black = row * 4 + (7 - column) / 2 + 1;
    let number = if seen_by == Side::First { from_black } else { 33 - from_black };
    if is_dark { Square::new(number) } else { None }
}

/// The legal move that a text names. Also the first of `views` from which its algebraic squares name it.
pub(super) fn parse_move(board: &Board, text: &str, views: &[Side]) -> Result<(Move, Side), Invalid> {
    match readings(board, text, views)[..] {
        [] => Err(Checkers::illegal_move(board, text)),
        [reading] => Ok(reading),
        ref several => Err(ambiguous(board, text, several)),
    }
}

/// The legal moves that a text may name: the one with all its squares, or those with some of them, the first and the
/// last included. Also the first of `views` from which its algebraic squares name each.
pub(super) fn readings(board: &Board, text: &str, views: &[Side]) -> Vec<(Move, Side)> {
    let mut legal = Moves::new();
    Checkers::moves(board, &mut legal);
    let views = if has_letters(text) { views } else { &views[..1] };
    let seen_by = |&side: &Side| {
        let squares = squares(text, side).unwrap_or_default();
        find(board, &legal, &squares).into_iter().map(move |played| (played, side))
    };
    views.iter().flat_map(seen_by).collect()
}

/// The error of a text that may name any of these moves.
pub(super) fn ambiguous(board: &Board, text: &str, readings: &[(Move, Side)]) -> Invalid {
    let moves = readings.iter().map(|(played, _)| phrases::verbatim(Checkers::print_move(board, *played)));
    let moves = moves.reduce(phrases::either).unwrap_or_else(phrases::none);
    let expected = match (has_letters(text), readings.len()) {
        (true, 2) => phrases::either_in_numbers(moves),
        (true, _) => phrases::any_in_numbers(moves),
        (false, 2) => phrases::either_in_full(moves),
        (false, _) => phrases::any_in_full(moves),
    };
    Invalid::new(phrases::moved(), expected, quoted(text))
}

/// Whether a text has letters of algebraic squares.
pub(super) fn has_letters(text: &str) -> bool {
    text.contains(|sign| matches!(sign, 'a'..='h' | 'A'..='H'))
}

/// The moves with these squares on a path: one alone, if they are all of it.
fn find(board: &Board, legal: &[Move], squares: &[Square]) -> Vec<Move> {
    let is_between_the_same = |played: &&Move| {
        squares.len() > 1 && squares.first() == Some(&played.from) && squares.last() == Some(&played.to)
    };
    let mut named = Vec::new();
    for &played in legal.iter().filter(is_between_the_same) {
        let paths = movegen::paths(board, played);
        if paths.iter().any(|path| path[..] == *squares) {
            return vec![played];
        }
        if paths.iter().any(|path| is_part_of(squares, path)) {
            named.push(played);
        }
    }
    named
}

/// Whether a path touches all these squares in this order.
fn is_part_of(squares: &[Square], path: &[Square]) -> bool {
    let mut path = path.iter();
    squares.iter().all(|square| path.any(|touched| touched == square))
}
