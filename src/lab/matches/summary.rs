//! How a match stands.

use super::elo::{Decision, Pairs, Sprt};
use super::game::{Pair, Played, Reason, Spent};
use crate::game::Side;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;

/// What has been played so far.
pub(super) struct MatchSummary<'a> {
    engines: [&'a str; 2],
    sprt: Option<Sprt>,
    /// What the sequential test came to.
    decision: Option<Decision>,
    /// Games that A won, drew and lost.
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: Pairs,
    /// How many games ended for what reason.
    endings: BTreeMap<String, u32>,
    /// By A and B.
    spent: [Spent; 2],
}

impl<'a> MatchSummary<'a> {
    pub(super) fn new(engines: [&'a str; 2], sprt: Option<Sprt>) -> Self {
        let (pairs, endings, spent) = Default::default();
        Self { engines, sprt, decision: None, wins: 0, draws: 0, losses: 0, pairs, endings, spent }
    }

    pub(super) fn games(&self) -> u32 {
        2 * self.pairs.count()
    }

    /// Counts a pair; `tell` hears of each engine that failed.
    pub(super) fn add(&mut self, pair: &Pair, tell: impl Fn(String) -> io::Result<()>) -> io::Result<()> {
        let mut points = 0;
        for (game, a) in pair.games.iter().zip([Side::First, Side::Second]) {
            points += self.count(game, a);
            if let Reason::Fault(fault) = &game.reason {
                let failed = if game.winner == Some(a) { "B" } else { "A" };
                tell(format!("{failed} {fault}, in {} after {}", pair.opening, game.moves.join(" ")))?;
            }
        }
        self.pairs.add(points);
        self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.pairs));
        Ok(())
    }

    /// Counts a game in which A was that side, and says what half points A made.
    fn count(&mut self, game: &Played, a: Side) -> usize {
        self.spent[0] += game.spent[a as usize];
        self.spent[1] += game.spent[!a as usize];
        let ending = match &game.reason {
            Reason::Fault(_) => "a failure".to_owned(),
            reason => reason.to_string(),
        };
        *self.endings.entry(ending).or_default() += 1;
        let (tally, points) = match game.winner {
            Some(winner) if winner == a => (&mut self.wins, 2),
            None => (&mut self.draws, 1),
            Some(_) => (&mut self.losses, 0),
        };
        *tally += 1;
        points
    }

    /// Whether the sequential test has come to an end.
    pub(super) fn is_decided(&self) -> bool {
        self.decision.is_some()
    }

    /// The standing in a line.
    pub(super) fn line(&self) -> String {
        let Self { wins, draws, losses, pairs, .. } = self;
        let score = 100.0 * pairs.score();
        let line = format!(
            "A +{wins} ={draws} -{losses} of {}, {score:.1} %, Elo {} (95 %), pairs {:?}",
            self.games(),
            pairs.elo(),
            pairs.0
        );
        match self.sprt {
            Some(test) => {
                let ratio = pairs.likelihood_ratio(test.elo);
                format!("{line}, likelihood ratio {ratio:+.2} (±{:.2})", Sprt::BOUND)
            }
            None => line,
        }
    }
}

impl Display for MatchSummary<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.line())?;
        if let (Some(Sprt { elo: [zero, one] }), Some(decision)) = (self.sprt, self.decision) {
            match decision {
                Decision::Accepted => writeln!(out, "decided for {one:+} Elo against {zero:+}")?,
                Decision::Refuted => writeln!(out, "decided for {zero:+} Elo against {one:+}")?,
            }
        }
        let endings: Vec<_> =
            self.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
        writeln!(out, "ended by: {}", endings.join(", "))?;
        for ((name, engine), spent) in ["A", "B"].iter().zip(self.engines).zip(self.spent) {
            let (moves, seconds) = (f64::from(spent.moves.max(1)), spent.elapsed.as_secs_f64());
            let depth = spent.depth as f64 / moves;
            let speed = spent.nodes as f64 / seconds / 1e6;
            let time = seconds / moves;
            writeln!(out, "{name}: {time:.3} s a move, {speed:.2} M nodes/s, depth {depth:.1}: {engine}")?;
        }
        Ok(())
    }
}
