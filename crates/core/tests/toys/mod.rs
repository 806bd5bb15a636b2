//! Toy games with rules that the built-in games lack. Tests of properties of all games include them.

mod coins;
mod countdown;
#[path = "../../../../examples/hexapawn/hexapawn.rs"]
mod hexapawn;
mod misere;
mod nim;
mod small_reversi;
mod token;
mod trap;

pub(crate) use coins::Coins;
pub(crate) use countdown::Countdown;
pub(crate) use hexapawn::Hexapawn;
pub(crate) use misere::Misere;
pub(crate) use nim::Nim;
pub(crate) use small_reversi::SmallReversi;
pub(crate) use token::Token;
pub(crate) use trap::Trap;

use bestmove_core::game::{Coordinate, Display, Info, Invalid, MoveText, Side, quoted};
use bestmove_query::{GameVisitor, visit_games};

/// Visits every built-in game and every toy.
pub(crate) fn visit_every_game(visitor: &mut impl GameVisitor) {
    visit_games(visitor);
    visit_toys(visitor);
}

pub(crate) fn visit_toys(visitor: &mut impl GameVisitor) {
    visitor.visit::<Coins>();
    visitor.visit::<Countdown>();
    visitor.visit::<Hexapawn>();
    visitor.visit::<Misere>();
    visitor.visit::<Nim>();
    visitor.visit::<SmallReversi>();
    visitor.visit::<Token>();
    visitor.visit::<Trap>();
}

/// Calls a function for the type of every game.
macro_rules! for_every_game {
    ($function:ident) => {{
        struct Each;
        impl bestmove_query::GameVisitor for Each {
            fn visit<G: bestmove_core::game::Notation>(&mut self) {
                $function::<G>();
            }
        }
        crate::toys::visit_every_game(&mut Each);
    }};
}
pub(crate) use for_every_game;

/// The `INFO` of a toy.
pub(crate) const fn info(id: &'static str, example: [&'static str; 2]) -> Info {
    Info {
        id,
        title: id,
        columns: 1,
        rows: 1,
        sides: ["first", "second"],
        position_notation: "numbers",
        position_example: example[0],
        move_notation: "a number",
        move_example: example[1],
        estimate_unit: "none",
        display: Display::grid(["First", "Second"]),
        bench: &[],
    }
}

/// Parses `count` numbers joined by commas.
fn numbers(text: &str, count: usize) -> Result<Vec<u8>, Invalid> {
    let invalid = || Invalid::new("numbers", format!("{count} numbers"), quoted(text));
    let numbers: Vec<u8> =
        text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| invalid())?;
    let is_canonical = numbers.len() == count && joined(&numbers) == text;
    if is_canonical { Ok(numbers) } else { Err(invalid()) }
}

/// The inverse of [`numbers`].
fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn side(number: u8) -> Result<Side, Invalid> {
    match number {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        _ => Err(Invalid::new("side", "0 or 1", number.to_string())),
    }
}

pub(crate) fn move_texts(number: i8) -> Vec<MoveText> {
    vec![MoveText { text: number.to_string(), coordinates: vec![("cell", Coordinate::One(1))] }]
}
