//! What all files of what was computed ahead share: a title before the content, and a checksum after it.

use super::Invalid;

const SUM: usize = size_of::<u32>();

/// Makes a file of a title and its content.
#[must_use]
pub fn sealed(title: &str, content: &[u8]) -> Vec<u8> {
    let mut file = [title.as_bytes(), b"\n", content].concat();
    file.extend_from_slice(&crc32fast::hash(&file).to_le_bytes());
    file
}

/// The content of a whole file with that title.
///
/// # Errors
///
/// If the file has another title, or is not whole.
pub fn opened<'a>(title: &str, file: &'a [u8]) -> Result<&'a [u8], Invalid> {
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
    fn a_file_is_opened_as_sealed_and_refused_when_changed() {
        let file = sealed("title", b"content");
        assert_eq!(opened("title", &file), Ok(&b"content"[..]));
        assert!(opened("other", &file).is_err());
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(opened("title", &other).is_err(), "byte {at}");
            assert!(opened("title", &file[..at]).is_err(), "{at} bytes");
        }
    }
}
