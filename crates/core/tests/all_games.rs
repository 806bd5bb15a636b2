//! Properties of all games: the built-in ones, and toys with rules that these lack.

use crate::agreement::agrees_at;
use crate::positions::{Rng, assert_round_trip, by_ply, moves, score_of_outcome};
use crate::proofs::{holds, run, run_together};
use crate::search_guarantees::check_line;
use crate::toys::{Misere, for_every_game};
use bestmove_core::game::{Game, Moves, Notation, Outcome, PerftMode, Searchable, perft};
use bestmove_core::games::TicTacToe;
use bestmove_core::search::{Path, SearchResult, Settings, TranspositionTable, move_verdict};
use bestmove_core::types::{Key, Ply, Score, Verdict};
use std::collections::HashMap;

/// Paths of random games, cut at a random ply.
pub(crate) fn paths<G: Game>(seed: u64, count: usize) -> impl Iterator<Item = Path<G>> {
    let mut rng = Rng(seed);
    (0..count).map(move |_| {
        let mut game = vec![Path::<G>::from(G::start())];
        while game[game.len() - 1].outcome().is_none() && game.len() < 80 {
            let mut next = game[game.len() - 1].clone();
            let legal = moves::<G>(next.position());
            next.play(legal[rng.below(legal.len())]);
            game.push(next);
        }
        game.pop();
        game.swap_remove(rng.below(game.len()))
    })
}

/// Paths of random games in which neither side ends the game if it can go on, cut near their end.
fn late_paths<G: Game>(seed: u64, count: usize) -> impl Iterator<Item = Path<G>> {
    let mut rng = Rng(seed);
    (0..count).map(move |_| {
        let mut game = vec![Path::<G>::from(G::start())];
        while game.len() < 400 {
            let last = &game[game.len() - 1];
            let after = |&played: &G::Move| {
                let mut next = last.clone();
                next.play(played);
                next.outcome().is_none().then_some(next)
            };
            let going_on: Vec<_> = moves::<G>(last.position()).iter().filter_map(after).collect();
            if going_on.is_empty() {
                break;
            }
            game.push(going_on[rng.below(going_on.len())].clone());
        }
        let before_end = rng.below(game.len().min(8));
        game.swap_remove(game.len() - 1 - before_end)
    })
}

#[test]
fn the_traits_are_implemented_as_documented() {
    for_every_game!(check_traits);
}

fn check_traits<G: Notation>() {
    assert_eq!(G::INFO.id, G::ID);
    let is_plain = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    assert!(!G::ID.is_empty() && G::ID.chars().all(is_plain), "{}", G::ID);
    let mut names: HashMap<Key, G::Position> = HashMap::new();
    let mut rng = Rng(1);
    for _ in 0..200 {
        let mut path = Path::<G>::from(G::start());
        let mut passed: Vec<Key> = Vec::new();
        loop {
            let position = *path.position();
            assert_eq!(*names.entry(G::key(&position)).or_insert(position), position, "{}", G::ID);
            check_position::<G>(&position);
            let legal = moves::<G>(&position);
            if legal.is_empty() || path.outcome().is_some() {
                break;
            }
            let played = legal[rng.below(legal.len())];
            passed.push(G::key(&position));
            path.play(played);
            let recurs = |key: &Key| *key == G::key(path.position());
            assert!(!path.before().is_empty() || !passed.iter().any(recurs), "{}: {position:?}", G::ID);
        }
    }
    for path in paths::<G>(2, 20) {
        check_cycles::<G>(path.position(), &mut Vec::new());
    }
}

