//! What is computed ahead: opening books, endgame tables. Long work, in commands of its own; every one shows how far
//! it is, writes down what it has, and goes on from there when started again.

mod book;
mod journal;
mod tables;

pub use book::build_connect_four_book;
pub use tables::{PIECES, build_checkers_tables, check_checkers_tables, checkers_tables_memory};
