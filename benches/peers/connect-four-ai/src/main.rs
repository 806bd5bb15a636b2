//! A peer of `benches/solver.rs`: the crate `connect-four-ai`, without its opening book. `--keep`
//! keeps its table between positions.

use connect_four_ai::{Position, Solver, TTFlag, TranspositionTable};
use rustix::time::{ClockId, clock_gettime};
use std::env;
use std::io::{self, BufRead, Write};
use std::time::Duration;

fn main() -> io::Result<()> {
    let keeps = env::args().any(|argument| argument == "--keep");
    let mut solver = Solver::empty();
    for line in io::stdin().lock().lines() {
        let mut position = Position::new();
        line?.bytes().for_each(|column| position.play((column - b'1').into()));
        if !keeps {
            clear(&mut solver);
        }
        // Clearing has evicted the clock's code from the caches.
        cpu_time();
        let started = cpu_time();
        let score = solver.solve(&position);
        let spent = cpu_time() - started;
        let micros = spent.as_secs_f64() * 1e6;
        writeln!(io::stdout(), "{score} {micros:.3} {}", solver.explored_positions)?;
    }
    Ok(())
}

/// Overwrites all entries with depth 0, which the solver never uses. Its own reset only advances an
/// age that wraps after 256 times, and a new table would get its pages within the measured time.
fn clear(solver: &mut Solver) {
    for key in 0..TranspositionTable::MAX_SIZE as u64 {
        solver.transposition_table.put(key, 0, TTFlag::Exact, 0);
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
