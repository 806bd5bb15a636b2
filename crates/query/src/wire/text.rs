//! Text as files have it.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The text of a file: in the encoding that its byte order mark names, UTF-8, or else Windows-1252, as older programs
/// write it.
pub fn decode(mut bytes: Vec<u8>) -> String {
    match Encoding::for_bom(&bytes) {
        Some((encoding, mark)) if encoding != UTF_8 => {
            return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
        }
        mark => _ = bytes.drain(..mark.map_or(0, |(_, mark)| mark)),
    }
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
        text.into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_files_are_decoded() {
        assert_eq!(decode("½–½ Émile".as_bytes().to_vec()), "½–½ Émile");
        let utf_16 = |order: fn(u16) -> [u8; 2]| "\u{feff}½ É".encode_utf16().flat_map(order).collect();
        assert_eq!([decode(utf_16(u16::to_le_bytes)), decode(utf_16(u16::to_be_bytes))], ["½ É"; 2]);
        assert_eq!(decode("\u{feff}½".as_bytes().to_vec()), "½");
        assert_eq!(decode(b"\xbd\x96\xbd \xc9mile \x93x\x94".to_vec()), "½–½ Émile “x”");
    }
}
