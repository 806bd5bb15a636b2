//! The container of all data files: a title line, the content, a CRC-32.

use super::Invalid;

const SUM: usize = size_of::<u32>();

/// The bytes of a file with that title and content.
#[must_use]
pub fn encode_container(title: &str, content: &[u8]) -> Vec<u8> {
    let mut file = [title.as_bytes(), b"\n", content].concat();
    file.extend_from_slice(&crc32fast::hash(&file).to_le_bytes());
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
    let (content, expected) = rest
        .split_last_chunk::<SUM>()
        .ok_or_else(|| Invalid::new("size", "a checksum at the end", "less"))?;
    let expected = u32::from_le_bytes(*expected);
    let got = crc32fast::hash(&file[..file.len() - SUM]);
    if got == expected {
        Ok(content)
    } else {
        Err(Invalid::new("checksum", format!("{expected:08x}"), format!("{got:08x}")))
    }
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
