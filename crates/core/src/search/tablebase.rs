//! Endgame tablebase probing: win, draw or loss (WLD), distance to win (DTW) and distance to the next
//! irreversible move (DTZ).

use super::limits::Stopped;
use super::node::{Node, Repetition};
use super::searcher::{Searcher, terminal_score};
use super::tie_break::draw_order;
use super::{Cutoffs, Limits, Path, Probes, ScoredLine, SearchContext, SearchResult, StoppedBy};
use crate::game::{Game, Moves, Side, TablebaseResult};
use crate::types::{Bound, Depth, Ply, Score, Verdict, short_sort_by_key};
use std::cell::Cell;
use std::cmp::Reverse;

/// Nodes at most when captures are followed to positions that the tablebase has.
const MAX_CAPTURE_NODES: u32 = 50;

impl<G: Game> Searcher<'_, G> {
    /// The score of a node by the tablebase.
    ///
    /// A win of unknown length is no proof, because it may take longer than the rules allow. It is only
    /// scored as won after an irreversible move, as nothing else is sure to bring its end nearer; forced
    /// ones from the root on do not count, or the search would end before it began.
    pub(super) fn probe_tablebase(&mut self, node: &Node<'_, G>) -> Result<Option<Score>, Stopped> {
        use TablebaseResult::{Draw, Loss, Win};
        if !self.settings.tablebases {
            return Ok(None);
        }
        let at = |plies| Ply::new(node.ply.moves() + plies);
        let Some(result) = self.probe(node)? else { return Ok(None) };
        Ok(match result {
            Draw => Some(Score::DRAW),
            Win { plies: Some(plies) } if node.win_fits_rules(plies) => Some(Score::win(at(plies))),
            Loss { plies: Some(plies) } if node.win_fits_rules(plies) => Some(Score::loss(at(plies))),
            Win { .. } | Loss { .. } if G::outcome(&node.position).is_some() => Some(terminal_score(node)),
            Win { .. } => self.tablebase_estimate(node).map(Score::tablebase_win_converting),
            Loss { .. } => {
                self.tablebase_estimate(node).map(|score| -Score::tablebase_win_converting(-score))
            }
        })
    }

    /// Probes for the full distance right below the root, for exact scores of root moves. As that may
    /// take a millisecond, it polls the limits first.
    fn probe(&self, node: &Node<'_, G>) -> Result<Option<TablebaseResult>, Stopped> {
        if node.ply != Ply::ROOT.next() {
            return Ok(G::probe(&node.position, self.knowledge));
        }
        self.counter.limits.poll()?;
        Ok(G::probe_dtw(&node.position, self.knowledge))
    }

    /// The evaluation, which ranks endings of the same result.
    fn tablebase_estimate(&mut self, node: &Node<'_, G>) -> Option<Score> {
        if self.search_past_tablebase || !self.settings.selective || !node.has_zeroed_by_choice() {
            return None;
        }
        self.dependence.heuristic = true;
        Some(G::evaluate(&node.position, self.knowledge))
    }
}

/// The result of a search whose root has a tablebase distance that fits the rules. Draws are left to the
/// search, which has to choose a move. A line that the limits cut is a proof without its end.
pub(super) fn root_probe<G: Game>(path: &Path<G>, context: &SearchContext<'_, G>) -> Option<SearchResult<G>> {
    use TablebaseResult::{Draw, Loss, Win};
    let &SearchContext { knowledge, limits, seed, .. } = context;
    let root = Node::<G>::root(*path.position(), path.before());
    let (plies, score) = match G::probe_dtw(&root.position, knowledge)? {
        Win { plies: Some(plies) } => (plies, Score::win(Ply::new(plies))),
        Loss { plies: Some(plies) } => (plies, Score::loss(Ply::new(plies))),
        Draw | Win { plies: None } | Loss { plies: None } => return None,
    };
    if !root.win_fits_rules(plies) {
        return None;
    }
    let cut_by = Cell::new(None);
    let has_time = has_time_for_line(&limits, &cut_by);
    let start = (root.position, root.no_progress_plies());
    let line = distance_line::<G>(start, knowledge, seed, &has_time);
    let is_whole = line.len() == usize::from(plies);
    let stopped_by = if is_whole { StoppedBy::Proven } else { cut_by.get()? };
    Some(SearchResult {
        lines: ScoredLine { line, verdict: Verdict::of(score, true), bound: Bound::Exact }.into(),
        depth: Depth::new(plies.min(u16::from(u8::MAX)) as u8),
        selective_depth: Ply::new(plies),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by,
    })
}