/// Checks the traits at a position.
fn check_position<G: Game>(position: &G::Position) {
    let (legal, outcome) = (moves::<G>(position), G::outcome(position));
    assert_eq!(legal.is_empty(), outcome.is_some(), "{}: {position:?}", G::ID);
    let mut noisy = Moves::new();
    let has_quiet = G::noisy_moves(position, &mut noisy);
    let is_noisy = |played: &&G::Move| G::is_noisy(position, **played);
    assert_eq!(noisy.to_vec(), legal.iter().filter(is_noisy).copied().collect::<Vec<_>>(), "{position:?}");
    assert_eq!(has_quiet, noisy.len() < legal.len(), "{}: {position:?}", G::ID);
    if let Some(Outcome { winner, .. }) = outcome {
        assert!(!G::WINNER_MOVES_LAST || winner != Some(G::to_move(position)), "{}: {position:?}", G::ID);
        return;
    }
    let score = G::evaluate(position, &G::Knowledge::default());
    assert!(!score.is_decisive() && score != Score::DRAW, "{}: {score:?} in {position:?}", G::ID);
    for &played in &legal {
        let after = G::play(position, played);
        assert_eq!(G::to_move(&after), !G::to_move(position), "{}: {played:?} in {position:?}", G::ID);
        assert!(
            G::code(played) < u16::MAX && usize::from(G::history_index(played)) < G::HISTORY_SIZE,
            "{played:?}"
        );
        assert!(
            G::order_score(position, played).abs() <= 1 << 16 && G::capture_path_count(position, played) > 0
        );
        let is_irreversible = G::is_irreversible(position, played);
        assert!(is_irreversible || !G::is_noisy(position, played), "{}: {played:?} in {position:?}", G::ID);
    }
}

/// Checks that no position recurs within fewer plies than [`Searchable::MIN_CYCLE`].
fn check_cycles<G: Game>(position: &G::Position, passed: &mut Vec<G::Position>) {
    assert!(!passed.contains(position), "{}: {position:?} recurs within {}", G::ID, passed.len());
    if passed.len() + 1 < usize::from(G::MIN_CYCLE) {
        passed.push(*position);
        for played in moves::<G>(position) {
            check_cycles::<G>(&G::play(position, played), passed);
        }
        passed.pop();
    }
}

#[test]
fn positions_and_moves_round_trip() {
    for_every_game!(check_round_trips);
}

fn check_round_trips<G: Notation>() {
    paths::<G>(3, 200).for_each(|path| assert_round_trip::<G>(path.position()));
}

#[test]
fn perft_agrees_with_plain_counting() {
    for_every_game!(check_perft);
}

/// Compares [`perft`] with a list of all move sequences.
fn check_perft<G: Notation>() {
    let step = |positions: &Vec<G::Position>| {
        let after = |position| moves::<G>(position).into_iter().map(|played| G::play(position, played));
        positions.iter().flat_map(after).collect::<Vec<_>>()
    };
    let layers = std::iter::successors(Some(vec![G::start()]), |layer| Some(step(layer)));
    for (depth, layer) in (0..).zip(layers.take_while(|layer| layer.len() < 5_000).take(6)) {
        assert_eq!(perft::<G>(&G::start(), depth, PerftMode::Distinct), layer.len() as u64, "{}", G::ID);
    }
}

/// The largest depth, up to `most`, at which plain minimax is fast.
pub(crate) fn affordable_depth<G: Game>(path: &Path<G>, most: u8) -> u8 {
    let is_quick = |&depth: &u8| perft::<G>(path.position(), depth, PerftMode::Distinct) <= 3_000;
    (1..=most).take_while(is_quick).last().unwrap_or(1)
}

/// Full-width search, with a cold, a warm and a polluted table, and with eight threads.
#[test]
fn full_width_search_agrees_with_minimax() {
    for_every_game!(check_agreement);
}

fn check_agreement<G: Notation>() {
    let polluted = TranspositionTable::new(1 << 18);
    for path in paths::<G>(4, 12) {
        let most = affordable_depth(&path, 6);
        (1..=most).for_each(|depth| agrees_at(&path, depth, &polluted));
    }
}

#[test]
fn a_move_that_ends_the_game_is_proven_without_a_search() {
    for_every_game!(check_last_moves);
}

fn check_last_moves<G: Notation>() {
    let knowledge = G::Knowledge::default();
    for path in paths::<G>(6, 200) {
        for played in moves::<G>(path.position()) {
            let after = Path::<G>::from(G::play(path.position(), played));
            let Some(score) = score_of_outcome(&after, Ply::ROOT.next()) else { continue };
            let found = move_verdict(&path, played, Score::estimate(0), &knowledge);
            assert_eq!(found, Some(Verdict::of(-score, true)), "{}: {played:?} from {path:?}", G::ID);
        }
    }
}

