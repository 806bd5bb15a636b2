//! The container of all data files: a title line, the content, a CRC-32.

use super::Invalid;

const SUM: usize = size_of::<u32>();

/// The bytes of a file with that title and content.
#[must_use]
pub fn encode_container(title: &str, content: &[u8]) -> Vec<u8> {
    let mut file = [title.as_bytes(), b"\n", content].concat();
    file.extend_from_slice(&crc32(&file).to_le_bytes());
    file
}

/// The content of an intact file with that title.
///
/// # Errors
///
/// If the file has another title or a wrong checksum.
pub fn decode_container<'a>(title: &str, file: &'a [u8]) -> Result<&'a [u8], Invalid> {
    let headed = file.strip_prefix(title.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = headed.ok_or_else(|| {
        let head = file.get(..title.len().min(file.len())).unwrap_or_default();
        Invalid::new("title", format!("{title:?}"), format!("{:?}", String::from_utf8_lossy(head)))
    })?;
    check_sum(file)?;
    rest.len().checked_sub(SUM).map(|len| &rest[..len]).ok_or_else(no_sum)
}

/// Checks the sum at the end of a file.
///
/// # Errors
///
/// If the checksum is wrong.
pub fn check_sum(file: &[u8]) -> Result<(), Invalid> {
    let (content, expected) = file.split_last_chunk::<SUM>().ok_or_else(no_sum)?;
    let (got, expected) = (crc32(content), u32::from_le_bytes(*expected));
    let wrong = || Invalid::new("checksum", format!("{expected:08x}"), format!("{got:08x}"));
    if got == expected { Ok(()) } else { Err(wrong()) }
}

/// The CRC-32 of some bytes.
#[cfg(not(target_family = "wasm"))]
fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The same byte by byte through a table of 1 kB; the one of 16 kB would be a tenth of a module for browsers.
#[cfg(target_family = "wasm")]
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut sum, mut bit) = (byte as u32, 0);
            while bit < 8 {
                sum = (sum >> 1) ^ if sum & 1 == 0 { 0 } else { 0xEDB8_8320 };
                bit += 1;
            }
            table[byte] = sum;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, &byte| (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)])
}

fn no_sum() -> Invalid {
    Invalid::new("size", "a checksum at the end", "less")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_survives_encoding_and_corruption_is_detected() {
        let file = encode_container("title", b"content");
        assert_eq!(decode_container("title", &file), Ok(&b"content"[..]));
        assert!(decode_container("other", &file).is_err());
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(decode_container("title", &other).is_err(), "byte {at}");
            assert!(decode_container("title", &file[..at]).is_err(), "{at} bytes");
        }
    }
}
