//! Compresses codes in blocks, each by itself, as `CompressedTable` of `bestmove_core` reads them.

use crate::parallel::parallel_map;
use bestmove_core::game::container::encode_container;
use bestmove_core::games::checkers::endgame::dtw_file::Compression;
use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use miniz_oxide::deflate::compress_to_vec;
use std::io;
use std::num::NonZeroUsize;

/// The DEFLATE level, of 10; higher ones take several times as long for one part in a hundred.
const DEFLATE_LEVEL: u8 = 6;

/// The file of these codes.
///
/// # Errors
///
/// If a thread cannot be started.
pub(super) fn compress(
    title: &str,
    compression: Compression,
    codes: &[u8],
    threads: NonZeroUsize,
) -> io::Result<Vec<u8>> {
    let blocks: Vec<&[u8]> = codes.chunks(compression.block_len()).collect();
    let blocks = parallel_map(&blocks, threads, |block| compressed(compression, block))?;
    let ends = blocks.iter().scan(0, |end, block| {
        *end += block.len() as u32;
        Some(end.to_le_bytes())
    });
    let mut content = ends.collect::<Vec<_>>().concat();
    content.extend(blocks.concat());
    Ok(encode_container(title, &content))
}

fn compressed(compression: Compression, mut block: &[u8]) -> Vec<u8> {
    match compression {
        Compression::Deflate => compress_to_vec(block, DEFLATE_LEVEL),
        Compression::Brotli => {
            let mut compressed = Vec::new();
            BrotliCompress(&mut block, &mut compressed, &BrotliEncoderParams::default())
                .expect("memory takes all that is written");
            compressed
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use bestmove_core::games::checkers::endgame::dtw_file::CompressedTable;

    #[test]
    fn codes_survive_compression() {
        for compression in [Compression::Deflate, Compression::Brotli] {
            let block = compression.block_len();
            for len in [0, 1, block, 3 * block + 7] {
                let codes: Vec<u8> = (0..len).map(|nth| (nth * nth / 1000) as u8).collect();
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let file = compress("codes", compression, &codes, threads).unwrap();
                    let table = CompressedTable::read("codes", compression, file.clone(), len).unwrap();
                    assert_eq!(table.codes(), codes);
                    assert!((0..len).step_by(1_001).all(|nth| table.code(nth) == codes[nth]));
                    assert!(CompressedTable::read("codes", compression, file, len + 3 * block).is_err());
                }
            }
        }
    }
}
