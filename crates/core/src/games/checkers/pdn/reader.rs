//! From PDN to game records.

use super::super::Checkers;
use super::super::spelling::{TO, is_move, is_next_jump, is_separator, number};
use super::game::Game;
use super::lexer::{LINE_ENDS, Lexer, Token};
use super::result::result;
use crate::game::{ImportedRecord, Invalid, MAX_RECORD_BYTES, Notation, Record, phrases, quoted};
use arrayvec::ArrayVec;
use std::mem;

/// The most bytes of a word of several parts.
const MAX_WORD: usize = 64;

/// Signs that say how good a move or a position is.
const MARKS: [char; 5] = ['!', '?', '+', '#', '='];

/// The records in a text from a byte on: one position in PDN FEN, if that is the text, or games.
pub(in super::super) fn records(
    text: &str,
    from: usize,
) -> impl Iterator<Item = Result<ImportedRecord<Checkers>, Invalid>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_first = from == 0;
    let position = (is_first && begins_with_turn(text)).then(|| position(text));
    let opening = if matches!(position, Some(Err(_))) { opening(text) } else { None };
    let position = position.filter(|_| opening.is_none());
    let lexer = Lexer::new(text, opening.map_or(from, str::len));
    let games = position.is_none().then_some(Games { text, lexer, is_first, opening });
    position.into_iter().chain(games.into_iter().flatten())
}

/// The position in the first line, if moves may follow it.
fn opening(text: &str) -> Option<&str> {
    let line = &text[..text.find(LINE_ENDS)?];
    Checkers::parse(line).is_ok().then_some(line)
}

/// Whether a text begins with the letter of a side and a colon.
fn begins_with_turn(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(['B', 'W', 'b', 'w']);
    rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
}

fn position(text: &str) -> Result<ImportedRecord<Checkers>, Invalid> {
    let no_progress_plies = Checkers::no_progress_plies(text);
    let record = Record { no_progress_plies, ..Record::from(Checkers::parse(text)?) };
    Ok(ImportedRecord { record, fault: None, has_start: true, warnings: Vec::new(), end: text.len() })
}

/// The games in a text.
struct Games<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    is_first: bool,
    /// The position that stands before the moves of the first game.
    opening: Option<&'a str>,
}

impl Iterator for Games<'_> {
    type Item = Result<ImportedRecord<Checkers>, Invalid>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_first = mem::take(&mut self.is_first);
        match self.read() {
            Some(game) => Some(Ok(game.finish(self.lexer.end()))),
            None if is_first => Some(Err(self.no_game())),
            None => None,
        }
    }
}

/// A word of the moves of a game.
enum Word {
    /// Signs such as `!?`, or a dash between moves.
    Marks,
    /// The number of a move.
    Number,
    Move,
    Result,
    /// The time on a clock.
    Clock,
    /// Letters.
    Text,
    /// Anything else.
    Unknown,
}

impl<'a> Games<'a> {
    fn no_game(&self) -> Invalid {
        let got = Some(self.text.trim()).filter(|text| !text.is_empty());
        let got = got.map_or_else(phrases::nothing, quoted);
        Invalid::new(phrases::text(), phrases::position_or_pdn(), got)
    }

    /// The next game, `None` at the end of the text.
    fn read(&mut self) -> Option<Game> {
        let mut game = Game::default();
        if let Some(position) = self.opening.take() {
            game.tag("FEN", position);
        }
        let start = self.lexer.end();
        loop {
            let before = self.lexer.clone();
            let token = self.lexer.token();
            if self.lexer.end() - start > MAX_RECORD_BYTES {
                let expected = phrases::at_most_kibibytes(MAX_RECORD_BYTES >> 10);
                game.fail(Invalid::new(phrases::text(), expected, phrases::more()));
                self.lexer.skip_section();
                return Some(game);
            }
            if let Some(oddity) = self.lexer.take_warning() {
                game.warn_in(oddity);
            }
            match token {
                Err(invalid) => game.fail_in(invalid),
                Ok(None) => return (!game.is_empty()).then_some(game),
                Ok(Some(Token::Tag(name, value))) if !game.has_movetext() => game.tag(name, &value),
                Ok(Some(Token::Comment(text))) => game.comment(text),
                Ok(Some(Token::Stray(sign))) => game.stray(sign),
                Ok(Some(Token::Word(word))) if word.len() > MAX_RECORD_BYTES => {}
                Ok(Some(Token::Word(word))) if self.word(&mut game, word) => {}
                Ok(Some(Token::Tag(..) | Token::Word(_))) => {
                    self.lexer = before;
                    return Some(game);
                }
            }
        }
    }