/// Scores of best play to the end, by plain minimax.
pub(crate) struct Oracle<G: Game> {
    /// Scores counted from the position as root, by the position and the earlier ones that can recur.
    scores: HashMap<(String, Vec<Key>), Score>,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Oracle<G> {
    /// The most positions to solve for one path.
    const MAX_POSITIONS: usize = 10_000;

    pub(crate) fn new() -> Self {
        Self { scores: HashMap::new(), game: std::marker::PhantomData }
    }

    /// The score of the last position of a path, unless too many positions follow.
    pub(crate) fn score(&mut self, path: &Path<G>) -> Option<Score> {
        self.score_within(path, self.scores.len() + Self::MAX_POSITIONS)
    }

    /// The same, with at most `most` stored scores.
    fn score_within(&mut self, path: &Path<G>, most: usize) -> Option<Score> {
        if let over @ Some(_) = score_of_outcome(path, Ply::ROOT) {
            return over;
        }
        let mut before = path.before().to_vec();
        before.sort_unstable();
        let name = (format!("{:?}", path.position()), before);
        if let Some(&score) = self.scores.get(&name) {
            return Some(score);
        }
        if self.scores.len() >= most {
            return None;
        }
        let mut best = -Score::INFINITE;
        for played in moves::<G>(path.position()) {
            let mut next = path.clone();
            next.play(played);
            best = best.max(-self.score_within(&next, most)?.from_table(Ply::ROOT.next()));
        }
        self.scores.insert(name, best);
        Some(best)
    }
}

/// At any limit, with a cold and a warm table.
#[test]
fn proven_verdicts_are_true() {
    for_every_game!(check_verdicts);
}

fn check_verdicts<G: Notation>() {
    let (mut oracle, warm) = (Oracle::<G>::new(), TranspositionTable::new(1 << 18));
    let mut checked = 0;
    for path in paths::<G>(5, 60).chain(late_paths::<G>(7, 60)) {
        let Some(score) = oracle.score(&path) else { continue };
        checked += 1;
        let verdict = Verdict::of(score, true);
        let check = |found: &SearchResult<G>, how: &str| {
            assert!(
                holds(found.best().verdict, found.best().bound, verdict),
                "{}: {:?} {:?} {how}, not {verdict:?}, in {path:?}",
                G::ID,
                found.best().verdict,
                found.best().bound
            );
            check_line(&path, found);
        };
        for nodes in [0, 1, 2, 5, 12, 30, 80, 200, 1_000, 5_000] {
            for (settings, how) in [(Settings::STRONGEST, "selective"), (Settings::FULL_WIDTH, "full")] {
                let limit = format!("{how} at {nodes} nodes");
                check(&run(&path, Some(nodes), None, settings, &warm), &format!("{limit}, warm"));
                check(
                    &run(&path, Some(nodes), None, settings, &TranspositionTable::new(1 << 12)),
                    &format!("{limit}, cold"),
                );
            }
        }
        for depth in 1..=6 {
            check(&run(&path, None, Some(depth), Settings::FULL_WIDTH, &warm), &format!("at depth {depth}"));
        }
        check(&run_together(&path, &warm), "by three threads");
    }
    // Most endings of checkers have too many positions.
    let least = if G::ID == "checkers" { 15 } else { 60 };
    assert!(checked >= least, "{}: only {checked} paths", G::ID);
}

/// Misère tic-tac-toe has the keys of tic-tac-toe, but other scores. The game's ID salts the keys.
#[test]
fn games_with_equal_keys_can_share_a_table() {
    let (shared, mut oracle) = (TranspositionTable::new(1 << 20), Oracle::<Misere>::new());
    let boards: Vec<_> = by_ply::<TicTacToe>(9).into_iter().flat_map(HashMap::into_values).collect();
    for board in &boards {
        run(&Path::<TicTacToe>::from(*board), None, None, Settings::STRONGEST, &shared);
    }
    let mut wrong = 0;
    for board in &boards {
        assert_eq!(TicTacToe::key(board), Misere::key(board));
        let path = Path::<Misere>::from(*board);
        let found = run(&path, Some(200), None, Settings::STRONGEST, &shared);
        let verdict = Verdict::of(oracle.score(&path).unwrap(), true);
        wrong += usize::from(!holds(found.best().verdict, found.best().bound, verdict));
    }
    assert_eq!(wrong, 0, "of {}", boards.len());
}
