//! What a line asks, validated: the same when its price is told and when it is searched.

use super::known::{Question, Work};
use super::spec::{JobKind, JobSpec};
use bestmove_query::wire::parse::parse;
use bestmove_query::wire::problem::Problem;
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::wire::request::{AnalysisBody, BODY_LIMIT, ReviewBody};
use bestmove_query::wire::response::{AnalysisAnswer, PlyReview};
use bestmove_query::{
    Analysis, AnyGame, AnyQuery, Budget, Priority, Request, RequestedLimits, ReviewedGame, SearchControl,
    Session,
};
use serde_json::value::{RawValue, to_raw_value};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a line asks.
pub(super) enum LineQuery {
    /// The best moves of a position.
    Analysis(Box<dyn AnyQuery>, Budget),
    /// A review of a game.
    Review(Box<ReviewedGame>, RequestedLimits),
}

/// What tells queries apart: 96 bits of a hash.
pub(super) type Fingerprint = [u32; 3];

/// What a search found for a line.
pub(super) enum Found {
    /// The best moves.
    Analysis(Box<Analysis>),
    /// The reviews of all moves.
    Review(Box<ReviewedGame>, Vec<Arc<PlyReview>>),
}

impl LineQuery {
    /// What a line asks.
    ///
    /// # Errors
    ///
    /// If the line is too long, no JSON, or asks nothing that can be answered.
    pub(super) fn of_line(spec: &JobSpec, game: &Arc<dyn AnyGame>, line: &str) -> Result<Self, Problem> {
        if line.len() > BODY_LIMIT {
            return Err(Problem::body_too_large(BODY_LIMIT));
        }
        match spec.kind {
            JobKind::Analysis => {
                let body: AnalysisBody = parse(line.as_bytes())?;
                body.refuse_level()?;
                body.refuse_limits()?;
                let policy = &JobSpec::POLICY;
                let request = body.request(game.as_ref(), Priority::Background, Instant::now(), policy)?;
                let request = Request { requested: spec.limits(), ..request };
                let (query, budget) = request.prepare(policy)?;
                Ok(Self::Analysis(query, budget))
            }
            JobKind::Review => {
                let body: ReviewBody = parse(line.as_bytes())?;
                body.refuse_limits()?;
                let (game, record) = (Arc::clone(game), body.record(game.as_ref())?);
                Ok(Self::Review(Box::new(ReviewedGame { game, record }), spec.limits()))
            }
        }
    }

    /// A fingerprint of the query: queries with equal fingerprints have equal answers.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let hash = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            match self {
                Self::Analysis(query, _) => query.key().hash(&mut hasher),
                Self::Review(reviewed, _) => {
                    (&reviewed.record.start, &reviewed.record.moves).hash(&mut hasher);
                }
            }
            hasher.finish()
        };
        let low = hash(0);
        [low as u32, (low >> 32) as u32, hash(1) as u32]
    }

    /// What it asks, unless it takes no search.
    pub(super) fn question(&self, spec: &JobSpec) -> Option<Question<'_>> {
        match self {
            Self::Analysis(query, budget) => {
                let needs_search = query.answer_without_search(budget).is_none();
                needs_search.then(|| Question::of_analysis(query.key(), spec.depth))
            }
            Self::Review(reviewed, _) => Some(Question::of_review(reviewed, spec.depth)),
        }
    }

    /// The CPU time that it is expected to take.
    pub(super) fn expected_time(&self, spec: &JobSpec) -> Duration {
        /// Searches for the best move that score all moves as fast, where the solver does so.
        const ALL_MOVES: f64 = 5.0;
        /// Searches for a move of a game: none if it is forced, a second one if it is not among the best two.
        const SEARCHES: f64 = 0.9;
        match self {
            Self::Analysis(..) => expected_search_time(spec, 1.0),
            Self::Review(reviewed, _) if reviewed.game.scores_all_moves() => {
                expected_search_time(spec, ALL_MOVES) * reviewed.moves()
            }
            Self::Review(reviewed, _) => expected_search_time(spec, 1.0).mul_f64(SEARCHES) * reviewed.moves(),
        }
    }

    /// Searches on this thread. What is found may be cut short once `control` says to stop.
    pub(super) fn run(self, session: &Session, control: &SearchControl<'_>) -> Result<Found, Problem> {
        match self {
            Self::Analysis(query, budget) => {
                Ok(Found::Analysis(Box::new(search(session, query.as_ref(), &budget, control))))
            }
            Self::Review(reviewed, limits) => {
                let plies = (0..reviewed.record.moves.len()).rev();
                let plies = plies.map(|index| review(session, &reviewed, index, limits, control)).collect();
                Ok(Found::Review(reviewed, plies))
            }
        }
    }
}

