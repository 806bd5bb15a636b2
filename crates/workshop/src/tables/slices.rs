//! Tables by slice: each slice is solved with its flipped one and gets a file of its own, which is useful
//! by itself. Interrupted work resumes at the first slice without a file.

use super::counts::{self, Counts};
use super::{has_title, wld, write};
use crate::progress::progress_bar;
use bestmove_core::games::checkers::endgame::retrograde::SlicePair;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{TableKind, Tables};
use indicatif::ProgressBar;
use std::error::Error;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

/// The slices of four pieces against three that have no files yet, in the order of solving, each with the
/// bytes of memory that it takes. The slices with three pieces to move come with them.
pub(super) fn checkers_slices_memory(dir: &Path, threads: NonZeroUsize) -> Vec<(Slice, usize)> {
    let unfinished = Slice::with_pieces(4, 3).filter(|&slice| !is_finished(dir, slice));
    unfinished.map(|slice| (slice, memory(slice, threads))).collect()
}

/// Builds the tables of four pieces against three as files in `dir`, except those that are already there.
///
/// # Errors
///
/// If a file cannot be read or written, or is corrupt.
pub(super) fn build_checkers_slices(dir: &Path, threads: NonZeroUsize) -> Result<(), Box<dyn Error>> {
    let slices: Vec<Slice> = Slice::with_pieces(4, 3).collect();
    let len = |slices: &[Slice]| slices.iter().map(|slice| 2 * slice.len() as u64).sum();
    let bar = progress_bar("positions", len(&slices), 0);
    build(&slices, dir, threads, &bar)?;
    bar.finish();
    Ok(())
}

/// Builds the tables of slices with one number of pieces, more on one side than on the other.
fn build(
    slices: &[Slice],
    dir: &Path,
    threads: NonZeroUsize,
    bar: &ProgressBar,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(dir)?;
    let Some(first) = slices.first() else { return Ok(()) };
    let fewer_pieces = Tables::below(first.pieces(), dir)?;
    for &slice in slices {
        let done = bar.position();
        if !is_finished(dir, slice) {
            build_pair(slice, &fewer_pieces, dir, threads, bar)?;
        }
        bar.set_position(done + 2 * slice.len() as u64);
    }
    Ok(())
}

/// Builds the tables of a slice and of its flipped one.
fn build_pair(
    slice: Slice,
    fewer_pieces: &Tables,
    dir: &Path,
    threads: NonZeroUsize,
    bar: &ProgressBar,
) -> Result<(), Box<dyn Error>> {
    let crowned: Vec<Slice> = slice.crowned().flat_map(|crowned| [crowned, crowned.flipped()]).collect();
    let tables = fewer_pieces.with_slices(dir, &crowned)?;
    let pair = SlicePair::new(slice, &tables);
    pair.solve(threads, &|solved| bar.inc(solved as u64));
    let encoded = pair.into_codes().map(|(slice, codes)| {
        let counts = Counts::new(slice, &codes, false);
        let file = wld::encode_file(&TableKind::slice_title(slice), &[wld::encode(slice, codes, threads)?]);
        Ok((counts, TableKind::slice_path(dir, slice), file))
    });
    let encoded: Vec<_> = encoded.collect::<io::Result<_>>()?;
    // A slice is finished once it has its files: so they come last.
    for (counts, _, _) in &encoded {
        write_counts(&dir.join(format!("checkers-{}.counts", slice.pieces())), counts)?;
    }
    for (_, path, file) in &encoded {
        write(path, file)?;
    }
    Ok(())
}

fn is_finished(dir: &Path, slice: Slice) -> bool {
    let has_file = |slice| has_title(&TableKind::slice_path(dir, slice), &TableKind::slice_title(slice));
    [slice, slice.flipped()].into_iter().all(has_file)
}

/// Bytes of memory that it takes to solve a slice and its flipped one.
fn memory(slice: Slice, threads: NonZeroUsize) -> usize {
    // A position takes its code; in retrograde analysis also its state and a queue entry. The tables of
    // the slices that a crowning leads to, and the new ones, are small.
    let codes = 2 * slice.len();
    let blocks = threads.get().min(slice.len() / slice.block());
    codes + blocks * 2 * slice.block() * 7 + codes / 16
}

/// Writes the line of a slice to the file of counts, in place of an earlier one.
fn write_counts(path: &Path, counts: &Counts) -> io::Result<()> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => format!("{}\n", counts::HEADER),
        Err(error) => return Err(error),
    };
    let material = counts.material();
    let others = text.lines().filter(|line| !line.starts_with(&material)).map(|line| format!("{line}\n"));
    let text = others.chain([counts.to_string()]).collect::<String>();
    write(path, text.as_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests;
