//! Our search as an engine that speaks the `protocol`.

use super::protocol::{Effort, Order};
use crate::game::{Invalid, Notation};
use crate::search::{Found, Limits, Path, Settings, Table, search};
use crate::types::Verdict;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Obeys the orders in `input` until they end. The search has one thread, a table of so many bytes
/// that it keeps from move to move, and visits at most `nodes` positions a move, if that is given.
///
/// # Errors
///
/// If `input` can't be read or `output` not be written.
pub fn serve_engine<G: Notation>(
    input: impl BufRead,
    mut output: impl Write,
    table_bytes: usize,
    nodes: Option<u64>,
) -> io::Result<()> {
    let mut engine = Engine::<G>::new(table_bytes, nodes);
    for line in input.lines() {
        let obeyed = match Order::parse(&line?) {
            Ok(Order::Quit) => break,
            Ok(Order::Go(effort)) => engine.go(effort, &mut output)?,
            Ok(Order::NewGame) => {
                engine = Engine::new(table_bytes, nodes);
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

struct Engine<G: Notation> {
    knowledge: G::Knowledge,
    path: Path<G>,
    table: Table,
    nodes: Option<u64>,
}

impl<G: Notation> Engine<G> {
    fn new(table_bytes: usize, nodes: Option<u64>) -> Self {
        let (knowledge, path, table) =
            (G::Knowledge::default(), Path::from(G::start()), Table::new(table_bytes));
        Self { knowledge, path, table, nodes }
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
        let (deadline, nodes) = match effort {
            Effort::Time(time) => (Some(start + time), self.nodes),
            Effort::Nodes(nodes) => (None, Some(self.nodes.map_or(nodes, |most| most.min(nodes)))),
        };
        let limits = Limits { depth: None, nodes, deadline, stop: &AtomicBool::new(false), pause: None };
        self.table.age();
        let mut told = Ok(());
        let found = search(
            &self.path,
            &self.knowledge,
            limits,
            Settings::STRONGEST,
            &self.table,
            NonZeroUsize::MIN,
            &mut |found| {
                told = self.tell(found, start, output);
            },
        );
        told?;
        let Some(best) = found.best_move() else {
            return Ok(Err(Invalid::new("position", "one to move in", "the end of the game")));
        };
        self.tell(&found, start, output)?;
        writeln!(output, "bestmove {}", G::print_move(self.path.position(), best))?;
        Ok(Ok(()))
    }

    fn tell(&self, found: &Found<G>, start: Instant, output: &mut impl Write) -> io::Result<()> {
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
        serve_engine::<Checkers>(orders.as_bytes(), &mut output, 1 << 20, None).unwrap();
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
