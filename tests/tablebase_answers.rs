//! Answers from the checkers tablebases: neither less nor more than they prove.

use crate::built_in;
use crate::positions::{Dice, moves, random_board};
use bestmove::engine::{
    Analysis, Engine, EngineConfig, MoveSelection, Priority, Request, RequestedLimits, Source,
};
use bestmove::game::{
    Ending, Evaluator, Moves, Notation, Outcome, Rules, Searchable, Side, Solver, Tablebase, TablebaseResult,
};
use bestmove::games::Checkers;
use bestmove::games::checkers::endgame::slice::Slice;
use bestmove::games::checkers::endgame::{self, Tables};
use bestmove::games::checkers::{Board, Knowledge, Move};
use bestmove::search::{
    Limits, Path, RootMoves, SearchContext, Settings, StoppedBy, TranspositionTable, adjudicate, search,
    search_root_moves,
};
use bestmove::types::{Bound, Depth, Key, Verdict};
use serde::Deserialize;
use std::iter;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Take one or two from a heap; the player who takes the last one wins. The tablebase has all positions,
/// without distances.
#[derive(Clone, Copy, Debug)]
struct Heap;

impl Rules for Heap {
    type Position = (u16, Side);
    type Move = u16;

    const ID: &'static str = "heap";

    fn start() -> (u16, Side) {
        (40, Side::First)
    }

    fn to_move(&(_, side): &(u16, Side)) -> Side {
        side
    }

    fn moves(&(left, _): &(u16, Side), moves: &mut Moves<u16>) {
        moves.extend((1..=2).filter(|&taken| taken <= left));
    }

    fn play(&(left, side): &(u16, Side), taken: u16) -> (u16, Side) {
        (left - taken, !side)
    }

    fn outcome(&(left, side): &(u16, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome { winner: Some(!side), ending: Ending::NO_MOVES })
    }
}

impl Searchable for Heap {
    const HISTORY_SIZE: usize = 3;

    fn key(&(left, side): &(u16, Side)) -> Key {
        Key::exact(u64::from(left) << 1 | side as u64)
    }

    fn code(taken: u16) -> u16 {
        taken
    }
}

impl Evaluator for Heap {
    type Knowledge = ();
}

impl Tablebase for Heap {
    fn probe_dtw(&(left, _): &(u16, Side), (): &()) -> Option<TablebaseResult> {
        let plies = 2 * (left / 3);
        Some(match left % 3 {
            0 => TablebaseResult::Loss { plies: Some(plies) },
            _ => TablebaseResult::Win { plies: Some(plies + 1) },
        })
    }
}

impl Solver for Heap {}

#[test]
fn each_line_has_its_tablebase_result() {
    let (path, stop) = (Path::<Heap>::from(Heap::start()), AtomicBool::new(false));
    let limits = Limits { depth: None, nodes: Some(50), deadline: None, stop: &stop, checkpoint: None };
    let legal = moves::<Heap>(path.position());
    let roots = RootMoves { path: &path, moves: &legal, multi_pv: NonZeroUsize::MAX };
    let (table, threads) = (TranspositionTable::new(1 << 10), NonZeroUsize::MIN);
    let found = search_root_moves(
        roots,
        SearchContext { knowledge: &(), table: &table, limits, settings: Settings::STRONGEST, threads },
        &mut |_| {},
    );
    assert_eq!(found.stopped_by, StoppedBy::Proven);
    assert_eq!((found.verdict, found.bound), (Verdict::Win { plies: Some(27) }, Bound::Exact));
    assert_eq!((found.line[0], found.line.len()), (1, 27));
    let [other] = &found.alternatives[..] else { panic!("{:?}", found.alternatives) };
    assert_eq!((other.verdict, other.bound), (Verdict::Loss { plies: Some(26) }, Bound::Exact));
    assert_eq!((other.line[0], other.line.len()), (2, 26));
}

