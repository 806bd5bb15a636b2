//! Builds the checkers endgame tables by retrograde analysis: first all positions with two pieces,
//! then with three, and so on.
//!
//! With seven pieces each slice has a table of its own: see `slices.rs`.
//!
//! Each finished slice of a layer is saved, together with its colour-flipped one, so that
//! interrupted work resumes. A finished layer gets its own files, and those of its slices are
//! removed.

mod check;
mod compress;
mod counts;
mod lost_distances;
mod slices;
mod wld;

pub use check::check_checkers_tables;
use slices::{build_checkers_slices, checkers_slices_memory};

use crate::options::{ThreadOptions, from_to};
use crate::parallel::parallel_map;
use crate::partial_file::PartialFile;
use crate::progress::progress_bar;
use bestmove_core::game::Invalid;
use bestmove_core::games::checkers::endgame::dtw_file::{CompressedTable, Compression};
use bestmove_core::games::checkers::endgame::retrograde::{Builder, MAX_DTW_PIECES, Metric};
use bestmove_core::games::checkers::endgame::slice::{MAX_LAYER_PIECES, Slice, numbers};
use bestmove_core::games::checkers::endgame::{SLOW_WINS, TableKind};
use clap::Args;
use compress::compress;
use counts::Counts;
use indicatif::ProgressBar;
use std::error::Error;
use std::fs;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use wld::{ENCODING_BYTES, EncodedSlice};

/// The least number of pieces for which the search gets separate result (WLD) tables.
const MIN_WLD_PIECES: usize = 5;

/// Options of [`build_or_check_tables`].
#[derive(Args, Clone, Debug)]
pub struct TableOptions {
    /// Maximum number of pieces. Up to four: distances to the end of the game (DTW). Five: also
    /// results (WLD), and the distances of half of the lost positions. Six: results, and distances to
    /// progress (DTZ) of slow wins. Seven: results of four pieces against three, a file for each
    /// material, from those of six that are built in or in DIR
    #[arg(long, value_parser = from_to::<u8>(2..=7))]
    pub pieces: u8,
    /// Directory of the tables and of unfinished work. Those in data/ are compiled into the program:
    /// all but the distances with five pieces and the results with seven
    #[arg(long)]
    pub dir: PathBuf,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Check this many positions of the existing tables, built-in ones included, instead of building
    #[arg(long, value_name = "POSITIONS")]
    pub check: Option<NonZeroUsize>,
}

/// Builds or checks tables, and prints the memory that it takes or the number of positions.
///
/// # Errors
///
/// If a file cannot be read or written, or is corrupt, or a value is wrong.
#[expect(clippy::print_stdout, reason = "output of a command")]
pub fn build_or_check_tables(options: &TableOptions) -> Result<(), Box<dyn Error>> {
    let (pieces, dir, threads) = (options.pieces.into(), &options.dir, options.threads.count());
    let mebibytes = |bytes: usize| bytes.div_ceil(1 << 20);
    if let Some(positions) = options.check {
        let checked = check_checkers_tables(pieces, dir, positions.get(), threads)?;
        println!("{checked} positions agree with their successors");
        return Ok(());
    }
    if pieces > MAX_LAYER_PIECES {
        let slices = checkers_slices_memory(dir, threads);
        for (slice, bytes) in &slices {
            println!("{slice} takes {} MiB of memory", mebibytes(*bytes));
        }
        match slices.iter().map(|&(_, bytes)| bytes).max() {
            Some(most) => println!("This takes up to {} MiB of memory", mebibytes(most)),
            None => println!("All slices have their files"),
        }
        return build_checkers_slices(dir, threads);
    }
    println!("This takes up to {} MiB of memory", mebibytes(checkers_tables_memory(pieces, threads)));
    build_checkers_tables(pieces, dir, threads)
}

/// Bytes of memory that it takes to build the tables of up to `pieces` pieces.
fn checkers_tables_memory(pieces: usize, threads: NonZeroUsize) -> usize {
    let layers: usize = (2..=pieces).map(numbers).sum();
    let largest =
        |size: fn(&Slice) -> usize| Slice::all(pieces).map(|slice| size(&slice)).max().unwrap_or_default();
    // In retrograde analysis, a position takes its state and a queue entry. Packing then takes the codes
    // of a slice for each thread, or for a layer with distances its codes and their compressed form.
    let solving = 2 * 7 * largest(|slice| slice.block());
    let results = threads.get() * (largest(|slice| slice.len()) + ENCODING_BYTES);
    let plies = if pieces <= MAX_DTW_PIECES { 2 * numbers(pieces) } else { 0 };
    layers + solving.max(results).max(plies)
}

