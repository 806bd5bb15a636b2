//! Whole endings played by the search: what the tables call won is won, what they call drawn is not lost.

use crate::positions::{Dice, moves};
use bestmove::game::{Game, Known, Notation, Side};
use bestmove::games::Checkers;
use bestmove::games::checkers::{Board, Knowledge, Move};
use bestmove::search::{Limits, Path, Settings, Table, search};
use std::env;
use std::num::NonZeroUsize;
use std::path::Path as FilePath;
use std::sync::atomic::AtomicBool;

/// The other side's way to play.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    /// Keeps what the tables give it, and chooses at random among the moves that do.
    Stubborn,
}

/// A side's hopes, worst first.
fn rank(known: Option<Known>) -> i32 {
    match known {
        Some(Known::Loss { plies }) => i32::from(plies.unwrap_or(0)) - 1000,
        Some(Known::Draw) | None => 0,
        Some(Known::Win { plies }) => 1000 - i32::from(plies.unwrap_or(0)),
    }
}

/// What the tables say, captures played out first.
fn known(board: &Board, knowledge: &Knowledge) -> Option<Known> {
    if Checkers::outcome(board).is_some() {
        return Some(Known::Loss { plies: Some(0) });
    }
    Checkers::known_in_full(board, knowledge).or_else(|| {
        let after = |&played: &Move| known(&Checkers::play(board, played), knowledge);
        let worst_for_them = moves::<Checkers>(board).iter().map(after).min_by_key(|&known| rank(known))?;
        worst_for_them.map(|known| match known {
            Known::Draw => Known::Draw,
            Known::Win { .. } => Known::Loss { plies: None },
            Known::Loss { .. } => Known::Win { plies: None },
        })
    })
}

/// So many pieces on random squares, no man on its king row.
fn random_board(dice: &mut Dice, pieces: usize) -> Option<Board> {
    let mut squares: Vec<usize> = (1..=32).collect();
    let mut sections = [String::from("W"), String::from("B")];
    for piece in 0..pieces {
        let square = squares.swap_remove(dice.below(squares.len()));
        let side = if piece < 2 { piece } else { dice.below(2) };
        let crown = if dice.below(2) == 0 { "K" } else { "" };
        let comma = if sections[side].len() > 1 { "," } else { "" };
        sections[side].push_str(&format!("{comma}{crown}{square}"));
    }
    Checkers::parse(&format!("B:{}:{}", sections[0], sections[1])).ok()
}

fn stubborn(board: &Board, knowledge: &Knowledge, dice: &mut Dice) -> Move {
    let hope = |played: Move| rank(known(&Checkers::play(board, played), knowledge));
    let moves = moves::<Checkers>(board);
    let best = moves.iter().map(|&played| hope(played)).min().unwrap();
    let keeping: Vec<Move> = moves.into_iter().filter(|&played| hope(played) == best).collect();
    keeping[dice.below(keeping.len())]
}

/// Plays on from a board, the search for the side to move, and returns who wins.
fn played_out(
    board: Board,
    opponent: Opponent,
    nodes: u64,
    knowledge: &Knowledge,
    dice: &mut Dice,
) -> Option<Side> {
    let (mut path, table, stop) =
        (Path::<Checkers>::from(board), Table::new(4 << 20), AtomicBool::new(false));
    let limits = Limits { depth: None, nodes: Some(nodes), deadline: None, stop: &stop, pause: None };
    loop {
        if let Some(outcome) = path.outcome() {
            return outcome.winner;
        }
        let at = *path.position();
        let played = if Checkers::to_move(&at) == Checkers::to_move(&board) {
            let threads = NonZeroUsize::MIN;
            let found = search(&path, knowledge, limits, Settings::STRONGEST, &table, threads, &mut |_| {});
            found.best_move().unwrap()
        } else {
            match opponent {
                Opponent::Random => {
                    let moves = moves::<Checkers>(&at);
                    moves[dice.below(moves.len())]
                }
                Opponent::Stubborn => stubborn(&at, knowledge, dice),
            }
        };
        path.play(played);
    }
}

/// Plays `games` endings with so many pieces and returns how many wins were not won, after checking that
/// no draw and no win was lost.
fn missed_wins(games: usize, pieces: usize, nodes: u64, knowledge: &Knowledge) -> Vec<String> {
    let (mut dice, mut missed, mut count) = (Dice(pieces as u64), Vec::new(), 0);
    while count < games {
        let Some(board) = random_board(&mut dice, pieces) else { continue };
        let known = known(&board, knowledge);
        let is_hopeless = matches!(known, None | Some(Known::Loss { .. }));
        if is_hopeless || Checkers::outcome(&board).is_some() {
            continue;
        }
        let opponent = if count.is_multiple_of(2) { Opponent::Stubborn } else { Opponent::Random };
        let winner = played_out(board, opponent, nodes, knowledge, &mut dice);
        let fen = Checkers::print(&board);
        assert_ne!(
            winner,
            Some(!Checkers::to_move(&board)),
            "{fen} is {known:?}, and lost against {opponent:?}"
        );
        if winner.is_none() && matches!(known, Some(Known::Win { .. })) {
            missed.push(format!("{fen} {known:?} {opponent:?}"));
        }
        count += 1;
    }
    missed
}

#[test]
fn endings_with_four_and_five_pieces_are_won() {
    for pieces in [4, 5] {
        let missed = missed_wins(200, pieces, 5_000, &Knowledge::default());
        assert!(missed.is_empty(), "{missed:#?}");
    }
}

/// With the tables in the directory `BESTMOVE_TABLES`.
#[test]
#[ignore = "takes half an hour, and tables for six pieces"]
fn a_thousand_endings_with_six_pieces_are_won() {
    let dir = env::var_os("BESTMOVE_TABLES").expect("BESTMOVE_TABLES is a directory of tables");
    let knowledge = Checkers::knowledge_in(FilePath::new(&dir)).unwrap();
    let missed = missed_wins(1_000, 6, 100_000, &knowledge);
    assert!(missed.is_empty(), "{missed:#?}");
}
