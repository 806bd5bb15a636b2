//! Reversi: rules against a slow oracle, published counts and games.

mod endings;
mod ggf;
mod notation;
mod oracle;
mod wthor;

use crate::positions::{Rng, moves, random_path};
use crate::proofs::run;
use bestmove_core::game::{Ending, PerftMode, Rules, Searchable, Side, perft};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::{Board, DISC_UNITS, Move};
use bestmove_core::search::{Settings, TranspositionTable};
use oracle::Mailbox;

/// A move by its number in the oracle.
fn numbered(played: usize) -> Move {
    Move::on(played as u8).unwrap_or(Move::PASS)
}

fn assert_same(board: &Board, mailbox: &Mailbox) {
    for side in [Side::First, Side::Second] {
        let discs = mailbox.squares.iter().enumerate().filter(|(_, disc)| **disc == Some(side));
        assert_eq!(board.of(side), discs.map(|(square, _)| 1 << square).sum::<u64>(), "{mailbox:?}");
    }
    assert_eq!(board.to_move(), mailbox.to_move);
    let legal: Vec<_> = mailbox.moves().into_iter().map(numbered).collect();
    assert_eq!(moves::<Reversi>(board).to_vec(), legal, "{mailbox:?}");
    match Reversi::outcome(board) {
        None => assert!(!legal.is_empty()),
        Some(outcome) => {
            assert!(legal.is_empty());
            let margin = mailbox.margin();
            assert_eq!(Reversi::final_margin(board), DISC_UNITS * margin);
            let winner = match margin.signum() {
                0 => None,
                1 => Some(mailbox.to_move),
                _ => Some(!mailbox.to_move),
            };
            let is_full = mailbox.squares.iter().all(Option::is_some);
            assert_eq!((outcome.winner, outcome.ending == Ending::BOARD_FULL), (winner, is_full));
        }
    }
}

#[test]
fn random_games_agree_with_a_mailbox() {
    let mut rng = Rng(1);
    let (mut passes, mut not_full) = (0, 0);
    for _ in 0..1_000 {
        let (mut board, mut mailbox) = (Board::START, Mailbox::start());
        assert_same(&board, &mailbox);
        loop {
            let legal = mailbox.moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[rng.below(legal.len())];
            passes += usize::from(played == 64);
            board = Reversi::play(&board, numbered(played));
            mailbox.play(played);
            assert_same(&board, &mailbox);
        }
        not_full += usize::from(board.discs() < 64);
    }
    assert!(passes > 100 && not_full > 5, "{passes} passes, {not_full} games that ended early");
}

/// The counts that Edax prints: a pass is a ply, and games that have ended do not count.
const PERFT: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

#[test]
fn perft_agrees_with_published_counts() {
    for (depth, count) in (1..).zip(PERFT) {
        assert_eq!(perft::<Reversi>(&Board::START, depth, PerftMode::Distinct), count, "depth {depth}");
    }
}

/// Paths of `depth` plies, and those that end with the game before.
fn paths_with_ended_games(board: &Board, depth: u8) -> u64 {
    let legal = moves::<Reversi>(board);
    match depth {
        0 => 1,
        _ if legal.is_empty() => 1,
        1 => legal.len() as u64,
        _ => legal.iter().map(|&at| paths_with_ended_games(&Reversi::play(board, at), depth - 1)).sum(),
    }
}

/// The counts by Aart Bik (<https://www.aartbik.com/MISC/reversi.html>).
#[test]
fn counts_with_ended_games_agree_with_published_ones() {
    assert_eq!(paths_with_ended_games(&Board::START, 10), 24_571_284);
}

#[test]
#[ignore = "takes a minute"]
fn two_billion_paths_agree_with_the_published_count() {
    assert_eq!(paths_with_ended_games(&Board::START, 12), 1_939_886_636);
}

/// Calls a function with the board after each path of `depth` plies.
fn visit(board: &Board, depth: u8, seen: &mut impl FnMut(&Board)) {
    if depth == 0 {
        return seen(board);
    }
    moves::<Reversi>(board).iter().for_each(|&played| visit(&Reversi::play(board, played), depth - 1, seen));
}

#[test]
fn the_first_pass_comes_after_eight_moves_and_the_first_end_after_nine() {
    let mut passes = [0; 9];
    for (depth, passes) in (0..).zip(&mut passes) {
        visit(&Board::START, depth, &mut |board| {
            *passes += usize::from(moves::<Reversi>(board).as_slice() == [Move::PASS]);
        });
    }
    assert_eq!(passes, [0, 0, 0, 0, 0, 0, 0, 0, 24]);
    let mut ended = 0;
    visit(&Board::START, 9, &mut |board| {
        if let Some(outcome) = Reversi::outcome(board) {
            ended += 1;
            let won = outcome.winner.expect("a side without discs has lost");
            assert_eq!(board.of(!won), 0);
            assert_eq!(Reversi::final_margin(board).abs(), 64 * DISC_UNITS);
        }
    });
    assert_eq!(ended, 228);
}

/// A game without an error by either side (Takizawa: Othello is solved, arXiv:2310.19387).
const PERFECT_GAME: &str = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";

#[test]
fn perfect_play_is_a_draw() {
    let mut board = Board::START;
    for name in PERFECT_GAME.to_ascii_lowercase().as_bytes().chunks(2) {
        let legal = moves::<Reversi>(&board);
        let named = |played: &&Move| played.to_string().as_bytes() == name;
        board = Reversi::play(&board, *legal.iter().find(named).expect("a legal move"));
    }
    assert_eq!(board.of(Side::First).count_ones(), 32);
    assert_eq!((board.discs(), Reversi::final_margin(&board)), (64, 0));
    let outcome = Reversi::outcome(&board).expect("the game is over");
    assert_eq!((outcome.winner, outcome.ending), (None, Ending::BOARD_FULL));
}

/// The move that flips the most discs.
fn greedy(board: &Board) -> Move {
    let own = |played: &&Move| Reversi::play(board, **played).of(board.to_move()).count_ones();
    *moves::<Reversi>(board).iter().max_by_key(own).expect("a legal move")
}

#[test]
fn a_short_search_beats_a_greedy_player() {
    let (mut rng, table, mut won) = (Rng(5), TranspositionTable::new(1 << 20), 0);
    for game in 0..20 {
        let searcher = [Side::First, Side::Second][game % 2];
        let mut path = random_path::<Reversi>(&mut rng, Board::START, 8);
        while path.outcome().is_none() {
            let board = *path.position();
            path.play(if board.to_move() == searcher {
                run(&path, Some(1_000), None, Settings::STRONGEST, &table).best().line[0]
            } else {
                greedy(&board)
            });
        }
        won += usize::from(path.outcome().and_then(|outcome| outcome.winner) == Some(searcher));
    }
    assert!(won >= 19, "{won} of 20");
}
