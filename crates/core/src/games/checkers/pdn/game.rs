//! A game in PDN that is being read.

mod settle;

use super::super::spelling::{self, EITHER, has_letters};
use super::super::{Board, Checkers};
use super::readings::Readings;
use super::result::{is_unstated, result};
use super::variants::{self, OtherGame};
use crate::game::{Comment, Invalid, Notation, Phrase, Record, RecordedResult, Tag, phrases, quoted};
use std::collections::HashSet;
use std::mem;

/// The most warnings of a game; others are left out.
const MAX_WARNINGS: usize = 16;

/// A game up to some token.
pub(super) struct Game {
    /// The game without its moves.
    record: Record<Checkers>,
    readings: Readings,
    fault: Option<Invalid>,
    has_start: bool,
    /// The names of the tags in lower case.
    names: HashSet<String>,
    warnings: Vec<Invalid>,
    has_fen: bool,
    is_set_up: bool,
    /// Whether a move, a number or a result has been read.
    has_movetext: bool,
    /// Whether a move, legal or not, has been read.
    has_moves: bool,
    /// Whether the numbers of the moves begin with a move of the second player.
    begins_second: bool,
    /// Whether a tag says that this is English draughts.
    has_type: bool,
    /// Whether squares are algebraic, as in other types of draughts, and no tag says which one this is.
    is_doubtful: bool,
    /// Another type of draughts that the game seems to be.
    other_game: Option<OtherGame>,
    /// Whether it is refused for that.
    is_refused: bool,
    /// Words that are neither moves nor in braces.
    text: String,
    /// The result at the end of the moves; that of the tag is in the record.
    last_word: Option<RecordedResult>,
    /// The result that the last words without braces state.
    stated: Option<RecordedResult>,
    /// Whether a sign of equality follows the last move: it may mean a draw.
    is_level: bool,
}

impl Default for Game {
    fn default() -> Self {
        Self {
            record: Record::from(Board::START),
            readings: Readings::from(Board::START),
            fault: None,
            has_start: true,
            names: HashSet::new(),
            warnings: Vec::new(),
            has_fen: false,
            is_set_up: false,
            has_movetext: false,
            has_moves: false,
            begins_second: false,
            has_type: false,
            is_doubtful: false,
            other_game: None,
            is_refused: false,
            text: String::new(),
            last_word: None,
            stated: None,
            is_level: false,
        }
    }
}

impl Game {
    pub(super) fn is_empty(&self) -> bool {
        self.record.tags.is_empty() && !self.has_movetext && self.fault.is_none()
    }

    pub(super) const fn has_movetext(&self) -> bool {
        self.has_movetext
    }

    pub(super) const fn has_moves(&self) -> bool {
        self.has_moves
    }

    pub(super) const fn has_result(&self) -> bool {
        self.last_word.is_some()
    }

    /// Whether the last word was one without braces.
    pub(super) const fn is_in_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// The number of the move after that many plies.
    const fn move_number(&self, ply: usize) -> usize {
        (ply + self.begins_second as usize) / 2 + 1
    }

    /// The move after that many plies, as error messages name it.
    fn place(&self, ply: usize) -> Phrase {
        let first = self.record.start.to_move();
        let mover = if ply.is_multiple_of(2) { first } else { !first };
        phrases::move_of_side(self.move_number(ply), Checkers::INFO.side(mover))
    }

    /// Whether a word is the number of the next move. The moves from a given position may begin with any number.
    pub(super) fn is_due(&self, word: &str) -> bool {
        let due = self.move_number(self.readings.len());
        word.parse().is_ok_and(|number: usize| self.has_fen || number == due)
    }

    /// Whether a word is a legal move.
    pub(super) fn is_legal(&self, word: &str) -> bool {
        self.readings.is_legal(word)
    }

    /// The oddity or the error of a token, with its place.
    fn located(&self, invalid: Invalid) -> Invalid {
        if self.has_movetext { invalid.within(self.place(self.readings.len())) } else { invalid }
    }

    pub(super) fn warn_in(&mut self, oddity: Invalid) {
        let oddity = self.located(oddity);
        self.warn(oddity);
    }

