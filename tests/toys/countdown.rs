use super::{info, joined, numbers, wording};
use bestmove::game::{
    Ending, Game, Info, Invalid, Memory, Moves, Notation, Outcome, Patience, Remembered, Side, Slot,
    Solution, Wording,
};
use bestmove::types::{Bound, Key, Ply, Score};

/// Nobody has a choice; in the end the side to move has won. The solver remembers who wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Countdown;

impl Game for Countdown {
    type Position = u8;
    type Move = ();
    type Knowledge = ();
    const ID: &'static str = "countdown";
    const LANES: usize = 1;
    const SELECTIVE: bool = true;

    fn start() -> u8 {
        24
    }
    fn to_move(left: &u8) -> Side {
        if left.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn moves(&left: &u8, moves: &mut Moves<()>) {
        moves.extend((left > 0).then_some(()));
    }
    fn play(left: &u8, (): ()) -> u8 {
        left - 1
    }
    fn outcome(&left: &u8) -> Option<Outcome> {
        (left == 0).then_some(Outcome { winner: Some(Side::First), ending: Ending::NoMoves })
    }
    fn key(&left: &u8) -> Key {
        Key::exact(left.into())
    }
    fn code((): ()) -> u16 {
        0
    }
    fn solve(&left: &u8, memory: &Memory, _: &Patience<'_>) -> Option<Solution<()>> {
        let (table, slot) = (memory.of(Self::ID).far(), Slot::of(left.into()));
        let wins = match table.get(slot) {
            Remembered::NOTHING => Self::to_move(&left) == Side::First,
            known => known.lower > 0,
        };
        let (value, plies) = (if wins { 1 } else { -1 }, Ply::new(left.into()));
        table.put(slot, Remembered { lower: value, upper: value, column: None, effort: 0 });
        let score = if wins { Score::win(plies) } else { Score::loss(plies) };
        Some(Solution { score, bound: Bound::Exact, line: vec![(); left.into()], nodes: 1, from_book: false })
    }
}

impl Notation for Countdown {
    const INFO: Info = info(Self::ID, ["7", "0"]);

    fn parse(text: &str) -> Result<u8, Invalid> {
        Ok(numbers(text, 1)?[0])
    }
    fn print(&left: &u8) -> String {
        joined(&[left])
    }
    fn wordings(_: &u8, (): ()) -> Vec<Wording> {
        wording(0)
    }
}
