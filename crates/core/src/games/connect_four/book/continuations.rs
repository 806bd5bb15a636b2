//! Continuations of the opening book: best play for some plies from boards of its last layer.
//!
//! Proving the best moves just beyond the book takes most of the time of a whole line, so they are
//! stored: [`MOVES`] of them, from the boards that occur most often. Boards whose lines are cheap
//! to compute are listed without moves, so that lines prefer them to unlisted boards.
//!
//! Boards are sorted by their numbers in the [`Layer`], in blocks of 64, each headed by its first
//! number and its size. A board takes the difference from the previous number (1 for the first of a
//! block) in Elias gamma code (Peter Elias: Universal codeword sets and representations of the
//! integers, 1975), a bit that says whether moves follow, and three bits a move.

use super::super::board::{Board, Cell};
use super::Layer;
use crate::game::container::{decode_container, encode_container};
use crate::game::data_file::{DataFile, NEEDED, data_file};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

pub(in super::super) static LINES_FILE: DataFile = data_file!("data", "connect-four.lines");

static LINES: LazyLock<Continuations<'static>> =
    LazyLock::new(|| Continuations::read(LINES_FILE.content().expect(NEEDED)).expect("the lines are whole"));

const TITLE: &str = "bestmove book lines 1: connect four";
/// The discs of the listed boards.
pub const DISCS: u32 = 12;
/// The moves of a continuation.
pub const MOVES: usize = 6;
/// Boards in a block.
const BLOCK: usize = 64;
/// In place of a column: the game is over.
const END: u8 = 7;

/// Columns from 0, for the orientation of the board that has the number.
pub type Columns = ArrayVec<u8, MOVES>;

/// Continuations by board.
#[derive(Clone, Debug)]
pub struct Continuations<'a> {
    layer: Layer,
    /// The first number of each block, and the offset of its bits.
    starts: Vec<(u32, usize)>,
    bits: &'a [u8],
}

impl Continuations<'static> {
    /// The continuations built into the program.
    #[must_use]
    pub fn standard() -> &'static Self {
        &LINES
    }
}

impl<'a> Continuations<'a> {
    /// The continuations in a file, if it is intact.
    #[must_use]
    pub fn read(file: &'a [u8]) -> Option<Self> {
        let (count, mut rest) = decode_container(TITLE, file).ok()?.split_first_chunk::<4>()?;
        let mut starts = Vec::new();
        let mut end = 0;
        for _ in 0..u32::from_le_bytes(*count) {
            let (first, after) = rest.split_first_chunk::<4>()?;
            let (bytes, after) = after.split_first_chunk::<2>()?;
            starts.push((u32::from_le_bytes(*first), end));
            end += usize::from(u16::from_le_bytes(*bytes));
            rest = after;
        }
        (rest.len() == end).then(|| Self { layer: Layer::new(DISCS), starts, bits: rest })
    }

    /// The continuation of a board, if it is listed: some moves, or none if it is cheap to compute.
    #[must_use]
    pub fn moves(&self, board: &Board) -> Option<Vec<Cell>> {
        if board.discs() != DISCS {
            return None;
        }
        let columns = self.columns(self.layer.number(board)? as u32)?;
        let is_mirrored = self.layer.is_mirrored(board);
        let mut board = *board;
        let mut play = |&column: &u8| {
            let cell = board.landing(if is_mirrored { 6 - column } else { column })?;
            board = board.with(cell);
            Some(cell)
        };
        columns.iter().map(&mut play).collect()
    }

    fn columns(&self, number: u32) -> Option<Columns> {
        let block = self.starts.partition_point(|&(first, _)| first <= number).checked_sub(1)?;
        let (first, start) = self.starts[block];
        let end = self.starts.get(block + 1).map_or(self.bits.len(), |&(_, start)| start);
        let mut bits = BitReader { bytes: &self.bits[start..end], read: 0 };
        let mut at = u64::from(first) - 1;
        loop {
            // The last byte is padded.
            at += bits.gamma()?;
            let columns = bits.columns()?;
            if at >= u64::from(number) {
                return (at == u64::from(number)).then_some(columns);
            }
        }
    }

