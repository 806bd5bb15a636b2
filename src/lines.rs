//! Lines of text from an input that may send anything, such as standard input.

use bestmove_core::game::{Invalid, quoted};
use std::io::{self, BufRead, Read};

/// The longest line in bytes: the moves of a game of ten thousand plies.
const LONGEST: usize = 64 << 10;

/// The lines of an input, without their ends. A line that is no text or too long is an error in its place; of the rest
/// of a long one nothing is kept.
pub(crate) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self(input)
    }

    fn read(&mut self) -> io::Result<Option<Result<String, Invalid>>> {
        let mut line = Vec::new();
        let length = self.0.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(None);
        }
        if line.pop_if(|last| *last == b'\n').is_none() && length > LONGEST {
            self.0.skip_until(b'\n')?;
            return Ok(Some(Err(too_long(&line))));
        }
        Ok(Some(String::from_utf8(line).map_err(|error| {
            let (before, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            no_text(&String::from_utf8_lossy(before), rest[0])
        })))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Result<String, Invalid>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

fn too_long(start: &[u8]) -> Invalid {
    Invalid::new("line", format!("at most {LONGEST} bytes"), quoted(&String::from_utf8_lossy(start)))
}

fn no_text(before: &str, byte: u8) -> Invalid {
    Invalid::new("line", "text in UTF-8", format!("the byte {byte:02X} after {}", quoted(before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines, with errors as text.
    fn lines(input: &[u8]) -> Vec<Result<String, String>> {
        let lines = Lines::new(input).map(Result::unwrap);
        lines.map(|line| line.map_err(|invalid| invalid.to_string())).collect()
    }

    #[test]
    fn what_is_no_text_is_an_error_in_its_place() {
        let expected = [
            Ok("one".to_owned()),
            Err("line: expected text in UTF-8, got the byte FF after \"b\"".to_owned()),
            Ok(String::new()),
            Ok("ü\r".to_owned()),
        ];
        assert_eq!(lines(b"one\nb\xff1\n\n\xc3\xbc\r"), expected);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        for (bytes, is_read) in [(LONGEST, true), (LONGEST + 1, false), (10 * LONGEST, false)] {
            let long = "a".repeat(bytes);
            for end in ["", "\n", "\nlast"] {
                let read = lines(format!("{long}{end}").as_bytes());
                let error = format!("line: expected at most 65536 bytes, got \"{}\"…", "a".repeat(40));
                assert_eq!(read[0], if is_read { Ok(long.clone()) } else { Err(error) }, "{bytes}");
                assert_eq!(read[1..].len(), usize::from(end == "\nlast"), "{bytes} {end:?}");
            }
        }
    }
}
