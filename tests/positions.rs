use bestmove::game::{Game, Invalid, Moves, Notation};
use std::collections::{HashMap, HashSet};

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
    assert_eq!(keys.len(), sizes(layers).into_iter().sum());
}

/// The positions of a game in which each of `choices` picks one of the legal moves; it stops
/// early where the game is over.
pub(crate) fn played<G: Game>(choices: &[u8]) -> Vec<G::Position> {
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

/// Checks that the position and each of its moves can be read back from its text.
pub(crate) fn assert_round_trip<G: Notation>(position: &G::Position) {
    let text = G::print(position);
    assert_eq!(G::parse(&text), Ok(*position), "{text}");
    for played in moves::<G>(position) {
        let wordings = G::wordings(position, played);
        assert!(!wordings.is_empty());
        for wording in wordings {
            assert_eq!(G::parse_move(position, &wording.text), Ok(played), "{} in {text}", wording.text);
        }
    }
}

/// Checks what `G` blames in each of the texts.
pub(crate) fn assert_refused<G: Notation>(table: &[(&str, &str)]) {
    for (text, part) in table {
        match G::parse(text) {
            Err(Invalid { part: blamed, .. }) => assert_eq!(&blamed, part, "{text}"),
            Ok(position) => panic!("{text} was read as {position:?}"),
        }
    }
}