/// Builds the tables of up to `pieces` pieces as files in `dir`, except those that are already there.
///
/// # Errors
///
/// If a file cannot be read or written, or is corrupt.
pub fn build_checkers_tables(pieces: usize, dir: &Path, threads: NonZeroUsize) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(dir)?;
    let bar = progress_bar("positions", (2..=pieces).map(numbers).sum::<usize>() as u64, 0);
    let mut builder = Builder::default();
    for pieces in 2..=pieces {
        let done = bar.position();
        let layer = Layer { pieces, dir, threads };
        if !layer.read(&mut builder)? {
            layer.solve(&mut builder, &bar)?;
            layer.write(&mut builder)?;
        }
        bar.set_position(done + numbers(pieces) as u64);
    }
    bar.finish();
    Ok(())
}

/// The tables of all positions with a number of pieces.
struct Layer<'a> {
    pieces: usize,
    dir: &'a Path,
    threads: NonZeroUsize,
}

impl Layer<'_> {
    /// The files of the finished layer, in the order they are written.
    fn kinds(&self) -> &'static [TableKind] {
        if self.pieces < MIN_WLD_PIECES {
            &[TableKind::Dtw]
        } else if self.pieces <= MAX_DTW_PIECES {
            &[TableKind::Wld, TableKind::LostDtw, TableKind::Dtw]
        } else {
            &[TableKind::Wld, TableKind::LostDtz]
        }
    }

    /// Loads the layer if it is finished, and removes what an interruption may have left of its slices; returns
    /// whether it is.
    fn read(&self, builder: &mut Builder) -> Result<bool, Box<dyn Error>> {
        let is_finished =
            |&kind: &TableKind| has_title(&kind.path(self.dir, self.pieces), &kind.title(self.pieces));
        if !self.kinds().iter().all(is_finished) {
            return Ok(false);
        }
        if self.pieces <= MAX_DTW_PIECES {
            let (path, title) =
                (TableKind::Dtw.path(self.dir, self.pieces), TableKind::Dtw.title(self.pieces));
            let codes = read(&path, &title, numbers(self.pieces))?;
            builder.add_layer(self.pieces);
            for slice in Slice::all(self.pieces) {
                builder.set_codes(slice, &codes[slice.start()..][..slice.len()]);
            }
        }
        self.remove_slices()?;
        Ok(true)
    }

    fn solve(&self, builder: &mut Builder, bar: &ProgressBar) -> Result<(), Box<dyn Error>> {
        builder.add_layer(self.pieces);
        fs::create_dir_all(self.work_dir())?;
        for slice in Slice::all(self.pieces).filter(|slice| slice.start() <= slice.flipped().start()) {
            let done = bar.position();
            let both = if slice == slice.flipped() { vec![slice] } else { vec![slice, slice.flipped()] };
            let (title, path) = (slice_title(slice), self.work_dir().join(slice_name(slice)));
            if path.exists() {
                let codes = read(&path, &title, both.len() * slice.len())?;
                for (&slice, codes) in both.iter().zip(codes.chunks(slice.len())) {
                    builder.set_codes(slice, codes);
                }
            } else {
                builder.solve(slice, self.threads, &|solved| bar.inc(solved as u64));
                let codes = both.iter().flat_map(|&slice| builder.codes(slice)).collect::<Vec<_>>();
                write(&path, &compress(&title, Compression::Deflate, &codes, self.threads)?)?;
            }
            bar.set_position(done + (both.len() * slice.len()) as u64);
        }
        Ok(())
    }

    /// Writes the files of the layer, and removes those of its slices.
    fn write(&self, builder: &mut Builder) -> Result<(), Box<dyn Error>> {
        let slices: Vec<Slice> = Slice::all(self.pieces).collect();
        let outputs = parallel_map(&slices, self.threads, |&slice| {
            let codes = builder.codes(slice);
            let with_results = self.kinds().contains(&TableKind::Wld);
            let counts = Counts::new(slice, &codes, self.pieces <= MAX_DTW_PIECES).to_string();
            let results = with_results.then(|| wld::encode(slice, codes, NonZeroUsize::MIN));
            results.transpose().map(|results| (counts, results))
        })?;
        let (counts, results): (Vec<_>, Vec<_>) =
            outputs.into_iter().collect::<io::Result<Vec<_>>>()?.into_iter().unzip();
        let results: Vec<EncodedSlice> = results.into_iter().flatten().collect();
        let text = format!("{}\n{}", counts::HEADER, counts.concat());
        write(&self.dir.join(format!("checkers-{}.counts", self.pieces)), text.as_bytes())?;
        for &kind in self.kinds() {
            let title = kind.title(self.pieces);
            let file = match kind {
                TableKind::Dtw => {
                    let codes: Vec<u8> = slices.iter().flat_map(|&slice| builder.codes(slice)).collect();
                    compress(&title, Compression::Deflate, &codes, self.threads)?
                }
                TableKind::LostDtw => {
                    let codes = |&slice: &Slice| lost_distances::codes(slice, &builder.codes(slice));
                    let codes: Vec<u8> = slices.iter().flat_map(codes).collect();
                    compress(&title, Compression::Brotli, &codes, self.threads)?
                }
                TableKind::LostDtz => {
                    builder.set_metric(Metric::Dtz);
                    SLOW_WINS.into_iter().for_each(|slice| builder.solve(slice, self.threads, &|_| {}));
                    let codes = |slice| lost_distances::codes(slice, &builder.codes(slice));
                    let codes: Vec<u8> = SLOW_WINS.into_iter().flat_map(codes).collect();
                    compress(&title, Compression::Brotli, &codes, self.threads)?
                }
                TableKind::Wld => wld::encode_file(&title, &results),
            };
            write(&kind.path(self.dir, self.pieces), &file)?;
        }
        Ok(self.remove_slices()?)
    }

    /// Removes the directory of the slices, if there is one.
    fn remove_slices(&self) -> io::Result<()> {
        let dir = self.work_dir();
        match fs::remove_dir_all(&dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(io::Error::new(error.kind(), format!("{}: {error}", dir.display())))
            }
            _ => Ok(()),
        }
    }

    /// The directory of finished slices of an unfinished layer.
    fn work_dir(&self) -> PathBuf {
        self.dir.join(format!("checkers-{}.work", self.pieces))
    }
}

