//! Verifies endgame tables: the value of a position must follow from the values of its successors.

use crate::parallel::parallel_map;
use bestmove_core::game::{Invalid, Moves, Notation, Rules, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{Tables, board};
use bestmove_core::games::checkers::{Board, is_quiet};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;

/// Positions in a unit of parallel work.
const BATCH: usize = 10_000;

/// Checks about `positions` positions with `pieces` pieces, evenly spread over the material in the built-in tables and
/// those in `dir`. Returns the number of positions that the tables cover.
///
/// # Errors
///
/// If a file cannot be read or is corrupt, no position is covered, or a value is wrong.
pub fn check_checkers_tables(
    pieces: usize,
    dir: &Path,
    positions: usize,
    threads: NonZeroUsize,
) -> Result<usize, Box<dyn Error>> {
    let tables = Tables::open(dir)?;
    let slices: Vec<Slice> = Slice::all(pieces).filter(|&slice| tables.has(slice)).collect();
    let ends: Vec<usize> = slices
        .iter()
        .scan(0, |end, slice| {
            *end += slice.len();
            Some(*end)
        })
        .collect();
    let numbers = ends.last().copied().unwrap_or_default();
    let batches: Vec<usize> = (0..positions).step_by(BATCH).collect();
    let checked = parallel_map(&batches, threads, |&batch| {
        let sample = (batch..positions.min(batch + BATCH)).filter_map(|nth| {
            // Multiples of the golden ratio are spread evenly.
            let part = (nth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let number = ((u128::from(part) * numbers as u128) >> 64) as usize;
            let nth = ends.partition_point(|&end| end <= number);
            let slice = slices.get(nth)?;
            board(*slice, slice.len() - (ends[nth] - number))
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

/// Checks a position in all tables. Returns whether they cover it.
fn check(tables: &Tables, board: &Board) -> Result<bool, Invalid> {
    for probe in [Tables::probe, Tables::probe_dtw] {
        let Some(known) = probe(tables, board) else { continue };
        let Some(expected) = result_by_moves(tables, board, probe) else { return Ok(false) };
        if !agrees(known, expected) {
            let position = Checkers::print(board);
            return Err(Invalid::new(position, format!("{expected:?}"), format!("{known:?}")));
        }
    }
    Ok(tables.probe(board).is_some())
}

/// Whether the values agree; a table may lack the distance.
fn agrees(known: TablebaseResult, expected: TablebaseResult) -> bool {
    match (known, expected) {
        (TablebaseResult::Win { plies: None }, TablebaseResult::Win { .. })
        | (TablebaseResult::Loss { plies: None }, TablebaseResult::Loss { .. }) => true,
        _ => known == expected,
    }
}

/// The value of a position by that of its best successor, following captures. `None` if the table of another slice
/// is missing.
fn result_by_moves(
    tables: &Tables,
    board: &Board,
    probe: fn(&Tables, &Board) -> Option<TablebaseResult>,
) -> Option<TablebaseResult> {
    let mut moves = Moves::new();
    Checkers::moves(board, &mut moves);
    let mut best = None;
    for played in moves {
        let next = Checkers::play(board, played);
        let is_unknown = || is_quiet(&next) && Checkers::outcome(&next).is_none();
        let result = match probe(tables, &next) {
            Some(result) => result,
            None if is_unknown() => return None,
            None => result_by_moves(tables, &next, probe)?,
        };
        let value = retro_step(result);
        best = Some(best.map_or(value, |best| prefer(best, value)));
    }
    Some(best.unwrap_or(TablebaseResult::Loss { plies: Some(0) }))
}

/// The value of a position by the value of a successor.
fn retro_step(next: TablebaseResult) -> TablebaseResult {
    let more = |plies: Option<u16>| plies.map(|plies| plies + 1);
    match next {
        TablebaseResult::Win { plies } => TablebaseResult::Loss { plies: more(plies) },
        TablebaseResult::Draw => TablebaseResult::Draw,
        TablebaseResult::Loss { plies } => TablebaseResult::Win { plies: more(plies) },
    }
}

fn prefer(one: TablebaseResult, other: TablebaseResult) -> TablebaseResult {
    let rank = |known| match known {
        TablebaseResult::Win { plies } => 1_000 - i32::from(plies.unwrap_or_default()),
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { plies } => i32::from(plies.unwrap_or_default()) - 1_000,
    };
    if rank(other) > rank(one) { other } else { one }
}