/// The line of a tablebase win that is not proven under the rules: as far as the no-progress limit
/// allows by DTW, or to the next irreversible move by DTZ. No other move is sure to make progress. It
/// follows an unproven search, which ends with its time, and is whole all the same: where it ends in a draw
/// by the rules decides the verdict.
pub(super) fn tablebase_line<G: Game>(
    path: &Path<G>,
    knowledge: &G::Knowledge,
    seed: Option<u64>,
) -> Option<Vec<G::Move>> {
    let root = Node::<G>::root(*path.position(), path.before());
    if root.has_twofold() {
        return None;
    }
    match G::probe_dtw(&root.position, knowledge)? {
        TablebaseResult::Win { plies: Some(_) } => {
            let start = (root.position, root.no_progress_plies());
            Some(distance_line::<G>(start, knowledge, seed, &|| true))
        }
        TablebaseResult::Win { plies: None } => dtz_line::<G>(root.position, knowledge),
        TablebaseResult::Draw | TablebaseResult::Loss { .. } => None,
    }
}

/// Asks whether there is time for the next move of a line from the root: always for the first, as a result has
/// a move. `cut_by` gets the limit that ends the line.
fn has_time_for_line(limits: &Limits<'_>, cut_by: &Cell<Option<StoppedBy>>) -> impl Fn() -> bool {
    let has_begun = Cell::new(false);
    move || {
        let poll = || limits.poll().inspect_err(|&Stopped(by)| cut_by.set(Some(by)));
        !has_begun.replace(true) || poll().is_ok()
    }
}

/// The moves to the next irreversible move, from a position that the side to move wins.
fn dtz_line<G: Game>(mut position: G::Position, knowledge: &G::Knowledge) -> Option<Vec<G::Move>> {
    let mut line = Vec::new();
    let mut dtz = G::probe_dtz(&position, knowledge);
    while let Some(plies) = dtz {
        let expected = if line.len().is_multiple_of(2) { 1 } else { -1 };
        let is_optimal = |&played: &G::Move| {
            if G::is_irreversible(&position, played) {
                plies <= 2 && move_wld::<G>(&position, played, knowledge) == Some(expected)
            } else {
                plies > 1 && G::probe_dtz(&G::play(&position, played), knowledge) == Some(plies - 1)
            }
        };
        let mut moves = Moves::new();
        G::moves(&position, &mut moves);
        let played = moves.into_iter().find(is_optimal)?;
        dtz = (!G::is_irreversible(&position, played)).then_some(plies - 1);
        position = G::play(&position, played);
        line.push(played);
    }
    (!line.is_empty()).then_some(line)
}

/// The moves without those that the tablebase calls worse than another.
pub(super) fn filter_root_moves<G: Game>(
    position: &G::Position,
    moves: &Moves<G::Move>,
    knowledge: &G::Knowledge,
) -> Moves<G::Move> {
    let results: Moves<_> = moves.iter().map(|&played| move_wld::<G>(position, played, knowledge)).collect();
    let best = results.iter().copied().max().flatten();
    let kept = moves.iter().zip(results).filter(|(_, result)| result.is_none() || *result == best);
    kept.map(|(&played, _)| played).collect()
}

/// Sorts tablebase wins to the front and tablebase losses to the back.
pub(super) fn rank_root_moves<G: Game>(
    position: &G::Position,
    moves: &mut Moves<G::Move>,
    knowledge: &G::Knowledge,
) {
    let rank = |played| move_wld::<G>(position, played, knowledge).unwrap_or(0);
    let mut ranked: Vec<_> = moves.iter().map(|&played| (rank(played), played)).collect();
    short_sort_by_key(&mut ranked, |&(rank, _)| Reverse(rank));
    moves.iter_mut().zip(ranked).for_each(|(place, (_, played))| *place = played);
}

/// The tablebase result of a move: 1 for a win, 0 for a draw, -1 for a loss.
fn move_wld<G: Game>(position: &G::Position, played: G::Move, knowledge: &G::Knowledge) -> Option<i32> {
    Some(-wld(resolve_captures_then_probe::<G>(&G::play(position, played), knowledge)?))
}

