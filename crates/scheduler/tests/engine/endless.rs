//! A stub game whose search runs until it is stopped.

use crate::built_in;
use bestmove_core::game::{Comment, Info, Layout, LevelTable, PerftMode, SolverMemory};
use bestmove_core::search::{Cutoffs, Limits, Lines, Probes, StoppedBy};
use bestmove_core::types::{Bound, Expectation, Verdict};
use bestmove_query::{
    Analysis, AnalysisLine, AnyGame, AnyQuery, AnyTree, ConvertedGame, FieldError, GameSource, ImportPlace,
    ImportStep, ImportedGame, LegalMoves, MoveSelection, PositionInfo, QueryKey, SearchResources, Source,
    Timing, TreeRequest,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A stub game. Its search runs until it is stopped or times out, and panics at the position `panic`.
#[derive(Default)]
pub(super) struct Endless(Arc<SearchCounts>);

/// The searches that began and ended.
#[derive(Default)]
struct SearchCounts {
    begun: AtomicUsize,
    ended: AtomicUsize,
}

struct EndlessQuery {
    counts: Arc<SearchCounts>,
    key: QueryKey,
}

impl AnyGame for Endless {
    fn ensure_loaded(&self) {}
    fn with_tables(&self, _: &Path) -> Result<Arc<dyn AnyGame>, FieldError> {
        Ok(Arc::new(Self::default()))
    }
    fn allocate_solver(&self, _: &SolverMemory) {}
    fn info(&self) -> &'static Info {
        built_in("tic-tac-toe").info()
    }
    fn start(&self) -> String {
        "start".to_owned()
    }
    fn levels(&self) -> &'static LevelTable {
        built_in("tic-tac-toe").levels()
    }
    fn scores_all_moves(&self) -> bool {
        false
    }
    fn layout(&self) -> Layout {
        built_in("tic-tac-toe").layout()
    }
    fn prepare(
        &self,
        position: Option<&str>,
        _: &[String],
        _: MoveSelection<'_>,
    ) -> Result<Box<dyn AnyQuery>, FieldError> {
        let position = position.unwrap_or("start").to_owned();
        let key =
            QueryKey { game: "endless", position, moves: Vec::new(), lines: 1, only: None, opponent: None };
        Ok(Box::new(EndlessQuery { counts: Arc::clone(&self.0), key }))
    }
    fn tree(&self, request: TreeRequest<'_>) -> Result<Box<dyn AnyTree>, FieldError> {
        built_in("tic-tac-toe").tree(request)
    }
    fn position_to_move(&self, _: Option<&str>, _: &str) -> Result<String, FieldError> {
        Ok(String::new())
    }
    fn convert(&self, _: GameSource<'_>) -> Result<ConvertedGame, FieldError> {
        Err(FieldError::new("moves", "no conversion of a stub", "one"))
    }
    fn annotate(&self, _: &ConvertedGame, _: &[Comment]) -> Result<String, FieldError> {
        Ok(String::new())
    }
    fn import(
        &self,
        _: &str,
        _: ImportPlace,
        _: &mut dyn FnMut(ImportedGame) -> ImportStep,
    ) -> Result<Option<ImportPlace>, FieldError> {
        Ok(None)
    }
    fn perft(&self, _: Option<&str>, _: u8, _: PerftMode) -> Result<u64, FieldError> {
        Ok(0)
    }
}

impl Endless {
    pub(super) fn begun(&self) -> usize {
        self.0.begun.load(Ordering::SeqCst)
    }

    pub(super) fn ended(&self) -> usize {
        self.0.ended.load(Ordering::SeqCst)
    }
}

pub(super) fn endless() -> Arc<Endless> {
    Arc::default()
}

impl AnyQuery for EndlessQuery {
    fn position_info(&self) -> PositionInfo {
        PositionInfo { game: "endless", position: self.key.position.clone(), to_move: "X", outcome: None }
    }
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves { position_info: self.position_info(), pieces: Vec::new(), moves: Vec::new() }
    }
    fn key(&self) -> &QueryKey {
        &self.key
    }
    fn game_over(&self) -> Option<Analysis> {
        None
    }
    fn score_moves_blocking(&self, _: Limits<'_>, _: &SolverMemory) -> Vec<(String, Verdict, Bound)> {
        Vec::new()
    }
    fn search_blocking(&self, resources: &SearchResources<'_>, _: &mut dyn FnMut(Analysis)) -> Analysis {
        self.counts.begun.fetch_add(1, Ordering::SeqCst);
        assert!(self.key.position != "panic", "a panic of the stub");
        let is_timed_out = || resources.limits.deadline.is_some_and(|deadline| deadline <= Instant::now());
        let is_stopped = || resources.limits.stop.load(Ordering::SeqCst);
        while !is_stopped() && !is_timed_out() {
            std::thread::yield_now();
        }
        self.counts.ended.fetch_add(1, Ordering::SeqCst);
        Analysis {
            position_info: self.position_info(),
            lines: Lines::from(AnalysisLine {
                line: vec!["1".to_owned()],
                verdict: Verdict::Estimate(1),
                expectation: Expectation::DRAW,
                bound: Bound::Exact,
                reason: None,
            }),
            depth: 0,
            selective_depth: 0,
            nodes: 1,
            cutoffs: Cutoffs::default(),
            probes: Probes::default(),
            timing: Timing::default(),
            degraded: false,
            source: Source::Search,
            stopped_by: if is_stopped() { StoppedBy::Cancelled } else { StoppedBy::Time },
            opponent: None,
        }
    }
}
