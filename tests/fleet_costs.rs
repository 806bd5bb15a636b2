//! What processes cost: CPU time and memory, as `/proc` has them.

use super::fleet::postgres;
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
        self.services += cpu_time(service);
        self.workers += workers.into_iter().map(cpu_time).sum::<f64>();
        self.grown = self.grown.max(grown);
    }

    /// CPU seconds of a server, with its processes that have ended.
    pub(crate) fn of_server(server: &postgres::Server) -> f64 {
        let processes = server.processes();
        let ended = fields(processes[0].as_raw_nonzero().get().unsigned_abs(), [16, 17]);
        ended + processes.iter().map(|id| cpu_time(id.as_raw_nonzero().get().unsigned_abs())).sum::<f64>()
    }
}

impl Display for Costs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { services, workers, grown } = self;
        write!(out, "CPU: services {services:.1} s, workers {workers:.1} s; a service grew by {grown} KiB")
    }
}

/// CPU seconds of a process.
pub(crate) fn cpu_time(process: u32) -> f64 {
    fields(process, [14, 15])
}

/// The sum of two fields of the statistics of a process, in seconds; they are in hundredths.
fn fields(process: u32, fields: [usize; 2]) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, rest) = text.rsplit_once(") ").unwrap();
    let ticks = |field: usize| rest.split(' ').nth(field - 3).unwrap().parse::<f64>().unwrap();
    fields.into_iter().map(ticks).sum::<f64>() / 100.0
}

/// The memory of a process in KiB: `VmRSS` now, `VmHWM` at most.
pub(crate) fn memory(process: u32, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
