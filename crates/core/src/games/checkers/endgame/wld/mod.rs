//! Results (WLD) of many positions in little memory: each byte is the code of a string of results.
//! Each large slice has a dictionary fitted to it.

mod dictionary;
mod file;

pub use file::WldTable;
