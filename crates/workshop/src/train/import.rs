//! Games of the WTHOR database as training games.

use super::Trainable;
use super::record::{Games, Record};
use bestmove_core::game::{Moves, Rules, Searchable, Side};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::wthor::{self, BestPlay};
use bestmove_core::games::reversi::{Board, Move};
use clap::Args;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// Options of the import.
#[derive(Args, Clone, Debug)]
pub struct ImportOptions {
    /// Files of the WTHOR database
    #[arg(long, required = true, num_args = 1..)]
    pub wthor: Vec<PathBuf>,
    /// File of games to write
    #[arg(long)]
    pub out: PathBuf,
}

/// Writes the games of WTHOR files that are played to the end as a file of training games. Positions with a choice of
/// moves have as their score the one by best play from 24 empty squares on, those after it the result of the game.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn import(options: &ImportOptions) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    for path in &options.wthor {
        bytes.push(fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    let sum = crc32fast::hash(&bytes.concat());
    let (mut out, done) = Games::append::<Reversi>(&options.out, &format!("WTHOR {sum:08x}"))?;
    let games = bytes.iter().map(|file| wthor::games(file).map(|games| (file, games)));
    let games: Vec<_> = games.collect::<Result<_, _>>()?;
    let mut played = Vec::new();
    for (file, games) in games {
        played.extend(games.filter_map(|game| records(&game.record.moves, wthor::best_play(file, &game)?)));
    }
    for game in &played[done as usize..] {
        out.add(game)?;
    }
    Ok(())
}

/// The records of a game; `None` if it is not played to the end.
fn records(moves: &[Move], best: BestPlay) -> Option<Vec<Record<Reversi>>> {
    let mut boards = vec![Reversi::start()];
    for &played in moves {
        boards.push(Reversi::play(boards.last()?, played));
    }
    let last = boards.last()?;
    Reversi::outcome(last)?;
    let margin = Reversi::final_margin(last) / 100;
    let played = BestPlay { empty: 0, margin: if last.to_move() == Side::First { margin } else { -margin } };
    let has_choice = |board: &&Board| {
        let mut moves = Moves::new();
        Reversi::moves(board, &mut moves);
        moves.len() > 1
    };
    let record = |board: &Board| {
        let is_before = 64 - board.discs() >= u32::from(best.empty);
        let score = 100 * if is_before { best } else { played }.margin_for(board.to_move());
        let result = played.margin_for(board.to_move()) as i8;
        Record { position: Reversi::seen_by_mover(board), score, result, next: None }
    };
    Some(boards.iter().filter(has_choice).map(record).collect())
}
