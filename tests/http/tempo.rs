use crate::toys::{info, move_texts};
use bestmove_core::game::{
    Coordinate, Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable,
    Side, Solver, Tablebase, quoted,
};
use bestmove_core::types::{Key, Score};

/// All moves are equally good, and every game is a draw after thirty of them. But the evaluation favours the
/// side to move, so scores of searches with even and odd depth differ. The tree is too large for tests of all
/// games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo;

const PLIES: u32 = 30;
const CHOICES: u64 = 4;

/// The moves so far as digits, after a leading 1.
type History = u64;

fn plies(history: History) -> u32 {
    history.ilog(CHOICES)
}

impl Rules for Tempo {
    type Position = History;
    type Move = i8;

    const ID: &'static str = "tempo";

    fn start() -> History {
        1
    }

    fn to_move(&history: &History) -> Side {
        if plies(history).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(history: &History, moves: &mut Moves<i8>) {
        if Self::outcome(history).is_none() {
            moves.extend(0..CHOICES as i8);
        }
    }

    fn play(&history: &History, played: i8) -> History {
        history * CHOICES + played as u64
    }

    fn outcome(&history: &History) -> Option<Outcome> {
        (plies(history) == PLIES).then_some(Outcome { winner: None, ending: Ending::LINE })
    }

    fn is_irreversible(_: &History, _: i8) -> bool {
        true
    }
}

impl Searchable for Tempo {
    const HISTORY_SIZE: usize = CHOICES as usize;

    fn key(&history: &History) -> Key {
        Key::exact(history)
    }

    fn code(played: i8) -> u16 {
        played as u16
    }
}

impl Evaluator for Tempo {
    type Knowledge = ();

    fn evaluate(_: &History, (): &()) -> Score {
        Score::estimate(60)
    }
}

impl Tablebase for Tempo {}

impl Solver for Tempo {}

impl Notation for Tempo {
    const INFO: Info = info(Self::ID, ["1", "0"]);

    fn parse(text: &str) -> Result<History, Invalid> {
        let history: Option<History> = text.parse().ok().filter(|&history| history > 0);
        let is_valid = |&history: &History| plies(history) <= PLIES && history.to_string() == text;
        history.filter(is_valid).ok_or_else(|| Invalid::new("tempo", "a history", quoted(text)))
    }
    fn print(history: &History) -> String {
        history.to_string()
    }
    fn move_texts(_: &History, played: i8) -> Vec<MoveText> {
        move_texts(played)
    }
    fn winning_line(_: &History) -> Vec<Vec<(&'static str, Coordinate)>> {
        Vec::new()
    }
}
