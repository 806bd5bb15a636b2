use super::{info, joined, move_texts, numbers};
use bestmove_core::game::{
    Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side, Solver,
    Tablebase,
};
use bestmove_core::types::{Key, Score};
use std::cmp::Ordering;

/// The sides take coins from either end of a row. The one with more in the end wins, so the loser may move
/// last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins;

const ROW: [i8; 11] = [3, 5, 2, 7, 1, 4, 6, 3, 5, 2, 2];
const COUNT: u8 = ROW.len() as u8;

/// The rest of the row, and the lead of the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    from: u8,
    to: u8,
    lead: i8,
}

impl Rules for Coins {
    type Position = Left;
    /// Whether to take from the far end.
    type Move = bool;

    const ID: &'static str = "coins";

    fn start() -> Left {
        Left { from: 0, to: COUNT, lead: 0 }
    }

    fn to_move(left: &Left) -> Side {
        if (COUNT - (left.to - left.from)).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(left: &Left, moves: &mut Moves<bool>) {
        let ends: &[bool] = match left.to - left.from {
            0 => &[],
            1 => &[false],
            _ => &[false, true],
        };
        moves.extend(ends.iter().copied());
    }

    fn play(left: &Left, far: bool) -> Left {
        let sign = if Self::to_move(left) == Side::First { 1 } else { -1 };
        let taken = if far { left.to - 1 } else { left.from };
        let lead = left.lead + sign * ROW[usize::from(taken)];
        if far { Left { to: taken, lead, ..*left } } else { Left { from: taken + 1, lead, ..*left } }
    }

    fn outcome(left: &Left) -> Option<Outcome> {
        let winner = match left.lead.cmp(&0) {
            Ordering::Greater => Some(Side::First),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Second),
        };
        (left.from == left.to).then_some(Outcome { winner, ending: Ending::NO_MOVES })
    }
}

impl Searchable for Coins {
    const HISTORY_SIZE: usize = 2;

    fn key(left: &Left) -> Key {
        Key::exact(u64::from_le_bytes([left.from, left.to, left.lead as u8, 0, 0, 0, 0, 0]))
    }

    fn code(far: bool) -> u16 {
        far.into()
    }
}

impl Evaluator for Coins {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(left: &Left, (): &()) -> Score {
        let lead = i32::from(left.lead);
        Score::estimate(20 * if Self::to_move(left) == Side::First { lead } else { -lead })
    }
}

impl Tablebase for Coins {}

impl Solver for Coins {}

impl Notation for Coins {
    const INFO: Info = info(Self::ID, ["0,11,100", "0"]);

    fn parse(text: &str) -> Result<Left, Invalid> {
        let [from, to, lead] = numbers(text, 3)?[..] else { unreachable!() };
        if from > to || to > COUNT || !(0..=200).contains(&lead) {
            return Err(Invalid::new("row", "what may be left", text));
        }
        Ok(Left { from, to, lead: (i16::from(lead) - 100) as i8 })
    }
    fn print(left: &Left) -> String {
        joined(&[left.from, left.to, (i16::from(left.lead) + 100) as u8])
    }
    fn move_texts(_: &Left, far: bool) -> Vec<MoveText> {
        move_texts(far.into())
    }
}
