//! Reasons in words: each is true.

mod corners;
mod mobility;
mod oracle;

use crate::all_games::{Oracle, affordable_depth, paths};
use crate::built_in;
use crate::positions::{Rng, by_ply, moves, random_board, random_path};
use crate::toys::for_every_game;
use bestmove_core::explanation::{Reason, explain};
use bestmove_core::game::{Game, Notation, Rules, Side, Tablebase, TablebaseResult};
use bestmove_core::games::checkers::{Board, Knowledge};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::{
    Limits, Path, RootMoves, ScoredLine, SearchContext, SearchResult, Settings, TranspositionTable,
    search_root_moves,
};
use bestmove_core::types::{Bound, Depth, Verdict};
use bestmove_query::{
    AnalysisLine, MoveSelection, Priority, Request, RequestedLimits, Session, SessionConfig,
};
use oracle::{Claim, Results, distance_holds, play, results};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Instant;

/// How often each kind of reason is given.
#[derive(Default)]
struct Seen(BTreeMap<String, usize>);

impl Seen {
    fn add(&mut self, reason: &Reason) {
        let kind = format!("{reason:?}");
        let kind = kind.split(|sign: char| !sign.is_alphabetic()).next().unwrap().to_owned();
        *self.0.entry(kind).or_default() += 1;
    }

    #[track_caller]
    fn assert_kinds(&self, kinds: &[&str]) {
        kinds
            .iter()
            .for_each(|kind| assert!(self.0.contains_key(*kind), "{kind} is never given: {:?}", self.0));
    }
}

/// Checks the reasons of lines against minimax.
fn check_lines<G: Notation>(
    path: &Path<G>,
    lines: &[ScoredLine<G>],
    reasons: &[Option<Reason>],
    results: Option<&Results<G::Move>>,
    seen: &mut Seen,
) {
    assert_eq!(lines.len(), reasons.len());
    for (line, reason) in lines.iter().zip(reasons) {
        let Some(reason) = reason else { continue };
        let claim = Claim { path, line, reason };
        let needs_results = matches!(
            reason,
            Reason::OnlyWinningMove
                | Reason::OnlyDrawingMove
                | Reason::OthersLose
                | Reason::ResistsLongest { .. }
                | Reason::TablebaseWin
                | Reason::TablebaseLoss
        );
        if needs_results && results.is_none() {
            continue;
        }
        assert!(claim.holds(results), "{}: {reason:?} of {line:?} from {path:?}", G::ID);
        seen.add(reason);
    }
}

/// Checks the distances in the reasons of lines against minimax.
fn check_distances<G: Notation>(
    path: &Path<G>,
    lines: &[ScoredLine<G>],
    reasons: &[Option<Reason>],
    oracle: &mut Oracle<G>,
) {
    for (line, reason) in lines.iter().zip(reasons) {
        let Some(reason) = reason else { continue };
        let claim = Claim { path, line, reason };
        assert!(distance_holds(&claim, oracle), "{}: {reason:?} of {line:?} from {path:?}", G::ID);
    }
}

fn lines_of<G: Game>(found: &SearchResult<G>) -> Vec<ScoredLine<G>> {
    found.lines.to_vec()
}

/// The lines of all moves after each iteration of a search.
fn analyses<G: Game>(path: &Path<G>, limits: Limits<'_>, settings: Settings) -> Vec<Vec<ScoredLine<G>>> {
    let (table, knowledge) = (TranspositionTable::new(1 << 20), G::Knowledge::default());
    let legal = moves::<G>(path.position());
    let roots = RootMoves { path, moves: &legal, multi_pv: NonZeroUsize::MAX };
    let context = SearchContext { settings, ..SearchContext::new(&knowledge, &table, limits) };
    let mut all = Vec::new();
    let last = search_root_moves(roots, context, &mut |found| all.push(lines_of(found)));
    all.push(lines_of(&last));
    all
}

/// At any limit.
#[test]
fn reasons_are_true() {
    for_every_game!(check_reasons);
}

