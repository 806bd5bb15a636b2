use bestmove_core::game::{
    Coordinates, Evaluator, Info, Invalid, MoveText, Moves, Notation, Outcome, Rules, Searchable, Side,
    Solver, Tablebase,
};
use bestmove_core::games::TicTacToe;
use bestmove_core::types::{Key, Score};

/// Tic-tac-toe in which three in a row lose, so the winner does not move last. Its evaluation is meaningless.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misere;

type Board = <TicTacToe as Rules>::Position;

impl Rules for Misere {
    type Position = Board;
    type Move = u8;

    const ID: &'static str = "misere-tic-tac-toe";

    fn start() -> Board {
        TicTacToe::start()
    }

    fn to_move(board: &Board) -> Side {
        TicTacToe::to_move(board)
    }

    fn moves(board: &Board, moves: &mut Moves<u8>) {
        TicTacToe::moves(board, moves);
    }

    fn play(board: &Board, cell: u8) -> Board {
        TicTacToe::play(board, cell)
    }

    fn outcome(board: &Board) -> Option<Outcome> {
        let Outcome { winner, ending } = TicTacToe::outcome(board)?;
        Some(Outcome { winner: winner.map(|side| !side), ending })
    }
}

impl Searchable for Misere {
    const HISTORY_SIZE: usize = TicTacToe::HISTORY_SIZE;

    fn key(board: &Board) -> Key {
        TicTacToe::key(board)
    }

    fn code(cell: u8) -> u16 {
        TicTacToe::code(cell)
    }
}

impl Evaluator for Misere {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(board: &Board, (): &()) -> Score {
        Score::estimate((Self::key(board).bits() >> 32) as i32 % 300)
    }
}

impl Tablebase for Misere {}

impl Solver for Misere {}

impl Notation for Misere {
    const INFO: Info = Info { id: Self::ID, title: "Misère tic-tac-toe", ..TicTacToe::INFO };

    fn parse(text: &str) -> Result<Board, Invalid> {
        TicTacToe::parse(text)
    }
    fn print(board: &Board) -> String {
        TicTacToe::print(board)
    }
    fn move_texts(board: &Board, cell: u8) -> Vec<MoveText> {
        TicTacToe::move_texts(board, cell)
    }
    fn winning_line(board: &Board) -> Vec<Coordinates> {
        TicTacToe::winning_line(board)
    }
}
