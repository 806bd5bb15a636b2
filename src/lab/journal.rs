//! Finished pieces of long work in a file that only grows. What a crash leaves half written is cut
//! off at the next start.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Whether there was as much left to read.
pub(super) fn filled(reader: &mut impl Read, record: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(record) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Numbered pieces of equal size.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Opens or makes the journal of the work that `title` names, and calls `piece` with each piece
    /// in it.
    ///
    /// # Errors
    ///
    /// If the file can't be used, is in use, is broken or belongs to other work.
    pub(super) fn open(
        path: &Path,
        title: &str,
        piece_bytes: usize,
        mut piece: impl FnMut(u32, &[u8]),
    ) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let in_use = |_| io::Error::other(format!("{} is in use", path.display()));
        file.try_lock().map_err(in_use)?;
        let title = format!("bestmove journal: {title}\n");
        let mut reader = BufReader::new(&mut file);
        let mut head = Vec::new();
        reader.by_ref().take(title.len() as u64).read_to_end(&mut head)?;
        let whole = if head == title.as_bytes() {
            let mut whole = title.len() as u64;
            let mut record = vec![0; 4 + piece_bytes + 4];
            while filled(&mut reader, &mut record)? {
                let (content, sum) = record.split_at(4 + piece_bytes);
                if crc32fast::hash(content).to_le_bytes() != sum {
                    let broken = format!("{}: the piece at byte {whole} is broken", path.display());
                    return Err(io::Error::new(io::ErrorKind::InvalidData, broken));
                }
                let (number, bytes) = content.split_at(4);
                piece(u32::from_le_bytes([number[0], number[1], number[2], number[3]]), bytes);
                whole += record.len() as u64;
            }
            whole
        } else if title.as_bytes().starts_with(&head) {
            0
        } else {
            let other = format!("{} is not the journal of {title}", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, other.trim_end().to_owned()));
        };
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            file.write_all(title.as_bytes())?;
        }
        Ok(Self { file })
    }

    /// Writes a piece down.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub(super) fn add(&mut self, number: u32, bytes: &[u8]) -> io::Result<()> {
        let mut record = number.to_le_bytes().to_vec();
        record.extend_from_slice(bytes);
        record.extend_from_slice(&crc32fast::hash(&record).to_le_bytes());
        self.file.write_all(&record)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use std::fs;

    fn read(path: &Path, title: &str) -> io::Result<Vec<(u32, Vec<u8>)>> {
        let mut pieces = Vec::new();
        Journal::open(path, title, 3, |number, bytes| pieces.push((number, bytes.to_vec())))?;
        Ok(pieces)
    }

    #[test]
    fn work_goes_on_after_a_crash() {
        let path = std::env::temp_dir().join(format!("bestmove-journal-{}", std::process::id()));
        let add = |number: u32| {
            let mut journal = Journal::open(&path, "work", 3, |_, _| {}).unwrap();
            assert!(read(&path, "work").is_err(), "two writers");
            journal.add(number, &[1, 2, 3]).unwrap();
        };
        add(7);
        add(8);
        assert_eq!(read(&path, "work").unwrap(), [(7, vec![1, 2, 3]), (8, vec![1, 2, 3])]);
        assert!(read(&path, "other").is_err());

        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert_eq!(read(&path, "work").unwrap(), [(7, vec![1, 2, 3])]);
        add(9);
        assert_eq!(read(&path, "work").unwrap().len(), 2);

        let mut broken = whole;
        broken[40] ^= 1;
        fs::write(&path, broken).unwrap();
        assert!(read(&path, "work").is_err());
        fs::remove_file(&path).unwrap();
    }
}
