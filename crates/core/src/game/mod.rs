//! What a game is: a family of traits, and what goes with them.
//!
//! | trait | what it says |
//! |---|---|
//! | [`Rules`] | positions, moves, results |
//! | [`Searchable`] | keys of positions, codes of moves |
//! | [`Evaluator`] | static evaluation, noisy moves, static move ordering |
//! | [`Tablebase`] | endgame tables |
//! | [`Solver`] | a solver of the game's own, and opening books |
//! | [`Notation`] | positions, moves and game records as text, the board as data |
//!
//! [`Game`] is the first five together: what the search needs. Every method that is not part of the
//! rules or of the keys has a neutral default, correct for every game, so a new game starts with
//! [`Rules`], [`Searchable`] and [`Notation`].
//!
//! What games may be like:
//!
//! - The sides alternate. Several steps of one side in a row are one move; a pass is a move, among the
//!   legal ones where the rules allow or demand it.
//! - Whoever wins by the rules has won, even if it is the side to move (misère play). Of two wins the one
//!   in fewer plies is better, of two losses the one in more. Margins count only where they are the score
//!   ([`Searchable::SCORED_BY_MARGIN`]).
//! - A position that occurs for the third time is a draw, where moves can be taken back
//!   ([`Rules::is_irreversible`]).
//!
//! `tests/all_games.rs` checks all of this on the served games, and on small ones that differ from them.

mod board;
pub mod container;
mod coordinates;
pub mod data_file;
mod evaluator;
mod expectation_model;
pub mod grid;
mod invalid;
mod levels;
mod notation;
mod opening_book;
mod perft;
mod phrase;
pub mod phrases;
mod record;
mod rules;
mod searchable;
mod solver;
mod solver_memory;
mod tablebase;
pub(crate) mod varint;

pub use board::{BoardCell, BoardStyle, Display, DisplayUnit, Layout, Piece, PieceKind};
pub use coordinates::{Coordinate, Coordinates};
pub use evaluator::Evaluator;
pub use expectation_model::ExpectationModel;
pub use invalid::{Invalid, quoted};
pub use levels::{Level, LevelRule, LevelTable};
pub use notation::{Info, MoveText, Notation, plain_texts, play_text, played_record};
pub use opening_book::{BookEntry, OpeningBook};
pub use perft::{PerftMode, perft};
pub use phrase::{Parameter, Phrase, Wording};
pub use record::{Comment, ImportedRecord, MAX_RECORD_BYTES, Record, RecordedResult, Tag};
pub use rules::{Ending, Moves, Outcome, Rules, Side};
pub use searchable::Searchable;
pub use solver::{Checkpoint, HelperTurn, Helpers, Solution, SolveLimits, Solver, Symmetry};
pub use solver_memory::{SolverCache, SolverMemory};
pub use tablebase::{Tablebase, TablebaseResult};

/// A game that the search can play: all traits but [`Notation`].
pub trait Game: Searchable + Evaluator + Tablebase + Solver {}

impl<G: Searchable + Evaluator + Tablebase + Solver> Game for G {}
