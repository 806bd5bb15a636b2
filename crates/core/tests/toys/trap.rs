use super::{info, joined, move_texts, numbers};
use bestmove_core::game::{
    Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side, Solver,
    Tablebase,
};
use bestmove_core::types::{Key, Score};

/// A short game. The second root move has a bad evaluation, but all replies to it lose;
/// the third wins a ply later, and is searched once the first has scored low.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trap;

/// The moves from a node, and the evaluation for the side to move.
const PLACES: [(&[u8], i32); 9] = [
    (&[1, 2, 3], 1),
    (&[4, 5], -100),
    (&[WON, WON + 1], 200),
    (&[6, 7], -50),
    (&[8, 8], 100),
    (&[8, 8], 100),
    (&[LOST, DRAWN], 50),
    (&[LOST, DRAWN], 50),
    (&[DRAWN, DRAWN], 10),
];
/// The side to move has won, both here and at the next node.
const WON: u8 = 9;
const LOST: u8 = 11;
const DRAWN: u8 = 12;

impl Rules for Trap {
    /// A node, and plies to it.
    type Position = (u8, u8);
    /// The index of the move.
    type Move = u8;

    const ID: &'static str = "trap";

    fn start() -> (u8, u8) {
        (0, 0)
    }

    fn to_move(&(_, plies): &(u8, u8)) -> Side {
        if plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&(place, _): &(u8, u8), moves: &mut Moves<u8>) {
        moves.extend(PLACES.get(usize::from(place)).map_or(0..0, |(ways, _)| 0..ways.len() as u8));
    }

    fn play(&(place, plies): &(u8, u8), way: u8) -> (u8, u8) {
        (PLACES[usize::from(place)].0[usize::from(way)], plies + 1)
    }

    fn outcome(position: &(u8, u8)) -> Option<Outcome> {
        let winner = match position.0 {
            ..WON => return None,
            WON..LOST => Some(Self::to_move(position)),
            LOST => Some(!Self::to_move(position)),
            _ => None,
        };
        Some(Outcome { winner, ending: Ending::NO_MOVES })
    }
}

impl Searchable for Trap {
    const HISTORY_SIZE: usize = 3;

    fn key(&(place, plies): &(u8, u8)) -> Key {
        Key::exact(u64::from(place) << 8 | u64::from(plies))
    }

    fn code(way: u8) -> u16 {
        way.into()
    }
}

impl Evaluator for Trap {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(&(place, _): &(u8, u8), (): &()) -> Score {
        Score::estimate(PLACES[usize::from(place)].1)
    }
}

impl Tablebase for Trap {}

impl Solver for Trap {}

impl Notation for Trap {
    const INFO: Info = info(Self::ID, ["0,0", "1"]);

    fn parse(text: &str) -> Result<(u8, u8), Invalid> {
        let [place, plies] = numbers(text, 2)?[..] else { unreachable!() };
        let is_known = place <= DRAWN && plies <= 4;
        is_known.then_some((place, plies)).ok_or_else(|| Invalid::new("place", "a place in time", text))
    }
    fn print(&(place, plies): &(u8, u8)) -> String {
        joined(&[place, plies])
    }
    fn move_texts(_: &(u8, u8), way: u8) -> Vec<MoveText> {
        move_texts(way as i8)
    }
}
