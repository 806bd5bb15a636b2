//! Opponents of limited strength, compared with weights computed from plain minimax scores.

use crate::positions::{Rng, moves, random_board, random_path};
use crate::tablebase_answers::stopped_at_poll;
use bestmove_core::game::{Evaluator, Game, Level, LevelRule, Notation, Rules, Side};
use bestmove_core::games::checkers::Knowledge;
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::{
    Limits, Path, RootMoves, SearchContext, Settings, StoppedBy, TranspositionTable, search_root_moves,
};
use bestmove_core::types::{Depth, Verdict};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Instant;

fn rule<G: Game>(level: Level) -> LevelRule {
    *G::levels().rule(level).unwrap()
}

fn choose<G: Game>(path: &Path<G>, level: Level, seed: u64) -> G::Move {
    choose_within(path, level, seed, Limits::default())
}

fn choose_within<G: Game>(path: &Path<G>, level: Level, seed: u64, limits: Limits<'_>) -> G::Move {
    let knowledge = G::Knowledge::default();
    let opponent = Opponent { level, seed };
    opponent.choose(&rule::<G>(level), path, &knowledge, limits).best_move().unwrap()
}

/// Unfinished positions, some plies from the start.
fn paths<G: Game>(seed: u64, count: usize) -> impl Iterator<Item = Path<G>> {
    let mut rng = Rng(seed);
    let next = move || {
        let plies = rng.below(20);
        random_path::<G>(&mut rng, G::start(), plies)
    };
    std::iter::repeat_with(next).filter(|path| path.outcome().is_none()).take(count)
}

/// Endings of checkers with two or three pieces.
fn endings(seed: u64, count: usize) -> impl Iterator<Item = Path<Checkers>> {
    let mut rng = Rng(seed);
    let next = move || {
        let pieces = 2 + rng.below(2);
        random_board(&mut rng, pieces).map(Path::<Checkers>::from)
    };
    std::iter::repeat_with(next).flatten().filter(|path| path.outcome().is_none()).take(count)
}

fn below_full_strength() -> impl Iterator<Item = Level> {
    Level::all().filter(|level| !level.is_full_strength())
}

/// The moves that win at once.
fn wins<G: Game>(path: &Path<G>) -> Vec<G::Move> {
    let mover = G::to_move(path.position());
    let wins = |played: &G::Move| {
        let mut after = path.clone();
        after.play(*played);
        after.outcome().is_some_and(|outcome| outcome.winner == Some(mover))
    };
    moves::<G>(path.position()).into_iter().filter(wins).collect()
}

#[test]
fn equal_requests_get_equal_moves() {
    fn check<G: Notation>() {
        for path in paths::<G>(3, 40) {
            for level in below_full_strength() {
                let first = choose(&path, level, 7);
                assert_eq!(choose(&path, level, 7), first, "{}: {path:?}", G::ID);
                assert!(moves::<G>(path.position()).contains(&first));
            }
        }
    }
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Checkers>();
}

/// Each move is drawn as often as its weight says: `exp(-precision * loss)` by the depth-one score.
#[test]
fn moves_are_drawn_by_their_weights() {
    const DRAWS: u64 = 4_000;
    let path = Path::<ConnectFour>::from(ConnectFour::parse("4435").unwrap());
    let level = Level::new(1).unwrap();
    let rule = LevelRule { depth: Depth::ONE, precision: 6.0 };
    let mut drawn = HashMap::new();
    for seed in 0..DRAWS {
        let found = Opponent { level, seed }.choose(&rule, &path, &(), Limits::default());
        *drawn.entry(ConnectFour::print_move(path.position(), found.best_move().unwrap())).or_insert(0) += 1;
    }
    let points = |played| {
        let after = ConnectFour::play(path.position(), played);
        let verdict = Verdict::Estimate((-ConnectFour::evaluate(&after, &())).units());
        ConnectFour::expectation(path.position(), verdict).points()
    };
    let legal = moves::<ConnectFour>(path.position());
    let best = legal.iter().map(|&played| points(played)).fold(f64::MIN, f64::max);
    let weight = |played| (-rule.precision * (best - points(played))).exp();
    let sum: f64 = legal.iter().map(|&played| weight(played)).sum();
    for played in legal {
        let share = weight(played) / sum;
        let text = ConnectFour::print_move(path.position(), played);
        let got = f64::from(drawn.get(&text).copied().unwrap_or(0)) / DRAWS as f64;
        let deviation = (share * (1.0 - share) / DRAWS as f64).sqrt();
        assert!((got - share).abs() < 5.0 * deviation, "{text}: {got} instead of {share}");
    }
}

