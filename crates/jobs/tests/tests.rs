//! The integration tests, one binary.
//!
//! Tests that need a PostgreSQL server are behind the feature `system-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

/// What the trait promises, held by every engine.
mod conformance;
/// Killed processes, stopped ones and full disks.
mod faults;
/// A PostgreSQL server for tests.
#[cfg(feature = "system-tests")]
#[allow(dead_code, reason = "the tests of the service use more of it")]
mod server;
