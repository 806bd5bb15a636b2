use super::{info, joined, move_texts, numbers, side};
use bestmove_core::game::{
    Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side, Solver,
    Tablebase,
};
use bestmove_core::types::{Key, Score};

/// Misère nim with three heaps: the side that takes the last object loses. The search is selective with a
/// meaningless evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nim;

const FULL: [u8; 3] = [3, 4, 5];

type Heaps = ([u8; 3], Side);

impl Rules for Nim {
    type Position = Heaps;
    /// The heap, and the number taken.
    type Move = (u8, u8);

    const ID: &'static str = "misere-nim";

    fn start() -> Heaps {
        (FULL, Side::First)
    }

    fn to_move(&(_, side): &Heaps) -> Side {
        side
    }

    fn moves(&(heaps, _): &Heaps, moves: &mut Moves<(u8, u8)>) {
        let of = |heap: u8| (1..=heaps[usize::from(heap)]).map(move |taken| (heap, taken));
        moves.extend((0..3).flat_map(of));
    }

    fn play(&(mut heaps, side): &Heaps, (heap, taken): (u8, u8)) -> Heaps {
        heaps[usize::from(heap)] -= taken;
        (heaps, !side)
    }

    fn outcome(&(heaps, side): &Heaps) -> Option<Outcome> {
        (heaps == [0; 3]).then_some(Outcome { winner: Some(side), ending: Ending::NO_MOVES })
    }
}

impl Searchable for Nim {
    const HISTORY_SIZE: usize = 24;

    fn key(&([a, b, c], side): &Heaps) -> Key {
        Key::exact(u64::from_le_bytes([a, b, c, side as u8, 0, 0, 0, 0]))
    }

    fn code((heap, taken): (u8, u8)) -> u16 {
        u16::from(heap << 3 | taken)
    }
}

impl Evaluator for Nim {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(position: &Heaps, (): &()) -> Score {
        Score::estimate((Self::key(position).bits() >> 32) as i32 % 200)
    }

    fn is_noisy(&(heaps, _): &Heaps, (heap, taken): (u8, u8)) -> bool {
        heaps[usize::from(heap)] == taken && heap == 0
    }
}

impl Tablebase for Nim {}

impl Solver for Nim {}

impl Notation for Nim {
    const INFO: Info = info(Self::ID, ["3,1,5,1", "21"]);

    fn parse(text: &str) -> Result<Heaps, Invalid> {
        let [a, b, c, mover] = numbers(text, 4)?[..] else { unreachable!() };
        let heaps = [a, b, c];
        if heaps.iter().zip(FULL).any(|(&heap, most)| heap > most) {
            return Err(Invalid::new("heaps", joined(&FULL), text));
        }
        Ok((heaps, side(mover)?))
    }
    fn print(&([a, b, c], side): &Heaps) -> String {
        joined(&[a, b, c, side as u8])
    }
    fn move_texts(_: &Heaps, (heap, taken): (u8, u8)) -> Vec<MoveText> {
        move_texts((10 * heap + taken) as i8)
    }
}
