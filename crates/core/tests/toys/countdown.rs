use super::{info, joined, move_texts, numbers};
use bestmove_core::game::{
    Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side, Solution,
    SolveLimits, Solver, SolverCache, SolverMemory, Tablebase,
};
use bestmove_core::types::{Bound, Key, Ply, Score};
use std::collections::HashMap;
use std::sync::Mutex;

/// Whether the side to move wins, by the number left.
#[derive(Debug)]
struct Winners(Mutex<HashMap<u8, bool>>);

impl SolverCache for Winners {
    fn with_bytes(_: usize) -> Self {
        Self(Mutex::default())
    }
    fn clear(&self) {
        self.0.lock().unwrap().clear();
    }
}

/// A game with one move in each position, with a solver that stores results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Countdown;

impl Rules for Countdown {
    type Position = u8;
    type Move = ();

    const ID: &'static str = "countdown";

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
        (left == 0).then_some(Outcome { winner: Some(Side::First), ending: Ending::NO_MOVES })
    }
}

impl Searchable for Countdown {
    const HISTORY_SIZE: usize = 1;

    fn key(&left: &u8) -> Key {
        Key::exact(left.into())
    }

    fn code((): ()) -> u16 {
        0
    }
}

impl Evaluator for Countdown {
    type Knowledge = ();

    const SELECTIVE: bool = true;
}

impl Tablebase for Countdown {}

impl Solver for Countdown {
    fn solve(&left: &u8, memory: &SolverMemory, _: &SolveLimits<'_>) -> Option<Solution<()>> {
        let winners = &memory.cache::<Winners>().0;
        let is_first = || Self::to_move(&left) == Side::First;
        let wins = *winners.lock().unwrap().entry(left).or_insert_with(is_first);
        let plies = Ply::new(left.into());
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
    fn move_texts(_: &u8, (): ()) -> Vec<MoveText> {
        move_texts(0)
    }
}
