//! What is asked, of a game that is known by type: a position with its past, and which of its moves.

use super::findings::{Proven, report};
use super::{Choice, Effort, Ended, Fault, Job, LegalMove, Listing, Report, Source, Subject, Topic};
use crate::game::{Invalid, MoveText, Moves, Notation, Outcome, Solution, SolveLimits, quoted};
use crate::search::{
    self, Limits, Path, RootMoves, SearchContext, StoppedBy, move_verdict, search, search_root_moves,
};
use crate::types::{Bound, Score, Verdict};
use std::num::NonZeroUsize;

/// A question about a valid position.
pub(super) struct Asked<G: Notation> {
    pub(super) path: Path<G>,
    pub(super) knowledge: &'static G::Knowledge,
    /// The moves to choose from.
    pub(super) moves: Moves<G::Move>,
    /// How many of them get a line.
    pub(super) lines: NonZeroUsize,
    topic: Topic,
}

impl<G: Notation> Asked<G> {
    /// Reads it from a request's words.
    pub(super) fn read(
        knowledge: &'static G::Knowledge,
        position: Option<&str>,
        moves: &[String],
        choice: Choice<'_>,
    ) -> Result<Self, Fault> {
        let Walked { path, origin, since } = walked::<G>(position, moves)?;
        let legal = legal(&path);
        let chosen = chosen::<G>(path.position(), &legal, choice)?;
        let print = |&played: &G::Move| G::print_move(path.position(), played);
        let only = (chosen.len() < legal.len()).then(|| chosen.iter().map(print).collect());
        let lines = choice.lines.get().min(chosen.len());
        let topic = Topic { game: G::INFO.id, position: G::print(&origin), moves: since, lines, only };
        Ok(Self { path, knowledge, moves: chosen, lines: choice.lines, topic })
    }

    pub(super) const fn position(&self) -> &G::Position {
        self.path.position()
    }

    /// Whether the best of all legal moves is asked for, and no more.
    pub(super) fn is_plain(&self) -> bool {
        self.topic.only.is_none() && self.lines == NonZeroUsize::MIN
    }
}

/// A path, and the shortest words for it.
pub(super) struct Walked<G: Notation> {
    pub(super) path: Path<G>,
    /// The position after the last irreversible move.
    origin: G::Position,
    /// The moves since then.
    since: Vec<String>,
}

/// Goes from a position, the start position if `None`, by `moves`.
pub(super) fn walked<G: Notation>(position: Option<&str>, moves: &[String]) -> Result<Walked<G>, Fault> {
    let start = position.map_or_else(|| Ok(G::start()), read_position::<G>).map_err(fault("position"))?;
    let mut walked = Walked { path: Path::from(start), origin: start, since: Vec::new() };
    for (index, text) in moves.iter().enumerate() {
        let Walked { path, origin, since } = &mut walked;
        let before = *path.position();
        let played = match path.outcome() {
            Some(_) => Err(Invalid::new("move", "no more moves, as the game is over", quoted(text))),
            None => read_move::<G>(&before, text),
        };
        let played = played.map_err(fault(format!("moves[{index}]")))?;
        path.play(played);
        if path.before().is_empty() {
            *origin = *path.position();
            since.clear();
        } else {
            since.push(G::print_move(&before, played));
        }
    }
    Ok(walked)
}

fn read_position<G: Notation>(text: &str) -> Result<G::Position, Invalid> {
    G::parse(text).map_err(|invalid| invalid.suggesting_case(text, |other| G::parse(other).is_ok()))
}

fn read_move<G: Notation>(position: &G::Position, text: &str) -> Result<G::Move, Invalid> {
    let is_move = |other: &str| G::parse_move(position, other).is_ok();
    G::parse_move(position, text).map_err(|invalid| invalid.suggesting_case(text, is_move))
}

/// The legal moves; none if the game is over.
fn legal<G: Notation>(path: &Path<G>) -> Moves<G::Move> {
    let mut moves = Moves::new();
    if path.outcome().is_none() {
        G::moves(path.position(), &mut moves);
    }
    moves
}

/// Of the legal moves those to choose from.
fn chosen<G: Notation>(
    position: &G::Position,
    legal: &Moves<G::Move>,
    choice: Choice<'_>,
) -> Result<Moves<G::Move>, Fault> {
    let read = |field: &str, texts: &[String]| {
        let parsed = texts.iter().enumerate().map(|(index, text)| {
            let played = read_move::<G>(position, text).map_err(fault(format!("{field}[{index}]")))?;
            let is_legal = legal.contains(&played);
            is_legal.then_some(played).ok_or_else(|| {
                let over = Invalid::new("move", "no move, as the game is over", quoted(text));
                Fault { field: format!("{field}[{index}]"), invalid: over }
            })
        });
        parsed.collect::<Result<Vec<_>, _>>()
    };
    let only = choice.only.map(|texts| read("only", texts)).transpose()?;
    let avoid = read("avoid", choice.avoid)?;
    let is_wanted =
        |played: &G::Move| only.as_ref().is_none_or(|only| only.contains(played)) && !avoid.contains(played);
    let moves: Moves<G::Move> = legal.iter().copied().filter(is_wanted).collect();
    if moves.is_empty() && !legal.is_empty() {
        let field = if avoid.is_empty() { "only" } else { "avoid" };
        let invalid = Invalid::new(field, "a legal move left to choose", "none");
        return Err(Fault { field: field.to_owned(), invalid });
    }
    Ok(moves)
}