fn engine() -> Arc<Engine> {
    Engine::new(EngineConfig { table_bytes: 1 << 20, solver_bytes: 1 << 20, ..EngineConfig::default() })
}

/// A short search of a checkers ending.
fn ask(engine: &Engine, board: &Board, moves: &[String], lines: NonZeroUsize) -> Analysis {
    ask_for(200, engine, board, moves, lines)
}

fn ask_for(nodes: u64, engine: &Engine, board: &Board, moves: &[String], lines: NonZeroUsize) -> Analysis {
    ask_with(
        RequestedLimits { nodes: Some(nodes), ..RequestedLimits::default() },
        engine,
        board,
        moves,
        lines,
    )
}

fn ask_with(
    requested: RequestedLimits,
    engine: &Engine,
    board: &Board,
    moves: &[String],
    lines: NonZeroUsize,
) -> Analysis {
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: Some(&Checkers::print(board)),
        moves,
        selection: MoveSelection { lines, ..MoveSelection::default() },
        requested,
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    engine.best_move_blocking(request, &mut |_| {}).unwrap()
}

/// Whether a verdict is the tablebase result.
fn agrees(verdict: Verdict, expected: TablebaseResult) -> bool {
    matches!(
        (verdict, expected),
        (Verdict::Win { .. }, TablebaseResult::Win { .. })
            | (Verdict::Draw, TablebaseResult::Draw)
            | (Verdict::Loss { .. }, TablebaseResult::Loss { .. })
    )
}

const fn flipped(expected: TablebaseResult) -> TablebaseResult {
    match expected {
        TablebaseResult::Win { plies } => TablebaseResult::Loss { plies },
        TablebaseResult::Draw => TablebaseResult::Draw,
        TablebaseResult::Loss { plies } => TablebaseResult::Win { plies },
    }
}

/// Positions with six pieces and a decisive tablebase result that fits the rules, without a distance.
fn with_six_pieces(count: usize) -> Vec<(Board, TablebaseResult)> {
    let (mut dice, slices) = (Dice(5), Slice::all(6).collect::<Vec<_>>());
    let mut draw = || {
        let slice = slices[dice.below(slices.len())];
        let board = endgame::board(slice, dice.below(slice.len()))?;
        let open = Checkers::outcome(&board).is_none() && Checkers::max_dtz(&board).is_some();
        Tables::embedded().probe(&board).filter(|_| open).map(|expected| (board, expected))
    };
    iter::from_fn(|| Some(draw())).flatten().take(count).collect()
}

#[test]
fn results_without_distances_are_proofs() {
    let (engine, tables) = (engine(), Tables::embedded());
    let after = |board: &Board, text: &str| Checkers::play(board, Checkers::parse_move(board, text).unwrap());
    for (board, expected) in with_six_pieces(500) {
        let fen = Checkers::print(&board);
        let best = ask(&engine, &board, &[], NonZeroUsize::MIN);
        let is_covered = tables.covers(&after(&board, &best.best_move.unwrap()));
        let is_reported = best.verdict.is_proven() || is_covered;
        assert!(
            !is_reported || agrees(best.verdict, expected),
            "{fen}: {:?}, not {expected:?}",
            best.verdict
        );

        let every = ask(&engine, &board, &[], NonZeroUsize::MAX);
        let first = (&every.principal_variation, every.verdict);
        let others = every.alternatives.iter().map(|other| (&other.line, other.verdict));
        let mut only_wins = true;
        for (line, verdict) in [first].into_iter().chain(others) {
            if let Some(expected) = tables.probe(&after(&board, &line[0])).map(flipped) {
                assert!(agrees(verdict, expected), "{} in {fen}: {verdict:?}, not {expected:?}", line[0]);
            }
            let is_win = matches!(verdict, Verdict::Win { .. });
            assert!(only_wins || !is_win, "{} in {fen} comes late", line[0]);
            only_wins = is_win;
        }
    }
}

