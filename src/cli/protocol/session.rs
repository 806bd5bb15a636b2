//! The game, the options and the search of a session, whatever the protocol.

use super::commands::print;
use super::options::Options;
use super::time_management::{MAX_TIME, MoveTime, TimeManager};
use crate::config::ProtocolOptions;
use bestmove_core::search::STACK_BYTES;
use bestmove_query::{
    Analysis, AnyGame, AnyQuery, Budget, FieldError, Interrupt, LimitPolicy, MoveSelection, PositionInfo,
    Priority, Request, RequestedLimits, SessionConfig,
};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How a protocol writes a search.
#[derive(Clone, Copy)]
pub(super) struct Printer {
    /// The line before the first iteration; none if it is empty.
    pub(super) begin: &'static str,
    /// A finished iteration, as a line.
    pub(super) info: fn(&Analysis) -> String,
    /// The move to play, as a line.
    pub(super) best: fn(&Analysis) -> String,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    /// The last iteration of a full-width search.
    pub(super) depth: Option<u64>,
    /// The last iteration of a search with selective techniques. The solver does not run then.
    pub(super) selective_depth: Option<u64>,
    /// Nodes to visit.
    pub(super) nodes: Option<u64>,
    /// The time.
    pub(super) time: Option<MoveTime>,
    /// Whether the answer waits until the search is stopped.
    pub(super) only_when_stopped: bool,
}

/// A game in progress, and the search for its next move. Dropping it stops the search.
pub(super) struct ProtocolSession {
    game: Arc<dyn AnyGame>,
    printer: Printer,
    options: Options,
    /// Made when first needed, as user interfaces set options before.
    tables: Option<Arc<bestmove_query::Session>>,
    /// None after one that was refused.
    position: Option<Position>,
    search: Option<Search>,
}

/// The start position if `None`, and the moves played from it.
#[derive(Default)]
struct Position {
    start: Option<String>,
    moves: Vec<String>,
}

struct Search {
    /// Set to end the search; set by itself before it answers.
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Analysis>,
}

impl ProtocolSession {
    pub(super) fn new(options: &ProtocolOptions, game: Arc<dyn AnyGame>, printer: Printer) -> Self {
        let options = Options::from(options);
        Self { game, printer, options, tables: None, position: Some(Position::default()), search: None }
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
            self.tables = None;
        }
        self.options = options;
        Ok(())
    }

    /// Loads the game and allocates the tables, unless that has been done.
    pub(super) fn load(&mut self) -> Arc<bestmove_query::Session> {
        let tables = self.tables.get_or_insert_with(|| {
            let tables = bestmove_query::Session::new(config(&self.options));
            tables.load(self.game.as_ref());
            Arc::new(tables)
        });
        Arc::clone(tables)
    }

    /// Clears the tables, as the next search has nothing to do with the last.
    pub(super) fn new_game(&mut self) -> Result<(), FieldError> {
        self.refuse_while_searching()?;
        if let Some(tables) = &self.tables {
            tables.clear();
        }
        Ok(())
    }

    /// Sets the position, the start position if `None`, and the moves played from it.
    pub(super) fn set_position(
        &mut self,
        start: Option<String>,
        moves: Vec<String>,
    ) -> Result<(), FieldError> {
        self.game.prepare(start.as_deref(), &moves, MoveSelection::default())?;
        self.position = Some(Position { start, moves });
        Ok(())
    }

    /// Plays a move in the position.
    pub(super) fn play(&mut self, text: &str) -> Result<(), FieldError> {
        let Position { start, moves } = self.position()?;
        let moves = moves.iter().cloned().chain([text.to_owned()]).collect();
        self.set_position(start.clone(), moves)
    }

    /// The number of moves played.
    pub(super) fn moves_played(&self) -> Result<usize, FieldError> {
        Ok(self.position()?.moves.len())
    }

    /// Takes back the moves after so many.
    pub(super) fn take_back(&mut self, moves_left: usize) {
        if let Some(position) = &mut self.position {
            position.moves.truncate(moves_left);
        }
    }

    /// Forgets the position, because another one was sent. Until that one is set, commands that need a position are
    /// refused: a move in the old one would be an answer to a question that nobody asked.
    pub(super) fn forget_position(&mut self) {
        self.position = None;
    }

    fn position(&self) -> Result<&Position, FieldError> {
        let refused =
            || FieldError::new("position", "a legal one before this command", "one that was refused");
        self.position.as_ref().ok_or_else(refused)
    }

    fn query(&self) -> Result<Box<dyn AnyQuery>, FieldError> {
        let Position { start, moves } = self.position()?;
        self.game.prepare(start.as_deref(), moves, MoveSelection::default())
    }

    /// The position after the moves.
    pub(super) fn position_info(&self) -> Result<PositionInfo, FieldError> {
        Ok(self.query()?.position_info())
    }

    /// The legal moves there.
    pub(super) fn legal_moves(&self) -> Result<Vec<String>, FieldError> {
        Ok(self.query()?.legal_moves().moves.into_iter().map(|legal| legal.text).collect())
    }

    /// Starts to search for the move to play.
    pub(super) fn go(&mut self, ends: Ends) -> Result<(), FieldError> {
        let (opponent, book) = (self.options.player(), self.options.book);
        self.search(ends, MoveSelection { opponent, book, ..MoveSelection::default() }, self.printer)
    }

    /// Searches for the move to play, and waits for the answer.
    pub(super) fn think(&mut self, ends: Ends) -> Result<Analysis, FieldError> {
        self.go(ends)?;
        let Search { thread, .. } = self.search.take().expect("it has just been started");
        thread.join().map_err(|_| FieldError::new("search", "an answer", "a panic"))
    }

    /// Starts to analyse the best moves, so many of them, at full strength.
    pub(super) fn analyse(
        &mut self,
        ends: Ends,
        lines: NonZeroUsize,
        printer: Printer,
    ) -> Result<(), FieldError> {
        self.search(ends, MoveSelection { lines, ..MoveSelection::default() }, printer)
    }

    /// Starts to search on a thread of its own, which prints iterations and the answer.
    fn search(
        &mut self,
        ends: Ends,
        selection: MoveSelection<'_>,
        printer: Printer,
    ) -> Result<(), FieldError> {
        let arrival = Instant::now();
        self.refuse_while_searching()?;
        let tables = self.load();
        let Position { start, moves } = self.position()?;
        // A solver has no iterations to judge by, so each of its moves gets an equal share.
        let optimum = ends.time.and_then(|time| time.optimum).filter(|_| !self.game.scores_all_moves());
        let time = ends.time.map(|time| if optimum.is_some() { time.maximum } else { time.even() });
        let cpu_start = self.options.cpu_clock.then(cpu_time);
        let time_ms = time.filter(|_| cpu_start.is_none()).map(|time| time.as_millis() as u64);
        // A limit on nodes leaves out the solver, and no technique of the search.
        let nodes = ends.nodes.or_else(|| ends.selective_depth.map(|_| u64::MAX));
        let request = Request {
            game: self.game.as_ref(),
            position: start.as_deref(),
            moves,
            selection,
            requested: RequestedLimits { time_ms, depth: ends.depth, nodes, fresh: false },
            priority: Priority::Interactive,
            arrival,
        };
        let (query, budget) = request.prepare(tables.limit_policy())?;
        let is_forced = has_one_move(query.as_ref());
        let time_manager = optimum.map(|optimum| TimeManager::new(optimum, is_forced));
        let stop = Arc::new(AtomicBool::new(false));
        if let (Some(start), Some(time)) = (cpu_start, time) {
            stop_at_cpu_time(start + time, Arc::clone(&stop));
        }
        let stopped = Arc::clone(&stop);
        let end = EndCondition { selective_depth: ends.selective_depth, cpu_start, time_manager };
        let search = RunningSearch {
            query,
            budget,
            arrival,
            end,
            printer,
            stopped,
            only_when_stopped: ends.only_when_stopped,
        };
        let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || search.run(&tables));
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

