//! What processes cost: CPU time and memory, as `/proc` has them.

use super::fleet::postgres;
use crate::processes::{cpu_seconds, cpu_seconds_of_ended};
use std::fmt::{self, Display};
use std::fs;

/// What the services and workers of a job have cost.
#[derive(Default)]
pub(crate) struct Costs {
    /// CPU seconds of the services.
    services: f64,
    /// CPU seconds of the workers.
    workers: f64,
    /// KiB by which the memory of a service grew at most.
    pub(crate) grown: u64,
}

impl Costs {
    /// Adds these processes so far, whose service has grown so much.
    pub(crate) fn add(&mut self, service: u32, workers: [u32; 2], grown: u64) {
        self.services += cpu_seconds(service);
        self.workers += workers.into_iter().map(cpu_seconds).sum::<f64>();
        self.grown = self.grown.max(grown);
    }

    /// CPU seconds of a server, with its processes that have ended.
    pub(crate) fn of_server(server: &postgres::Server) -> f64 {
        let ids = server.processes().into_iter().map(|id| id.as_raw_nonzero().get().unsigned_abs());
        let ids: Vec<_> = ids.collect();
        cpu_seconds_of_ended(ids[0]) + ids.into_iter().map(cpu_seconds).sum::<f64>()
    }
}

impl Display for Costs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { services, workers, grown } = self;
        write!(out, "CPU: services {services:.1} s, workers {workers:.1} s; a service grew by {grown} KiB")
    }
}

/// The memory of a process in KiB: `VmRSS` now, `VmHWM` at most.
pub(crate) fn memory(process: u32, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