impl Found {
    /// The work in it, for a job with these limits.
    pub(super) fn work(&self, spec: &JobSpec) -> Work {
        match self {
            Self::Analysis(analysis) => Work::of_analysis(analysis, spec.nodes, spec.depth),
            Self::Review(..) => Work::of_review(spec.nodes, spec.depth),
        }
    }

    /// As it is answered, without its cost, which differs each time.
    pub(super) fn text(&self) -> Result<Box<RawValue>, Problem> {
        let text = match self {
            Self::Analysis(analysis) => to_raw_value(&AnalysisAnswer::with_cost(analysis, None)),
            Self::Review(reviewed, plies) => match PlyReview::failure(plies) {
                Some(problem) => return Err(problem.clone()),
                None => to_raw_value(&reviewed.answer(plies, None)),
            },
        };
        text.map_err(|error| Problem::new(ProblemKind::Internal, error.to_string()))
    }

    /// Whether nothing in it has failed.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Self::Analysis(_) => true,
            Self::Review(_, plies) => plies.iter().all(|ply| ply.problem().is_none()),
        }
    }
}

fn search(session: &Session, query: &dyn AnyQuery, budget: &Budget, control: &SearchControl<'_>) -> Analysis {
    let search = || {
        let mut finished = None;
        let last = session.search(query, budget, control, &mut |found| finished = Some(found));
        last.or_finished(finished)
    };
    query.answer_without_search(budget).unwrap_or_else(search)
}

fn review(
    session: &Session,
    reviewed: &ReviewedGame,
    index: usize,
    limits: RequestedLimits,
    control: &SearchControl<'_>,
) -> Arc<PlyReview> {
    let mut review = reviewed.review(index, limits.search_time());
    // The label of a move depends on its position alone, and on no other game of the archive. That of a full-width
    // search and of a solver does anyway.
    let fresh = limits.nodes.is_some() && !reviewed.game.scores_all_moves();
    let limits = RequestedLimits { fresh, ..limits };
    let compared = review.compare(limits, Priority::Background, |request| {
        let (query, budget) = request.prepare(&JobSpec::POLICY)?;
        Ok::<_, Problem>(search(session, query.as_ref(), &budget, control))
    });
    let missing = || Problem::new(ProblemKind::Internal, "no search has found the move");
    Arc::new(PlyReview { index, compared: compared.and_then(|()| review.finish().ok_or_else(missing)) })
}

/// The CPU time that as much as so many searches is expected to take, to set up the position once.
fn expected_search_time(spec: &JobSpec, searches: f64) -> Duration {
    /// Of any search, however short: to set up the position, and to write down what was found.
    const LEAST: Duration = Duration::from_micros(100);
    /// Of most games.
    const NODES_PER_SECOND: f64 = 2e6;
    /// Of a full-width search, at each ply.
    const BRANCHING: f64 = 3.0;
    /// Of the solver.
    const SOLVER_NODES: f64 = 2_000.0;
    /// Of the longest search that is told from longer ones.
    const MOST: Duration = Duration::from_hours(1);
    let unlimited = spec.depth.map_or(SOLVER_NODES, |depth| BRANCHING.powf(depth as f64)) * searches;
    let nodes = match (spec.nodes, spec.depth) {
        (Some(nodes), None) => nodes as f64,
        (Some(nodes), Some(_)) => unlimited.min(nodes as f64),
        (None, _) => unlimited,
    };
    LEAST + Duration::try_from_secs_f64(nodes / NODES_PER_SECOND).unwrap_or(MOST).min(MOST)
}
