//! Several threads for one search: each takes first the moves that no other thread is searching (simplified ABDADA,
//! `crate::search::abdada`), and the first to finish ends it for all. They share the table of bounds, so a move left
//! to another thread is often only looked up.

use super::super::flips::Squares;
use super::search::{Search, Stopped};
use super::table::SolverKey;
use crate::game::{HelperTurn, Helpers};
use crate::search::SetOnDrop;
use crate::search::abdada::{CurrentlySearching, MoveMark};
use crate::types::Depth;
use std::fmt::{self, Debug, Formatter};
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// From this number of empty squares on, searches are worth the start of a thread.
const HELPED_FROM: u32 = 17;
/// From this number of empty squares on, threads tell each other what they search.
pub(super) const MARKED_FROM: u32 = 13;
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
        let (table, limits) = (self.table, self.limits);
        let search = |role| Search { role, nodes: 0, ..Search::new(table, limits) };
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
            let limits = crate::game::SolveLimits { checkpoint: None, ..self.limits };
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
