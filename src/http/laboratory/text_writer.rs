//! Writes the texts of answers on a worker: in chunks, encoded as the client accepts it, with pauses.

use crate::http::chunks::{CHUNK_BYTES, Chunks};
use crate::http::coding::{Encoder, encoder_bytes};
use crate::http::compression::COMPRESSED_ABOVE;
use crate::http::negotiation::ContentCoding;
use axum::body::Bytes;
use bestmove_scheduler::quota::ByteLease;
use bestmove_trees::ResourceLimiter;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::mem::replace;

/// The longest text, in bytes.
pub(super) const MAX_TEXT_BYTES: usize = 8 << 20;
/// How much is written between two pauses: what fits a chunk.
const PART_BYTES: usize = CHUNK_BYTES;

/// Why a text could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// It is longer than [`MAX_TEXT_BYTES`].
    TooLong,
    /// The client may not hold the memory for it, or has left.
    OutOfMemory,
}

/// A text that is being written.
pub(super) struct TextWriter<'a> {
    limiter: &'a dyn ResourceLimiter,
    out: Out,
    part: Vec<u8>,
    length: usize,
}

/// What the parts are written to.
enum Out {
    /// Nothing yet: the coding that the client accepts, for a text that is long enough.
    Unopened(ContentCoding, ByteLease),
    Open(ContentCoding, Encoder<Chunks>),
    Failed,
}

/// A text that has been written, and its coding.
pub(super) struct Written {
    pub(super) chunks: VecDeque<Bytes>,
    pub(super) coding: ContentCoding,
}

impl<'a> TextWriter<'a> {
    /// A text in this coding, with the lease on its memory.
    pub(super) fn new(coding: ContentCoding, lease: ByteLease, limiter: &'a dyn ResourceLimiter) -> Self {
        Self { limiter, out: Out::Unopened(coding, lease), part: Vec::with_capacity(PART_BYTES), length: 0 }
    }

    /// The text, if all of it is written so far.
    pub(super) fn finish(mut self, is_written: bool) -> Result<Written, Unwritten> {
        let is_written = is_written && self.write_part().is_ok();
        match self.out {
            Out::Open(coding, encoder) if is_written => match encoder.finish() {
                Ok(chunks) if !chunks.is_out_of_memory() => Ok(Written { chunks: chunks.finish(), coding }),
                _ => Err(Unwritten::OutOfMemory),
            },
            _ if self.length > MAX_TEXT_BYTES => Err(Unwritten::TooLong),
            _ => Err(Unwritten::OutOfMemory),
        }
    }

    /// Fails if nobody waits for the text any more.
    fn write_part(&mut self) -> io::Result<()> {
        self.limiter.pause().map_err(|_| ErrorKind::BrokenPipe)?;
        self.length += self.part.len();
        if self.length > MAX_TEXT_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.open();
        if let Out::Open(_, encoder) = &mut self.out {
            encoder.write_all(&self.part)?;
        }
        self.part.clear();
        Ok(())
    }

    /// Before the first part. A short text, which is all of this part, is not encoded, and none without memory for
    /// the encoder.
    fn open(&mut self) {
        let (coding, lease) = match replace(&mut self.out, Out::Failed) {
            Out::Unopened(coding, lease) => (coding, lease),
            other => {
                self.out = other;
                return;
            }
        };
        let is_short = self.part.len() as u64 <= COMPRESSED_ABOVE;
        let is_encoded = !is_short && self.limiter.take_memory(encoder_bytes(coding)).is_ok();
        let coding = if is_encoded { coding } else { ContentCoding::Identity };
        self.out = Out::Open(coding, Encoder::new(coding, Chunks::new(lease)));
    }
}

impl Write for TextWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.part.len() == PART_BYTES {
            self.write_part()?;
        }
        let count = bytes.len().min(PART_BYTES - self.part.len());
        self.part.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Write for TextWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write_all(text.as_bytes()).map_err(|_| fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_scheduler::quota::{ByteBudget, Client};
    use bestmove_trees::Stopped;
    use std::cell::Cell;

    /// Counts pauses.
    struct Pauses(Cell<usize>);

    impl ResourceLimiter for Pauses {
        fn must_stop(&self) -> bool {
            true
        }

        fn pause(&self) -> Result<(), Stopped> {
            self.0.set(self.0.get() + 1);
            Ok(())
        }
    }

    /// The length of a text of so many bytes where so many are free, and the pauses on the way.
    fn written(bytes: usize, free: usize) -> (Result<usize, Unwritten>, usize) {
        let pauses = Pauses(Cell::new(0));
        let lease = ByteBudget::new(2 * free).lease(Client::Key(1));
        let mut writer = TextWriter::new(ContentCoding::Identity, lease, &pauses);
        let written = (0..bytes / 1000).try_for_each(|_| writer.write_all(&[b'x'; 1000]));
        let written = writer.finish(written.is_ok());
        (written.map(|written| written.chunks.iter().map(Bytes::len).sum()), pauses.0.get())
    }

    #[test]
    fn a_text_is_written_in_parts_with_pauses_even_when_the_time_is_over() {
        assert_eq!(written(100_000, 1 << 20), (Ok(100_000), 100_000_usize.div_ceil(PART_BYTES)));
    }

    #[test]
    fn short_texts_are_not_encoded() {
        for (bytes, coding) in [(1024, ContentCoding::Identity), (1025, ContentCoding::Brotli)] {
            let (pauses, lease) = (Pauses(Cell::new(0)), ByteBudget::new(1 << 20).lease(Client::Key(1)));
            let mut writer = TextWriter::new(ContentCoding::Brotli, lease, &pauses);
            writer.write_all(&vec![b'x'; bytes]).unwrap();
            assert_eq!(writer.finish(true).ok().map(|written| written.coding), Some(coding), "{bytes}");
        }
    }

    #[test]
    fn texts_are_limited_by_their_length_and_by_memory() {
        assert_eq!(written(MAX_TEXT_BYTES + 1000, 1 << 30).0, Err(Unwritten::TooLong));
        assert_eq!(written(1_000_000, 900_000).0, Err(Unwritten::OutOfMemory));
        assert_eq!(written(0, 0).0, Ok(0));
    }
}
