//! Alpha-beta for any game.

mod path;

pub use path::Path;
