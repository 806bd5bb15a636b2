//! Games behind one interface. Each request is dispatched dynamically once, here.

use super::{
    Analysis, Budget, ConvertedGame, FieldError, GameSource, ImportPlace, ImportStep, ImportedGame,
    LegalMoves, MoveSelection, PositionInfo, QueryKey,
};
#[cfg(feature = "trees")]
use super::{AnyTree, TreeRequest};
#[cfg(not(target_family = "wasm"))]
use crate::wire::text::decode;
use bestmove_core::game::data_file::DataFile;
use bestmove_core::game::{Comment, Helpers, Info, Layout, LevelTable, PerftMode, SolverMemory};
use bestmove_core::search::{Limits, Settings, TranspositionTable};
use bestmove_core::types::{Bound, Verdict};
use std::num::NonZeroUsize;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

/// A game that is served.
pub trait AnyGame: Send + Sync {
    /// Loads what is built into the program for this game, unless that has been done.
    fn ensure_loaded(&self);
    /// This game with the tables in a directory.
    ///
    /// # Errors
    ///
    /// If there are no tables, or one can't be read or is damaged.
    #[cfg(not(target_family = "wasm"))]
    fn with_tables(&self, dir: &Path) -> Result<std::sync::Arc<dyn AnyGame>, FieldError>;
    /// The data files that are built into the program, or must be
    /// [provided](bestmove_core::game::data_file::provide) before the first query.
    fn data_files(&self) -> &'static [&'static DataFile] {
        &[]
    }
    /// Allocates what the game's solver needs.
    fn allocate_solver(&self, memory: &SolverMemory);
    /// What a frontend needs to know about the game.
    fn info(&self) -> &'static Info;
    /// The start position in canonical notation.
    fn start(&self) -> String;
    /// How the levels below full strength play.
    fn levels(&self) -> &'static LevelTable;
    /// Whether the solver of the game scores every move of every position, given time.
    fn scores_all_moves(&self) -> bool;
    /// The board as data.
    fn layout(&self) -> Layout;
    /// Parses a position (the start position if `None`), the moves played from it, and the selection of
    /// moves there.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first invalid field: a malformed position, an illegal move, or a
    /// selection that leaves no move.
    fn prepare(
        &self,
        position: Option<&str>,
        moves: &[String],
        selection: MoveSelection<'_>,
    ) -> Result<Box<dyn AnyQuery>, FieldError>;
    /// The tree of a position. The engine as WebAssembly does without the laboratory.
    ///
    /// # Errors
    ///
    /// As [`AnyGame::prepare`].
    #[cfg(feature = "trees")]
    fn tree(&self, request: TreeRequest<'_>) -> Result<Box<dyn AnyTree>, FieldError>;
    /// A position in canonical notation, from one whose side to move is named beside it.
    ///
    /// # Errors
    ///
    /// If there is no such side, or the position is malformed or has the other side to move.
    fn position_to_move(&self, position: Option<&str>, to_move: &str) -> Result<String, FieldError>;
    /// Converts a game between the notations of the game.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first invalid field and its part, or that there are too many moves.
    fn convert(&self, source: GameSource<'_>) -> Result<ConvertedGame, FieldError>;
    /// Converts the games of a text from a place on, one after the other, until `take` stops, and returns the place
    /// to go on from; `None` at the end of the text. A game that cannot be read to its end has a fault; the next
    /// ones are read all the same.
    ///
    /// # Errors
    ///
    /// If the text has no game, or too many.
    fn import(
        &self,
        text: &str,
        from: ImportPlace,
        take: &mut dyn FnMut(ImportedGame) -> ImportStep,
    ) -> Result<Option<ImportPlace>, FieldError>;
    /// The text of a file: its games, if it is a binary one.
    #[cfg(not(target_family = "wasm"))]
    fn decode(&self, file: Vec<u8>) -> String {
        decode(file)
    }
    /// The endings of the names of files with records of the game, without the dot.
    fn file_extensions(&self) -> &'static [&'static str] {
        &[]
    }
    /// A converted game in the notation of whole games, with these comments instead of its own.
    ///
    /// # Errors
    ///
    /// If the game is not one that this game has converted.
    fn annotate(&self, game: &ConvertedGame, comments: &[Comment]) -> Result<String, FieldError>;
    /// Counts move sequences of `depth` plies from a position; see [`perft`](bestmove_core::game::perft).
    ///
    /// # Errors
    ///
    /// If the position is malformed.
    fn perft(&self, position: Option<&str>, depth: u8, mode: PerftMode) -> Result<u64, FieldError>;
}

/// A valid query about a position and the moves that led to it.
pub trait AnyQuery: Send + Sync {
    /// The position.
    fn position_info(&self) -> PositionInfo;
    /// The moves to choose from, all legal ones by default.
    fn legal_moves(&self) -> LegalMoves;
    /// What the query asks.
    fn key(&self) -> &QueryKey;
    /// The analysis, if the game is over.
    fn game_over(&self) -> Option<Analysis>;
    /// The analysis of the opening book of estimates, if the query allows it, the game has one with the
    /// position, and the request neither limits nor extends the search.
    fn book_answer(&self, _budget: &Budget) -> Option<Analysis> {
        None
    }
    /// The analysis, if it takes no search.
    fn answer_without_search(&self, budget: &Budget) -> Option<Analysis> {
        let analysis = self.game_over().or_else(|| self.book_answer(budget))?;
        Some(analysis.with_budget(budget.time))
    }
    /// Proven scores of moves, each in the game's notation, by the game's own solver as far as the limits
    /// allow; none if depth or nodes are limited.
    fn score_moves_blocking(
        &self,
        limits: Limits<'_>,
        memory: &SolverMemory,
    ) -> Vec<(String, Verdict, Bound)>;
    /// Searches on this thread. Calls `on_iteration` after each finished iteration except the last.
    fn search_blocking(
        &self,
        resources: &SearchResources<'_>,
        on_iteration: &mut dyn FnMut(Analysis),
    ) -> Analysis;
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct SearchResources<'a> {
    /// When to stop.
    pub limits: Limits<'a>,
    /// Which search techniques are on.
    pub settings: Settings,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Memory of the games' solvers, which run only if neither depth nor nodes are limited.
    pub memory: &'a SolverMemory,
    /// Threads to search with.
    pub threads: NonZeroUsize,
    /// Threads that may help the games' solvers.
    pub helpers: Option<Helpers<'a>>,
}
