#![doc = include_str!("../README.md")]

mod analysis;
mod analysis_builder;
mod any_game;
mod bench;
#[cfg(feature = "trees")]
mod board_picture;
mod book_answer;
mod conversion;
mod field_error;
mod limits;
pub mod local;
pub mod phrases;
mod placement;
mod priority;
mod registered;
mod registry;
mod request;
mod review;
mod selection;
mod session;
mod solve_then_search;
mod solver_results;
#[cfg(feature = "trees")]
mod tree_search;
mod typed_query;
pub mod wire;

pub use analysis::{Analysis, AnalysisLine, GameResult, LegalMove, LegalMoves, PositionInfo, Source, Timing};
pub use any_game::{AnyGame, AnyQuery, SearchResources};
pub use bench::{BenchResult, bench};
#[cfg(feature = "trees")]
pub use board_picture::{BoardDrawing, BoardPicture, Theme};
pub use conversion::{ConvertedGame, GameSource, ImportPlace, ImportStep, ImportedGame, MAX_GAMES};
pub use field_error::FieldError;
pub use limits::{Budget, LimitKind, LimitPolicy, RequestedLimits};
pub use placement::PlacedPiece;
pub use priority::Priority;
pub use registry::{GameVisitor, Registry, visit_games};
pub use request::Request;
pub use review::{Comparison, MoveUnderReview, ReviewTime, ReviewedGame};
pub use selection::{MoveSelection, QueryKey};
pub use session::{Interrupt, SearchControl, Session, SessionConfig};
#[cfg(feature = "trees")]
pub use tree_search::{
    AnyTree, Check, Detail, DrawnPositions, LeafRule, MAX_EVENTS, MAX_LISTED_LEAVES, NumberTree, RunObserver,
    RunRecorder, SearchRun, StopCause, TreeOrigin, TreeRequest, TreeSearch, checks, ignored_options,
    options_of, searches_for,
};
