//! Game records of every game: random games come back from every notation.

use crate::positions::{Rng, moves};
use crate::toys::for_every_game;
use bestmove_core::game::{Invalid, Notation, Record, RecordedResult};

const GAMES: u64 = 1000;
/// Longer games are cut off; random kings of checkers can wander for ever.
const MAX_PLIES: usize = 200;

/// A random game from the start or from a position in the middle of one.
fn random_record<G: Notation>(rng: &mut Rng) -> Record<G> {
    let plies = rng.below(MAX_PLIES);
    let skipped = if rng.below(2) == 0 { 0 } else { rng.below(20) };
    let mut record = Record::<G>::from(G::start());
    let mut position = record.start;
    for ply in 0..plies {
        let legal = moves::<G>(&position);
        if legal.is_empty() {
            break;
        }
        let played = legal[rng.below(legal.len())];
        position = G::play(&position, played);
        if ply < skipped {
            record.start = position;
        } else {
            record.moves.push(played);
        }
    }
    if let Some(outcome) = G::outcome(&position) {
        record.result = RecordedResult::of(outcome.winner);
    }
    record
}

pub(crate) fn read<G: Notation>(text: &str) -> Result<Vec<Record<G>>, Invalid> {
    G::records(text, 0).map(|read| read?.complete()).collect()
}

fn assert_records_round_trip<G: Notation>() {
    for seed in 0..GAMES {
        let record = random_record::<G>(&mut Rng(seed));
        let moves = G::print_moves(&record);
        let texts = G::record_texts(&record, &moves);
        for (name, text) in &texts {
            let found = read::<G>(text).unwrap_or_else(|invalid| panic!("{name} {text}: {invalid}"));
            assert_eq!(found.len(), 1, "{name} {text}");
            assert_eq!(found[0].end(), record.end(), "{name} {text}");
        }
        let whole = &read::<G>(&texts.last().unwrap().1).unwrap()[0];
        assert_eq!((whole.start, &whole.moves), (record.start, &record.moves), "{texts:?}");
        assert_eq!(G::record_texts(whole, &G::print_moves(whole)), texts);
    }
}

#[test]
fn random_games_round_trip_through_every_notation() {
    for_every_game!(assert_records_round_trip);
}