/// What the thread of a search works with.
struct RunningSearch {
    query: Box<dyn AnyQuery>,
    budget: Budget,
    arrival: Instant,
    end: EndCondition,
    printer: Printer,
    stopped: Arc<AtomicBool>,
    /// Whether the answer waits until the search is stopped.
    only_when_stopped: bool,
}

impl RunningSearch {
    /// Searches, and prints iterations and the answer.
    fn run(self, tables: &bestmove_query::Session) -> Analysis {
        let Self { query, budget, arrival, mut end, printer, stopped, only_when_stopped } = self;
        // Without a reader, the end of the input ends the session soon.
        let show = |line: String| drop(print(&line));
        show(printer.begin.to_owned());
        let mut on_iteration = |found: &Analysis| {
            show((printer.info)(found));
            if end.is_met_by(found) {
                stopped.store(true, Ordering::Relaxed);
            }
        };
        let clock = (arrival, Interrupt { stop: &stopped, checkpoint: None });
        let analysis = book_answer(query.as_ref())
            .unwrap_or_else(|| tables.answer_query(query.as_ref(), &budget, clock, &mut on_iteration));
        show((printer.info)(&analysis));
        while only_when_stopped && !stopped.load(Ordering::Relaxed) {
            thread::park();
        }
        stopped.store(true, Ordering::Relaxed);
        show((printer.best)(&analysis));
        analysis
    }
}

/// Ends a search with an iteration.
struct EndCondition {
    selective_depth: Option<u64>,
    time_manager: Option<TimeManager>,
    /// The processor time used before the search, if its clock is that.
    cpu_start: Option<Duration>,
}

impl EndCondition {
    fn is_met_by(&mut self, found: &Analysis) -> bool {
        let used = self.cpu_start.map(|start| cpu_time().saturating_sub(start));
        let elapsed = used.unwrap_or(found.timing.elapsed);
        let is_deep = self.selective_depth.is_some_and(|last| u64::from(found.depth) >= last);
        is_deep || self.time_manager.as_mut().is_some_and(|manager| manager.ends_with(found, elapsed))
    }
}

impl Drop for ProtocolSession {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The answer of the opening book of estimates, if the query may use it: whatever the limits of the search.
fn book_answer(query: &dyn AnyQuery) -> Option<Analysis> {
    query.book_answer(&Budget { time: Duration::ZERO, depth: None, nodes: None, fresh: false })
}

/// Stops a search once this process has used so much processor time in all.
fn stop_at_cpu_time(end: Duration, stop: Arc<AtomicBool>) {
    thread::spawn(move || {
        while cpu_time() < end && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// The processor time used by this process.
fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// Whether there is only one move, by whatever path.
fn has_one_move(query: &dyn AnyQuery) -> bool {
    let moves = query.legal_moves().moves;
    moves.windows(2).all(|pair| pair[0].position == pair[1].position)
}

/// Tables of the size that the options say, without the limits of a service.
fn config(options: &Options) -> SessionConfig {
    SessionConfig {
        threads: options.threads,
        table_bytes: options.table_mib << 20,
        limit_policy: LimitPolicy { default_time: MAX_TIME, max_time: MAX_TIME, max_nodes: u64::MAX },
        ..SessionConfig::default()
    }
}
