//! Every configuration of the full-width search finds the value of plain minimax, with any content of the
//! transposition table and with several threads.

/// Tic-tac-toe with a tablebase.
mod endings;

use crate::positions::{Rng, moves, random_path, score_of_outcome};
use bestmove_core::game::{
    Evaluator, Game, Moves, Notation, Outcome, Rules, Searchable, Side, Solver, Tablebase, TablebaseResult,
};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::{
    Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, search,
};
use bestmove_core::types::{Bound, Depth, Key, Ply, Score, Verdict};
use endings::Tabled;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

/// A game with noise for its evaluation, so that no configuration is right by chance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noisy<G>(PhantomData<G>);

impl<G: Game> Rules for Noisy<G> {
    type Position = G::Position;
    type Move = G::Move;

    const ID: &'static str = "noisy";
    const NO_PROGRESS_LIMIT: Option<u16> = G::NO_PROGRESS_LIMIT;

    fn start() -> G::Position {
        G::start()
    }

    fn to_move(position: &G::Position) -> Side {
        G::to_move(position)
    }

    fn moves(position: &G::Position, moves: &mut Moves<G::Move>) {
        G::moves(position, moves);
    }

    fn play(position: &G::Position, played: G::Move) -> G::Position {
        G::play(position, played)
    }

    fn outcome(position: &G::Position) -> Option<Outcome> {
        G::outcome(position)
    }

    fn is_irreversible(position: &G::Position, played: G::Move) -> bool {
        G::is_irreversible(position, played)
    }
}

impl<G: Game> Searchable for Noisy<G> {
    const HISTORY_SIZE: usize = G::HISTORY_SIZE;
    const MIN_CYCLE: u16 = G::MIN_CYCLE;
    const WINNER_MOVES_LAST: bool = G::WINNER_MOVES_LAST;

    fn key(position: &G::Position) -> Key {
        G::key(position)
    }

    fn code(played: G::Move) -> u16 {
        G::code(played)
    }

    fn history_index(played: G::Move) -> u16 {
        G::history_index(played)
    }
}

impl<G: Game> Evaluator for Noisy<G> {
    type Knowledge = ();

    const SELECTIVE: bool = G::SELECTIVE;

    fn evaluate(position: &G::Position, (): &()) -> Score {
        Score::estimate((G::key(position).bits() >> 32) as i32 % 100)
    }

    fn is_noisy(position: &G::Position, played: G::Move) -> bool {
        G::is_noisy(position, played)
    }

    fn order_score(position: &G::Position, played: G::Move) -> i32 {
        G::order_score(position, played)
    }
}

impl<G: Game> Tablebase for Noisy<G> {}

impl<G: Game> Solver for Noisy<G> {}

/// The value of the last position of a path, by plain minimax to `depth` and then a search of noisy moves.
pub(crate) fn minimax<G: Game>(path: &Path<G>, depth: u8, ply: Ply) -> Score {
    let position = path.position();
    if recurs(path, ply) {
        return Score::DRAW;
    }
    if let Some(score) = score_of_outcome(path, ply) {
        return score;
    }
    if ply > Ply::ROOT
        && let Some(result) = tablebase_score(path, ply)
    {
        return result;
    }
    let moves = moves::<G>(position);
    let mut tried = moves.clone();
    if depth == 0 {
        tried.retain(|played| G::is_noisy(position, *played));
    }
    let stand_pat = (tried.len() < moves.len()).then(|| G::evaluate(position, &G::Knowledge::default()));
    let replies = tried.iter().map(|&played| {
        let mut next = path.clone();
        next.play(played);
        -minimax(&next, depth.saturating_sub(1), ply.next())
    });
    replies.chain(stand_pat).max().expect("a position before the end of the game has moves")
}