/// From level 3 on, whatever the seed.
#[test]
fn a_win_at_once_is_never_missed_and_a_loss_never_allowed() {
    fn check<G: Notation>(paths: impl Iterator<Item = Path<G>>, limits: Limits<'_>) -> [u32; 2] {
        let [mut won, mut held] = [0, 0];
        for path in paths {
            let allows_win = |played: G::Move| {
                let mut after = path.clone();
                after.play(played);
                after.outcome().is_none() && !wins(&after).is_empty()
            };
            let winning = wins(&path);
            let legal = moves::<G>(path.position());
            let is_safe = legal.iter().any(|&played| !allows_win(played));
            for level in below_full_strength().skip(2) {
                let played = choose_within(&path, level, 5, limits);
                if !winning.is_empty() {
                    assert!(winning.contains(&played), "{}: {path:?}", G::ID);
                    won += 1;
                } else if is_safe {
                    assert!(!allows_win(played), "{}: {path:?}", G::ID);
                    held += u32::from(legal.iter().any(|&other| allows_win(other)));
                }
            }
        }
        [won, held]
    }
    let expired = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    for limits in [Limits::default(), expired] {
        for [won, held] in [
            check(paths::<TicTacToe>(11, 300), limits),
            check(paths::<ConnectFour>(11, 300), limits),
            check(endings(13, 600), limits),
        ] {
            assert!(won > 100 && held > 100, "only {won} wins and {held} threats");
        }
    }
}

#[test]
fn seeds_vary_the_play_of_weak_levels() {
    let start = Path::<Checkers>::from(Checkers::start());
    let openings = |level| {
        let level = Level::new(level).unwrap();
        let mut seen: Vec<_> = (0..100).map(|seed| choose(&start, level, seed)).collect();
        seen.sort_by_key(|played| format!("{played:?}"));
        seen.dedup();
        seen.len()
    };
    assert!(openings(1) > 4, "{} openings", openings(1));
}

/// Whatever poll of the limits ends it, a search that has proven all moves counts, also without the ends of their
/// lines.
#[test]
fn high_levels_keep_proofs_whose_lines_are_cut() {
    let path = Path::<Checkers>::from(Checkers::parse("W:WK18,K19,K23:BK1,K5").unwrap());
    let (level, knowledge) = (Level::new(9).unwrap(), Knowledge::default());
    let (rule, legal) = (rule::<Checkers>(level), path.legal_moves());
    let mut cut = 0;
    for last_poll in (0..).step_by(5) {
        let (found, _) = stopped_at_poll(last_poll, |limits| {
            let table = TranspositionTable::new(1 << 20);
            let limits = Limits { depth: Some(rule.depth), ..limits };
            let context = SearchContext {
                settings: Settings::FULL_WIDTH,
                ..SearchContext::new(&knowledge, &table, limits)
            };
            let every = RootMoves { path: &path, moves: &legal, multi_pv: NonZeroUsize::MAX };
            search_root_moves(every, context, &mut |_| {})
        });
        let (chosen, _) = stopped_at_poll(last_poll, |limits| {
            Opponent { level, seed: 1 }.choose(&rule, &path, &knowledge, limits)
        });
        if found.lines.iter().all(|line| line.verdict.is_proven()) {
            assert!(chosen.best().verdict.is_proven(), "{last_poll} polls: {:?}", chosen.best().verdict);
            cut += usize::from(found.stopped_by == StoppedBy::Cancelled);
        }
        if found.stopped_by == StoppedBy::Proven {
            break;
        }
    }
    assert!(cut > 0);
}

/// A win is carried out, not drawn out.
#[test]
fn high_levels_win_won_endings() {
    let board = Checkers::parse("W:WK14,K15,K23:BK5,K29").unwrap();
    for seed in 0..5 {
        let mut path = Path::<Checkers>::from(board);
        while path.outcome().is_none() {
            path.play(choose(&path, Level::new(9).unwrap(), seed));
        }
        assert_eq!(path.outcome().unwrap().winner, Some(Side::Second), "seed {seed}");
    }
}