/// The result for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
const fn wld(result: TablebaseResult) -> i32 {
    match result {
        TablebaseResult::Win { .. } => 1,
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { .. } => -1,
    }
}

/// The verdict of the tablebase on a move: the result without a distance, or an estimate where the win
/// may not fit the rules; a draw where the move ends the game as one. `None` where the tablebase does not
/// cover the position after the move, and the game goes on.
pub fn move_verdict<G: Game>(
    path: &Path<G>,
    played: G::Move,
    estimate: Score,
    knowledge: &G::Knowledge,
) -> Option<Verdict> {
    let position = G::play(path.position(), played);
    if G::SCORED_BY_MARGIN {
        G::outcome(&position)?;
        return Some(Verdict::of(-Score::margin(G::final_margin(&position)), true));
    }
    let (after, fits_rules) = probe_after(path, played, knowledge)?;
    Some(verdict_after(after, fits_rules, estimate))
}

/// The verdict of the tablebase on a position, by the move to be played there. `None` if another move may
/// be better. A loss is proven if it fits the rules whatever is played.
pub fn root_verdict<G: Game>(
    path: &Path<G>,
    played: G::Move,
    estimate: Score,
    knowledge: &G::Knowledge,
) -> Option<Verdict> {
    use TablebaseResult::{Draw, Loss, Win};
    let (after, fits_rules) = probe_after(path, played, knowledge)?;
    let is_proven = match (after, resolve_captures_then_probe::<G>(path.position(), knowledge)) {
        (Loss { .. }, _) | (Draw, Some(Draw | Loss { .. })) => fits_rules,
        (Win { .. }, Some(Loss { .. })) => {
            let mut moves = Moves::new();
            G::moves(path.position(), &mut moves);
            let loses =
                |&other: &G::Move| matches!(probe_after(path, other, knowledge), Some((Win { .. }, true)));
            moves.iter().all(loses)
        }
        _ => return None,
    };
    Some(verdict_after(after, is_proven, estimate))
}

/// The verdict on a move by the tablebase result of the position after it.
fn verdict_after(after: TablebaseResult, is_proven: bool, estimate: Score) -> Verdict {
    use TablebaseResult::{Draw, Loss, Win};
    match (after, is_proven) {
        (Loss { plies: Some(0) }, _) => Verdict::Win { plies: Some(1) },
        (Win { plies: Some(0) }, _) => Verdict::Loss { plies: Some(1) },
        (Draw, _) => Verdict::Draw,
        (Loss { .. }, true) => Verdict::Win { plies: None },
        (Win { .. }, true) => Verdict::Loss { plies: None },
        (Loss { .. }, false) => Verdict::Estimate(estimate.tablebase_win().units()),
        (Win { .. }, false) => Verdict::Estimate((-(-estimate).tablebase_win()).units()),
    }
}

/// The result after a move, of the rules or of the tablebase, and whether it is one by the rules.
fn probe_after<G: Game>(
    path: &Path<G>,
    played: G::Move,
    knowledge: &G::Knowledge,
) -> Option<(TablebaseResult, bool)> {
    let root = Node::<G>::root(*path.position(), path.before());
    let node = root.child(played);
    let is_drawn = node.repetition() == Some(Repetition::ThirdTime) || node.drawn_by_no_progress();
    if is_drawn && G::outcome(&node.position).is_none() {
        return Some((TablebaseResult::Draw, true));
    }
    let result = resolve_captures_then_probe::<G>(&node.position, knowledge)?;
    Some((result, fits_no_progress_rule(&node)))
}

/// Adjudicates a game by the tablebase: the winner, or `None` inside for a draw. `None` if the tablebase
/// does not cover the position or the win may not fit the rules.
pub fn adjudicate<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<Option<Side>> {
    let root = Node::<G>::root(*path.position(), path.before());
    let mover = G::to_move(&root.position);
    let winner = match resolve_captures_then_probe::<G>(&root.position, knowledge)? {
        TablebaseResult::Draw => return Some(None),
        TablebaseResult::Win { .. } => mover,
        TablebaseResult::Loss { .. } => !mover,
    };
    fits_no_progress_rule(&root).then_some(Some(winner))
}

/// Whether the winner by the tablebase has won, or can make progress within the no-progress limit.
fn fits_no_progress_rule<G: Game>(node: &Node<'_, G>) -> bool {
    G::outcome(&node.position).is_some()
        || G::max_dtz(&node.position).is_some_and(|plies| node.win_fits_rules(plies))
}

