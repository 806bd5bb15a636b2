//! The search of this crate as an engine that speaks the text `protocol`.

use super::protocol::{EngineCommand, MoveBudget};
use crate::game::{BookEntry, Checkpoint, Invalid, Notation};
use crate::search::{
    Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, root_verdict, search,
};
use crate::types::{Score, Verdict};
use rustix::time::{ClockId, clock_gettime};
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Settings of the engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// The size of the transposition table, which is kept between moves.
    pub table_bytes: usize,
    /// A node limit for each move, in addition to that of the `go` command.
    pub nodes: Option<u64>,
    /// Whether time limits are in processor time instead of wall-clock time.
    pub cpu_clock: bool,
    /// Whether the opening book of estimates answers without a search.
    pub book: bool,
}

/// Runs the commands of `input` until it ends, with a search on one thread.
///
/// # Errors
///
/// If `input` cannot be read or `output` cannot be written.
pub fn serve_engine<G: Notation>(
    input: impl BufRead,
    mut output: impl Write,
    knowledge: &G::Knowledge,
    settings: EngineSettings,
) -> io::Result<()> {
    let mut engine = Engine::<G>::new(knowledge, settings);
    for line in input.split(b'\n') {
        let result = match EngineCommand::parse(&String::from_utf8_lossy(&line?)) {
            Ok(EngineCommand::Quit) => break,
            Ok(EngineCommand::Go(budget)) => engine.go(budget, &mut output)?,
            Ok(EngineCommand::NewGame) => {
                engine = Engine::new(knowledge, settings);
                Ok(())
            }
            Ok(EngineCommand::Position(text)) => engine.set_position(text),
            Ok(EngineCommand::Move(text)) => engine.play(text),
            Err(invalid) => Err(invalid),
        };
        if let Err(invalid) = result {
            writeln!(output, "error {invalid}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// The processor time used by this process.
fn cpu_time() -> Duration {
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

    fn set_position(&mut self, text: &str) -> Result<(), Invalid> {
        self.path = Path::from(G::parse(text)?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Invalid> {
        let played = G::parse_move(self.path.position(), text)?;
        self.path.play(played);
        Ok(())
    }

    fn go(&self, budget: MoveBudget, output: &mut impl Write) -> io::Result<Result<(), Invalid>> {
        if let Some(entry) = self.book_entry() {
            writeln!(output, "bestmove {}", G::print_move(self.path.position(), entry.line[0]))?;
            return Ok(Ok(()));
        }
        let start = Instant::now();
        self.table.age();
        let mut written = Ok(());
        let mut progress = |found: &SearchResult<G>| written = self.write_info(found, start, output);
        let stop = AtomicBool::new(false);
        let limits =
            Limits { depth: None, nodes: Some(u64::MAX), deadline: None, stop: &stop, checkpoint: None };
        let found = match budget {
            MoveBudget::Nodes(nodes) => self.search(Limits { nodes: Some(nodes), ..limits }, &mut progress),
            MoveBudget::Time(time) if self.settings.cpu_clock => {
                let end = cpu_time() + time;
                let check_time = || stop.store(cpu_time() >= end, Ordering::Relaxed);
                self.search(Limits { checkpoint: Some(Checkpoint(&check_time)), ..limits }, &mut progress)
            }
            MoveBudget::Time(time) => {
                self.search(Limits { deadline: Some(start + time), ..limits }, &mut progress)
            }
        };
        written?;
        let Some(best) = found.best_move() else {
            return Ok(Err(Invalid::new("position", "one to move in", "the end of the game")));
        };
        self.write_info(&found, start, output)?;
        writeln!(output, "bestmove {}", G::print_move(self.path.position(), best))?;
        Ok(Ok(()))
    }

    /// The entry of the position in the opening book, if that is on.
    fn book_entry(&self) -> Option<&'static BookEntry<G>> {
        let has_no_history = self.path.before().is_empty();
        G::opening_book().filter(|_| self.settings.book && has_no_history)?.entry(self.path.position())
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

    /// The verdict of a search: that of the tablebase where it covers the position. The search itself calls a win
    /// of unknown length won only where it sees progress, so its score changes from move to move.
    fn verdict(&self, found: &SearchResult<G>) -> Verdict {
        let by_tablebase = match (found.verdict, found.best_move()) {
            (Verdict::Estimate(units), Some(best)) => {
                root_verdict(&self.path, best, Score::from_units(units), self.knowledge)
            }
            _ => None,
        };
        by_tablebase.unwrap_or(found.verdict)
    }

    fn write_info(&self, found: &SearchResult<G>, start: Instant, output: &mut impl Write) -> io::Result<()> {
        let score = match self.verdict(found) {
            Verdict::Win { plies: Some(plies) } => format!("win {plies}"),
            Verdict::Win { plies: None } | Verdict::Margin(1..) => "win".to_owned(),
            Verdict::Loss { plies: Some(plies) } => format!("loss {plies}"),
            Verdict::Loss { plies: None } | Verdict::Margin(_) => "loss".to_owned(),
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
    use crate::game::Solver;
    use crate::games::Checkers;
    use crate::lab::protocol::info_field;

    const SETTINGS: EngineSettings =
        EngineSettings { table_bytes: 1 << 20, nodes: None, cpu_clock: false, book: false };

    /// The lines that the engine prints in answer to commands.
    fn run(commands: &str) -> Vec<String> {
        run_with(SETTINGS, commands)
    }

    fn run_with(settings: EngineSettings, commands: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve_engine::<Checkers>(commands.as_bytes(), &mut output, &Default::default(), settings).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    fn last_line(commands: &str) -> String {
        run(commands).pop().unwrap()
    }

    #[test]
    fn infos_precede_the_best_move() {
        let lines = run("newgame\npos W:WK6,18,23,31:B10,19,20,K28\ngo nodes 3000\nquit\ngo nodes 1\n");
        let (best, infos) = lines.split_last().unwrap();
        assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{infos:?}");
        let line = infos.last().unwrap().split_once(" pv ").unwrap().1;
        assert_eq!(best.strip_prefix("bestmove "), line.split(' ').next());
    }

    #[test]
    fn the_node_budget_is_exact() {
        let info = |commands| run(commands).iter().rev().nth(1).unwrap().clone();
        assert!(info("go nodes 700").contains(" nodes 700 "));
        assert!(info("go 0").contains(" nodes 0 "), "a move even without time");
    }

    #[test]
    fn time_limits_can_be_processor_time() {
        let (start, time) = (cpu_time(), Duration::from_millis(20));
        let settings = EngineSettings { cpu_clock: true, ..SETTINGS };
        let mut output = Vec::new();
        let commands = format!("go {}", time.as_secs_f64());
        serve_engine::<Checkers>(commands.as_bytes(), &mut output, &Default::default(), settings).unwrap();
        let used = cpu_time() - start;
        assert!(used >= time, "{used:?}");
    }

    #[test]
    fn the_book_answers_only_when_it_is_on() {
        let entry = Checkers::opening_book().unwrap().entries().last().unwrap();
        let position = Checkers::print(&entry.position);
        let commands = format!("pos {position}\ngo nodes 300\npos W:W18:B10,1\ngo nodes 9");
        let with_book = run_with(EngineSettings { book: true, ..SETTINGS }, &commands);
        let answer = format!("bestmove {}", Checkers::print_move(&entry.position, entry.line[0]));
        assert_eq!(with_book[0], answer);
        assert!(with_book[1].starts_with("info "), "{with_book:?}");
        assert!(run(&commands)[0].starts_with("info "));
    }

    #[test]
    fn repetitions_count_moves_played() {
        let shuffle = "move 1-5\nmove 32-28\nmove 5-1\nmove 28-32\n";
        let commands = format!("pos B:WK32:BK1\n{shuffle}{shuffle}go nodes 9");
        assert_eq!(last_line(&commands), "error position: expected one to move in, got the end of the game");
    }

    /// Three kings against a king and two men, a win that takes long: every iteration reports it as one.
    #[test]
    fn a_tablebase_win_is_reported_before_it_is_in_sight() {
        let infos = run("pos W:WK15,K18,K22:BK1,13,21\ngo nodes 20000");
        let scores: Vec<i32> =
            infos.iter().filter_map(|line| info_field(line, "score")?.parse().ok()).collect();
        assert!(scores.len() > 5 && scores.iter().all(|score| *score > 25_000), "{scores:?}");
    }

    #[test]
    fn an_invalid_command_changes_nothing() {
        let refused = ["hello", "pos X", "move 1-2", "go fast"];
        let bad = refused.join("\n");
        let lines = run(&format!("pos W:W18:B10,1\nmove 18-15\n{bad}\ngo nodes 10"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("error ")).count(), refused.len());
        assert_eq!(lines.last().unwrap(), "bestmove 10x19");
    }
}
