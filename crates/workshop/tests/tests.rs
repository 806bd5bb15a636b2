//! `bestmove-lab` as its users run it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

/// The checkers endgame tables.
mod endgame_tables;
/// Matches between engines.
mod matches;
/// Positions and random play, from the tests of the core.
#[allow(dead_code, reason = "the core uses all")]
#[path = "../../core/tests/positions.rs"]
mod positions;
/// Problem sets for engines.
mod problems;
