//! Proven scores are true: at any limit, with a table that other searches have filled, and near draws by
//! repetition or by the no-progress rule.

use crate::positions::{Rng, by_ply, moves, random_path};
use bestmove_core::game::{
    Evaluator, Game, Moves, Notation, Outcome, Rules, Searchable, Side, Solver, Tablebase,
};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::{
    Limits, Path, ScoredLine, SearchContext, SearchResult, Settings, StoppedBy, TranspositionTable, search,
};
use bestmove_core::types::{Bound, Depth, Key, Verdict};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// A search by one thread.
pub(crate) fn run<G: Game>(
    path: &Path<G>,
    nodes: Option<u64>,
    depth: Option<u8>,
    settings: Settings,
    table: &TranspositionTable,
) -> SearchResult<G> {
    let limits = Limits { depth: depth.map(Depth::new), nodes, ..Limits::default() };
    let knowledge = G::Knowledge::default();
    let context = SearchContext { settings, ..SearchContext::new(&knowledge, table, limits) };
    search(path, context, &mut |_| {})
}

/// A short search by several threads.
pub(crate) fn run_together<G: Game>(path: &Path<G>, table: &TranspositionTable) -> SearchResult<G> {
    let deadline = Some(Instant::now() + Duration::from_millis(4));
    let limits = Limits { deadline, ..Limits::default() };
    let (knowledge, threads) = (G::Knowledge::default(), NonZeroUsize::new(3).unwrap());
    let context = SearchContext { threads, ..SearchContext::new(&knowledge, table, limits) };
    search(path, context, &mut |_| {})
}

/// Whether a verdict with its bound is consistent with the true verdict. An estimate always is.
pub(crate) fn holds(verdict: Verdict, bound: Bound, truth: Verdict) -> bool {
    let fast_enough = |claimed: Option<u16>, true_plies: Option<u16>| match bound {
        Bound::Exact => claimed == true_plies,
        Bound::Lower | Bound::Upper => claimed >= true_plies,
    };
    match (verdict, truth) {
        (Verdict::Estimate(_), _) | (Verdict::Draw, Verdict::Draw) => true,
        (Verdict::Win { plies: claimed }, Verdict::Win { plies }) => {
            bound != Bound::Upper && fast_enough(claimed, plies)
        }
        (Verdict::Loss { plies: claimed }, Verdict::Loss { plies }) => {
            bound != Bound::Lower && fast_enough(claimed, plies)
        }
        (Verdict::Margin(claimed), Verdict::Margin(margin)) => match bound {
            Bound::Exact => claimed == margin,
            Bound::Lower => claimed <= margin,
            Bound::Upper => claimed >= margin,
        },
        _ => false,
    }
}

/// Compares the verdict of the proof with those at each node limit, with a warm table and a cold one, and
/// with that of a short search by several threads.
fn verdicts_hold<G: Notation>(positions: impl Iterator<Item = Path<G>>, limits: &[u64]) {
    let warm = TranspositionTable::new(1 << 18);
    for path in positions {
        let solved = run(&path, None, None, Settings::STRONGEST, &TranspositionTable::new(1 << 22));
        assert!(solved.best().verdict.is_proven(), "{path:?}");
        assert_eq!((solved.best().bound, solved.stopped_by), (Bound::Exact, StoppedBy::Proven), "{path:?}");
        let found = run_together(&path, &TranspositionTable::new(1 << 12));
        let &ScoredLine { verdict, bound, .. } = found.best();
        assert!(
            holds(verdict, bound, solved.best().verdict),
            "{verdict:?} {bound:?}, not {:?}",
            solved.best().verdict
        );
        for &nodes in limits {
            for table in [&warm, &TranspositionTable::new(1 << 12)] {
                let found = run(&path, Some(nodes), None, Settings::STRONGEST, table);
                let &ScoredLine { verdict, bound, .. } = found.best();
                assert!(
                    holds(verdict, bound, solved.best().verdict),
                    "{verdict:?} {bound:?} at {nodes}, not {:?}, in {path:?}",
                    solved.best().verdict
                );
            }
        }
    }
}

#[test]
fn tic_tac_toe_verdicts_hold_at_any_limit() {
    let positions = by_ply::<TicTacToe>(9);
    let open = positions.iter().flat_map(HashMap::values).filter(|board| TicTacToe::outcome(board).is_none());
    verdicts_hold::<TicTacToe>(
        open.map(|board| Path::from(*board)),
        &[1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400],
    );
}

#[test]
fn connect_four_verdicts_hold_at_any_limit() {
    let mut rng = Rng(4);
    let late = std::iter::from_fn(|| Some(random_path::<ConnectFour>(&mut rng, ConnectFour::start(), 28)));
    let late = late.filter(|path| {
        path.before().is_empty() && ConnectFour::print(path.position()).matches('.').count() <= 16
    });
    verdicts_hold::<ConnectFour>(late.take(300), &[1, 3, 10, 30, 100, 300, 1000, 3000]);
}

/// The true verdict on a path of checkers, as far as `depth` plies prove it: a full-width search with a cold
/// table.
fn truth(path: &Path<Checkers>, depth: u8) -> Verdict {
    run(path, None, Some(depth), Settings::FULL_WIDTH, &TranspositionTable::new(1 << 22)).best().verdict
}

