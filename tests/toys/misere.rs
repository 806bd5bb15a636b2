use bestmove::game::{Game, Info, Invalid, Moves, Notation, Outcome, Places, Side, Wording};
use bestmove::games::TicTacToe;
use bestmove::types::{Key, Score};

/// Tic-tac-toe in which three in a row lose: when the game is over, the side to move has won. The search is led by
/// an evaluation that means nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misere;

type Board = <TicTacToe as Game>::Position;

impl Game for Misere {
    type Position = Board;
    type Move = u8;
    type Knowledge = ();
    const ID: &'static str = "misere-tic-tac-toe";
    const LANES: usize = TicTacToe::LANES;
    const SELECTIVE: bool = true;

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
    fn key(board: &Board) -> Key {
        TicTacToe::key(board)
    }
    fn code(cell: u8) -> u16 {
        TicTacToe::code(cell)
    }
    fn evaluate(board: &Board, (): &()) -> Score {
        Score::estimate((Self::key(board).bits() >> 32) as i32 % 300)
    }
}

impl Notation for Misere {
    const INFO: Info = Info { id: Self::ID, title: "Misère tic-tac-toe", ..TicTacToe::INFO };

    fn parse(text: &str) -> Result<Board, Invalid> {
        TicTacToe::parse(text)
    }
    fn print(board: &Board) -> String {
        TicTacToe::print(board)
    }
    fn wordings(board: &Board, cell: u8) -> Vec<Wording> {
        TicTacToe::wordings(board, cell)
    }
    fn winning_line(board: &Board) -> Vec<Places> {
        TicTacToe::winning_line(board)
    }
}
