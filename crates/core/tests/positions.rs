//! Test positions: from random games, and all positions up to a ply.

use bestmove_core::game::{Game, MoveText, Moves, Notation};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Board;
use bestmove_core::search::Path;
use bestmove_core::types::{Ply, Score};
use std::collections::{HashMap, HashSet};

/// The score of a game that is over, for the side to move.
pub(crate) fn score_of_outcome<G: Game>(path: &Path<G>, ply: Ply) -> Option<Score> {
    let winner = path.outcome()?.winner;
    Some(match winner {
        None => Score::DRAW,
        Some(_) if G::SCORED_BY_MARGIN => Score::margin(G::final_margin(path.position())),
        Some(side) if side == G::to_move(path.position()) => Score::win(ply),
        Some(_) => Score::loss(ply),
    })
}

pub(crate) fn moves<G: Game>(position: &G::Position) -> Moves<G::Move> {
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves
}

/// The distinct positions after 0, 1, … `plies` plies, by their canonical texts.
pub(crate) fn by_ply<G: Notation>(plies: usize) -> Vec<HashMap<String, G::Position>> {
    let named = |position| (G::print(&position), position);
    let after = |layer: &HashMap<String, G::Position>| {
        let followers = |position| moves::<G>(position).into_iter().map(|played| G::play(position, played));
        layer.values().flat_map(followers).map(named).collect()
    };
    let start = HashMap::from([named(G::start())]);
    std::iter::successors(Some(start), |layer| Some(after(layer))).take(plies + 1).collect()
}

pub(crate) fn sizes<P>(layers: &[HashMap<String, P>]) -> Vec<usize> {
    layers.iter().map(HashMap::len).collect()
}

/// Checks that no two of the positions share a key.
pub(crate) fn assert_keys_differ<G: Notation>(layers: &[HashMap<String, G::Position>]) {
    let keys: HashSet<_> = layers.iter().flat_map(HashMap::values).map(G::key).collect();
    assert_eq!(keys.len(), sizes(layers).into_iter().sum::<usize>());
}

/// Plays a game in which each of `choices` selects a legal move, until the game is over. Returns its
/// positions.
pub(crate) fn play_choices<G: Game>(choices: &[u8]) -> Vec<G::Position> {
    let mut game = vec![G::start()];
    for &choice in choices {
        let position = game[game.len() - 1];
        let moves = moves::<G>(&position);
        if moves.is_empty() {
            break;
        }
        game.push(G::play(&position, moves[usize::from(choice) % moves.len()]));
    }
    game
}

/// Checks that the position and each of its moves can be parsed from their texts.
pub(crate) fn assert_round_trip<G: Notation>(position: &G::Position) {
    let text = G::print(position);
    assert_eq!(G::parse(&text), Ok(*position), "{text}");
    for played in moves::<G>(position) {
        let move_texts = G::move_texts(position, played);
        assert!(!move_texts.is_empty());
        for MoveText { text: move_text, .. } in move_texts {
            assert_eq!(G::parse_move(position, &move_text), Ok(played), "{move_text} in {text}");
        }
    }
}

/// Checks that `G` refuses each text, and which part the error names.
pub(crate) fn assert_refused<G: Notation>(table: &[(&str, &str)]) {
    for (text, part) in table {
        match G::parse(text) {
            Err(error) => assert_eq!(&error.part, part, "{text}"),
            Ok(position) => panic!("{text} was parsed as {position:?}"),
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood: Fast splittable pseudorandom number generators, 2014).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }
}

/// At most `plies` random moves from `start`, without one that ends the game.
pub(crate) fn random_path<G: Game>(rng: &mut Rng, start: G::Position, plies: usize) -> Path<G> {
    let mut path = Path::from(start);
    for _ in 0..plies {
        let moves = moves::<G>(path.position());
        let mut next = path.clone();
        next.play(moves[rng.below(moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        path = next;
    }
    path
}

/// `pieces` pieces on random squares, or `None` if the placement is invalid.
pub(crate) fn random_board(rng: &mut Rng, pieces: usize) -> Option<Board> {
    let mut squares: Vec<usize> = (1..=32).collect();
    let mut sections = [String::from("W"), String::from("B")];
    for piece in 0..pieces {
        let square = squares.swap_remove(rng.below(squares.len()));
        let side = if piece < 2 { piece } else { rng.below(2) };
        let crown = if rng.below(2) == 0 { "K" } else { "" };
        let comma = if sections[side].len() > 1 { "," } else { "" };
        sections[side].push_str(&format!("{comma}{crown}{square}"));
    }
    Checkers::parse(&format!("B:{}:{}", sections[0], sections[1])).ok()
}
