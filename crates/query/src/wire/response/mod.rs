//! Answers on the wire.

mod analysis;
mod best_move;
mod board;
#[cfg(feature = "trees")]
mod claims;
mod conversion;
mod coordinates;
mod reason;
mod review;
#[cfg(feature = "trees")]
mod tree_event;
#[cfg(feature = "trees")]
mod tree_picture;
#[cfg(feature = "trees")]
mod tree_search;

pub use analysis::AnalysisAnswer;
pub use best_move::BestMove;
pub use best_move::{Cost, source_name, stopped_by_name};
pub use board::{LegalMovesAnswer, games_text};
#[cfg(feature = "trees")]
pub use claims::ClaimsAnswer;
pub use conversion::{
    ConversionSummary, ImportedGameBody, conversion_end, conversion_start, conversion_text, game_text,
    problem_of,
};
pub use review::{PlyReview, PlyText, ReviewAnswer, imported_review_text, label_name};
#[cfg(feature = "trees")]
pub use tree_event::tree_events;
#[cfg(feature = "trees")]
pub use tree_picture::TreePicture;
#[cfg(feature = "trees")]
pub use tree_search::{MeasurementAnswer, NamedTreeBody, SearchesAnswer, TreeSearchAnswer, TreesAnswer};
