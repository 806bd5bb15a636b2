//! The file format of training games: the searched positions of each game, with scores and the result.

use super::Trainable;
use crate::journal::read_full;
use crate::locked_file::LockedFile;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

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
#[derive(Debug)]
pub(super) struct Record<G: Trainable> {
    pub(super) position: G::Position,
    /// The score of the search, in the unit of evaluations.
    pub(super) score: i16,
    /// The result of the game: in discs, where games are scored by margin, else 1 for a win, 0 for a draw, -1 for a
    /// loss.
    pub(super) result: i8,
    /// `None` in the last record, and after a random move.
    pub(super) next: Option<NextMover>,
}

impl<G: Trainable> Clone for Record<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Trainable> Copy for Record<G> {}

impl<G: Trainable> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        let rest = |record: &Self| (record.score, record.result, record.next);
        self.position == other.position && rest(self) == rest(other)
    }
}

impl<G: Trainable> Record<G> {
    /// The position, the score, a byte for who won and who moves next, and where games are scored by margin, another
    /// for the margin.
    const BYTES: usize = G::POSITION_BYTES + 3 + G::SCORED_BY_MARGIN as usize;

    /// The result as a share of the point: 1 for a win, 0 for a loss; where games are scored by margin, in between.
    pub(super) fn outcome(&self) -> f32 {
        if G::SCORED_BY_MARGIN {
            return share::<G>(100 * i16::from(self.result));
        }
        f32::from(self.result + 1) / 2.0
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        G::write_position(&self.position, &mut bytes);
        bytes.extend(self.score.to_le_bytes());
        bytes.push((self.result.signum() + 1) as u8 | self.next.map_or(0, |next| next as u8 + 1) << 2);
        if G::SCORED_BY_MARGIN {
            bytes.push(self.result as u8);
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let (position, rest) = bytes.split_at(G::POSITION_BYTES);
        let winner = (rest[2] & 3) as i8 - 1;
        Self {
            position: G::read_position(position),
            score: i16::from_le_bytes([rest[0], rest[1]]),
            result: if G::SCORED_BY_MARGIN { rest[3] as i8 } else { winner },
            next: [None, Some(NextMover::Same), Some(NextMover::Other), None][usize::from(rest[2] >> 2 & 3)],
        }
    }
}

/// The expected share of the point by a score.
pub(super) fn share<G: Trainable>(units: i16) -> f32 {
    sigmoid(f32::from(units) / G::SCALE)
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The start of the title of a file of games.
fn title<G: Trainable>() -> String {
    format!("bestmove games: {}, {}", G::ID, G::GAMES_VERSION)
}

/// An append-only file of games: a title line that says how they were made, then for each game the
/// number of its records in two bytes, the same inverted, the records, and a CRC-32.
#[derive(Debug)]
pub(super) struct Games {
    file: LockedFile,
}

impl Games {
    /// Opens or creates the file of the games that `provenance` describes, and counts the games in
    /// it. Cuts off a game half written at a crash.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is in use, is corrupt, or has another provenance.
    pub(super) fn append<G: Trainable>(path: &Path, provenance: &str) -> Result<(Self, u64), Box<dyn Error>> {
        let mut file = LockedFile::open(path)?;
        let title = format!("{}, {provenance}\n", title::<G>());
        let mut head = Vec::new();
        (&*file).take(title.len() as u64).read_to_end(&mut head)?;
        if head.len() < title.len() && title.as_bytes().starts_with(&head) {
            file.set_len(0)?;
            file.write_all(title.as_bytes())?;
        }
        file.rewind()?;
        let mut games = 0;
        let (found, valid) = scan::<G>(&mut file, path, |_| games += 1)?;
        if found != provenance {
            return Err(format!("{} was made with {found}, not with {provenance}", path.display()).into());
        }
        file.set_len(valid)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, games))
    }

