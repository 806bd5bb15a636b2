//! Decompresses an upload as it arrives.

use axum::body::Bytes;
use flate2::write::MultiGzDecoder;
use std::io::{self, Write};

/// The compressed bytes that are decompressed at a time: at most a thousand times as many come out.
const STEP: usize = 256;

/// Decompresses the members of a gzip file.
pub(super) struct Gunzip {
    decoder: MultiGzDecoder<Vec<u8>>,
    /// What is still compressed.
    rest: Bytes,
}

impl Gunzip {
    pub(super) fn new() -> Self {
        Self { decoder: MultiGzDecoder::new(Vec::new()), rest: Bytes::new() }
    }

    /// Whether bytes begin a gzip file.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&[0x1f, 0x8b])
    }

    pub(super) fn add(&mut self, compressed: Bytes) {
        self.rest = compressed;
    }

    /// The next decompressed bytes; `None` once more compressed ones are needed.
    pub(super) fn next(&mut self) -> io::Result<Option<Bytes>> {
        while !self.rest.is_empty() {
            let step = self.rest.split_to(self.rest.len().min(STEP));
            self.decoder.write_all(&step)?;
            if let Some(bytes) = self.decompressed() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// The last decompressed bytes.
    pub(super) fn finish(&mut self) -> io::Result<Option<Bytes>> {
        self.decoder.try_finish()?;
        Ok(self.decompressed())
    }

    fn decompressed(&mut self) -> Option<Bytes> {
        let bytes = std::mem::take(self.decoder.get_mut());
        (!bytes.is_empty()).then(|| bytes.into())
    }
}
