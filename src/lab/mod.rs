//! What is computed ahead: opening books. Long work, in commands of its own; every one shows how far
//! it is, writes down what it has, and goes on from there when started again.

mod book;
mod journal;

pub use book::build_connect_four_book;
