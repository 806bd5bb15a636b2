//! Text as files have it.

use encoding_rs::WINDOWS_1252;

/// The text of a file: UTF-8, or else Windows-1252, as older programs write it.
pub fn decode(bytes: Vec<u8>) -> String {
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
        assert_eq!(decode(b"\xbd\x96\xbd \xc9mile \x93x\x94".to_vec()), "½–½ Émile “x”");
    }
}
