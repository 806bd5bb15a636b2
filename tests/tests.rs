//! The integration tests, one binary.

/// Plain minimax against every configuration of the search.
mod agreement;
/// Connect four: rules against a slow oracle, published counts, notation.
mod connect_four;
/// The engine around the search: sharing, cancelling, refusing, draining.
mod engine;
/// Arbitrary texts into the notations of the two games on a grid.
mod fuzz_grids;
/// Who may know whom in `src`.
mod layers;
/// Distinct positions by ply, and positions from random play.
mod positions;
/// Random positions, from a seed.
mod support;
/// Tic-tac-toe: the whole game counted, notation.
mod tic_tac_toe;