/// How the game has ended, if it has.
fn ended<G: Notation>(path: &Path<G>) -> Option<Ended> {
    path.outcome().map(|Outcome { winner, ending }| Ended {
        winner: winner.map(|side| G::INFO.side(side)),
        ending,
        line: G::winning_line(path.position()),
    })
}

/// The proven score of a move that leads to `outcome`, where it takes no search.
fn known_at_once<G: Notation>(
    path: &Path<G>,
    played: G::Move,
    outcome: Option<Outcome>,
    knowledge: &G::Knowledge,
) -> Option<Verdict> {
    let mover = G::to_move(path.position());
    match outcome.map(|outcome| outcome.winner) {
        Some(None) => Some(Verdict::Draw),
        Some(Some(winner)) if winner == mover => Some(Verdict::Win { plies: Some(1) }),
        Some(Some(_)) => Some(Verdict::Loss { plies: Some(1) }),
        None => {
            let by_book = G::book_score(path.position(), played).map(|score| Verdict::of(score, true));
            let by_table = || move_verdict(path, played, Score::DRAW, knowledge);
            by_book.or_else(by_table).filter(|verdict| verdict.is_proven())
        }
    }
}

fn fault(field: impl Into<String>) -> impl FnOnce(Invalid) -> Fault {
    |invalid| Fault { field: field.into(), invalid }
}

impl<G: Notation> Job for Asked<G> {
    fn subject(&self) -> Subject {
        Subject {
            game: G::INFO.id,
            position: G::print(self.position()),
            to_move: G::INFO.side(G::to_move(self.position())),
            outcome: ended(&self.path),
        }
    }

    fn listing(&self) -> Listing {
        let worded = |&played| {
            let mut after = self.path.clone();
            after.play(played);
            let (position, outcome) = (G::print(after.position()), ended(&after));
            let verdict = known_at_once(&self.path, played, after.outcome(), self.knowledge);
            let shown = move |MoveText { text, coordinates }| {
                let (position, outcome) = (position.clone(), outcome.clone());
                LegalMove { text, coordinates, position, outcome, verdict }
            };
            G::move_texts(self.position(), played).into_iter().map(shown)
        };
        let (subject, pieces) = (self.subject(), G::pieces(self.position()));
        Listing { subject, pieces, moves: self.moves.iter().flat_map(worded).collect() }
    }

    fn topic(&self) -> &Topic {
        &self.topic
    }

    fn over(&self) -> Option<Report> {
        search::game_over(&self.path).map(|found| report(self, &found))
    }

    fn score_moves_blocking(&self, effort: &Effort<'_>) -> Vec<(String, Verdict, Bound)> {
        let is_limited = effort.limits.depth.is_some() || effort.limits.nodes.is_some();
        if self.path.outcome().is_some() || is_limited {
            return Vec::new();
        }
        let Limits { deadline, stop, checkpoint, .. } = effort.limits;
        let limits = SolveLimits { deadline, stop, checkpoint };
        let scored = G::solve_moves(self.position(), &self.moves, 0, effort.memory, &limits);
        let worded = |solution: Solution<G::Move>| {
            let played = G::print_move(self.position(), solution.line[0]);
            (played, Verdict::of(solution.score, true), solution.bound)
        };
        scored.into_iter().map(worded).collect()
    }

    fn search_blocking(&self, effort: &Effort<'_>, progress: &mut dyn FnMut(Report)) -> Report {
        let Effort { limits, settings, table, threads, .. } = *effort;
        let proven = Proven::ask(self, effort);
        if proven.is_final() {
            return proven.report(self, limits.stop);
        }
        let (path, knowledge, lines) = (&self.path, self.knowledge, self.lines);
        let mut tell = |found: &_| progress(report(self, &proven.with(found, lines.get())));
        let found = if self.is_plain() {
            search(path, SearchContext { knowledge, table, limits, settings, threads }, &mut tell)
        } else {
            let roots = RootMoves { path, moves: &proven.open, multi_pv: lines };
            search_root_moves(roots, SearchContext { knowledge, table, limits, settings, threads }, &mut tell)
        };
        let told = report(self, &proven.with(&found, lines.get()));
        if !proven.is_empty() {
            return told;
        }
        let is_known = G::probe_dtw(path.position(), knowledge).is_some();
        match told.stopped_by {
            StoppedBy::Depth if limits.depth.is_none() && told.is_proven() => {
                Report { source: Source::Endgame, stopped_by: StoppedBy::Proven, ..told }
            }
            StoppedBy::Proven if is_known => Report { source: Source::Endgame, ..told },
            _ => told,
        }
    }
}
