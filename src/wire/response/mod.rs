//! Answers on the wire.

mod analysis;
mod best_move;
mod board;
mod conversion;
mod coordinates;
mod reason;
mod review;

pub(crate) use analysis::AnalysisAnswer;
pub use best_move::BestMove;
pub(crate) use best_move::Cost;
pub(crate) use best_move::{source_name, stopped_by_name};
pub(crate) use board::{GameBody, GamesAnswer, LegalMovesAnswer, LimitsBody};
pub(crate) use conversion::ConversionAnswer;
pub(crate) use review::{Comparison, PlyReview, ReviewAnswer, ReviewedGame};
