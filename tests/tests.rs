//! The integration tests, one binary.

/// Plain minimax against every configuration of the search.
mod agreement;
/// The engine around the search: sharing, cancelling, refusing, draining.
mod engine;
/// Who may know whom in `src`.
mod layers;
/// Random positions, from a seed.
mod support;
