//! Answers on the wire.

mod analysis;
mod best_move;
mod board;
mod conversion;
mod coordinates;
mod reason;
mod review;
#[cfg(not(target_family = "wasm"))]
mod tree_event;
#[cfg(not(target_family = "wasm"))]
mod tree_search;

pub(crate) use analysis::AnalysisAnswer;
pub use best_move::BestMove;
pub(crate) use best_move::{Cost, source_name, stopped_by_name};
pub(crate) use board::{LegalMovesAnswer, games_text};
pub(crate) use conversion::ConversionAnswer;
pub(crate) use review::{PlyReview, ReviewAnswer, ReviewedGame};
#[cfg(not(target_family = "wasm"))]
pub(crate) use tree_search::{
    MeasurementAnswer, NamedTreeBody, SearchesAnswer, TreeSearchAnswer, TreesAnswer,
};