    /// Reads a word and those that belong to it. Returns false if it begins another game.
    fn word(&mut self, game: &mut Game, word: &'a str) -> bool {
        let whole = self.with_parts_apart(word, game.is_in_text());
        let (number, text) = split_number(&whole);
        let kind = self.kind(game, number, text);
        if game.has_result() && matches!(kind, Word::Number | Word::Move | Word::Unknown) {
            return false;
        }
        if matches!(kind, Word::Text) {
            game.text(&whole);
            return true;
        }
        if game.has_moves() && matches!(number, "1." | "1:" | "1-") {
            return false;
        }
        if !number.is_empty() {
            game.number(number);
        }
        match kind {
            Word::Number | Word::Text => {}
            Word::Marks => game.mark(text),
            Word::Clock => game.clock(text),
            Word::Result => game.result(text),
            Word::Unknown => game.illegal(text),
            Word::Move => {
                let (squares, remark) = split_remark(text);
                game.play(&self.with_jumps_apart(squares.to_owned()));
                game.text(remark);
            }
        }
        true
    }

    fn kind(&self, game: &Game, number: &str, text: &str) -> Word {
        let is_prose = || number.is_empty() && self.is_prose(game, text);
        let has_letters_only = !text.contains(|sign: char| sign.is_ascii_digit());
        match text {
            "" if game.is_in_text() && !self.peek().is_some_and(|(next, _)| is_move(next)) => Word::Text,
            "" => Word::Number,
            // A new position.
            _ if text.starts_with('/') => Word::Unknown,
            _ if text.trim_end_matches(MARKS).is_empty() => Word::Marks,
            _ if text.chars().all(is_dash) && !game.is_in_text() => self.kind_of_dashes(number, text),
            // A word such as "draw" is a result at the end only.
            _ if result(text).is_some() && !(is_word(text) && (game.is_in_text() || self.goes_on())) => {
                Word::Result
            }
            _ if has_letters_only || is_prose() => Word::Text,
            _ if is_clock(text) && !game.is_legal(text) => Word::Clock,
            _ if is_move(split_remark(text).0) => Word::Move,
            _ if number.is_empty() && game.is_due(text) => Word::Number,
            _ => Word::Unknown,
        }
    }

    /// Whether a word with digits belongs to the sentence in which it stands, as it is no legal move. After a result,
    /// it has to begin another game, and nobody talks about it: `Drawn. A 4-8 loses`.
    fn is_prose(&self, game: &Game, text: &str) -> bool {
        if !game.has_result() {
            return game.is_in_text() && !game.is_legal(text);
        }
        let is_discussed = self.peek().is_some_and(|(next, _)| has_no_digits(next));
        match Game::default().is_legal(text) {
            true => game.is_in_text() && is_discussed,
            false => game.is_in_text() || is_discussed,
        }
    }

    /// A dash between moves has no meaning; in place of one it stands for a move that is missing.
    fn kind_of_dashes(&self, number: &str, dashes: &str) -> Word {
        let is_before_move =
            self.peek().is_some_and(|(next, _)| next.starts_with(|sign: char| sign.is_ascii_digit()));
        match number.is_empty() && dashes.chars().count() == 1 {
            true => Word::Marks,
            false if is_before_move => Word::Unknown,
            false => Word::Text,
        }
    }

    fn peek(&self) -> Option<(&'a str, Lexer<'a>)> {
        peek(&self.lexer)
    }

    /// Whether another word follows.
    fn goes_on(&self) -> bool {
        self.peek().is_some()
    }

    /// A word with the next ones, where blanks stand around the sign in its middle: `11 - 15`, `1 - 0`, `5x 14`,
    /// `1 .`; or in its place: `11 15`.
    fn with_parts_apart(&mut self, word: &str, is_in_text: bool) -> String {
        if let Some((next, ahead)) = self.second_square(word) {
            self.lexer = ahead;
            return format!("{word} {next}");
        }
        let mut whole = word.to_owned();
        while let Some((next, ahead)) = self.peek() {
            let after = peek(&ahead).map(|(after, _)| after);
            let is_part = is_apart(&whole, next, after) || !is_in_text && is_apart_in_words(&whole, next);
            if whole.len() > MAX_WORD || !is_part {
                break;
            }
            whole += next;
            self.lexer = ahead;
        }
        whole
    }

    /// The next word, if it and this one are the two squares of a move.
    fn second_square(&self, word: &str) -> Option<(&'a str, Lexer<'a>)> {
        let squares = number(word).and(self.peek()).filter(|(next, _)| number(next).is_some());
        let goes_on =
            |(_, ahead): &(&str, Lexer<'_>)| peek(ahead).is_some_and(|(next, _)| is_apart("1", next, None));
        squares.filter(|squares| !goes_on(squares))
    }

    /// A move with the next words, where each jump is a word; some programs count each of them as a move.
    fn with_jumps_apart(&mut self, mut squares: String) -> String {
        while let Some((next, ahead)) = self.peek_behind_number() {
            if !is_next_jump(&squares, next) || result(next).is_some() {
                break;
            }
            squares = format!("{squares} {next}");
            self.lexer = ahead;
        }
        squares
    }

    /// The next word, or what follows it where it is the number of a move.
    fn peek_behind_number(&self) -> Option<(&'a str, Lexer<'a>)> {
        let (word, ahead) = self.peek()?;
        match split_number(word) {
            ("", _) => Some((word, ahead)),
            (_, "") => peek(&ahead),
            (_, text) => Some((text, ahead)),
        }
    }
}

/// The next token, if it is a word, and what follows it.
fn peek<'a>(lexer: &Lexer<'a>) -> Option<(&'a str, Lexer<'a>)> {
    let mut ahead = lexer.clone();
    match ahead.token() {
        Ok(Some(Token::Word(word))) => Some((word, ahead)),
        _ => None,
    }
}

