//! Answers on the wire.

mod analysis;
mod best_move;
mod board;
mod conversion;
mod coordinates;
mod reason;
mod review;

pub(super) use analysis::AnalysisAnswer;
pub use best_move::BestMove;
pub(crate) use best_move::{source_name, stopped_by_name};
pub(super) use board::{GameBody, GamesAnswer, LegalMovesAnswer, LimitsBody};
pub(super) use conversion::ConversionAnswer;
pub(super) use review::{Comparison, PlyReview, ReviewAnswer, ReviewedGame};
