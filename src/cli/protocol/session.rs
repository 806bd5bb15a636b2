//! The game, the options and the search of a session, whatever the protocol.

use super::commands::print;
use super::options::Options;
use super::time_management::{MAX_TIME, MoveTime, TimeManager};
use crate::config::ProtocolOptions;
use crate::engine::{
    Analysis, AnyGame, Engine, EngineConfig, FieldError, LimitPolicy, MoveSelection, PositionInfo,
    PreparedQuery, Priority, Registry, Request, RequestedLimits,
};
use crate::search::STACK_BYTES;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How a protocol writes a search.
#[derive(Clone, Copy)]
pub(super) struct Printer {
    /// A finished iteration, as a line.
    pub(super) info: fn(&Analysis) -> String,
    /// The move to play, as a line.
    pub(super) best: fn(&Analysis) -> String,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    /// The last iteration.
    pub(super) depth: Option<u64>,
    /// Nodes to visit.
    pub(super) nodes: Option<u64>,
    /// The time.
    pub(super) time: Option<MoveTime>,
    /// Whether the answer waits until the search is stopped.
    pub(super) only_when_stopped: bool,
}

/// A game in progress, and the search for its next move. Dropping it stops the search.
pub(super) struct Session {
    game: Arc<dyn AnyGame>,
    printer: Printer,
    options: Options,
    /// Made when first needed, as user interfaces set options before.
    engine: Option<Arc<Engine>>,
    start: Option<String>,
    moves: Vec<String>,
    search: Option<Search>,
}

struct Search {
    /// Set to end the search; set by itself before it answers.
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Session {
    pub(super) fn new(options: &ProtocolOptions, game: Arc<dyn AnyGame>, printer: Printer) -> Self {
        let options = Options::from(options);
        Self { game, printer, options, engine: None, start: None, moves: Vec::new(), search: None }
    }

    pub(super) fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    pub(super) const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), FieldError> {
        self.refuse_while_searching()?;
        let options = self.options.with(name, value)?;
        if (options.table_mib, options.threads) != (self.options.table_mib, self.options.threads) {
            self.engine = None;
        }
        self.options = options;
        Ok(())
    }

    /// Loads the game and allocates the tables, unless that has been done.
    pub(super) fn load(&mut self) -> Arc<Engine> {
        let engine = self.engine.take().unwrap_or_else(|| {
            let games = Registry::new(vec![Arc::clone(&self.game)]);
            Engine::with(config(&self.options), Arc::new(games), ())
        });
        Arc::clone(self.engine.insert(engine))
    }

    /// Clears the tables, as the next search has nothing to do with the last.
    pub(super) fn new_game(&mut self) -> Result<(), FieldError> {
        self.refuse_while_searching()?;
        if let Some(engine) = &self.engine {
            engine.clear_caches_blocking();
        }
        Ok(())
    }

    /// Sets the position, the start position if `None`, and the moves played from it. An error changes
    /// nothing.
    pub(super) fn set_position(
        &mut self,
        start: Option<String>,
        moves: Vec<String>,
    ) -> Result<(), FieldError> {
        self.game.prepare(start.as_deref(), &moves, MoveSelection::default())?;
        (self.start, self.moves) = (start, moves);
        Ok(())
    }

    /// The position after the moves.
    pub(super) fn position_info(&self) -> Result<PositionInfo, FieldError> {
        let query = self.game.prepare(self.start.as_deref(), &self.moves, MoveSelection::default())?;
        Ok(query.position_info())
    }

    /// Starts to search on a thread of its own, which prints iterations and the answer.
    pub(super) fn go(&mut self, ends: Ends) -> Result<(), FieldError> {
        let arrival = Instant::now();
        self.refuse_while_searching()?;
        let engine = self.load();
        // A solver has no iterations to judge by, so each of its moves gets an equal share.
        let optimum = ends.time.and_then(|time| time.optimum).filter(|_| !self.game.scores_all_moves());
        let time = ends.time.map(|time| if optimum.is_some() { time.maximum } else { time.even() });
        let time_ms = time.map(|time| time.as_millis() as u64);
        let request = Request {
            game: self.game.as_ref(),
            position: self.start.as_deref(),
            moves: &self.moves,
            selection: MoveSelection { opponent: Some(self.options.opponent), ..MoveSelection::default() },
            requested: RequestedLimits { time_ms, depth: ends.depth, nodes: ends.nodes, fresh: false },
            priority: Priority::Interactive,
            arrival,
        };
        let prepared = engine.prepare(&request)?;
        let mut time_manager = optimum.map(|optimum| TimeManager::new(optimum, has_one_move(&prepared)));
        let (stop, printer) = (Arc::new(AtomicBool::new(false)), self.printer);
        let stopped = Arc::clone(&stop);
        let search = move || {
            // Without a reader, the end of the input ends the session soon.
            let show = |line: String| drop(print(&line));
            let mut on_iteration = |found: &Analysis| {
                show((printer.info)(found));
                if time_manager.as_mut().is_some_and(|manager| manager.ends_with(found)) {
                    stopped.store(true, Ordering::Relaxed);
                }
            };
            let analysis = engine.answer_blocking(prepared, &stopped, &mut on_iteration);
            show((printer.info)(&analysis));
            while ends.only_when_stopped && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            stopped.store(true, Ordering::Relaxed);
            show((printer.best)(&analysis));
        };
        let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn(search);
        let thread =
            spawned.map_err(|error| FieldError::new("go", "a thread for the search", error.to_string()))?;
        self.search = Some(Search { stop, thread });
        Ok(())
    }

    /// Stops the search, and waits until it has printed its answer.
    pub(super) fn stop(&mut self) {
        let Some(Search { stop, thread }) = self.search.take() else { return };
        stop.store(true, Ordering::Relaxed);
        thread.thread().unpark();
        // A panic has printed its message.
        drop(thread.join());
    }

    /// Stops the search later.
    pub(super) fn stop_after(&self, time: Duration) {
        let Some(Search { stop, thread }) = &self.search else { return };
        let (stop, searching) = (Arc::clone(stop), thread.thread().clone());
        thread::spawn(move || {
            thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
            searching.unpark();
        });
    }

    /// Refuses a command while a search runs. Waits for one that ends.
    fn refuse_while_searching(&mut self) -> Result<(), FieldError> {
        let is_running =
            |search: &Search| !search.stop.load(Ordering::Relaxed) && !search.thread.is_finished();
        if self.search.as_ref().is_some_and(is_running) {
            return Err(FieldError::new("command", "stop, as a search is running", "another one"));
        }
        self.stop();
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whether there is only one move, by whatever path.
fn has_one_move(prepared: &PreparedQuery) -> bool {
    let moves = prepared.query.legal_moves().moves;
    moves.windows(2).all(|pair| pair[0].position == pair[1].position)
}

/// An engine for one search at a time, without the limits of a service.
fn config(options: &Options) -> EngineConfig {
    EngineConfig {
        workers: NonZeroUsize::MIN,
        threads_per_search: options.threads,
        table_bytes: options.table_mib << 20,
        cache_entries: 0,
        limit_policy: LimitPolicy { default_time: MAX_TIME, max_time: MAX_TIME, max_nodes: u64::MAX },
        ..EngineConfig::default()
    }
}
