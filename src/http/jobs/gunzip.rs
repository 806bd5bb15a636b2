//! Decompresses an upload as it arrives.

use axum::body::Bytes;
use flate2::write::MultiGzDecoder;
use std::io::{self, Write};

/// The compressed bytes that are decompressed at a time: at most a thousand times as many come out.
const STEP: usize = 256;

/// How many times as many bytes may come out as went in, but for the first [`FREE`]: archives of games get to about a
/// hundredth.
const MOST: u64 = 300;
const FREE: u64 = 1 << 20;

/// Decompresses the members of a gzip file.
pub(super) struct Gunzip {
    decoder: MultiGzDecoder<Vec<u8>>,
    /// What is still compressed.
    rest: Bytes,
    /// Bytes that went in and came out.
    compressed: u64,
    decompressed: u64,
}

impl Gunzip {
    /// The bytes with which a gzip file begins.
    pub(super) const MAGIC: [u8; 2] = [0x1f, 0x8b];

    pub(super) fn new() -> Self {
        let decoder = MultiGzDecoder::new(Vec::new());
        Self { decoder, rest: Bytes::new(), compressed: 0, decompressed: 0 }
    }

    pub(super) fn add(&mut self, compressed: Bytes) {
        self.rest = compressed;
    }

    /// The next decompressed bytes; `None` once more compressed ones are needed.
    pub(super) fn next(&mut self) -> io::Result<Option<Bytes>> {
        while !self.rest.is_empty() {
            let step = self.rest.split_to(self.rest.len().min(STEP));
            self.decoder.write_all(&step)?;
            self.compressed += step.len() as u64;
            if let Some(bytes) = self.decompressed()? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// The last decompressed bytes.
    pub(super) fn finish(&mut self) -> io::Result<Option<Bytes>> {
        self.decoder.try_finish()?;
        self.decompressed()
    }

    fn decompressed(&mut self) -> io::Result<Option<Bytes>> {
        let bytes = std::mem::take(self.decoder.get_mut());
        self.decompressed += bytes.len() as u64;
        if self.decompressed > FREE + MOST * self.compressed {
            return Err(io::Error::other(format!("it expands to more than {MOST} times its size")));
        }
        Ok((!bytes.is_empty()).then(|| bytes.into()))
    }
}
