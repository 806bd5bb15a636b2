//! The workshop: what is computed ahead, and how strength is measured. Long work, in commands of its own; every
//! one shows how far it is (`progress`).
//!
//! Opening books (`book`, `book_lines`, `journal`), endgame `tables` and the games that an evaluation is trained on (`train`)
//! write down what they have and go on from there when started again.
//! All of them share work out among threads (`parallel`).
//! `matches` plays engines against each other, ours being one (`engine`), and `problems` asks them for moves that
//! are known, which are `given` or their own; they understand each other by the `protocol`.

mod book;
mod book_lines;
mod engine;
mod given;
mod journal;
mod matches;
mod parallel;
mod problems;
mod progress;
mod protocol;
mod tables;
pub mod train;

pub use book::build_connect_four_book;
pub use book_lines::build_connect_four_lines;
pub use engine::{EngineSettings, serve_engine};
pub use matches::{Match, play_match};
pub use problems::pose_problems;
pub use protocol::Effort;
pub use tables::{PIECES, build_checkers_tables, check_checkers_tables, checkers_tables_memory};
