//! Several moves with a score and a line each (MultiPV), against minimax of each move.

use crate::agreement::{Noisy, minimax, score_of};
use crate::built_in;
use crate::positions::{Rng, moves, random_path};
use crate::proofs;
use bestmove_core::game::{Game, Moves, Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::StoppedBy;
use bestmove_core::search::{
    Limits, Path, RootMoves, ScoredLine, SearchContext, SearchResult, Settings, TranspositionTable,
    search_root_moves,
};
use bestmove_core::types::{Bound, Depth, Ply, Score, Verdict};
use bestmove_query::{
    Analysis, AnalysisLine, FieldError, LimitPolicy, MoveSelection, Priority, Request, RequestedLimits,
    Session, SessionConfig,
};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

fn run<G: Game>(
    roots: RootMoves<'_, G>,
    depth: Option<u8>,
    nodes: Option<u64>,
    settings: Settings,
    table: &TranspositionTable,
) -> SearchResult<G> {
    let limits = Limits { depth: depth.map(Depth::new), nodes, ..Limits::default() };
    let knowledge = G::Knowledge::default();
    let context = SearchContext { settings, ..SearchContext::new(&knowledge, table, limits) };
    search_root_moves(roots, context, &mut |_| {})
}

/// All lines of a result, the best first.
fn lines_of<G: Game>(found: &SearchResult<G>) -> Vec<ScoredLine<G>> {
    found.lines.to_vec()
}

/// Moves with their minimax scores, best first.
fn by_minimax<G: Game>(path: &Path<G>, depth: u8) -> Vec<(G::Move, Score)> {
    let scored = moves::<G>(path.position()).into_iter().map(|played| {
        let mut next = path.clone();
        next.play(played);
        (played, -minimax(&next, depth - 1, Ply::ROOT.next()))
    });
    let mut scored: Vec<_> = scored.collect();
    scored.sort_by_key(|&(_, score)| Reverse(score));
    scored
}

/// Compares the scores of the lines with minimax: for all moves and for a random subset, with each possible
/// number of lines.
fn agrees<G: Game>(seed: u64, games: usize, plies: usize, depth: u8) {
    let (mut rng, table) = (Rng(seed), TranspositionTable::new(1 << 18));
    for _ in 0..games {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let every = by_minimax(&path, depth);
        let some: Vec<_> = every.iter().copied().filter(|_| rng.below(2) == 0).collect();
        for expected in [every, some] {
            let mut candidates: Moves<G::Move> = expected.iter().map(|&(played, _)| played).collect();
            candidates.reverse();
            for lines in 1..=candidates.len() {
                let lines = NonZeroUsize::new(lines).unwrap();
                let roots = RootMoves { path: &path, moves: &candidates, multi_pv: lines };
                let found = run(roots, Some(depth), None, Settings::FULL_WIDTH, &table);
                let lines_found = lines_of(&found);
                assert_eq!(lines_found.len(), lines.get());
                for (at, variation) in lines_found.iter().enumerate() {
                    let score = score_of(variation.verdict);
                    assert_eq!(score, expected[at].1, "line {at} of {expected:?} from {path:?}");
                    assert!(expected.contains(&(variation.line[0], score)), "{variation:?} from {path:?}");
                }
            }
        }
    }
}

#[test]
fn each_line_has_the_score_of_its_move() {
    for depth in 1..=4 {
        agrees::<TicTacToe>(u64::from(depth), 20, 8, depth);
        agrees::<Noisy<TicTacToe>>(u64::from(depth), 20, 8, depth);
        agrees::<Noisy<ConnectFour>>(u64::from(depth), 4, 36, depth);
        agrees::<Checkers>(u64::from(depth), 10, 80, depth);
        agrees::<Noisy<Checkers>>(u64::from(depth), 10, 80, depth);
    }
}

/// Stops searches at random node limits. Checks that each result has the requested number of legal lines, of
/// different moves, best first unless a score is decisive.
fn check_at_any_limit<G: Game>(seed: u64, games: usize, plies: usize) {
    let (mut rng, table) = (Rng(seed), TranspositionTable::new(1 << 20));
    for _ in 0..games {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let legal = moves::<G>(path.position());
        let lines = NonZeroUsize::new(1 + rng.below(legal.len())).unwrap();
        let roots = RootMoves { path: &path, moves: &legal, multi_pv: lines };
        let nodes = 1 << rng.below(14);
        let found = run(roots, None, Some(nodes), Settings::STRONGEST, &table);
        let lines_found = lines_of(&found);
        assert_eq!(lines_found.len(), lines.get());
        let texts: HashSet<_> = lines_found.iter().map(|one| format!("{:?}", one.line[0])).collect();
        assert_eq!(texts.len(), lines.get(), "a move twice from {path:?}");
        for variation in &lines_found {
            let mut end = path.clone();
            for &played in &variation.line {
                assert!(moves::<G>(end.position()).contains(&played), "{variation:?} from {path:?}");
                end.play(played);
            }
        }
        let scores: Vec<_> = lines_found.iter().map(|one| score_of(one.verdict)).collect();
        let has_decisive = scores.iter().any(|score| score.is_decisive());
        assert!(
            has_decisive || scores.is_sorted_by(|one, next| one >= next),
            "{lines_found:?} from {path:?}"
        );
    }
}

#[test]
fn lines_are_sorted_at_any_limit() {
    check_at_any_limit::<TicTacToe>(1, 500, 8);
    check_at_any_limit::<ConnectFour>(2, 500, 38);
    check_at_any_limit::<Checkers>(3, 2_000, 120);
}

#[test]
fn one_line_visits_the_nodes_of_the_best_move() {
    let path = Path::<Checkers>::from(Checkers::start());
    let legal = moves::<Checkers>(path.position());
    let roots = RootMoves { path: &path, moves: &legal, multi_pv: NonZeroUsize::MIN };
    let one = run(roots, Some(9), None, Settings::STRONGEST, &TranspositionTable::new(1 << 20));
    let best = proofs::run(&path, None, Some(9), Settings::STRONGEST, &TranspositionTable::new(1 << 20));
    assert_eq!((one.nodes, &one.best().line), (best.nodes, &best.best().line));
    let many = RootMoves { multi_pv: NonZeroUsize::MAX, ..roots };
    let all = run(many, Some(9), None, Settings::STRONGEST, &TranspositionTable::new(1 << 20));
    assert_eq!(one.lines.len(), 1);
    assert_eq!(all.lines.len(), 7);
    assert!(all.nodes > one.nodes);
}

fn session() -> Session {
    let limit_policy = LimitPolicy { max_time: Duration::from_mins(1), ..LimitPolicy::default() };
    let (table_bytes, solver_bytes) = (1 << 20, 16 << 20);
    Session::new(SessionConfig { table_bytes, solver_bytes, limit_policy, ..SessionConfig::default() })
}

fn analyse(
    session: &Session,
    game: &str,
    position: Option<&str>,
    moves: &[String],
    selection: MoveSelection<'_>,
) -> Result<Analysis, FieldError> {
    let requested = RequestedLimits { time_ms: Some(60_000), ..RequestedLimits::default() };
    let game = built_in(game);
    let request = Request {
        game: game.as_ref(),
        position,
        moves,
        selection,
        requested,
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    session.answer(&request, &mut |_| {})
}

fn every() -> MoveSelection<'static> {
    MoveSelection { lines: NonZeroUsize::MAX, ..MoveSelection::default() }
}

/// Checks that the score of each move is the negated score of the position after it.
#[track_caller]
fn check_every_move(session: &Session, game: &str, position: &str) {
    let report = analyse(session, game, Some(position), &[], every()).unwrap();
    let best = analyse(session, game, Some(position), &[], MoveSelection::default()).unwrap();
    assert_eq!(report.stopped_by, StoppedBy::Proven);
    assert_eq!(
        (report.best().verdict, report.best_move()),
        (best.best().verdict, best.best_move()),
        "{position}"
    );
    let mut before = Score::INFINITE;
    for &AnalysisLine { ref line, verdict, bound, .. } in report.lines.iter() {
        assert_eq!(bound, Bound::Exact);
        let after = analyse(session, game, Some(position), &line[..1], MoveSelection::default()).unwrap();
        let flipped = match after.best().verdict {
            Verdict::Win { plies } => Verdict::Loss { plies: plies.map(|plies| plies + 1) },
            Verdict::Loss { plies } => Verdict::Win { plies: plies.map(|plies| plies + 1) },
            other => other,
        };
        assert_eq!(verdict, flipped, "{} in {position}", line[0]);
        assert!(score_of(verdict) <= before);
        before = score_of(verdict);
        let end = analyse(session, game, Some(position), line, MoveSelection::default()).unwrap();
        assert!(end.position_info.outcome.is_some(), "{line:?} from {position}");
    }
}

#[test]
fn every_column_of_connect_four_has_its_exact_score() {
    let (session, mut rng) = (session(), Rng(7));
    for plies in [8, 16, 20, 24, 28, 32, 36] {
        let path = random_path::<ConnectFour>(&mut rng, ConnectFour::start(), plies);
        check_every_move(&session, "connect-four", &ConnectFour::print(path.position()));
    }
}

#[test]
fn every_move_of_tic_tac_toe_is_proven() {
    let (session, mut rng) = (session(), Rng(8));
    for plies in 0..8 {
        let path = random_path::<TicTacToe>(&mut rng, TicTacToe::start(), plies);
        check_every_move(&session, "tic-tac-toe", &TicTacToe::print(path.position()));
    }
}

fn texts<const N: usize>(moves: [&str; N]) -> [String; N] {
    moves.map(str::to_owned)
}

#[test]
fn only_and_avoid_select_moves() {
    let session = session();
    let best = |only: Option<&[String]>, avoid: &[String]| {
        let selection = MoveSelection { only, avoid, ..MoveSelection::default() };
        analyse(&session, "tic-tac-toe", Some("XX.OO...."), &[], selection).unwrap()
    };
    let move_of = |report: Analysis| report.best_move().unwrap().to_owned();
    assert_eq!(move_of(best(None, &[])), "3");
    assert_eq!(move_of(best(None, &texts(["3"]))), "6");
    assert_eq!(move_of(best(Some(&texts(["9", "7"])), &texts(["7"]))), "9");
    assert_eq!(best(Some(&texts(["9"])), &[]).best().verdict, Verdict::Loss { plies: Some(2) });
    assert_eq!(
        best(None, &[]).best().verdict,
        Verdict::Win { plies: Some(1) },
        "the proof cache has the answer of another query"
    );
}

#[test]
fn impossible_selections_are_refused() {
    let session = session();
    let error_of = |position, only: Option<&[String]>, avoid: &[String]| {
        let selection = MoveSelection { only, avoid, ..MoveSelection::default() };
        analyse(&session, "tic-tac-toe", Some(position), &[], selection).unwrap_err()
    };
    for (position, only, avoid, field) in [
        ("XX.OO....", Some(&texts(["3", "1"])[..]), &[][..], "only[1]"),
        ("XX.OO....", None, &texts(["x"])[..], "avoid[0]"),
        ("XX.OO....", Some(&[][..]), &[][..], "only"),
        ("XX.OO....", Some(&texts(["3"])[..]), &texts(["3"])[..], "avoid"),
        ("XXXOO....", Some(&texts(["9"])[..]), &[][..], "only[0]"),
    ] {
        assert_eq!(error_of(position, only, avoid).field, field);
    }
}

#[test]
fn equivalent_queries_have_equal_keys() {
    let key_of = |game: &str, position, moves: &[String], selection| {
        built_in(game).prepare(position, moves, selection).unwrap().key().clone()
    };
    let plain = MoveSelection::default();
    let start = key_of("connect-four", Some("44"), &texts(["5"]), plain);
    assert_eq!(start, key_of("connect-four", None, &texts(["4", "4", "5"]), plain));
    assert_eq!((start.moves.len(), start.lines, &start.only), (0, 1, &None));

    let kings = key_of("checkers", Some("W:WK29,K11:BK4"), &texts(["29-25", "4-8"]), plain);
    assert_eq!((kings.position.as_str(), &kings.moves[..]), ("W:WK11,K29:BK4", &texts(["29-25", "4-8"])[..]));
    assert_ne!(kings, key_of("checkers", Some("W:WK25,K11:BK8"), &[], plain));

    let all = texts(["9", "8", "7", "6", "3"]);
    let named = MoveSelection { only: Some(&all), lines: NonZeroUsize::MAX, ..plain };
    let unnamed = key_of("tic-tac-toe", Some("XX.OO...."), &[], every());
    assert_eq!(key_of("tic-tac-toe", Some("XX./OO./..."), &[], named), unnamed);
    let (only, avoid) = (texts(["9", "8"]), texts(["3", "6", "7"]));
    let [by_only, by_avoid] =
        [MoveSelection { only: Some(&only), ..plain }, MoveSelection { avoid: &avoid, ..plain }]
            .map(|selection| key_of("tic-tac-toe", Some("XX.OO...."), &[], selection));
    assert_eq!(by_only, by_avoid);
}

#[test]
fn iterations_are_reported_before_the_end() {
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: None,
        moves: &[],
        selection: MoveSelection { lines: NonZeroUsize::new(2).unwrap(), ..MoveSelection::default() },
        requested: RequestedLimits { time_ms: Some(300), ..RequestedLimits::default() },
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    let mut depths = Vec::new();
    let mut on_iteration = |found: &Analysis| {
        assert_eq!(found.lines.len(), 2);
        depths.push(found.depth);
    };
    let end = session().answer(&request, &mut on_iteration).unwrap();
    assert!(!depths.is_empty() && depths.is_sorted_by(|one, next| one < next), "{depths:?}");
    assert!(end.depth >= *depths.last().unwrap() && end.timing.elapsed >= Duration::from_millis(250));
    assert_eq!(end.stopped_by, StoppedBy::Time);
}
