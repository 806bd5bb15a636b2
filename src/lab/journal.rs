//! Finished pieces of long work in a file that only grows. What a crash leaves half written is cut
//! off at the next start.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Numbered pieces of equal size.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Opens or makes the journal of the work that `title` names; `piece` hears of each piece in it.
    ///
    /// # Errors
    ///
    /// If the file can't be used or belongs to other work.
    pub(super) fn open(
        path: &Path,
        title: &str,
        piece_bytes: usize,
        mut piece: impl FnMut(u32, &[u8]),
    ) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let title = format!("bestmove journal: {title}\n");
        let mut reader = BufReader::new(&mut file);
        let mut head = Vec::new();
        reader.by_ref().take(title.len() as u64).read_to_end(&mut head)?;
        let whole = if head == title.as_bytes() {
            let mut whole = title.len() as u64;
            let mut record = vec![0; 4 + piece_bytes + 4];
            while reader.read_exact(&mut record).is_ok() {
                let (content, sum) = record.split_at(4 + piece_bytes);
                if crc32fast::hash(content).to_le_bytes() != sum {
                    break;
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