/// Best play by DTW from a position after some plies without progress, as far as distances are known, the
/// no-progress limit allows, and there is time where distances are slow to look up: there each move takes up to
/// some milliseconds.
pub(super) fn distance_line<G: Game>(
    (mut position, mut no_progress_plies): (G::Position, u16),
    knowledge: &G::Knowledge,
    seed: Option<u64>,
    has_time: &dyn Fn() -> bool,
) -> Vec<G::Move> {
    let is_quick =
        |position: &G::Position| G::probe(position, knowledge).and_then(TablebaseResult::plies).is_some();
    let mut line = Vec::new();
    while G::NO_PROGRESS_LIMIT.is_none_or(|limit| no_progress_plies < limit)
        && (is_quick(&position) || has_time())
        && let Some(played) = distance_move::<G>(&position, knowledge, seed)
    {
        no_progress_plies = if G::is_irreversible(&position, played) { 0 } else { no_progress_plies + 1 };
        position = G::play(&position, played);
        line.push(played);
    }
    line
}

/// A move by DTW: it brings the end of the game one ply nearer. Irreversible moves are preferred, then those that a
/// seed draws first.
fn distance_move<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
    seed: Option<u64>,
) -> Option<G::Move> {
    use TablebaseResult::{Draw, Loss, Win};
    let wanted = match resolve_captures_then_probe_dtw::<G>(position, knowledge)? {
        Win { plies: Some(plies) } => Loss { plies: Some(plies.checked_sub(1)?) },
        Loss { plies: Some(plies) } => Win { plies: Some(plies.checked_sub(1)?) },
        Draw | Win { plies: None } | Loss { plies: None } => return None,
    };
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    let drawn = |played| seed.map(|seed| draw_order::<G>(seed, position, played));
    short_sort_by_key(&mut moves, |&played| (!G::is_irreversible(position, played), drawn(played)));
    let keeps = |&played: &G::Move| {
        resolve_captures_then_probe_dtw::<G>(&G::play(position, played), knowledge) == Some(wanted)
    };
    moves.into_iter().find(keeps)
}

/// The result of a position: by the rules if the game is over, by the tablebase, or by following forced
/// noisy moves to positions that the tablebase has. Not every distance is looked up. `None` in games that
/// are scored by margin.
pub(super) fn resolve_captures_then_probe<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
) -> Option<TablebaseResult> {
    if G::SCORED_BY_MARGIN {
        return None;
    }
    let mut nodes_left = MAX_CAPTURE_NODES;
    probe_within::<G>(position, knowledge, G::probe, &mut nodes_left)
        .or_else(|| resolve_captures_then_probe_dtw::<G>(position, knowledge))
}

/// As [`resolve_captures_then_probe`], with the distance if the tablebase has it.
fn resolve_captures_then_probe_dtw<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
) -> Option<TablebaseResult> {
    let mut nodes_left = MAX_CAPTURE_NODES;
    probe_within::<G>(position, knowledge, G::probe_dtw, &mut nodes_left)
}

fn probe_within<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
    probe: fn(&G::Position, &G::Knowledge) -> Option<TablebaseResult>,
    nodes_left: &mut u32,
) -> Option<TablebaseResult> {
    *nodes_left = nodes_left.checked_sub(1)?;
    if let result @ Some(_) = game_result::<G>(position).or_else(|| probe(position, knowledge)) {
        return result;
    }
    let mut moves = Moves::new();
    if G::noisy_moves(position, &mut moves) {
        return None;
    }
    let mut best = TablebaseResult::Loss { plies: None };
    for played in moves {
        match probe_within::<G>(&G::play(position, played), knowledge, probe, nodes_left)? {
            TablebaseResult::Loss { .. } => return Some(TablebaseResult::Win { plies: None }),
            TablebaseResult::Draw => best = TablebaseResult::Draw,
            TablebaseResult::Win { .. } => {}
        }
    }
    Some(best)
}

/// The result of a position where the game is over.
pub(super) fn game_result<G: Game>(position: &G::Position) -> Option<TablebaseResult> {
    Some(match G::outcome(position)?.winner {
        None => TablebaseResult::Draw,
        Some(winner) if winner == G::to_move(position) => TablebaseResult::Win { plies: Some(0) },
        Some(_) => TablebaseResult::Loss { plies: Some(0) },
    })
}