/// The tablebase result after all forced captures.
fn resolved(board: &Board, knowledge: &Knowledge) -> TablebaseResult {
    if Checkers::outcome(board).is_some() {
        return TablebaseResult::Loss { plies: None };
    }
    if !captures(board) {
        return Checkers::probe_dtw(board, knowledge).unwrap();
    }
    let after = |&played: &Move| resolved(&Checkers::play(board, played), knowledge);
    let replies: Vec<_> = moves::<Checkers>(board).iter().map(after).collect();
    if replies.iter().any(|expected| matches!(expected, TablebaseResult::Loss { .. })) {
        TablebaseResult::Win { plies: None }
    } else if replies.contains(&TablebaseResult::Draw) {
        TablebaseResult::Draw
    } else {
        TablebaseResult::Loss { plies: None }
    }
}

#[test]
fn results_after_forced_captures_are_proofs() {
    let (engine, knowledge, mut dice) = (engine(), Knowledge::default(), Dice(23));
    let boards = iter::from_fn(|| Some(random_board(&mut dice, 6))).flatten().filter(captures);
    let mut seen = [0; 3];
    for board in boards.take(600) {
        let expected = resolved(&board, &knowledge);
        let found_verdict = ask(&engine, &board, &[], NonZeroUsize::MIN).verdict;
        assert!(
            agrees(found_verdict, expected),
            "{}: {found_verdict:?}, not {expected:?}",
            Checkers::print(&board)
        );
        seen[(rank(expected) + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

const fn rank(expected: TablebaseResult) -> i32 {
    match expected {
        TablebaseResult::Win { .. } => 1,
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { .. } => -1,
    }
}

/// With three pieces each, men among them, it is unknown whether a win fits the rules.
#[test]
fn tablebase_wins_that_may_not_fit_the_rules_are_estimates() {
    let (engine, mut dice, mut estimates) = (engine(), Dice(33), 0);
    let is_open = |board: &Board| Checkers::max_dtz(board).is_none();
    let boards = iter::from_fn(|| Some(random_board(&mut dice, 6))).flatten().filter(is_open);
    for board in boards.take(1_000) {
        let Some(expected) = Tables::embedded().probe(&board) else { continue };
        let found_verdict = ask(&engine, &board, &[], NonZeroUsize::MIN).verdict;
        let units = i32::from(if let Verdict::Estimate(units) = found_verdict { units } else { 0 });
        let is_tablebase = units * rank(expected) > 25_000;
        assert!(
            is_tablebase || agrees(found_verdict, expected),
            "{}: {found_verdict:?}, {expected:?}",
            Checkers::print(&board)
        );
        estimates += usize::from(is_tablebase);
    }
    assert!(estimates > 50, "{estimates}");
}

/// A search to a small depth may choose a losing move. That is not the score of a position that the
/// tablebase calls drawn.
#[test]
fn a_losing_choice_is_not_the_score_of_a_drawn_position() {
    let (engine, mut dice, mut bad) = (engine(), Dice(8), 0);
    let boards = iter::from_fn(|| Some(random_board(&mut dice, 6))).flatten();
    for board in boards.take(3_000) {
        if Tables::embedded().probe(&board) != Some(TablebaseResult::Draw) {
            continue;
        }
        let found_verdict = ask_with(
            RequestedLimits { depth: Some(1), ..RequestedLimits::default() },
            &engine,
            &board,
            &[],
            NonZeroUsize::MIN,
        );
        let fen = Checkers::print(&board);
        assert!(
            !matches!(found_verdict.verdict, Verdict::Loss { .. } | Verdict::Estimate(..=-25_000)),
            "{fen}: {found_verdict:?}"
        );
        let played = Checkers::parse_move(&board, &found_verdict.best_move.unwrap()).unwrap();
        let after = Tables::embedded().probe(&Checkers::play(&board, played));
        bad += usize::from(matches!(after, Some(TablebaseResult::Win { .. })));
    }
    assert!(bad > 3, "{bad}");
}

#[test]
fn tablebase_lines_are_sorted() {
    let (engine, mut dice, mut pairs) = (engine(), Dice(31), 0);
    let boards = iter::from_fn(|| Some(random_board(&mut dice, 6))).flatten();
    for board in boards.filter(|board| Checkers::max_dtz(board).is_none()).take(300) {
        let found_verdict = ask_for(5_000, &engine, &board, &[], NonZeroUsize::MAX);
        let others = found_verdict.alternatives.iter().map(|other| other.verdict);
        let likely: Vec<_> = iter::once(found_verdict.verdict)
            .chain(others)
            .filter_map(|verdict| match verdict {
                Verdict::Estimate(units) if units.abs() > 25_000 => Some(units),
                _ => None,
            })
            .collect();
        assert!(likely.is_sorted_by(|one, next| one >= next), "{}: {likely:?}", Checkers::print(&board));
        pairs += likely.len().saturating_sub(1);
    }
    assert!(pairs > 100, "{pairs}");
}

#[test]
fn the_best_of_some_moves_is_best_by_the_tablebase() {
    let (engine, only) = (engine(), ["17-13", "32-27"].map(str::to_owned));
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: Some("W:W17,K31,32:BK5,K18"),
        moves: &[],
        selection: MoveSelection { only: Some(&only), ..MoveSelection::default() },
        requested: RequestedLimits { nodes: Some(1), ..RequestedLimits::default() },
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    let found_verdict = engine.best_move_blocking(request, &mut |_| {}).unwrap();
    assert_eq!(
        (found_verdict.best_move.as_deref(), found_verdict.verdict),
        (Some("32-27"), Verdict::Win { plies: Some(79) })
    );
}

/// The tablebase has the winner after a few plies; the search past the tablebase finds the distance.
#[test]
fn the_search_finds_the_distance_past_the_tablebase() {
    let (engine, board) = (engine(), Checkers::parse("W:W21,31:BK18,K29,K19,28").unwrap());
    let found_verdict = ask_for(200_000, &engine, &board, &[], NonZeroUsize::MIN);
    assert_eq!(
        (found_verdict.verdict, found_verdict.stopped_by),
        (Verdict::Loss { plies: Some(12) }, StoppedBy::Proven)
    );
}

#[test]
fn lines_that_end_in_tablebase_results_are_proven() {
    let (engine, board) = (engine(), Checkers::parse("B:W7,K13,28,K29:B17,K32").unwrap());
    let long = RequestedLimits { time_ms: Some(10_000), ..RequestedLimits::default() };
    let found_verdict = ask_with(long, &engine, &board, &[], NonZeroUsize::MAX);
    assert_eq!(found_verdict.verdict, Verdict::Loss { plies: None });
    assert_eq!((found_verdict.stopped_by, found_verdict.source), (StoppedBy::Proven, Source::Endgame));
    let shallow = RequestedLimits { depth: Some(3), ..RequestedLimits::default() };
    let found_verdict = ask_with(shallow, &engine, &board, &[], NonZeroUsize::MAX);
    assert_eq!((found_verdict.stopped_by, found_verdict.source), (StoppedBy::Depth, Source::Search));
}

/// A win that may take 60 plies to the next irreversible move is none if fewer plies are left.
#[test]
fn a_win_that_does_not_fit_the_rules_is_an_estimate() {
    let (engine, mut dice, mut seen) = (engine(), Dice(60), 0);
    let start = Checkers::parse("W:WK30,K31,K32:BK1,K2").unwrap();
    while seen < 20 {
        let (mut path, mut texts) = (Path::<Checkers>::from(start), Vec::new());
        while path.outcome().is_none() && path.no_progress_plies() < 30 {
            let legal = moves::<Checkers>(path.position());
            let played = legal[dice.below(legal.len())];
            texts.push(Checkers::print_move(path.position(), played));
            path.play(played);
        }
        let at = *path.position();
        let is_won = matches!(Tables::embedded().probe(&at), Some(TablebaseResult::Win { plies: None }));
        if !is_won || path.no_progress_plies() < 30 {
            continue;
        }
        seen += 1;
        let with_room = ask(&engine, &at, &[], NonZeroUsize::MIN).verdict;
        assert!(matches!(with_room, Verdict::Win { .. }), "{}", Checkers::print(&at));
        let without = ask(&engine, &start, &texts, NonZeroUsize::MIN).verdict;
        assert_ne!(without, Verdict::Win { plies: None }, "{texts:?}");
    }
}

/// A game from `start` of that many king moves without a capture, if a random one is found.
fn without_progress(dice: &mut Dice, start: Board, plies: u16) -> Option<Vec<String>> {
    let (mut path, mut texts) = (Path::<Checkers>::from(start), Vec::new());
    while path.no_progress_plies() < plies {
        let at = *path.position();
        let after = |&played: &Move| {
            let mut next = path.clone();
            next.play(played);
            let is_quiet = !Checkers::opponent_threatens(next.position()) && !captures(next.position());
            let goes_on = next.outcome().is_none() && next.no_progress_plies() > path.no_progress_plies();
            (is_quiet && goes_on).then_some((played, next))
        };
        let quiet: Vec<_> = moves::<Checkers>(&at).iter().filter_map(after).collect();
        let (played, next) = quiet.get(dice.below(quiet.len().max(1)))?.clone();
        texts.push(Checkers::print_move(&at, played));
        path = next;
    }
    Some(texts)
}

fn captures(board: &Board) -> bool {
    moves::<Checkers>(board).iter().any(|&played| Checkers::is_noisy(board, played))
}

/// What a full-width search by the rules alone proves of a game, up to the no-progress limit.
fn truth(start: &Board, texts: &[String]) -> Option<(Verdict, Bound)> {
    let mut path = Path::<Checkers>::from(*start);
    for text in texts {
        path.play(Checkers::parse_move(path.position(), text).unwrap());
    }
    let (stop, depth) = (AtomicBool::new(false), Some(Depth::new(12)));
    let limits = Limits { depth, nodes: Some(300_000), deadline: None, stop: &stop, checkpoint: None };
    let (table, one) = (TranspositionTable::new(1 << 22), NonZeroUsize::MIN);
    let found = search(
        &path,
        SearchContext {
            knowledge: &Default::default(),
            table: &table,
            limits,
            settings: Settings::FULL_WIDTH,
            threads: one,
        },
        &mut |_| {},
    );
    found.verdict.is_proven().then_some((found.verdict, found.bound))
}

/// Checks that the engine proves only what is true of a game, by position and by path. Returns how many
/// proofs it found.
fn assert_proofs_hold(truth: (Verdict, Bound), engine: &Engine, start: &Board, texts: &[String]) -> usize {
    let is_true = |nodes: &u64| {
        let Analysis { verdict, bound, .. } = ask_for(*nodes, engine, start, texts, NonZeroUsize::MIN);
        let both_exact = (bound, truth.1) == (Bound::Exact, Bound::Exact);
        let is_same = match (verdict, truth.0) {
            (Verdict::Win { plies: Some(found_verdict) }, Verdict::Win { plies: Some(true_plies) })
            | (Verdict::Loss { plies: Some(found_verdict) }, Verdict::Loss { plies: Some(true_plies) }) => {
                !both_exact || found_verdict == true_plies
            }
            _ => mem::discriminant(&verdict) == mem::discriminant(&truth.0),
        };
        let fen = Checkers::print(start);
        assert!(
            !verdict.is_proven() || is_same,
            "{verdict:?} {bound:?} at {nodes}, not {truth:?}: {fen} {texts:?}"
        );
        verdict.is_proven()
    };
    [1, 200, 5_000].iter().filter(|nodes| is_true(nodes)).count()
}

/// Tablebase wins and losses may not fit the rules, and the best defence may differ from that of the
/// tablebase.
#[test]
fn proofs_hold_near_the_no_progress_limit() {
    let (engine, mut dice, mut proofs) = (engine(), Dice(40), [0; 3]);
    for pieces in [3, 4, 5, 6].into_iter().cycle().take(1_500) {
        let start = iter::from_fn(|| Some(random_board(&mut dice, pieces))).flatten().next().unwrap();
        let plies = 73 + dice.below(7) as u16;
        let Some(texts) = without_progress(&mut dice, start, plies) else { continue };
        let Some(truth) = truth(&start, &texts) else { continue };
        let kind = match truth.0 {
            Verdict::Win { .. } => 0,
            Verdict::Draw => 1,
            Verdict::Loss { .. } | Verdict::Margin(_) | Verdict::Estimate(_) => 2,
        };
        proofs[kind] += assert_proofs_hold(truth, &engine, &start, &texts);
    }
    assert!(proofs.iter().all(|&count| count > 10), "{proofs:?}");
}

/// A win by a move that is not the fastest, and two draws: in one the longest defence makes progress, in
/// the other the move that looks best.
#[test]
fn the_defence_differs_from_that_of_the_tablebase() {
    #[derive(Deserialize)]
    struct Line {
        start: String,
        moves: Vec<String>,
    }
    let lines: Vec<Line> = serde_json::from_str(include_str!("data/checkers-no-progress.json")).unwrap();
    let truths = [Verdict::Win { plies: Some(7) }, Verdict::Draw, Verdict::Draw];
    let engine = engine();
    for (line, truth) in lines.iter().zip(truths) {
        assert_proofs_hold(
            (truth, Bound::Exact),
            &engine,
            &Checkers::parse(&line.start).unwrap(),
            &line.moves,
        );
    }
}

/// The position occurs for the second time. After the move at hand the only winning line leads back to it.
#[test]
fn a_win_through_a_third_repetition_is_no_win() {
    let engine = engine();
    for (fen, moves) in [
        ("W:WK5,K10,K18:BK13,K24", ["18-14", "13-9", "14-18", "9-13"]),
        ("W:WK13,K19,K28:BK5,K14", ["13-9", "14-10", "9-13", "10-14"]),
        ("W:WK3,K8:BK6", ["8-4", "6-2", "4-8", "2-6"]),
    ] {
        let (start, texts) = (Checkers::parse(fen).unwrap(), moves.map(str::to_owned));
        let every = ask_for(100, &engine, &start, &texts, NonZeroUsize::MAX);
        let first = (&every.principal_variation, every.verdict);
        let others = every.alternatives.iter().map(|other| (&other.line, other.verdict));
        let (_, found_verdict) =
            [first].into_iter().chain(others).find(|(line, _)| line[0] == texts[0]).unwrap();
        assert!(!matches!(found_verdict, Verdict::Win { .. }), "{fen}: {found_verdict:?}");
        let after = [&texts[..], &texts[..2]].concat();
        let then = ask(&engine, &start, &after, NonZeroUsize::MIN).verdict;
        assert!(!matches!(then, Verdict::Win { .. }), "{fen}: {then:?}");
    }
}

/// The tablebase has the winner, not the distance; and a search with reductions may overlook a longer
/// defence.
#[test]
fn a_distance_is_exact_or_is_a_bound() {
    let (engine, first) = (engine(), NonZeroUsize::MIN);
    let at_once = Checkers::parse("B:WK4:BK8,K29,3,K26,7").unwrap();
    let found_verdict = ask(&engine, &at_once, &[], first);
    assert_eq!((found_verdict.verdict, found_verdict.bound), (Verdict::Win { plies: Some(1) }, Bound::Exact));
    let late = Checkers::parse("W:WK28:BK8,K10,20,K23").unwrap();
    let found_verdict = ask_for(20_000, &engine, &late, &[], first);
    assert!(
        found_verdict.bound != Bound::Exact || found_verdict.verdict == Verdict::Loss { plies: Some(8) },
        "{found_verdict:?}"
    );
}

/// A game in which each move is noisy and none ends the game.
#[derive(Clone, Copy, Debug)]
struct Noise;

impl Rules for Noise {
    type Position = u64;
    type Move = u64;

    const ID: &'static str = "noise";

    fn start() -> u64 {
        1
    }

    fn to_move(_: &u64) -> Side {
        Side::First
    }

    fn moves(_: &u64, moves: &mut Moves<u64>) {
        moves.extend([0, 1]);
    }

    fn play(position: &u64, played: u64) -> u64 {
        position.wrapping_mul(3) + played
    }

    fn outcome(_: &u64) -> Option<Outcome> {
        None
    }
}

impl Searchable for Noise {
    const HISTORY_SIZE: usize = 2;

    fn key(position: &u64) -> Key {
        Key::exact(*position)
    }

    fn code(played: u64) -> u16 {
        played as u16
    }
}

impl Evaluator for Noise {
    type Knowledge = ();

    fn is_noisy(_: &u64, _: u64) -> bool {
        true
    }
}

impl Tablebase for Noise {}

impl Solver for Noise {}

#[test]
fn noisy_moves_are_followed_for_a_bounded_number_of_nodes() {
    assert_eq!(adjudicate(&Path::<Noise>::from(Noise::start()), &()), None);
}

/// Two kings against one: a win, unless the position must not occur again.
#[test]
fn games_are_adjudicated_where_the_win_fits_the_rules() {
    let (start, knowledge) = (Checkers::parse("W:WK23,K27:BK1").unwrap(), Default::default());
    let mut path = Path::<Checkers>::from(start);
    assert_eq!(adjudicate(&path, &knowledge), Some(Some(Side::Second)));
    let mut called = Vec::new();
    for text in ["23-26", "1-5", "26-23", "5-1", "23-26", "1-5"] {
        path.play(Checkers::parse_move(path.position(), text).unwrap());
        called.push(adjudicate(&path, &knowledge));
    }
    assert_eq!(called[3], Some(Some(Side::Second)), "for the second time");
    assert_eq!(called[4..], [None, None], "a third time would be a draw");
    let drawn = Path::<Checkers>::from(Checkers::parse("W:WK14:BK1").unwrap());
    assert_eq!(adjudicate(&drawn, &knowledge), Some(None));
}

/// After a move that wastes time the fastest win leads back to the position before it. What is found
/// without that position is no exact distance.
#[test]
fn a_win_through_the_root_is_not_overlooked() {
    let start = Checkers::parse("W:WK1,K2,K20,K9,K26:BK21").unwrap();
    let (path, stop) = (Path::<Checkers>::from(start), AtomicBool::new(false));
    let wasted = Moves::from_iter([Checkers::parse_move(&start, "26-31").unwrap()]);
    let limits =
        Limits { depth: Some(Depth::new(11)), nodes: None, deadline: None, stop: &stop, checkpoint: None };
    let roots = RootMoves { path: &path, moves: &wasted, multi_pv: NonZeroUsize::MIN };
    let (table, threads) = (TranspositionTable::new(1 << 20), NonZeroUsize::MIN);
    let knowledge = Default::default();
    let found = search_root_moves(
        roots,
        SearchContext {
            knowledge: &knowledge,
            table: &table,
            limits,
            settings: Settings::FULL_WIDTH,
            threads,
        },
        &mut |_| {},
    );
    let Verdict::Win { plies: Some(plies) } = found.verdict else { panic!("{:?}", found.verdict) };
    assert!(found.bound == Bound::Lower && plies >= 7, "{:?} {plies}", found.bound);
}