/// The score by the tablebase, unless the win may not fit the no-progress rule. One ply below the root the
/// probe is for DTW.
fn tablebase_score<G: Game>(path: &Path<G>, ply: Ply) -> Option<Score> {
    let (before_root, _) = split_at_root(path, ply);
    let has_twofold = before_root.iter().enumerate().any(|(at, key)| before_root[..at].contains(key));
    let no_progress_plies = path.before().len() as u16;
    let fits_rules = |plies| {
        let longest = G::max_no_progress_plies(path.position()).unwrap_or(plies).min(plies);
        G::NO_PROGRESS_LIMIT.is_none_or(|limit| no_progress_plies.max(G::MIN_CYCLE) + longest <= limit)
            && (!has_twofold || no_progress_plies < ply.moves())
    };
    let at = |plies| Ply::new(ply.moves() + plies);
    let probe = if ply == Ply::ROOT.next() { G::probe_dtw } else { G::probe };
    match probe(path.position(), &G::Knowledge::default())? {
        TablebaseResult::Draw => Some(Score::DRAW),
        TablebaseResult::Win { plies: Some(plies) } if fits_rules(plies) => Some(Score::win(at(plies))),
        TablebaseResult::Loss { plies: Some(plies) } if fits_rules(plies) => Some(Score::loss(at(plies))),
        TablebaseResult::Win { .. } | TablebaseResult::Loss { .. } => None,
    }
}

/// Whether the position occurred at or after the root, or twice before it.
fn recurs<G: Game>(path: &Path<G>, ply: Ply) -> bool {
    let key = G::key(path.position());
    let (before_root, since) = split_at_root(path, ply);
    since.contains(&key) || before_root.iter().filter(|&&earlier| earlier == key).count() >= 2
}

/// The earlier positions that can recur: those before the root, and those since.
fn split_at_root<G: Game>(path: &Path<G>, ply: Ply) -> (&[Key], &[Key]) {
    path.before().split_at(path.before().len().saturating_sub(ply.moves().into()))
}

fn run<G: Game>(
    path: &Path<G>,
    depth: u8,
    settings: Settings,
    table: &TranspositionTable,
    threads: usize,
) -> SearchResult<G> {
    let limits = Limits { depth: Some(Depth::new(depth)), ..Limits::default() };
    let (knowledge, threads) = (G::Knowledge::default(), NonZeroUsize::new(threads).unwrap());
    let context = SearchContext { settings, threads, ..SearchContext::new(&knowledge, table, limits) };
    search(path, context, &mut |_| {})
}

pub(crate) fn score_of(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win { plies } => Score::win(Ply::new(plies.unwrap())),
        Verdict::Loss { plies } => Score::loss(Ply::new(plies.unwrap())),
        Verdict::Draw => Score::DRAW,
        Verdict::Margin(units) | Verdict::Estimate(units) => Score::from_units(units),
    }
}

/// Checks that the line is legal, that its end has the reported score, and that a proven line ends the game.
fn check_line<G: Game>(path: &Path<G>, found: &SearchResult<G>) {
    let mut end = path.clone();
    for &played in &found.best().line {
        let moves = moves::<G>(end.position());
        assert!(moves.contains(&played), "illegal move {played:?} in the line from {path:?}");
        end.play(played);
    }
    let ply = Ply::new(found.best().line.len() as u16);
    let score = leaf_score(&end, ply);
    let score = if ply.moves().is_multiple_of(2) { score } else { -score };
    assert_eq!(score, score_of(found.best().verdict), "line of {} from {path:?}", found.best().line.len());
    let is_tablebase_draw = tablebase_score(&end, ply) == Some(Score::DRAW);
    let proven = found.best().verdict.is_proven();
    assert!(!proven || end.outcome().is_some() || is_tablebase_draw, "a proven line ends before the game");
}

/// The score of the end of a line, without a search.
fn leaf_score<G: Game>(end: &Path<G>, ply: Ply) -> Score {
    if end.outcome().is_some() || recurs(end, ply) {
        minimax(end, 0, ply)
    } else if let Some(result) = tablebase_score(end, ply) {
        result
    } else {
        G::evaluate(end.position(), &G::Knowledge::default())
    }
}

/// All techniques off, all on, and each one off by itself.
fn configurations() -> Vec<Settings> {
    let all = Settings::FULL_WIDTH;
    let off = [
        Settings { null_windows: false, ..all },
        Settings { aspiration: false, ..all },
        Settings { history: false, ..all },
        Settings { order_scores: false, ..all },
        Settings { enhanced_cutoffs: false, ..all },
    ];
    [Settings::PLAIN, all].into_iter().chain(off).collect()
}

fn agrees<G: Game>(seed: u64, games: usize, plies: usize, depth: u8) {
    agrees_from::<G>(G::start(), seed, games, plies, depth);
}

