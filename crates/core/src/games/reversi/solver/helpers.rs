//! Several threads for one search: each takes first the moves that no other thread is searching (simplified ABDADA,
//! `crate::search::abdada`), and the first to finish ends it for all. They share the table of bounds, so a move left
//! to another thread is often only looked up.

use super::super::flips::Squares;
use super::ordering::{Child, Children};
use super::search::{Search, Stopped};
use super::table::{BoundEntry, SolverKey};
use crate::game::{HelperTurn, Helpers, SolveLimits};
use crate::search::SetOnDrop;
use crate::search::abdada::{CurrentlySearching, MoveMark};
use crate::types::Depth;
use arrayvec::ArrayVec;
use std::fmt::{self, Debug, Formatter};
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// From this number of empty squares on, searches are worth the start of a thread.
const HELPED_FROM: u32 = if cfg!(test) { 8 } else { 17 };
/// From this number of empty squares on, threads tell each other what they search.
pub(super) const MARKED_FROM: u32 = if cfg!(test) { 8 } else { 13 };
/// How long a helper waits for a turn before it asks again.
const WAIT: Duration = Duration::from_millis(5);

/// What the threads of a search share.
#[derive(Debug)]
pub(super) struct Team {
    searching: CurrentlySearching,
    is_over: AtomicBool,
}

impl Team {
    /// The mark of a move.
    pub(super) fn mark(&self, position: SolverKey, square: u8) -> Option<MoveMark<'_>> {
        self.searching.mark(position.mixed(), square.into(), Depth::new(MARKED_FROM as u8))
    }
}

/// The part of a thread in a search.
pub(super) enum Role<'a> {
    /// No thread helps.
    Alone,
    /// The thread that was asked, with helpers.
    Leader(&'a Team),
    Helper(&'a Team, Helpers<'a>, Option<Box<dyn HelperTurn>>),
}

impl Debug for Role<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Alone => "alone",
            Self::Leader(_) => "leader",
            Self::Helper(..) => "helper",
        })
    }
}

impl<'a> Role<'a> {
    /// The team, if there is one.
    pub(super) const fn team(&self) -> Option<&'a Team> {
        match self {
            Self::Alone => None,
            Self::Leader(team) | Self::Helper(team, ..) => Some(team),
        }
    }
}

