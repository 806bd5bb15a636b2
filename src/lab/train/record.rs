//! What is kept of a game: the positions that were searched, each with its score and the result.

use crate::games::checkers::Board;
use crate::lab::journal::filled;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const TITLE: &str = "bestmove games: checkers, 4";

const LONGEST_TITLE: u64 = 1_000;
/// What stands before the records of a game.
const HEAD_BYTES: usize = 4;

/// Who is to move in the next record of a game, to which best play has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The same side: what lies between left no choice.
    Same,
    Other,
}

/// A position of a game, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) board: Board,
    /// What the search thought of it.
    pub(super) score: i16,
    /// 1 for a game that was won, 0 for a draw, -1 for a loss.
    pub(super) result: i8,
    /// Nothing after the last record, or after a move that the search did not choose.
    pub(super) next: Option<Next>,
}

impl Record {
    const BYTES: usize = 15;

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
            next: [None, Some(Next::Same), Some(Next::Other), None][usize::from(bytes[14] >> 2 & 3)],
        }
    }
}

/// A file of games that only grows: a line that tells how they are made, then for each game the number of
/// its records in two bytes, the same inverted, the records, and a checksum.
#[derive(Debug)]
pub(super) struct Games {
    file: File,
}

impl Games {
    /// Opens or makes the file of the games that `work` makes, and counts those in it. What a crash left half
    /// written is cut off.
    ///
    /// # Errors
    ///
    /// If the file can't be used, is in use, is broken or holds something else.
    pub(super) fn append(path: &Path, work: &str) -> Result<(Self, u64), Box<dyn Error>> {
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(|error| format!("{}: {error}", path.display()))?;
        file.try_lock().map_err(|_| format!("{} is in use", path.display()))?;
        let title = format!("{TITLE}, {work}\n");
        let mut head = Vec::new();
        (&file).take(title.len() as u64).read_to_end(&mut head)?;
        if head.len() < title.len() && title.as_bytes().starts_with(&head) {
            file.set_len(0)?;
            file.write_all(title.as_bytes())?;
        }
        file.rewind()?;
        let mut games = 0;
        let (begun, whole) = scan(&mut file, path, |_| games += 1)?;
        if begun != work {
            return Err(format!("{} was begun with {begun}, not with {work}", path.display()).into());
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, games))
    }

    /// Writes a game down.
    pub(super) fn add(&mut self, game: &[Record]) -> io::Result<()> {
        let count = game.len() as u16;
        let mut bytes = [count.to_le_bytes(), (!count).to_le_bytes()].concat();
        bytes.extend(game.iter().flat_map(Record::write));
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        self.file.write_all(&bytes)
    }

    /// Calls `game` with each game of the file. Returns what has made them.
    ///
    /// # Errors
    ///
    /// If the file can't be read, is broken or holds something else.
    pub(super) fn read(path: &Path, game: impl FnMut(Vec<Record>)) -> Result<String, Box<dyn Error>> {
        let mut file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(scan(&mut file, path, game)?.0)
    }
}

/// Reads the games that are whole; returns what they are made by, and the bytes up to the end of the last.
fn scan(
    file: &mut File,
    path: &Path,
    mut game: impl FnMut(Vec<Record>),
) -> Result<(String, u64), Box<dyn Error>> {
    let mut reader = BufReader::new(file);
    let mut title = Vec::new();
    reader.by_ref().take(LONGEST_TITLE).read_until(b'\n', &mut title)?;
    let work = work(&title)
        .ok_or_else(|| format!("{} is no file of checkers games of this version", path.display()))?;
    let mut whole = title.len();
    loop {
        let broken = || format!("{}: the game at byte {whole} is broken", path.display());
        let mut block = vec![0; HEAD_BYTES];
        if !filled(&mut reader, &mut block)? {
            return Ok((work, whole as u64));
        }
        let [count, inverted] = [0, 2].map(|at| u16::from_le_bytes([block[at], block[at + 1]]));
        if inverted != !count {
            return Err(broken().into());
        }
        block.resize(HEAD_BYTES + usize::from(count) * Record::BYTES + 4, 0);
        if !filled(&mut reader, &mut block[HEAD_BYTES..])? {
            return Ok((work, whole as u64));
        }
        let (content, sum) = block.split_at(block.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(broken().into());
        }
        whole += block.len();
        game(content[HEAD_BYTES..].chunks_exact(Record::BYTES).map(Record::read).collect());
    }
}

/// What a title says after its fixed part.
fn work(title: &[u8]) -> Option<String> {
    Some(str::from_utf8(title).ok()?.strip_suffix('\n')?.strip_prefix(TITLE)?.strip_prefix(", ")?.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use crate::game::Rules;

    use crate::games::Checkers;
    use std::fs;

    const WORK: &str = "seed 1";

    fn read(path: &Path) -> Result<Vec<Vec<Record>>, Box<dyn Error>> {
        let mut games = Vec::new();
        Games::read(path, |game| games.push(game))?;
        Ok(games)
    }

    #[test]
    fn games_are_read_as_written_and_refused_when_changed() {
        let path = std::env::temp_dir().join(format!("bestmove-games-{}", std::process::id()));
        let record = |score, next| Record { board: Checkers::start(), score, result: -1, next };
        let first = [record(-77, Some(Next::Same)), record(500, Some(Next::Other)), record(9, None)];
        let games = [first.to_vec(), vec![], vec![record(3, None)]];
        for (number, game) in games.iter().enumerate() {
            let (mut file, before) = Games::append(&path, WORK).unwrap();
            assert_eq!(before, number as u64);
            assert!(Games::append(&path, WORK).is_err(), "two writers");
            file.add(game).unwrap();
        }
        assert_eq!(read(&path).unwrap(), games);

        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert_eq!(read(&path).unwrap(), games[..2]);
        let other = Games::append(&path, "seed 2").unwrap_err().to_string();
        assert!(other.ends_with("was begun with seed 1, not with seed 2"), "{other}");
        assert_eq!(Games::append(&path, WORK).unwrap().1, 2);
        let title = TITLE.len() + 2 + WORK.len() + 1;
        let last = whole.len() - HEAD_BYTES - Record::BYTES - 4;
        for at in [0, title + 5, last, last + 1, whole.len() - 1] {
            let mut broken = whole.clone();
            broken[at] ^= 1;
            fs::write(&path, broken).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
        }
        fs::write(&path, "a note").unwrap();
        assert!(Games::append(&path, WORK).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a note");
        fs::remove_file(&path).unwrap();
    }
}