fn agrees_from<G: Game>(start: G::Position, seed: u64, games: usize, plies: usize, depth: u8) {
    let mut rng = Rng(seed);
    let polluted = TranspositionTable::new(1 << 18);
    for _ in 0..games {
        let length = rng.below(plies);
        agrees_at(&random_path::<G>(&mut rng, start, length), depth, &polluted);
    }
}

/// Checks that every configuration finds the minimax value at a depth, with any content of the table.
pub(crate) fn agrees_at<G: Game>(path: &Path<G>, depth: u8, polluted: &TranspositionTable) {
    let expected = minimax(path, depth, Ply::ROOT);
    let check = |settings, table: &TranspositionTable, threads, case: &str| {
        let found = run(path, depth, settings, table, threads);
        assert_eq!(score_of(found.best().verdict), expected, "{case}, {settings:?} from {path:?}");
        let is_within_depth = expected.plies().is_none_or(|plies| plies <= u16::from(depth));
        assert!(found.best().bound == Bound::Exact || !is_within_depth, "{case}");
        check_line(path, &found);
    };
    for settings in configurations() {
        for (case, bytes) in [("no table", 0), ("one cluster", 64), ("tiny table", 1024), ("table", 1 << 18)]
        {
            let table = TranspositionTable::new(bytes);
            check(settings, &table, 1, case);
            check(settings, &table, 1, "warm table");
        }
    }
    run(path, depth + 2, Settings::STRONGEST, polluted, 1);
    run(path, depth + 1, Settings::FULL_WIDTH, polluted, 1);
    check(Settings::FULL_WIDTH, polluted, 1, "polluted table");
    check(Settings::FULL_WIDTH, &TranspositionTable::new(1 << 18), 8, "eight threads");
}

#[test]
fn tic_tac_toe_agrees_with_minimax() {
    for depth in 1..=6 {
        agrees::<TicTacToe>(u64::from(depth), 40, 8, depth);
        agrees::<Noisy<TicTacToe>>(u64::from(depth), 40, 8, depth);
        agrees::<Tabled>(u64::from(depth), 40, 5, depth);
    }
}

#[test]
fn connect_four_agrees_with_minimax() {
    for depth in 1..=4 {
        agrees::<ConnectFour>(u64::from(depth), 12, 36, depth);
        agrees::<Noisy<ConnectFour>>(u64::from(depth), 12, 36, depth);
    }
    agrees::<ConnectFour>(5, 3, 40, 5);
}

#[test]
fn checkers_agrees_with_minimax() {
    for depth in 1..=5 {
        agrees::<Checkers>(u64::from(depth), 10, 80, depth);
        agrees::<Noisy<Checkers>>(u64::from(depth), 10, 80, depth);
    }
}

/// A repetition of a position after the root counts as a draw, a second occurrence of one before the root does
/// not. So table entries of an earlier search in the same game may not hold for a later root.
#[test]
fn earlier_searches_of_a_game_do_not_mislead() {
    let (start, mut rng) = (Checkers::parse("B:WK29,K30:BK1,K6").unwrap(), Rng(7));
    for _ in 0..2000 {
        let length = rng.below(4);
        let mut path = random_path::<Noisy<Checkers>>(&mut rng, start, length);
        let table = TranspositionTable::new(1 << 20);
        run(&path, 6, Settings::FULL_WIDTH, &table, 1);
        for _ in 0..3 {
            let moves = moves::<Noisy<Checkers>>(path.position());
            path.play(moves[rng.below(moves.len())]);
        }
        if path.outcome().is_none() {
            let found = run(&path, 3, Settings::FULL_WIDTH, &table, 1);
            assert_eq!(score_of(found.best().verdict), minimax(&path, 3, Ply::ROOT), "from {path:?}");
        }
    }
}

/// Kings move back and forth: positions recur, and the no-progress limit is near.
#[test]
fn endings_agree_with_minimax() {
    for (seed, fen) in (1..).zip(["B:WK29,K30:BK1,K6", "W:WK18,25:BK11", "B:WK32,K31,21:BK1,K5,13"]) {
        let start = Checkers::parse(fen).unwrap();
        for depth in [2, 4, 5] {
            agrees_from::<Checkers>(start, seed, 6, 79, depth);
            agrees_from::<Noisy<Checkers>>(start, seed, 6, 79, depth);
        }
    }
}
