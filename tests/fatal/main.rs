//! `bestmove` with a game in which the search of large heaps ends the process, as a defect of
//! memory or of the kernel would.

use bestmove_core::game::{
    Coordinate, Display, Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules,
    Searchable, Side, Solution, SolveLimits, Solver, SolverMemory, Tablebase, quoted,
};
use bestmove_core::types::{Bound, Key, Ply, Score};
use bestmove_query::Registry;
use std::process::{ExitCode, abort};
use std::sync::Arc;

/// Each side takes one of a heap; who takes the last one wins.
#[derive(Clone, Copy, Debug)]
struct Fatal;

/// The largest heap that anybody may search.
const SAFE: u8 = 15;

/// The heap, if the process survives it.
fn searched(heap: u8) -> u8 {
    if heap > SAFE { abort() } else { heap }
}

impl Rules for Fatal {
    type Position = u8;
    type Move = ();
    const ID: &'static str = "fatal";

    fn start() -> u8 {
        20
    }
    fn to_move(heap: &u8) -> Side {
        if heap.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn moves(&heap: &u8, moves: &mut Moves<()>) {
        moves.extend((heap > 0).then_some(()));
    }
    fn play(heap: &u8, (): ()) -> u8 {
        heap - 1
    }
    fn outcome(&heap: &u8) -> Option<Outcome> {
        (heap == 0).then_some(Outcome { winner: Some(Side::Second), ending: Ending::NO_MOVES })
    }
}

impl Searchable for Fatal {
    const WINNER_MOVES_LAST: bool = true;
    const HISTORY_SIZE: usize = 1;
    fn key(&heap: &u8) -> Key {
        Key::exact(heap.into())
    }
    fn code((): ()) -> u16 {
        0
    }
}
impl Evaluator for Fatal {
    type Knowledge = ();
    fn evaluate(&heap: &u8, (): &()) -> Score {
        Score::estimate(searched(heap).into())
    }
}
impl Tablebase for Fatal {}

impl Solver for Fatal {
    fn solve(&heap: &u8, _: &SolverMemory, _: &SolveLimits<'_>) -> Option<Solution<()>> {
        let plies = Ply::new(searched(heap).into());
        let score = if heap % 2 == 1 { Score::win(plies) } else { Score::loss(plies) };
        Some(Solution { score, bound: Bound::Exact, line: vec![(); heap.into()], nodes: 1, from_book: false })
    }
}

impl Notation for Fatal {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Fatal",
        columns: 1,
        rows: 1,
        sides: ["even", "odd"],
        position_notation: "a number",
        position_example: "7",
        move_notation: "a word",
        move_example: "take",
        estimate_unit: "none",
        display: Display::grid(["Even", "Odd"]),
        bench: &[],
    };

    fn parse(text: &str) -> Result<u8, Invalid> {
        let heap = text.parse().ok().filter(|heap: &u8| (0..=20).contains(heap) && text == heap.to_string());
        heap.ok_or_else(|| Invalid::new("heap", "a number from 0 to 20", quoted(text)))
    }
    fn print(heap: &u8) -> String {
        heap.to_string()
    }
    fn move_texts(_: &u8, (): ()) -> Vec<MoveText> {
        vec![MoveText { text: "take".to_owned(), coordinates: vec![("cell", Coordinate::One(1))] }]
    }
}

fn main() -> ExitCode {
    let own = Registry::of::<Fatal>();
    let games = Registry::built_in().games().chain(own.games()).cloned().collect();
    bestmove::run(Arc::new(Registry::new(games)))
}
