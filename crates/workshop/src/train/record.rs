//! The file format of training games: the searched positions of each game, with scores and the result.

use crate::journal::read_full;
use crate::locked_file::LockedFile;
use bestmove_core::games::checkers::Board;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const TITLE: &str = "bestmove games: checkers, 4";

const MAX_TITLE_BYTES: u64 = 1_000;
/// Bytes of the header of a game.
const HEADER_BYTES: usize = 4;

/// The side to move in the next record of a game, where the best move led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextMover {
    /// The same side: the moves between were forced.
    Same,
    /// The other side.
    Other,
}

/// A position of a game, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) board: Board,
    /// The score of the search, in hundredths of a man.
    pub(super) score: i16,
    /// The result of the game: 1 for a win, 0 for a draw, -1 for a loss.
    pub(super) result: i8,
    /// `None` in the last record, and after a random move.
    pub(super) next: Option<NextMover>,
}

impl Record {
    const BYTES: usize = 15;

    /// The result as a share of the point: 1 for a win, 0 for a loss.
    pub(super) fn outcome(&self) -> f32 {
        f32::from(self.result + 1) / 2.0
    }

    fn write(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(4).zip(self.board.packed()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = (self.result + 1) as u8 | self.next.map_or(0, |next| next as u8 + 1) << 2;
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Self {
            board: Board::unpacked([word(0), word(4), word(8)]),
            score: i16::from_le_bytes([bytes[12], bytes[13]]),
            result: (bytes[14] & 3) as i8 - 1,
            next: [None, Some(NextMover::Same), Some(NextMover::Other), None]
                [usize::from(bytes[14] >> 2 & 3)],
        }
    }
}

/// An append-only file of games: a title line that says how they were made, then for each game the number of its records
/// in two bytes, the same inverted, the records, and a CRC-32.
#[derive(Debug)]
pub(super) struct Games {
    file: LockedFile,
}

impl Games {
    /// Opens or creates the file of the games that `provenance` describes, and counts the games in it. Cuts off a game half
    /// written at a crash.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is in use, is corrupt, or has another provenance.
    pub(super) fn append(path: &Path, provenance: &str) -> Result<(Self, u64), Box<dyn Error>> {
        let mut file = LockedFile::open(path)?;
        let title = format!("{TITLE}, {provenance}\n");
        let mut head = Vec::new();
        (&*file).take(title.len() as u64).read_to_end(&mut head)?;
        if head.len() < title.len() && title.as_bytes().starts_with(&head) {
            file.set_len(0)?;
            file.write_all(title.as_bytes())?;
        }
        file.rewind()?;
        let mut games = 0;
        let (found, valid) = scan(&mut file, path, |_| games += 1)?;
        if found != provenance {
            return Err(format!("{} was made with {found}, not with {provenance}", path.display()).into());
        }
        file.set_len(valid)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, games))
    }

    /// Appends a game.
    pub(super) fn add(&mut self, game: &[Record]) -> io::Result<()> {
        let count = game.len() as u16;
        let mut bytes = [count.to_le_bytes(), (!count).to_le_bytes()].concat();
        bytes.extend(game.iter().flat_map(Record::write));
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        self.file.write_all(&bytes)
    }

    /// Calls `on_game` with each game of the file. Returns the provenance of the games.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is corrupt or is no file of games of this version.
    pub(super) fn read(path: &Path, on_game: impl FnMut(Vec<Record>)) -> Result<String, Box<dyn Error>> {
        let mut file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(scan(&mut file, path, on_game)?.0)
    }
}

/// Reads the complete games; returns their provenance, and the number of bytes up to the end of the last.
fn scan(
    file: &mut File,
    path: &Path,
    mut on_game: impl FnMut(Vec<Record>),
) -> Result<(String, u64), Box<dyn Error>> {
    let mut reader = BufReader::new(file);
    let mut title = Vec::new();
    reader.by_ref().take(MAX_TITLE_BYTES).read_until(b'\n', &mut title)?;
    let provenance = provenance(&title)
        .ok_or_else(|| format!("{} is not a file of checkers games of this version", path.display()))?;
    let mut valid = title.len();
    loop {
        let corrupt = || format!("{}: the game at byte {valid} is corrupt", path.display());
        let mut block = vec![0; HEADER_BYTES];
        if !read_full(&mut reader, &mut block)? {
            return Ok((provenance, valid as u64));
        }
        let [count, inverted] = [0, 2].map(|at| u16::from_le_bytes([block[at], block[at + 1]]));
        if inverted != !count {
            return Err(corrupt().into());
        }
        block.resize(HEADER_BYTES + usize::from(count) * Record::BYTES + 4, 0);
        if !read_full(&mut reader, &mut block[HEADER_BYTES..])? {
            return Ok((provenance, valid as u64));
        }
        let (content, sum) = block.split_at(block.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(corrupt().into());
        }
        valid += block.len();
        on_game(content[HEADER_BYTES..].chunks_exact(Record::BYTES).map(Record::read).collect());
    }
}

/// The part of a title after the fixed one.
fn provenance(title: &[u8]) -> Option<String> {
    Some(str::from_utf8(title).ok()?.strip_suffix('\n')?.strip_prefix(TITLE)?.strip_prefix(", ")?.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use bestmove_core::game::Rules;

    use bestmove_core::games::Checkers;
    use std::fs;

    const PROVENANCE: &str = "seed 1";

    fn read(path: &Path) -> Result<Vec<Vec<Record>>, Box<dyn Error>> {
        let mut games = Vec::new();
        Games::read(path, |game| games.push(game))?;
        Ok(games)
    }

    #[test]
    fn games_survive_a_round_trip_and_corruption_is_detected() {
        let path = std::env::temp_dir().join(format!("bestmove-games-{}", std::process::id()));
        let record = |score, next| Record { board: Checkers::start(), score, result: -1, next };
        let first =
            [record(-77, Some(NextMover::Same)), record(500, Some(NextMover::Other)), record(9, None)];
        let games = [first.to_vec(), vec![], vec![record(3, None)]];
        for (number, game) in games.iter().enumerate() {
            let (mut file, before) = Games::append(&path, PROVENANCE).unwrap();
            assert_eq!(before, number as u64);
            assert!(Games::append(&path, PROVENANCE).is_err(), "two writers");
            file.add(game).unwrap();
        }
        assert_eq!(read(&path).unwrap(), games);

        let complete = fs::read(&path).unwrap();
        fs::write(&path, &complete[..complete.len() - 1]).unwrap();
        assert_eq!(read(&path).unwrap(), games[..2]);
        let other = Games::append(&path, "seed 2").unwrap_err().to_string();
        assert!(other.ends_with("was made with seed 1, not with seed 2"), "{other}");
        assert_eq!(Games::append(&path, PROVENANCE).unwrap().1, 2);
        let title = TITLE.len() + 2 + PROVENANCE.len() + 1;
        let last = complete.len() - HEADER_BYTES - Record::BYTES - 4;
        for at in [0, title + 5, last, last + 1, complete.len() - 1] {
            let mut corrupt = complete.clone();
            corrupt[at] ^= 1;
            fs::write(&path, corrupt).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
        }
        fs::write(&path, "a note").unwrap();
        assert!(Games::append(&path, PROVENANCE).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a note");
        fs::remove_file(&path).unwrap();
    }
}
