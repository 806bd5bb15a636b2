use super::{info, joined, move_texts, numbers, side};
use bestmove_core::game::{
    Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side, Solver,
    Tablebase,
};
use bestmove_core::types::{Key, Score};

/// Both sides move the same token along a row, or pass, so a position can recur after two plies. At one end
/// the first side wins, at the other the second, whichever moved it there. Two throws in a game move it two
/// places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token;

const END: u8 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    at: u8,
    throws: u8,
    to_move: Side,
}

/// The distance that the token moves; 2 either way is a throw.
type Step = i8;

impl Rules for Token {
    type Position = Way;
    type Move = Step;

    const ID: &'static str = "token";
    const NO_PROGRESS_LIMIT: Option<u16> = Some(7);

    fn start() -> Way {
        Way { at: 3, throws: 2, to_move: Side::First }
    }

    fn to_move(way: &Way) -> Side {
        way.to_move
    }

    fn moves(way: &Way, moves: &mut Moves<Step>) {
        let is_on = |step: &Step| way.at.checked_add_signed(*step).is_some_and(|at| at <= END);
        if Self::outcome(way).is_none() {
            moves.extend([0, 1, -1].into_iter().filter(is_on));
            moves.extend([2, -2].into_iter().filter(|_| way.throws > 0).filter(is_on));
        }
    }

    fn play(way: &Way, step: Step) -> Way {
        let throws = way.throws - u8::from(step.abs() == 2);
        Way { at: way.at.wrapping_add_signed(step), throws, to_move: !way.to_move }
    }

    fn outcome(way: &Way) -> Option<Outcome> {
        let won = |winner| Some(Outcome { winner: Some(winner), ending: Ending::LINE });
        match way.at {
            0 => won(Side::Second),
            END => won(Side::First),
            _ => None,
        }
    }

    fn is_irreversible(_: &Way, step: Step) -> bool {
        step.abs() == 2
    }
}

impl Searchable for Token {
    const HISTORY_SIZE: usize = 5;

    fn key(way: &Way) -> Key {
        Key::exact(u64::from_le_bytes([way.at, way.throws, way.to_move as u8, 0, 0, 0, 0, 0]))
    }

    fn code(step: Step) -> u16 {
        (step + 2) as u16
    }
}

impl Evaluator for Token {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(way: &Way, (): &()) -> Score {
        let lead = 30 * (i32::from(way.at) - 3);
        Score::estimate(if way.to_move == Side::First { lead } else { -lead })
    }

    fn is_noisy(_: &Way, step: Step) -> bool {
        step.abs() == 2
    }
}

impl Tablebase for Token {}

impl Solver for Token {}

impl Notation for Token {
    const INFO: Info = info(Self::ID, ["3,1,0", "1"]);

    fn parse(text: &str) -> Result<Way, Invalid> {
        let [at, throws, mover] = numbers(text, 3)?[..] else { unreachable!() };
        if at > END || throws > 2 {
            return Err(Invalid::new("token", "a place on the way", text));
        }
        Ok(Way { at, throws, to_move: side(mover)? })
    }
    fn print(way: &Way) -> String {
        joined(&[way.at, way.throws, way.to_move as u8])
    }
    fn move_texts(_: &Way, step: Step) -> Vec<MoveText> {
        move_texts(step)
    }
    fn winning_line(way: &Way) -> Vec<Vec<(&'static str, bestmove_core::game::Coordinate)>> {
        if Self::outcome(way).is_some() { vec![move_texts(0).swap_remove(0).coordinates] } else { Vec::new() }
    }
}
