//! The end of a game: what its moves, its type and its result are, by all that has been read.

use super::super::super::{Board, Checkers};
use super::super::readings::{Readings, Settled};
use super::{Game, wrong_result};
use crate::game::{ImportedRecord, Invalid, Notation, RecordedResult, Rules, phrases, quoted};
use std::mem;

impl Game {
    /// The record, which ends at that byte.
    pub(in super::super) fn finish(mut self, end: usize) -> ImportedRecord<Checkers> {
        self.end_text();
        if self.is_set_up && !self.has_fen && self.has_start {
            self.fail_at_start(Invalid::new(
                phrases::tag("FEN"),
                phrases::position_of_set_up(),
                phrases::none(),
            ));
        }
        let place = self.place(self.readings.len());
        let last = self.settle_moves();
        self.settle_game();
        self.settle_result(&last);
        if self.is_level && self.record.result == RecordedResult::Unfinished {
            self.warn(Invalid::new(phrases::result(), phrases::result_codes(), quoted("=")).within(place));
        }
        let Self { record, fault, has_start, warnings, .. } = self;
        ImportedRecord { record, fault, has_start, warnings, end }
    }

    /// Ends the moves before a text that may name several, where later ones do not tell. Returns the last position.
    fn settle_moves(&mut self) -> Board {
        let readings = mem::replace(&mut self.readings, Readings::from(self.record.start));
        let Settled { moves, board, ambiguity, is_open } = readings.settle();
        if let Some((ply, ambiguity)) = ambiguity {
            let ambiguity = Invalid { part: self.place(ply), ..ambiguity };
            if is_open {
                self.record.comments.retain(|comment| comment.ply <= ply);
                self.fault = Some(ambiguity);
            } else {
                self.warn(ambiguity);
            }
        }
        self.record.moves = moves;
        board
    }

    /// Says which other type of draughts a game seems to be that does not begin like one of English draughts.
    fn settle_game(&mut self) {
        let Some(fault) = self.fault.as_mut().filter(|_| self.record.moves.is_empty()) else { return };
        let Some(other) = self.other_game else { return };
        self.is_refused = true;
        if self.has_start {
            (fault.expected, fault.got) = (phrases::english_draughts(), other.described());
        } else {
            fault.got = phrases::within(fault.got.clone(), other.described());
        }
    }

    /// Compares the results of the tag, of the moves and of the board. A game of another type, where other players
    /// may have begun, has none.
    fn settle_result(&mut self, end: &Board) {
        if self.is_refused || self.is_doubtful && self.fault.is_some() {
            self.record.result = RecordedResult::Unfinished;
            return;
        }
        let at_end = self.last_word.filter(|word| *word != RecordedResult::Unfinished).or(self.stated);
        match (self.record.result, at_end) {
            (RecordedResult::Unfinished, Some(result)) => self.record.result = result,
            (tag, Some(result)) if result != tag => {
                return self.fail(wrong_result(phrases::result_of_tag(tag.code()), result));
            }
            _ => {}
        }
        if self.fault.is_some() {
            return;
        }
        let Some(outcome) = Checkers::outcome(end) else { return };
        let by_rules = RecordedResult::of(outcome.winner);
        // Some programs write White's points first, though Black moves first.
        if self.record.result == RecordedResult::Draw {
            let loser = Checkers::INFO.side(end.to_move());
            let expected = phrases::result_without_move(by_rules.code(), loser);
            return self.fail(wrong_result(expected, RecordedResult::Draw));
        }
        self.record.result = by_rules;
    }
}
