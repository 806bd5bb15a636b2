//! Static evaluation, noisy moves and static move ordering.

use super::data_file::DataFile;
use super::{ExpectationModel, Invalid, LevelTable, Moves, Rules};
use crate::types::{Expectation, Score, Verdict};
use std::fmt::Debug;
use std::path::Path;
use std::sync::LazyLock;

/// What the search may know of a game beyond its rules. Each method makes the search faster or stronger;
/// none changes what it proves.
pub trait Evaluator: Rules {
    /// Weights and tables, loaded once and shared by all searches.
    type Knowledge: Debug + Default + Send + Sync + 'static;

    /// Whether late moves may be searched with reduced depth and single replies deeper. Leave it off for a
    /// game whose positions a full-width search proves.
    const SELECTIVE: bool = false;

    /// By how much a ply may change the evaluation, in its unit: the measure of the margins of selective search.
    const PLY_MARGIN: i16 = 20;

    /// Whether the evaluation counts what the noisy moves of a position bring, so that it may prune there too.
    const FORESEES_NOISY_MOVES: bool = false;

    /// The data files of the game that need not be built into the program.
    const DATA_FILES: &'static [&'static DataFile] = &[];

    /// The knowledge built into the program and what the directory adds to it.
    ///
    /// # Errors
    ///
    /// If there is no table in the directory, or a file there can't be read or is damaged.
    fn load_knowledge(_: &Path) -> Result<Self::Knowledge, Invalid> {
        Ok(Self::Knowledge::default())
    }
    /// Static evaluation for the side to move of a position that is not over: a [`Score::estimate`]; level
    /// by default.
    fn evaluate(_: &Self::Position, _: &Self::Knowledge) -> Score {
        Score::estimate(0)
    }
    /// Whether the evaluation can't be trusted before this move has been searched, as with a capture; no
    /// move by default. Such a move is irreversible.
    fn is_noisy(_: &Self::Position, _: Self::Move) -> bool {
        false
    }
    /// Adds the noisy moves, by default those of [`Evaluator::is_noisy`]. Returns whether there are quiet
    /// moves too.
    fn noisy_moves(position: &Self::Position, moves: &mut Moves<Self::Move>) -> bool {
        Self::moves(position, moves);
        let all = moves.len();
        moves.retain(|played| Self::is_noisy(position, *played));
        moves.len() < all
    }
    /// Whether the opponent threatens a noisy move.
    fn opponent_threatens(_: &Self::Position) -> bool {
        false
    }
    /// Whether a quiet move gives the opponent a noisy one.
    fn exposes_capture(position: &Self::Position, played: Self::Move) -> bool {
        let mut noisy = Moves::new();
        Self::noisy_moves(&Self::play(position, played), &mut noisy);
        !noisy.is_empty()
    }
    /// The number of pieces on the board, by which [`Evaluator::expectation_model`] may differ.
    fn piece_count(_: &Self::Position) -> u32 {
        0
    }
    /// How estimates turn into expected points: by default a hundred units multiply the odds of winning by
    /// e, and games are seldom drawn.
    fn expectation_model() -> &'static ExpectationModel {
        static NEUTRAL: LazyLock<ExpectationModel> =
            LazyLock::new(|| ExpectationModel::new([(u8::MAX, 100.0, 10.0, 0.0, 0.0)]));
        &NEUTRAL
    }
    /// The chances of the side to move, given a verdict on the position.
    fn expectation(position: &Self::Position, verdict: Verdict) -> Expectation {
        Expectation::proven(verdict).unwrap_or_else(|| {
            let Verdict::Estimate(units) = verdict else { return Expectation::DRAW };
            let pieces = Self::piece_count(position);
            Self::expectation_model().expectation(units, Self::to_move(position), pieces)
        })
    }
    /// How the levels of play below full strength play.
    fn levels() -> &'static LevelTable {
        static UNCALIBRATED: LazyLock<LevelTable> = LazyLock::new(LevelTable::uncalibrated);
        &UNCALIBRATED
    }
    /// The static order score of a move, from -2^16 to 2^16; higher is searched earlier.
    fn order_score(_: &Self::Position, _: Self::Move) -> i32 {
        0
    }
}
