//! Scheduling: which search gets a worker, and when.
//!
//! `admission` decides whether a search may wait at all, `dispatcher` which one is next. The dispatcher
//! has a `fair_queue` for each level and picks among them by stride scheduling (`stride_scheduler`).
//! `pool` puts both together.

mod admission;
mod dispatcher;
mod fair_queue;
mod pool;
mod queue_heads;
mod queue_request;
mod stopwatch;
mod stride_scheduler;

pub(crate) use admission::{Demand, Stoppable};
pub(crate) use dispatcher::{PREEMPTED_PER_WORKER, Worker};
pub(crate) use pool::{Pool, Start};
pub(crate) use stopwatch::Stopwatch;