/// Endings with long histories, where repetition and the no-progress rule decide, with a table that holds
/// proofs from other paths (graph-history interaction).
#[test]
fn checkers_verdicts_hold_near_draws_by_history() {
    let (mut rng, mut proven) = (Rng(6), 0);
    for fen in ["B:WK19:BK22,K31", "W:WK14,K10:BK1", "B:WK6,K30:BK14,K15,K21"] {
        let (start, warm) = (Checkers::parse(fen).unwrap(), TranspositionTable::new(1 << 20));
        for _ in 0..250 {
            let length = 68 + rng.below(12);
            let path = (0..)
                .map(|_| random_path(&mut rng, start, length))
                .find(|path| path.no_progress_plies() >= 66)
                .unwrap();
            run(&Path::<Checkers>::from(*path.position()), Some(20_000), None, Settings::STRONGEST, &warm);
            let alone = run(&path, Some(2_000), None, Settings::STRONGEST, &warm);
            proven += u32::from(matches!(
                alone.best().verdict,
                Verdict::Win { plies: Some(..=11) } | Verdict::Loss { plies: Some(..=11) }
            ));
            for found in [alone, run_together(&path, &warm)] {
                let &ScoredLine { verdict, bound, .. } = found.best();
                let (Verdict::Win { plies } | Verdict::Loss { plies }) = verdict else { continue };
                if let Some(plies @ ..=11) = plies {
                    let truth = truth(&path, plies as u8);
                    assert!(
                        holds(verdict, bound, truth),
                        "{verdict:?} {bound:?}, not {truth:?}, in {path:?}"
                    );
                }
            }
        }
    }
    assert!(proven > 50, "only {proven} claims to check");
}

/// One ply before the no-progress limit, every quiet move draws.
#[test]
fn a_game_at_the_no_progress_limit_is_a_proven_draw() {
    let mut rng = Rng(8);
    let start = Checkers::parse("B:WK29,K30:BK1,K6").unwrap();
    let is_quiet = |path: &Path<Checkers>| {
        let can_capture = moves::<Checkers>(path.position())
            .iter()
            .any(|&played| Checkers::is_noisy(path.position(), played));
        path.no_progress_plies() == 79 && !can_capture
    };
    let path = (0..).map(|_| random_path::<Checkers>(&mut rng, start, 79)).find(is_quiet).unwrap();
    for settings in [Settings::STRONGEST, Settings::FULL_WIDTH] {
        let found = run(&path, None, None, settings, &TranspositionTable::new(1 << 20));
        assert_eq!(
            (found.best().verdict, found.best().bound, found.stopped_by),
            (Verdict::Draw, Bound::Exact, StoppedBy::Proven)
        );
    }
}

/// A game with one move in each position, which cycles through six positions.
#[derive(Clone, Copy, Debug)]
struct Ring;

impl Rules for Ring {
    type Position = u8;
    type Move = ();

    const ID: &'static str = "ring";

    fn start() -> u8 {
        0
    }

    fn to_move(position: &u8) -> Side {
        if position.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(_: &u8, moves: &mut Moves<()>) {
        moves.push(());
    }

    fn play(position: &u8, (): ()) -> u8 {
        (position + 1) % 6
    }

    fn outcome(_: &u8) -> Option<Outcome> {
        None
    }

    fn is_irreversible(_: &u8, (): ()) -> bool {
        false
    }
}

impl Searchable for Ring {
    const HISTORY_SIZE: usize = 1;

    fn key(position: &u8) -> Key {
        Key::exact(u64::from(*position))
    }

    fn code((): ()) -> u16 {
        0
    }
}

impl Evaluator for Ring {
    type Knowledge = ();
}

impl Tablebase for Ring {}

impl Solver for Ring {}

/// Every score below the root depends on the repetition of the root, so another search must not find it in
/// the table (graph-history interaction).
#[test]
fn draws_by_repetition_stay_out_of_the_shared_table() {
    let table = TranspositionTable::new(1 << 16);
    let found = run(&Path::<Ring>::from(0), None, Some(8), Settings::STRONGEST, &table);
    assert_eq!((found.best().verdict, found.stopped_by), (Verdict::Estimate(0), StoppedBy::Depth));
    assert_eq!(
        (0..6).find_map(|position| table
            .probe(Ring::key(&position).salted(Key::game_salt(Ring::ID)))
            .filter(|entry| entry.depth > Depth::new(5))),
        None
    );
}

/// Holds although the search may use four threads.
#[test]
fn a_node_limit_is_kept_to_the_node() {
    let (path, knowledge) = (Path::<Checkers>::from(Checkers::start()), Default::default());
    for nodes in [1, 7, 100_000] {
        let table = TranspositionTable::new(1 << 20);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let threads = NonZeroUsize::new(4).unwrap();
        let context = SearchContext { threads, ..SearchContext::new(&knowledge, &table, limits) };
        let found = search(&path, context, &mut |_| {});
        assert_eq!((found.nodes, found.stopped_by), (nodes, StoppedBy::Nodes));
    }
}
