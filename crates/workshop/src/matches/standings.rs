//! The standings of a match.

use super::game::{EndReason, GamePair, GameRecord, Usage};
use super::statistics::{Pentanomial, Sprt, SprtDecision};
use bestmove_core::game::Side;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;

/// The results so far.
pub(super) struct Standings<'a> {
    engines: [&'a str; 2],
    sprt: Option<Sprt>,
    /// The result of the sequential test.
    decision: Option<SprtDecision>,
    /// Games won, drawn and lost by A.
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: Pentanomial,
    /// The number of games by the reason they ended.
    endings: BTreeMap<String, u32>,
    /// The usage of A and B.
    usage: [Usage; 2],
}

impl<'a> Standings<'a> {
    pub(super) fn new(engines: [&'a str; 2], sprt: Option<Sprt>) -> Self {
        let (pairs, endings, usage) = Default::default();
        Self { engines, sprt, decision: None, wins: 0, draws: 0, losses: 0, pairs, endings, usage }
    }

    pub(super) fn games(&self) -> u32 {
        2 * self.pairs.count()
    }

    /// Adds a pair; passes a description of each engine failure to `on_failure`.
    pub(super) fn add(
        &mut self,
        pair: &GamePair,
        on_failure: impl Fn(String) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut points = 0;
        for (game, a) in pair.games.iter().zip([Side::First, Side::Second]) {
            points += self.count(game, a);
            if let EndReason::EngineFailure(error) = &game.reason {
                let failed = if game.winner == Some(a) { "B" } else { "A" };
                on_failure(format!("{failed} {error}, in {} after {}", pair.opening, game.moves.join(" ")))?;
            }
        }
        self.pairs.add(points);
        self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.pairs));
        Ok(())
    }

    /// Adds a game in which A played the side `a`, and returns the half points of A.
    fn count(&mut self, game: &GameRecord, a: Side) -> usize {
        self.usage[0] += game.usage[a as usize];
        self.usage[1] += game.usage[!a as usize];
        let ending = match &game.reason {
            EndReason::EngineFailure(_) => "a failure".to_owned(),
            reason => reason.to_string(),
        };
        *self.endings.entry(ending).or_default() += 1;
        let (count, points) = match game.winner {
            Some(winner) if winner == a => (&mut self.wins, 2),
            None => (&mut self.draws, 1),
            Some(_) => (&mut self.losses, 0),
        };
        *count += 1;
        points
    }

    /// Whether the sequential test has decided.
    pub(super) fn is_decided(&self) -> bool {
        self.decision.is_some()
    }

    /// A one-line summary.
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
                let ratio = pairs.log_likelihood_ratio(test.elo);
                format!("{line}, likelihood ratio {ratio:+.2} (±{:.2})", Sprt::BOUND)
            }
            None => line,
        }
    }
}

impl Display for Standings<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.line())?;
        if let (Some(Sprt { elo: [zero, one] }), Some(decision)) = (self.sprt, self.decision) {
            match decision {
                SprtDecision::AcceptH1 => writeln!(out, "decided for {one:+} Elo against {zero:+}")?,
                SprtDecision::AcceptH0 => writeln!(out, "decided for {zero:+} Elo against {one:+}")?,
            }
        }
        let endings: Vec<_> =
            self.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
        writeln!(out, "ended by: {}", endings.join(", "))?;
        for ((name, engine), usage) in ["A", "B"].iter().zip(self.engines).zip(self.usage) {
            if usage.moves > 0 {
                writeln!(out, "{name}: {usage}: {engine}")?;
            }
        }
        Ok(())
    }
}