    /// Appends a game.
    pub(super) fn add<G: Trainable>(&mut self, game: &[Record<G>]) -> io::Result<()> {
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
    pub(super) fn read<G: Trainable>(
        path: &Path,
        on_game: impl FnMut(Vec<Record<G>>),
    ) -> Result<String, Box<dyn Error>> {
        let mut file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(scan(&mut file, path, on_game)?.0)
    }
}

/// Reads the complete games; returns their provenance, and the number of bytes up to the end of the last.
fn scan<G: Trainable>(
    file: &mut File,
    path: &Path,
    mut on_game: impl FnMut(Vec<Record<G>>),
) -> Result<(String, u64), Box<dyn Error>> {
    let mut reader = BufReader::new(file);
    let mut title = Vec::new();
    reader.by_ref().take(MAX_TITLE_BYTES).read_until(b'\n', &mut title)?;
    let provenance = provenance::<G>(&title)
        .ok_or_else(|| format!("{} is not a file of {} games of this version", path.display(), G::ID))?;
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
        block.resize(HEADER_BYTES + usize::from(count) * Record::<G>::BYTES + 4, 0);
        if !read_full(&mut reader, &mut block[HEADER_BYTES..])? {
            return Ok((provenance, valid as u64));
        }
        let (content, sum) = block.split_at(block.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(corrupt().into());
        }
        valid += block.len();
        on_game(content[HEADER_BYTES..].chunks_exact(Record::<G>::BYTES).map(Record::<G>::read).collect());
    }
}

/// The part of a title after the fixed one.
fn provenance<G: Trainable>(head: &[u8]) -> Option<String> {
    let title = title::<G>();
    Some(str::from_utf8(head).ok()?.strip_suffix('\n')?.strip_prefix(&title)?.strip_prefix(", ")?.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use bestmove_core::game::Rules;

    use bestmove_core::games::{Checkers, Reversi};
    use std::fs;

    const PROVENANCE: &str = "seed 1";

    fn read(path: &Path) -> Result<Vec<Vec<Record<Checkers>>>, Box<dyn Error>> {
        let mut games = Vec::new();
        Games::read::<Checkers>(path, |game| games.push(game))?;
        Ok(games)
    }

    #[test]
    fn records_of_both_games_survive_a_round_trip() {
        fn check<G: Trainable>(results: &[i8]) {
            for &result in results {
                for next in [None, Some(NextMover::Same), Some(NextMover::Other)] {
                    let record =
                        Record::<G> { position: G::start(), score: -300 + i16::from(result), result, next };
                    assert_eq!(record.write().len(), Record::<G>::BYTES);
                    assert_eq!(Record::read(&record.write()), record);
                }
            }
        }
        check::<Checkers>(&[-1, 0, 1]);
        check::<Reversi>(&[-64, -2, 0, 2, 64]);
    }

    #[test]
    fn games_survive_a_round_trip_and_corruption_is_detected() {
        let path = std::env::temp_dir().join(format!("bestmove-games-{}", std::process::id()));
        let record =
            |score, next| Record::<Checkers> { position: Checkers::start(), score, result: -1, next };
        let first =
            [record(-77, Some(NextMover::Same)), record(500, Some(NextMover::Other)), record(9, None)];
        let games = [first.to_vec(), vec![], vec![record(3, None)]];
        for (number, game) in games.iter().enumerate() {
            let (mut file, before) = Games::append::<Checkers>(&path, PROVENANCE).unwrap();
            assert_eq!(before, number as u64);
            assert!(Games::append::<Checkers>(&path, PROVENANCE).is_err(), "two writers");
            file.add(game).unwrap();
        }
        assert_eq!(read(&path).unwrap(), games);

        let complete = fs::read(&path).unwrap();
        fs::write(&path, &complete[..complete.len() - 1]).unwrap();
        assert_eq!(read(&path).unwrap(), games[..2]);
        let other = Games::append::<Checkers>(&path, "seed 2").unwrap_err().to_string();
        assert!(other.ends_with("was made with seed 1, not with seed 2"), "{other}");
        assert_eq!(Games::append::<Checkers>(&path, PROVENANCE).unwrap().1, 2);
        let title = title::<Checkers>().len() + 2 + PROVENANCE.len() + 1;
        let last = complete.len() - HEADER_BYTES - Record::<Checkers>::BYTES - 4;
        for at in [0, title + 5, last, last + 1, complete.len() - 1] {
            let mut corrupt = complete.clone();
            corrupt[at] ^= 1;
            fs::write(&path, corrupt).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
        }
        fs::write(&path, "a note").unwrap();
        assert!(Games::append::<Checkers>(&path, PROVENANCE).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a note");
        fs::remove_file(&path).unwrap();
    }
}