fn slice_title(slice: Slice) -> String {
    format!("bestmove endgame: checkers, {:?} against {:?}", slice.own, slice.other)
}

fn slice_name(Slice { own, other }: Slice) -> String {
    format!("{}-{}-{}-{}.slice", own.men, own.kings, other.men, other.kings)
}

/// Reads `len` codes from a file.
fn read(path: &Path, title: &str, len: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let context = |invalid: Invalid| format!("{}: {invalid}", path.display());
    let table = fs::read(path)
        .map(|file| CompressedTable::read(title, Compression::Deflate, file, len).map_err(context));
    Ok(table.map_err(|error| format!("{}: {error}", path.display()))??.codes())
}

/// Whether there is a file with that title. A file in an earlier format has another one.
fn has_title(path: &Path, title: &str) -> bool {
    let mut head = vec![0; title.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == title.as_bytes()
}

/// Writes a file atomically.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    PartialFile::create(path)?.finish(content)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;

    #[test]
    fn work_resumes_from_finished_slices() {
        let dir = std::env::temp_dir().join(format!("bestmove-slices-{}", std::process::id()));
        let layer = Layer { pieces: 2, dir: &dir, threads: NonZeroUsize::MIN };
        let slice = Slice::all(2).next().unwrap();
        let solved = || {
            let mut builder = Builder::default();
            layer.solve(&mut builder, &ProgressBar::hidden()).map(|()| builder.codes(slice))
        };
        let codes = solved().unwrap();

        // Changed codes show whether the slice is read or solved again.
        let path = layer.work_dir().join(slice_name(slice));
        let title = slice_title(slice);
        assert_eq!(read(&path, &title, slice.len()).unwrap(), codes);
        let others = vec![7; slice.len()];
        write(&path, &compress(&title, Compression::Deflate, &others, layer.threads).unwrap()).unwrap();
        assert_eq!(solved().unwrap(), others);

        let mut file = fs::read(&path).unwrap();
        *file.last_mut().unwrap() ^= 1;
        write(&path, &file).unwrap();
        let error = solved().unwrap_err().to_string();
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        fs::remove_dir_all(dir).unwrap();
    }

    /// A layer whose files are all there, but whose slices an interruption has left.
    #[test]
    fn the_slices_of_a_finished_layer_are_removed() {
        let dir = std::env::temp_dir().join(format!("bestmove-layers-{}", std::process::id()));
        let build = || build_checkers_tables(2, &dir, NonZeroUsize::MIN).unwrap();
        build();
        let work_dir = Layer { pieces: 2, dir: &dir, threads: NonZeroUsize::MIN }.work_dir();
        fs::create_dir(&work_dir).unwrap();
        build();
        assert!(!work_dir.exists());
        fs::remove_dir_all(dir).unwrap();
    }
}