/// Whether a word of letters.
fn is_word(text: &str) -> bool {
    text.chars().all(char::is_alphabetic)
}

/// Whether a word has letters, but no digits.
fn has_no_digits(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && !text.contains(|sign: char| sign.is_ascii_digit())
}

const fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Whether a sign may stand between blanks within a move or a result.
fn is_joint(sign: char) -> bool {
    is_separator(sign) && !matches!(sign, '*' | '.' | ',' | '/' | '_')
}

/// Whether a word names the squares of a move, and is no result such as `1/2-1/2`.
fn is_complete(word: &str) -> bool {
    is_move(word) && result(word).is_none()
}

/// Whether the next word belongs to one that begins a move, a result or a number; `after` follows it.
fn is_apart(word: &str, next: &str, after: Option<&str>) -> bool {
    let begins = word.starts_with(|sign: char| sign.is_ascii_digit() || sign == '½') || begins_square(word);
    let is_number = word.trim_end_matches('.').bytes().all(|sign| sign.is_ascii_digit());
    let is_whole = is_complete(word.trim_end_matches(is_joint));
    // Only one more square goes on with a move, and no sign of equality does.
    let goes_on = |sign: &str, next: &str| !is_whole || !sign.contains('=') && number(next).is_some();
    let ends_open = word.ends_with(is_joint) && (begins_square(next) || next.starts_with('½'));
    // `1: 11-15` and `1- 11-15` are a number and a move.
    let is_label = word.ends_with([':', '-']) && is_complete(next);
    let sign = &word[word.trim_end_matches(is_joint).len()..];
    let is_next_part = ends_open && !is_label && (goes_on(sign, next) || word.ends_with(['x', 'X', '×']));
    let starts_open = next.starts_with(is_joint) && !begins_with_letters(next);
    let (sign, rest) = next.split_at(next.len() - next.trim_start_matches(is_joint).len());
    let rest = if rest.is_empty() { after.unwrap_or_default() } else { rest };
    begins && (is_next_part || starts_open && goes_on(sign, rest) || is_number && next.starts_with('.'))
}

/// The same of the word in `11 to 15`.
fn is_apart_in_words(word: &str, next: &str) -> bool {
    number(word).is_some() && next == TO
        || word.strip_suffix(TO).is_some_and(|word| number(word).is_some()) && number(next).is_some()
}

/// Whether a word begins as a square does: with a digit, or with a letter and a digit.
fn begins_square(word: &str) -> bool {
    let mut signs = word.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), _) if sign.is_ascii_digit() => true,
        (Some('a'..='h' | 'A'..='H'), Some(sign)) => sign.is_ascii_digit(),
        _ => false,
    }
}

/// Whether the sign that begins a word is one of its letters, as the x of a name.
fn begins_with_letters(word: &str) -> bool {
    word.chars().take(2).filter(|sign| sign.is_alphabetic()).count() == 2
}

/// The number of a move, `1.` or `1...`, and the rest of its word. Numbers are not checked.
fn split_number(word: &str) -> (&str, &str) {
    let dotted = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let undotted = dotted.trim_start_matches('.');
    // The full stop of `11.15` stands between squares.
    let is_whole = result(word).is_some() || is_move(word) && !undotted.is_empty() && !is_move(undotted);
    let text = if is_whole { dotted } else { undotted };
    let is_label = matches!(dotted, ":" | "-");
    let end = if is_label { word.len() } else { word.len() - text.len() };
    if is_label || text.len() < dotted.len() { word.split_at(end) } else { ("", word) }
}

/// Whether a word is the time on a clock: `0:03` or `1:02:03`.
fn is_clock(word: &str) -> bool {
    let parts: ArrayVec<&str, 4> = word.splitn(4, ':').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit());
    (2..4).contains(&parts.len())
        && parts.iter().all(is_number)
        && parts[0].len() < 3
        && parts[1..].iter().all(|part| part.len() == 2)
}

/// The squares of a move, and a remark that touches them: `8-11Red`.
fn split_remark(text: &str) -> (&str, &str) {
    let is_of_number = |sign: char| sign.is_ascii_digit() || is_separator(sign);
    let end = text.find(|sign: char| !is_of_number(sign)).unwrap_or(text.len());
    let (squares, remark) = text.split_at(end);
    let is_remark = is_move(squares) && remark.chars().take(2).all(char::is_alphabetic);
    if is_remark { (squares, remark) } else { (text, "") }
}
