//! Queries: what is asked about a position, and the analysis that answers it.
//!
//! A [`Request`] is text; [`AnyGame::prepare`] turns it into a valid query, an [`AnyQuery`]. From there
//! down all code is generic over the game.

mod analysis;
mod any_game;
mod book_answer;
mod conversion;
mod field_error;
mod limits;
mod placement;
mod priority;
mod registered;
mod registry;
mod report_builder;
mod request;
mod selection;
mod solve_then_search;
mod solver_results;
#[cfg(not(target_family = "wasm"))]
mod tree_search;
mod typed_query;

pub use analysis::{Analysis, AnalysisLine, GameResult, LegalMove, LegalMoves, PositionInfo, Source};
pub use any_game::{AnyGame, AnyQuery, SearchResources};
pub use conversion::{ConvertedGame, GameSource};
pub use field_error::FieldError;
pub use limits::{Budget, LimitKind, LimitPolicy, RequestedLimits};
pub use placement::PlacedPiece;
pub use priority::Priority;
pub use registry::{GameVisitor, Registry, visit_games};
pub use request::Request;
pub use selection::{MoveSelection, QueryKey};
#[cfg(not(target_family = "wasm"))]
pub use tree_search::{
    AnyTree, Check, Detail, LeafRule, MAX_EVENTS, MAX_LISTED_LEAVES, NumberTree, SearchRun, TreeOrigin,
    TreeRequest, TreeSearch, checks,
};