    fn warn(&mut self, oddity: Invalid) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(oddity);
        }
    }

    pub(super) fn fail_in(&mut self, invalid: Invalid) {
        let invalid = self.located(invalid);
        self.fail(invalid);
    }

    /// Stops at a fault: moves and comments after it are skipped, tags and the result are still read.
    pub(super) fn fail(&mut self, invalid: Invalid) {
        self.fault.get_or_insert(invalid);
    }

    fn fail_at_start(&mut self, invalid: Invalid) {
        self.has_start = false;
        self.fail(invalid);
    }

    pub(super) fn tag(&mut self, name: &str, value: &str) {
        self.end_text();
        let part = phrases::tag(name);
        let plain_name = name.to_ascii_lowercase();
        if !self.names.insert(plain_name.clone()) {
            if plain_name == "result" && self.record.result == RecordedResult::Unfinished {
                self.tag_result(part.clone(), value);
            }
            return self.warn(Invalid::new(part, phrases::one_per_game(), quoted(value)));
        }
        match plain_name.as_str() {
            "fen" => match Checkers::parse(value) {
                Ok(board) => {
                    (self.record.start, self.readings, self.has_fen) = (board, Readings::from(board), true);
                    self.record.no_progress_plies = Checkers::no_progress_plies(value);
                }
                Err(invalid) => {
                    self.look_for_larger_board(value);
                    self.fail_at_start(invalid.within(part));
                }
            },
            "setup" => self.is_set_up = value.trim() == "1",
            "result" => self.tag_result(part, value),
            "gametype" if !variants::is_english(value) => {
                self.refuse_game(part, phrases::english_draughts_by_number(), value);
            }
            "variant" if variants::is_another_game(value) => {
                self.refuse_game(part, phrases::english_draughts(), value);
            }
            "gametype" | "variant" => self.has_type |= !matches!(value.trim(), "" | "?"),
            name => self.other_game = self.other_game.or(variants::by_tag(name)),
        }
        self.record.tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
    }

    fn refuse_game(&mut self, part: Phrase, expected: Phrase, kind: &str) {
        self.fail_at_start(Invalid::new(part, expected, variants::named(kind)));
        self.is_refused = true;
    }

    fn tag_result(&mut self, part: Phrase, value: &str) {
        match result(value) {
            Some(result) if !is_unstated(value) => self.record.result = result,
            None if matches!(value.trim(), "" | "?") => {}
            _ => self.warn(Invalid::new(part, phrases::result_codes(), quoted(value))),
        }
    }

    /// Keeps a comment, its lines joined; without braces, which could not be written again.
    pub(super) fn comment(&mut self, text: &str) {
        self.end_text();
        let text = text.replace(['{', '}'], " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() && self.fault.is_none() {
            self.record.comments.push(Comment { ply: self.readings.len(), text });
        }
    }

    /// Skips a bracket that closes nothing, except after the number of a move.
    pub(super) fn stray(&mut self, sign: &str) {
        self.warn_in(Invalid::new(phrases::bracket(), phrases::closing_bracket(), quoted(sign)));
    }

    /// Skips signs after a move.
    pub(super) fn mark(&mut self, signs: &str) {
        self.is_level = signs == "=";
    }

    /// Keeps the time on a clock as a comment.
    pub(super) fn clock(&mut self, time: &str) {
        self.warn_in(Invalid::new(phrases::clock_time(), phrases::in_braces(), quoted(time)));
        self.comment(time);
    }

    /// Adds a word without braces.
    pub(super) fn text(&mut self, word: &str) {
        if !self.text.is_empty() && !word.is_empty() {
            self.text.push(' ');
        }
        self.text += word;
    }

    /// Keeps words without braces as a comment.
    fn end_text(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = mem::take(&mut self.text);
        self.stated = result(&text);
        self.warn_in(Invalid::new(phrases::comment(), phrases::in_braces(), quoted(&text)));
        self.comment(&text);
    }

    /// The number of a move.
    pub(super) fn number(&mut self, number: &str) {
        self.end_text();
        self.has_movetext = true;
        self.begins_second |= number.ends_with("...") && self.readings.len() == 0;
    }

    /// Plays a move.
    pub(super) fn play(&mut self, text: &str) {
        self.end_text();
        (self.has_movetext, self.has_moves) = (true, true);
        (self.stated, self.is_level) = (None, false);
        if self.fault.is_none() && self.readings.play(text) {
            self.doubt_letters(text);
        } else {
            self.fail_to_play(text);
        }
    }

    /// A word that is no move.
    pub(super) fn illegal(&mut self, text: &str) {
        self.end_text();
        (self.has_movetext, self.has_moves) = (true, true);
        self.fail_to_play(text);
    }

    fn fail_to_play(&mut self, text: &str) {
        self.look_for_larger_board(text);
        if self.fault.is_some() {
            return;
        }
        let illegal = Checkers::illegal_move(self.readings.board(), text);
        let begins_white = self.readings.len() == 0
            && !self.has_fen
            && spelling::parse_move(&Board::START.passed(), text, EITHER).is_ok();
        let expected = if begins_white { phrases::move_of_beginner() } else { illegal.expected };
        let part = self.place(self.readings.len());
        self.fail(Invalid { part, expected, ..illegal });
    }

    /// Warns of algebraic squares, where no tag says that this is English draughts.
    fn doubt_letters(&mut self, text: &str) {
        if has_letters(text) && !self.has_type && !self.is_doubtful {
            self.is_doubtful = true;
            let (part, expected) = (phrases::tag("GameType"), phrases::english_draughts_by_letters());
            self.warn(Invalid::new(part, expected, phrases::none()));
        }
    }

    /// Whether a game that does not even begin like one of English draughts is of another type.
    fn look_for_larger_board(&mut self, text: &str) {
        if self.readings.len() == 0 && variants::has_larger_board(text) {
            self.other_game = Some(OtherGame::LargerBoard);
        }
    }

    /// The result at the end of the moves, or another one after it.
    pub(super) fn result(&mut self, text: &str) {
        self.end_text();
        self.has_movetext = true;
        let Some(result) = result(text) else { return };
        if is_unstated(text) {
            self.warn_in(Invalid::new(phrases::result(), phrases::result_codes(), quoted(text)));
        }
        match self.last_word {
            None | Some(RecordedResult::Unfinished) => self.last_word = Some(result),
            Some(earlier) if result != earlier && result != RecordedResult::Unfinished => {
                self.fail(wrong_result(phrases::verbatim(earlier.code()), result));
            }
            Some(_) => {}
        }
    }
}

fn wrong_result(expected: Phrase, stated: RecordedResult) -> Invalid {
    Invalid::new(phrases::result(), expected, phrases::verbatim(stated.code()))
}
