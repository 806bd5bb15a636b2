//! An append-only journal of finished records, from which interrupted work resumes.
//!
//! Each record has a checksum. A record half written at a crash is cut off at the next start.

use super::locked_file::LockedFile;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Fills `record`; returns false at the end of the file, also in the middle of a record.
pub(super) fn read_full(reader: &mut impl Read, record: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(record) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file of numbered records of equal size.
#[derive(Debug)]
pub(super) struct Journal {
    file: LockedFile,
}

impl Journal {
    /// Opens or creates the journal of the work named by `title`, and calls `on_record` with the number and bytes of
    /// each record in it.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is in use, is corrupt or belongs to other work.
    pub(super) fn open(
        path: &Path,
        title: &str,
        record_bytes: usize,
        mut on_record: impl FnMut(u32, &[u8]),
    ) -> io::Result<Self> {
        let mut file = LockedFile::open(path)?;
        let title = format!("bestmove journal: {title}\n");
        let mut reader = BufReader::new(&mut *file);
        let mut head = Vec::new();
        reader.by_ref().take(title.len() as u64).read_to_end(&mut head)?;
        let valid = if head == title.as_bytes() {
            let mut valid = title.len() as u64;
            let mut record = vec![0; 4 + record_bytes + 4];
            while read_full(&mut reader, &mut record)? {
                let (content, sum) = record.split_at(4 + record_bytes);
                if crc32fast::hash(content).to_le_bytes() != sum {
                    let corrupt = format!("{}: the record at byte {valid} is corrupt", path.display());
                    return Err(io::Error::new(io::ErrorKind::InvalidData, corrupt));
                }
                let (number, bytes) = content.split_at(4);
                on_record(u32::from_le_bytes([number[0], number[1], number[2], number[3]]), bytes);
                valid += record.len() as u64;
            }
            valid
        } else if title.as_bytes().starts_with(&head) {
            0
        } else {
            let other = format!("{} is not the journal of {title}", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, other.trim_end().to_owned()));
        };
        file.set_len(valid)?;
        file.seek(SeekFrom::End(0))?;
        if valid == 0 {
            file.write_all(title.as_bytes())?;
        }
        Ok(Self { file })
    }

    /// Appends a record.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn append(&mut self, number: u32, bytes: &[u8]) -> io::Result<()> {
        let mut record = number.to_le_bytes().to_vec();
        record.extend_from_slice(bytes);
        record.extend_from_slice(&crc32fast::hash(&record).to_le_bytes());
        self.file.write_all(&record)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use std::fs;

    fn read(path: &Path, title: &str) -> io::Result<Vec<(u32, Vec<u8>)>> {
        let mut records = Vec::new();
        Journal::open(path, title, 3, |number, bytes| records.push((number, bytes.to_vec())))?;
        Ok(records)
    }

    #[test]
    fn work_resumes_after_a_crash() {
        let path = std::env::temp_dir().join(format!("bestmove-journal-{}", std::process::id()));
        let append = |number: u32| {
            let mut journal = Journal::open(&path, "work", 3, |_, _| {}).unwrap();
            assert!(read(&path, "work").is_err(), "two writers");
            journal.append(number, &[1, 2, 3]).unwrap();
        };
        append(7);
        append(8);
        assert_eq!(read(&path, "work").unwrap(), [(7, vec![1, 2, 3]), (8, vec![1, 2, 3])]);
        assert!(read(&path, "other").is_err());

        let complete = fs::read(&path).unwrap();
        fs::write(&path, &complete[..complete.len() - 1]).unwrap();
        assert_eq!(read(&path, "work").unwrap(), [(7, vec![1, 2, 3])]);
        append(9);
        assert_eq!(read(&path, "work").unwrap().len(), 2);

        let mut corrupt = complete;
        corrupt[40] ^= 1;
        fs::write(&path, corrupt).unwrap();
        assert!(read(&path, "work").is_err());
        fs::remove_file(&path).unwrap();
    }
}
