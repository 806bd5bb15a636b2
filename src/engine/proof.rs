//! Proven answers as replicas share them: kept outside this process, and believed only as far as the
//! rules bear them out.

use super::asked::Asked;
use super::findings::report;
use super::{Report, Variation};
use crate::game::{Known, Notation};
use crate::search::{self, Cutoffs, Found, Path, Probes, StoppedBy};
use crate::types::{Depth, Ply, Verdict};

/// A proven answer, without what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The best moves, as many as were asked for, best first.
    pub lines: Vec<Variation>,
    /// The last finished iteration, in plies.
    pub depth: u8,
    /// The longest path looked at, in plies.
    pub selective_depth: u16,
}

impl Proof {
    /// What a report has proven.
    pub(super) fn of(report: &Report) -> Self {
        let best = Variation {
            line: report.principal_variation.clone(),
            verdict: report.verdict,
            bound: report.bound,
        };
        let mut lines = vec![best];
        lines.extend(report.others.iter().cloned());
        Self { lines, depth: report.depth, selective_depth: report.selective_depth }
    }
}

/// The report of a proof that others have found, if it answers the question and each of its lines can be
/// played to the end that it promises.
pub(super) fn believed<G: Notation>(asked: &Asked<G>, proof: &Proof) -> Option<Report> {
    let lines = proof.lines.iter().map(|told| played_out(asked, told)).collect::<Option<Vec<_>>>()?;
    let is_again = |(at, line): (usize, &search::Variation<G>)| {
        lines[..at].iter().any(|before| before.line[0] == line.line[0])
    };
    let as_many = lines.len() == asked.lines.get().min(asked.moves.len());
    if !as_many || lines.iter().enumerate().any(is_again) {
        return None;
    }
    let mut lines = lines.into_iter();
    let best = lines.next()?;
    let found = Found {
        line: best.line,
        verdict: best.verdict,
        bound: best.bound,
        others: lines.collect(),
        depth: Depth::new(proof.depth),
        selective_depth: Ply::new(proof.selective_depth),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::Proven,
    };
    Some(report(asked, &found))
}

/// The line in moves, if it is legal and ends as it promises.
fn played_out<G: Notation>(asked: &Asked<G>, told: &Variation) -> Option<search::Variation<G>> {
    let mut path = asked.path.clone();
    let mut line = Vec::new();
    for text in &told.line {
        if path.outcome().is_some() {
            return None;
        }
        let played = G::parse_move(path.position(), text).ok()?;
        path.play(played);
        line.push(played);
    }
    let holds = asked.moves.contains(line.first()?) && ends_as_told(asked, &path, told);
    holds.then_some(search::Variation { line, verdict: told.verdict, bound: told.bound })
}

fn ends_as_told<G: Notation>(asked: &Asked<G>, end: &Path<G>, told: &Variation) -> bool {
    let winner = end.outcome().map(|outcome| outcome.winner);
    let length = Some(told.line.len() as u16);
    let mover = G::to_move(asked.position());
    match told.verdict {
        Verdict::Win { plies } => winner == Some(Some(mover)) && plies == length,
        Verdict::Loss { plies } => winner == Some(Some(!mover)) && plies == length,
        Verdict::Draw => {
            winner == Some(None) || G::known(end.position(), asked.knowledge) == Some(Known::Draw)
        }
        Verdict::Estimate(_) => false,
    }
}
