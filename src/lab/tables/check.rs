//! Holds tables against the rules: a position is worth what the best of its moves leads to.

use crate::game::{Invalid, Moves, Notation, Rules, TablebaseResult};
use crate::games::Checkers;
use crate::games::checkers::Board;
use crate::games::checkers::endgame::slice::{Slice, numbers};
use crate::games::checkers::endgame::{Tables, board};
use crate::lab::parallel::mapped;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;

/// Positions that a thread takes at a time.
const SHARE: usize = 10_000;

/// Checks about so many positions with so many pieces, spread evenly, against the positions that their
/// moves lead to, in the tables of the program and those in the directory. Tells how many could be
/// checked: all of which something is known.
///
/// # Errors
///
/// If a file can't be used or is not whole, nothing is known of any position, or one is wrong.
pub fn check_checkers_tables(
    pieces: usize,
    dir: &Path,
    positions: usize,
    threads: NonZeroUsize,
) -> Result<usize, Box<dyn Error>> {
    let tables = Tables::open(dir)?;
    let slices: Vec<Slice> = Slice::all(pieces).collect();
    let shares: Vec<usize> = (0..positions).step_by(SHARE).collect();
    let checked = mapped(&shares, threads, |&share| {
        let sample = (share..positions.min(share + SHARE)).filter_map(|nth| {
            // Multiples of the golden section are spread evenly.
            let part = (nth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let number = ((u128::from(part) * numbers(pieces) as u128) >> 64) as usize;
            let slice = slices[slices.partition_point(|slice| slice.start() <= number) - 1];
            board(slice, number - slice.start())
        });
        sample
            .map(|board| check(&tables, &board))
            .try_fold(0, |count, checked| Ok(count + usize::from(checked?)))
    })?;
    match checked.into_iter().sum::<Result<usize, Invalid>>()? {
        0 => {
            Err(Invalid::new(dir.display().to_string(), format!("a table of {pieces} pieces"), "none").into())
        }
        checked => Ok(checked),
    }
}

/// Whether something is known of the position; if so, it must be what the moves say.
fn check(tables: &Tables, board: &Board) -> Result<bool, Invalid> {
    for probe in [Tables::probe, Tables::probe_dtw] {
        let Some(known) = probe(tables, board) else { continue };
        let expected = by_moves(tables, board, probe);
        if !agrees(known, expected) {
            let position = Checkers::print(board);
            return Err(Invalid::new(position, format!("{expected:?}"), format!("{known:?}")));
        }
    }
    Ok(tables.probe(board).is_some())
}

/// Whether a table says what is expected; it may leave out the plies.
fn agrees(known: TablebaseResult, expected: TablebaseResult) -> bool {
    match (known, expected) {
        (TablebaseResult::Win { plies: None }, TablebaseResult::Win { .. })
        | (TablebaseResult::Loss { plies: None }, TablebaseResult::Loss { .. }) => true,
        _ => known == expected,
    }
}

/// What the best move leads to.
fn by_moves(
    tables: &Tables,
    board: &Board,
    probe: fn(&Tables, &Board) -> Option<TablebaseResult>,
) -> TablebaseResult {
    let mut moves = Moves::new();
    Checkers::moves(board, &mut moves);
    let worth = |played| {
        let next = Checkers::play(board, played);
        before(probe(tables, &next).unwrap_or_else(|| by_moves(tables, &next, probe)))
    };
    moves.into_iter().map(worth).reduce(better).unwrap_or(TablebaseResult::Loss { plies: Some(0) })
}

/// What a position is worth from which a move leads to one of which so much is known.
fn before(next: TablebaseResult) -> TablebaseResult {
    let more = |plies: Option<u16>| plies.map(|plies| plies + 1);
    match next {
        TablebaseResult::Win { plies } => TablebaseResult::Loss { plies: more(plies) },
        TablebaseResult::Draw => TablebaseResult::Draw,
        TablebaseResult::Loss { plies } => TablebaseResult::Win { plies: more(plies) },
    }
}

fn better(one: TablebaseResult, other: TablebaseResult) -> TablebaseResult {
    let rank = |known| match known {
        TablebaseResult::Win { plies } => 1_000 - i32::from(plies.unwrap_or_default()),
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { plies } => i32::from(plies.unwrap_or_default()) - 1_000,
    };
    if rank(other) > rank(one) { other } else { one }
}
