//! Content codings of answers: brotli and gzip, at qualities for texts that are compressed once for one client.

use super::negotiation::ContentCoding;
use brotli::CompressorWriter;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Brotli's quality, from 0 to 11, and the binary logarithm of its window: a quarter of the time and of the memory of
/// the defaults of other servers, for texts that are a fifth longer.
const BROTLI_QUALITY: i32 = 3;
const BROTLI_WINDOW: i32 = 18;
/// Gzip's level, from 0 to 9.
const GZIP_LEVEL: u32 = 3;
/// The bytes that brotli writes at a time.
const BROTLI_BUFFER: usize = 16 * 1024;

/// The most memory of an encoder, in bytes.
pub(super) const fn encoder_bytes(coding: ContentCoding) -> usize {
    match coding {
        ContentCoding::Identity => 0,
        ContentCoding::Gzip => 512 << 10,
        ContentCoding::Brotli => 2 << 20,
    }
}

/// Encodes what is written to it.
pub(super) enum Encoder<W: Write> {
    Identity(W),
    Gzip(GzEncoder<W>),
    Brotli(Box<CompressorWriter<W>>),
}

impl<W: Write> Encoder<W> {
    pub(super) fn new(coding: ContentCoding, out: W) -> Self {
        match coding {
            ContentCoding::Identity => Self::Identity(out),
            ContentCoding::Gzip => Self::Gzip(GzEncoder::new(out, Compression::new(GZIP_LEVEL))),
            ContentCoding::Brotli => {
                let parameters = BrotliEncoderParams {
                    quality: BROTLI_QUALITY,
                    lgwin: BROTLI_WINDOW,
                    ..BrotliEncoderParams::default()
                };
                Self::Brotli(Box::new(CompressorWriter::with_params(out, BROTLI_BUFFER, &parameters)))
            }
        }
    }

    /// Writes the end, and returns what it has written to. Brotli does not tell whether that failed.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Identity(out) => Ok(out),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Brotli(encoder) => Ok(encoder.into_inner()),
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Identity(out) => out.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Brotli(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Identity(out) => out.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Brotli(encoder) => encoder.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn an_encoded_text_decodes_to_itself() {
        for length in [0, 1, 100_000] {
            let text = "[1, 2, 3]".repeat(length);
            for coding in [ContentCoding::Identity, ContentCoding::Gzip, ContentCoding::Brotli] {
                let mut encoder = Encoder::new(coding, Vec::new());
                text.as_bytes().chunks(1000).for_each(|part| encoder.write_all(part).unwrap());
                let encoded = encoder.finish().unwrap();
                let mut decoder: Box<dyn Read> = match coding {
                    ContentCoding::Identity => Box::new(&*encoded),
                    ContentCoding::Gzip => Box::new(flate2::read::GzDecoder::new(&*encoded)),
                    ContentCoding::Brotli => Box::new(brotli::Decompressor::new(&*encoded, 4096)),
                };
                let mut decoded = String::new();
                decoder.read_to_string(&mut decoded).unwrap();
                assert!(decoded == text, "{coding:?} of {length}");
            }
        }
    }
}
