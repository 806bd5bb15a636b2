//! Processes that are killed or stopped, and disks that are full.

mod file;
mod memory;
#[cfg(feature = "system-tests")]
mod postgres;
