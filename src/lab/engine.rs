//! Our search as an engine that speaks the `protocol`.

use super::protocol::{Effort, Order};
use crate::game::{Checkpoint, Invalid, Notation};
use crate::search::{Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, search};
use crate::types::Verdict;
use rustix::time::{ClockId, clock_gettime};
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How an engine plays.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// The size of the table, which is kept from move to move.
    pub table_bytes: usize,
    /// Positions to visit for a move at most, whatever the match allows.
    pub nodes: Option<u64>,
    /// Whether to count processor time in place of time by the clock on the wall.
    pub cpu_clock: bool,
}

/// Obeys the orders in `input` until they end. The search has one thread.
///
/// # Errors
///
/// If `input` can't be read or `output` not be written.
pub fn serve_engine<G: Notation>(
    input: impl BufRead,
    mut output: impl Write,
    knowledge: &G::Knowledge,
    settings: EngineSettings,
) -> io::Result<()> {
    let mut engine = Engine::<G>::new(knowledge, settings);
    for line in input.split(b'\n') {
        let obeyed = match Order::parse(&String::from_utf8_lossy(&line?)) {
            Ok(Order::Quit) => break,
            Ok(Order::Go(effort)) => engine.go(effort, &mut output)?,
            Ok(Order::NewGame) => {
                engine = Engine::new(knowledge, settings);
                Ok(())
            }
            Ok(Order::Position(text)) => engine.set(text),
            Ok(Order::Move(text)) => engine.play(text),
            Err(invalid) => Err(invalid),
        };
        if let Err(invalid) = obeyed {
            writeln!(output, "error {invalid}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// The processor time that this process has spent.
fn spent() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

struct Engine<'a, G: Notation> {
    path: Path<G>,
    knowledge: &'a G::Knowledge,
    table: TranspositionTable,
    settings: EngineSettings,
}

impl<'a, G: Notation> Engine<'a, G> {
    fn new(knowledge: &'a G::Knowledge, settings: EngineSettings) -> Self {
        Self {
            path: Path::from(G::start()),
            knowledge,
            table: TranspositionTable::new(settings.table_bytes),
            settings,
        }
    }

    fn set(&mut self, text: &str) -> Result<(), Invalid> {
        self.path = Path::from(G::parse(text)?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Invalid> {
        let played = G::parse_move(self.path.position(), text)?;
        self.path.play(played);
        Ok(())
    }

    fn go(&self, effort: Effort, output: &mut impl Write) -> io::Result<Result<(), Invalid>> {
        let start = Instant::now();
        self.table.age();
        let mut told = Ok(());
        let mut progress = |found: &SearchResult<G>| told = self.tell(found, start, output);
        let stop = AtomicBool::new(false);
        let limits =
            Limits { depth: None, nodes: Some(u64::MAX), deadline: None, stop: &stop, checkpoint: None };
        let found = match effort {
            Effort::Nodes(nodes) => self.search(Limits { nodes: Some(nodes), ..limits }, &mut progress),
            Effort::Time(time) if self.settings.cpu_clock => {
                let end = spent() + time;
                let watch = || stop.store(spent() >= end, Ordering::Relaxed);
                self.search(Limits { checkpoint: Some(Checkpoint(&watch)), ..limits }, &mut progress)
            }
            Effort::Time(time) => {
                self.search(Limits { deadline: Some(start + time), ..limits }, &mut progress)
            }
        };
        told?;
        let Some(best) = found.best_move() else {
            return Ok(Err(Invalid::new("position", "one to move in", "the end of the game")));
        };
        self.tell(&found, start, output)?;
        writeln!(output, "bestmove {}", G::print_move(self.path.position(), best))?;
        Ok(Ok(()))
    }

    fn search(&self, limits: Limits<'_>, progress: &mut dyn FnMut(&SearchResult<G>)) -> SearchResult<G> {
        let nodes = self.settings.nodes.into_iter().chain(limits.nodes).min();
        let Self { path, knowledge, table, .. } = self;
        let (limits, one) = (Limits { nodes, ..limits }, NonZeroUsize::MIN);
        search(
            path,
            SearchContext { knowledge, table, limits, settings: Settings::STRONGEST, threads: one },
            progress,
        )
    }

    fn tell(&self, found: &SearchResult<G>, start: Instant, output: &mut impl Write) -> io::Result<()> {
        let score = match found.verdict {
            Verdict::Win { plies: Some(plies) } => format!("win {plies}"),
            Verdict::Win { plies: None } => "win".to_owned(),
            Verdict::Loss { plies: Some(plies) } => format!("loss {plies}"),
            Verdict::Loss { plies: None } => "loss".to_owned(),
            Verdict::Draw => "draw".to_owned(),
            Verdict::Estimate(units) => units.to_string(),
        };
        let (depth, nodes, time) = (found.depth.plies(), found.nodes, start.elapsed().as_secs_f64());
        write!(output, "info depth {depth} score {score} nodes {nodes} time {time:.3} pv")?;
        let mut position = *self.path.position();
        for &played in &found.line {
            write!(output, " {}", G::print_move(&position, played))?;
            position = G::play(&position, played);
        }
        writeln!(output)?;
        output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Checkers;

    /// The engine's answers, the times in them left out.
    fn talk(orders: &str) -> Vec<String> {
        let mut output = Vec::new();
        let settings = EngineSettings { table_bytes: 1 << 20, nodes: None, cpu_clock: false };
        serve_engine::<Checkers>(orders.as_bytes(), &mut output, &Default::default(), settings).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    fn answer(orders: &str) -> String {
        talk(orders).pop().unwrap()
    }

    #[test]
    fn it_tells_what_it_sees_and_answers() {
        let lines = talk("newgame\npos W:WK6,18,23,31:B10,19,20,K28\ngo nodes 3000\nquit\ngo nodes 1\n");
        let (best, infos) = lines.split_last().unwrap();
        assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{infos:?}");
        let line = infos.last().unwrap().split_once(" pv ").unwrap().1;
        assert_eq!(best.strip_prefix("bestmove "), line.split(' ').next());
    }

    #[test]
    fn the_effort_can_be_fixed() {
        let info = |orders| talk(orders).iter().rev().nth(1).unwrap().clone();
        assert!(info("go nodes 700").contains(" nodes 700 "));
        assert!(info("go 0").contains(" nodes 0 "), "no time, yet a move");
    }

    #[test]
    fn processor_time_can_be_counted() {
        let (start, time) = (spent(), Duration::from_millis(20));
        let settings = EngineSettings { table_bytes: 1 << 20, nodes: None, cpu_clock: true };
        let mut output = Vec::new();
        let orders = format!("go {}", time.as_secs_f64());
        serve_engine::<Checkers>(orders.as_bytes(), &mut output, &Default::default(), settings).unwrap();
        let passed = spent() - start;
        assert!(passed >= time, "{passed:?}");
    }

    #[test]
    fn it_knows_the_moves_before() {
        let shuffle = "move 1-5\nmove 32-28\nmove 5-1\nmove 28-32\n";
        let orders = format!("pos B:WK32:BK1\n{shuffle}{shuffle}go nodes 9");
        assert_eq!(answer(&orders), "error position: expected one to move in, got the end of the game");
    }

    #[test]
    fn a_bad_line_changes_nothing() {
        let refused = ["hello", "pos X", "move 1-2", "go fast"];
        let bad = refused.join("\n");
        let lines = talk(&format!("pos W:W18:B10,1\nmove 18-15\n{bad}\ngo nodes 10"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("error ")).count(), refused.len());
        assert_eq!(lines.last().unwrap(), "bestmove 10x19");
    }
}