    /// The number of listed boards.
    #[must_use]
    pub fn len(&self) -> usize {
        let last = self.starts.last().map_or(0, |&(_, start)| {
            let mut bits = BitReader { bytes: &self.bits[start..], read: 0 };
            std::iter::from_fn(|| bits.gamma().and_then(|_| bits.columns())).count()
        });
        self.starts.len().saturating_sub(1) * BLOCK + last
    }

    /// Whether no board is listed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

/// Encodes the continuations of boards with those numbers, ascending and above 0.
#[must_use]
pub fn file(lines: &[(u32, Columns)]) -> Vec<u8> {
    let (mut heads, mut blocks) = (Vec::new(), Vec::new());
    for block in lines.chunks(BLOCK) {
        let mut bits = BitWriter::default();
        let mut before = block[0].0 - 1;
        for (number, columns) in block {
            bits.gamma(u64::from(number - before));
            bits.columns(columns);
            before = *number;
        }
        let bytes = bits.bytes();
        heads.extend(block[0].0.to_le_bytes());
        heads.extend((bytes.len() as u16).to_le_bytes());
        blocks.extend(bytes);
    }
    let count = (lines.len().div_ceil(BLOCK) as u32).to_le_bytes();
    encode_container(TITLE, &[&count[..], &heads, &blocks].concat())
}

/// Writes bits, the lowest of each byte first.
#[derive(Default)]
struct BitWriter(Vec<bool>);

impl BitWriter {
    /// Writes `count` bits, the lowest first.
    fn bits(&mut self, number: u64, count: u32) {
        self.0.extend((0..count).map(|bit| number >> bit & 1 == 1));
    }

    fn gamma(&mut self, number: u64) {
        let length = number.ilog2();
        self.bits(0, length);
        self.bits(1, 1);
        self.bits(number ^ 1 << length, length);
    }

    fn columns(&mut self, columns: &Columns) {
        self.bits(u64::from(!columns.is_empty()), 1);
        if !columns.is_empty() {
            let ended = columns.iter().chain(std::iter::repeat(&END));
            ended.take(MOVES).for_each(|&column| self.bits(column.into(), 3));
        }
    }

    fn bytes(self) -> Vec<u8> {
        let byte = |bits: &[bool]| (0..).zip(bits).fold(0, |byte, (at, &bit)| byte | u8::from(bit) << at);
        self.0.chunks(8).map(byte).collect()
    }
}

/// Reads what [`BitWriter`] wrote.
struct BitReader<'a> {
    bytes: &'a [u8],
    read: usize,
}

impl BitReader<'_> {
    fn bits(&mut self, count: u32) -> Option<u64> {
        (0..count).try_fold(0, |number, at| {
            let byte = self.bytes.get(self.read / 8)?;
            let bit = byte >> (self.read % 8) & 1;
            self.read += 1;
            Some(number | u64::from(bit) << at)
        })
    }

    fn gamma(&mut self) -> Option<u64> {
        let mut length = 0;
        while self.bits(1)? == 0 {
            length += 1;
        }
        (length < 32).then_some(())?;
        Some(self.bits(length)? | 1 << length)
    }

    fn columns(&mut self) -> Option<Columns> {
        if self.bits(1)? == 0 {
            return Some(Columns::new());
        }
        let columns = (0..MOVES).map(|_| self.bits(3).map(|column| column as u8));
        let columns = columns.collect::<Option<Columns>>()?;
        Some(columns.into_iter().take_while(|&column| column != END).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_encoding_and_corruption_is_detected() {
        let lines: Vec<(u32, Columns)> = (0..1000_u32)
            .map(|nth| {
                let moves = [0, 1, 3, 6][nth as usize % 4];
                (1 + nth * nth * 3 + nth, (0..moves).map(|at| ((nth + at) % 7) as u8).collect())
            })
            .collect();
        let written = file(&lines);
        let read = Continuations::read(&written).expect("an intact file");
        assert_eq!(read.len(), 1000);
        for (number, columns) in &lines {
            assert_eq!(read.columns(*number).as_ref(), Some(columns), "{number}");
            assert_eq!(read.columns(number + 1), None);
        }
        assert_eq!(read.columns(0), None);
        assert_eq!(read.columns(u32::MAX), None);
        for at in (0..written.len()).step_by(17) {
            let mut other = written.clone();
            other[at] ^= 1;
            assert!(Continuations::read(&other).is_none(), "byte {at}");
        }
    }
}