fn check_reasons<G: Notation>() {
    let (mut oracle, mut seen) = (Oracle::<G>::new(), Seen::default());
    for path in paths::<G>(21, 150) {
        let known = results(&path, &mut oracle);
        let depth = Some(Depth::new(affordable_depth(&path, 6)));
        let mut all = analyses(&path, Limits { depth, ..Limits::default() }, Settings::FULL_WIDTH);
        for nodes in [20, 200, 3_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            all.extend(analyses(&path, limits, Settings::STRONGEST));
        }
        for lines in all {
            let reasons = explain(&path, &lines);
            check_lines(&path, &lines, &reasons, known.as_ref(), &mut seen);
            check_distances(&path, &lines, &reasons, &mut oracle);
        }
    }
    assert!(!seen.0.is_empty(), "{}", G::ID);
}

/// The lines of all moves with their reasons, as a session answers.
fn answer<G: Notation>(
    session: &Session,
    path: &Path<G>,
    requested: RequestedLimits,
) -> (Vec<ScoredLine<G>>, Vec<Option<Reason>>) {
    let game = built_in(G::ID);
    let request = Request {
        game: game.as_ref(),
        position: Some(&G::print(path.position())),
        moves: &[],
        selection: MoveSelection { lines: NonZeroUsize::MAX, ..MoveSelection::default() },
        requested,
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    let found = session.answer(&request, &mut |_| {}).unwrap();
    let parse = |AnalysisLine { line, verdict, bound, reason, .. }: AnalysisLine| {
        let mut position = *path.position();
        let step = |text: &String| {
            let played = G::parse_move(&position, text).unwrap();
            position = G::play(&position, played);
            played
        };
        (ScoredLine { line: line.iter().map(step).collect(), verdict, bound }, reason)
    };
    found.lines.into_iter().map(parse).unzip()
}

fn session() -> Session {
    let (table_bytes, solver_bytes) = (1 << 20, 16 << 20);
    Session::new(SessionConfig { table_bytes, solver_bytes, ..SessionConfig::default() })
}

/// A random game of connect-four up to at least 30 discs, if there are moves that don't end it.
fn late_path(rng: &mut Rng) -> Path<ConnectFour> {
    let mut path = Path::from(ConnectFour::start());
    for _ in 0..30 + rng.below(12) {
        let mut quiet = moves::<ConnectFour>(path.position());
        quiet.retain(|played| ConnectFour::outcome(&ConnectFour::play(path.position(), *played)).is_none());
        if quiet.is_empty() {
            break;
        }
        path.play(quiet[rng.below(quiet.len())]);
    }
    path
}

/// Late positions of connect-four, as the solver answers; all of tic-tac-toe up to a ply.
#[test]
fn reasons_of_solved_positions_are_true() {
    let session = session();
    let (mut oracle, mut seen, mut rng) = (Oracle::<ConnectFour>::new(), Seen::default(), Rng(22));
    for _ in 0..2_000 {
        let path = late_path(&mut rng);
        let Some(results) = results(&path, &mut oracle) else { continue };
        let (lines, reasons) = answer(&session, &path, RequestedLimits::default());
        check_lines(&path, &lines, &reasons, Some(&results), &mut seen);
        check_distances(&path, &lines, &reasons, &mut oracle);
    }
    seen.assert_kinds(&[
        "ResistsLongest",
        "WinsAtOnce",
        "OnlyLegalMove",
        "DoubleThreat",
        "AllowsDoubleThreat",
        "WinsAgainstEveryReply",
        "PreventsWin",
        "AllowsWinAtOnce",
        "OnlyWinningMove",
        "OnlyDrawingMove",
    ]);
    let (mut oracle, mut seen) = (Oracle::<TicTacToe>::new(), Seen::default());
    for layer in by_ply::<TicTacToe>(8) {
        for board in layer.values().filter(|board| TicTacToe::outcome(board).is_none()) {
            let path = Path::from(*board);
            let results = results(&path, &mut oracle).unwrap();
            let (lines, reasons) = answer(&session, &path, RequestedLimits::default());
            check_lines(&path, &lines, &reasons, Some(&results), &mut seen);
            check_distances(&path, &lines, &reasons, &mut oracle);
        }
    }
    seen.assert_kinds(&[
        "WinsAtOnce",
        "OnlyLegalMove",
        "DoubleThreat",
        "AllowsDoubleThreat",
        "WinsAgainstEveryReply",
        "PreventsWin",
        "AllowsWinAtOnce",
        "OnlyDrawingMove",
    ]);
}

/// The result of best play for the side to move, by the endgame tables: 1, 0 or -1.
fn table_result(board: &Board, knowledge: &Knowledge) -> i32 {
    match Checkers::probe(board, knowledge) {
        _ if Checkers::outcome(board).is_some() => -1,
        Some(TablebaseResult::Win { .. }) => 1,
        Some(TablebaseResult::Draw) => 0,
        Some(TablebaseResult::Loss { .. }) => -1,
        None => {
            let after = |&played: &_| -table_result(&Checkers::play(board, played), knowledge);
            moves::<Checkers>(board).iter().map(after).max().unwrap()
        }
    }
}

/// Checkers endings against the endgame tables; the middle game against counting.
#[test]
fn reasons_of_checkers_are_true() {
    let (session, knowledge) = (session(), Knowledge::default());
    let (mut seen, mut rng) = (Seen::default(), Rng(23));
    for round in 0..1_500 {
        let pieces = 2 + round % 3;
        let Some(board) = random_board(&mut rng, pieces) else { continue };
        let path = Path::<Checkers>::from(board);
        let result = |played| (played, -table_result(&Checkers::play(&board, played), &knowledge));
        let results: Results<_> = moves::<Checkers>(&board).into_iter().map(result).collect();
        let requested =
            RequestedLimits { nodes: Some([1, 50, 2_000][round % 3]), ..RequestedLimits::default() };
        if !results.is_empty() {
            let (lines, reasons) = answer(&session, &path, requested);
            check_lines(&path, &lines, &reasons, Some(&results), &mut seen);
        }
    }
    seen.assert_kinds(&[
        "OnlyWinningMove",
        "OnlyDrawingMove",
        "TablebaseWin",
        "TablebaseLoss",
        "RepeatsPosition",
    ]);
    let mut seen = Seen::default();
    for _ in 0..400 {
        let length = rng.below(70);
        let path = random_path::<Checkers>(&mut rng, Checkers::start(), length);
        let requested =
            RequestedLimits { nodes: Some(1 << (4 + rng.below(9))), ..RequestedLimits::default() };
        let (lines, _) = answer(&session, &path, requested);
        for path in [Path::from(*path.position()), path] {
            check_lines(&path, &lines, &explain(&path, &lines), None, &mut seen);
        }
    }
    seen.assert_kinds(&["WinsMaterial", "LosesMaterial", "Promotes", "OnlyLegalMove"]);
}

/// The reason of a line of checkers after some moves, each separated by spaces.
fn reason_after(played: &str, line: &str) -> Option<String> {
    let mut path = Path::<Checkers>::from(Checkers::start());
    let play = |path: &mut Path<Checkers>, text| {
        let played = Checkers::parse_move(path.position(), text).unwrap();
        path.play(played);
        played
    };
    for text in played.split(' ') {
        play(&mut path, text);
    }
    let mut end = path.clone();
    let line = line.split(' ').map(|text| play(&mut end, text)).collect();
    let line = ScoredLine { line, verdict: Verdict::Estimate(1), bound: Bound::Exact };
    explain(&path, &[line]).remove(0).map(|reason| reason.to_string())
}

#[test]
fn a_recapture_wins_nothing() {
    let line = "25x18 11-15 18x11 8x15 29-25";
    assert_eq!(reason_after("9-13 22-17 13x22", line), None);
    let moves = "9-13 22-17 13x22 25x18 11-15 18x11";
    assert_eq!(reason_after(moves, "8x15 29-25"), None);
}

#[test]
fn a_position_within_an_exchange_is_a_query_of_its_own() {
    let game = built_in("checkers");
    let key = |position: Option<&str>, moves: &[&str]| {
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        game.prepare(position, &moves, MoveSelection::default()).unwrap().key().clone()
    };
    let played = key(None, &["9-13", "22-17", "13x22"]);
    assert_eq!(played.moves, ["13x22"]);
    assert_eq!(key(Some(&played.position), &["13x22"]), played);
    let after = game.prepare(Some(&played.position), &played.moves, MoveSelection::default()).unwrap();
    assert!(key(Some(&after.position_info().position), &[]).moves.is_empty());
}

#[test]
fn material_counts_only_when_no_capture_is_pending() {
    let line = "8-11 22-17 9-14 25-22 11-16 24-20 15x24 20x11 7x16 27x20x11 3-7";
    let lost = "loses 3 men for 2 men in the best line: 15x24 20x11 7x16 27x20x11";
    assert_eq!(reason_after("11-15 23-19", line).as_deref(), Some(lost));
    assert_eq!(reason_after("11-15 23-19", &format!("{line} 11-8")), None);
    assert_eq!(reason_after("11-15 23-19", &format!("{line} 11-8 4x11")), None);
}

/// A double threat is two threats even if the opponent passes: both cells complete a row at once.
#[test]
fn a_double_threat_is_two_threats_after_a_pass() {
    let mut rng = Rng(24);
    let mut seen = [0, 0];
    for _ in 0..4_000 {
        let length = rng.below(30);
        let path = random_path::<ConnectFour>(&mut rng, ConnectFour::start(), length);
        seen[0] += check_passes(&path, 4, |rows, text| {
            let column = text.parse::<usize>().unwrap() - 1;
            ((0..rows.len()).rev().find(|&row| rows[row][column] == '.').unwrap(), column)
        });
        let length = rng.below(8);
        let path = random_path::<TicTacToe>(&mut rng, TicTacToe::start(), length);
        seen[1] += check_passes(&path, 3, |_, text| {
            let cell = text.parse::<usize>().unwrap() - 1;
            (cell / 3, cell % 3)
        });
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// Checks the double threats by single moves with `row` in a row, where `place` has the cell of a move.
fn check_passes<G: Notation>(
    path: &Path<G>,
    row: usize,
    place: fn(&[Vec<char>], &str) -> (usize, usize),
) -> usize {
    let sign = if G::to_move(path.position()) == Side::First { 'X' } else { 'O' };
    let mut seen = 0;
    for played in moves::<G>(path.position()) {
        let line = ScoredLine { line: vec![played], verdict: Verdict::Estimate(1), bound: Bound::Exact };
        let Some(Reason::DoubleThreat(threat)) = explain(path, &[line]).remove(0) else {
            continue;
        };
        let text = G::print(play(path, &[played]).position()).replace('/', "");
        let signs: Vec<char> = text.chars().collect();
        let rows: Vec<_> = signs.chunks(G::INFO.columns.into()).map(<[char]>::to_vec).collect();
        for threat in &threat.threats {
            let (mut rows, at) = (rows.clone(), place(&rows, threat));
            assert_eq!(rows[at.0][at.1], '.', "{threat} in {text}");
            rows[at.0][at.1] = sign;
            assert!(has_row(&rows, sign, row), "{threat} in {text}");
        }
        seen += 1;
    }
    seen
}

/// Whether so many of a sign stand in a row in any direction.
fn has_row(rows: &[Vec<char>], sign: char, length: usize) -> bool {
    let at = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)) == Some(&sign)
    };
    let cells = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
    let from = |(row, column): (i32, i32)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(down, right)| (0..length as i32).all(|step| at(row + down * step, column + right * step)))
    };
    cells.into_iter().any(from)
}