impl Search<'_> {
    /// [`Search::value`] with the helpers that the limits allow.
    pub(super) fn value_with_helpers(
        &mut self,
        own: Squares,
        other: Squares,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let is_large = (!(own | other)).count_ones() >= HELPED_FROM && self.max_nodes == u64::MAX;
        let Some(helpers) = self.limits.helpers.filter(|helpers| is_large && helpers.count > 0) else {
            return self.value(own, other, alpha);
        };
        let team = Team { searching: CurrentlySearching::new(), is_over: AtomicBool::new(false) };
        let found = OnceLock::new();
        let (table, limits, is_selective) = (self.table, self.limits, self.is_selective);
        let search = |role| Search { role, is_selective, ..Search::new(table, limits) };
        let help = || {
            let mut helper = search(Role::Helper(&team, helpers, None));
            let value = helper.wait_for_turn().and_then(|()| helper.value(own, other, alpha));
            if let Ok(value) = value {
                let _ = found.set(value);
                team.is_over.store(true, Ordering::Relaxed);
            }
            helper.nodes
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
            let threads: Vec<_> = (0..helpers.count).map_while(spawn).collect();
            let mut leader = search(Role::Leader(&team));
            let value = {
                let _stops_helpers = SetOnDrop(&team.is_over);
                leader.value(own, other, alpha)
            };
            self.nodes += leader.nodes;
            for thread in threads {
                thread.thread().unpark();
                self.nodes += thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            value.or_else(|stopped| found.get().copied().ok_or(stopped))
        })
    }

    /// [`Search::search_moves`] with the moves that other threads are searching at the end.
    pub(super) fn search_moves_in_team(
        &mut self,
        team: &Team,
        position: SolverKey,
        children: &Children,
        alpha: i32,
    ) -> Result<(i32, u8), Stopped> {
        let (mut best, mut best_square) = (-65, BoundEntry::NO_SQUARE);
        let mut deferred = ArrayVec::<&Child, 64>::new();
        for is_last_round in [false, true] {
            let all = children.iter().filter(|_| !is_last_round);
            for child in all.chain(std::mem::take(&mut deferred)) {
                let is_first = best_square == BoundEntry::NO_SQUARE;
                let mark = team.mark(position, child.square);
                if !is_last_round && !is_first && mark.is_some_and(MoveMark::is_searching) {
                    deferred.push(child);
                    continue;
                }
                // Another thread may have refuted the position meanwhile.
                if !is_first
                    && let Some(BoundEntry { lower, best, .. }) = self.table.get(position)
                    && i32::from(lower) > alpha
                {
                    return Ok((lower.into(), best[0]));
                }
                let searching = mark.map(MoveMark::start);
                let value = -self.value(child.own, child.other, -alpha - 1)?;
                drop(searching);
                if value > best {
                    (best, best_square) = (value, child.square);
                }
                if best > alpha {
                    return Ok((best, best_square));
                }
            }
        }
        Ok((best, best_square))
    }

    /// Whether this thread has to stop. A helper waits here while it has no turn.
    pub(super) fn should_stop(&mut self) -> bool {
        match &mut self.role {
            Role::Alone => self.limits.should_stop(),
            Role::Leader(team) => team.is_over.load(Ordering::Relaxed) || self.limits.should_stop(),
            Role::Helper(_, _, turn) => {
                if turn.as_ref().is_some_and(|turn| turn.is_over()) {
                    *turn = None;
                }
                self.wait_for_turn().is_err()
            }
        }
    }

    /// Waits until a helper has a turn.
    fn wait_for_turn(&mut self) -> Result<(), Stopped> {
        loop {
            let Role::Helper(team, helpers, turn) = &mut self.role else { return Ok(()) };
            let limits = SolveLimits { checkpoint: None, ..self.limits };
            if team.is_over.load(Ordering::Relaxed) || limits.should_stop() {
                return Err(Stopped);
            }
            if turn.is_none() {
                *turn = (helpers.take_turn)();
            }
            if turn.is_some() {
                return Ok(());
            }
            thread::park_timeout(WAIT);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::super::Board;
    use super::super::EndingSolver;
    use super::super::table::SolverTables;
    use super::*;
    use crate::game::SolverMemory;
    use std::sync::atomic::AtomicUsize;

    fn next(random: &mut u64) -> u64 {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *random >> 33
    }

    /// A board of a random game with that number of empty squares.
    fn board(random: &mut u64, empty: u32) -> Board {
        let mut board = Board::START;
        while board.empty().count_ones() > empty {
            let legal: Vec<_> = board.moves().collect();
            board = match legal.len() {
                0 => Board::START,
                moves => board.after(legal[next(random) as usize % moves]),
            };
        }
        if board.is_over() { self::board(random, empty) } else { board }
    }

    /// Alpha-beta over the rules alone.
    fn alpha_beta(board: &Board, mut alpha: i32, beta: i32) -> i32 {
        if board.is_over() {
            return board.final_difference().into();
        }
        let mut best = -65;
        for played in board.moves() {
            best = best.max(-alpha_beta(&board.after(played), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Here the thresholds are low, so that estimates and proofs meet in the small table, and helpers take part.
    #[test]
    fn bounds_agree_with_alpha_beta_whatever_the_window_and_the_number_of_threads() {
        let memory = SolverMemory::new(1 << 16);
        let mut random = 1;
        for (empty, count) in [(8, 600), (9, 400), (10, 150), (11, 30)] {
            for at in 0..count {
                let board = board(&mut random, empty);
                let truth = alpha_beta(&board, -64, 64);
                let limits = SolveLimits { helpers: Some(Helpers::free(at % 4)), ..SolveLimits::default() };
                let mut search = Search::new(memory.cache::<SolverTables>().shared(), limits);
                for near in [false, true, true] {
                    let offset = 2 * (next(&mut random) % 4) as i32;
                    let alpha = if near { truth - 3 + offset } else { 16 * offset - 49 };
                    search.is_selective = at % 3 == 0;
                    let estimate = search.value_with_helpers(board.own, board.other, alpha);
                    assert!(estimate.is_ok());
                    search.is_selective = false;
                    let value = search.value_with_helpers(board.own, board.other, alpha).unwrap();
                    assert_eq!(value > alpha, truth > alpha, "{board:?} {truth} {value} {alpha}");
                    assert!(if value > alpha { value <= truth } else { value >= truth }, "{board:?} {value}");
                }
                assert_eq!(
                    EndingSolver::new(&memory, limits).solve(&board).value(),
                    Some(truth),
                    "{board:?}"
                );
            }
        }
    }

    struct Turn<'a> {
        taken: &'a AtomicUsize,
        polls: AtomicUsize,
    }

    impl HelperTurn for Turn<'_> {
        fn is_over(&self) -> bool {
            self.polls.fetch_add(1, Ordering::Relaxed) > 2
        }
    }

    impl Drop for Turn<'_> {
        fn drop(&mut self) {
            self.taken.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn helpers_run_only_with_turns_and_give_them_back() {
        static TAKEN: AtomicUsize = AtomicUsize::new(0);
        let (asked, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let board = board(&mut 7, 18);
        let solve = |take_turn: &(dyn Fn() -> Option<Box<dyn HelperTurn>> + Sync)| {
            let memory = SolverMemory::new(1 << 20);
            let helpers = Some(Helpers { count: 2, take_turn });
            let mut solver = EndingSolver::new(&memory, SolveLimits { helpers, ..SolveLimits::default() });
            (solver.solve(&board).value().unwrap(), solver.nodes())
        };
        let without = {
            let memory = SolverMemory::new(1 << 20);
            let mut solver = EndingSolver::new(&memory, SolveLimits::default());
            (solver.solve(&board).value().unwrap(), solver.nodes())
        };
        assert_eq!(solve(&|| None), without, "no helper has searched");
        let (value, _) = solve(&|| {
            asked.fetch_add(1, Ordering::Relaxed);
            most.fetch_max(TAKEN.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            Some(Box::new(Turn { taken: &TAKEN, polls: AtomicUsize::new(0) }))
        });
        assert_eq!((value, TAKEN.load(Ordering::Relaxed)), (without.0, 0));
        let [asked, most] = [asked, most].map(AtomicUsize::into_inner);
        assert!(asked > 4 && (1..=2).contains(&most), "{asked} turns, {most} at a time");
    }
}
