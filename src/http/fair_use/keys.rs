//! API keys.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// The API keys, parsed from text: separated by commas or line breaks. A line that begins with `#` is a
/// comment.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Keys(Vec<String>);

impl Keys {
    /// The shortest key, in characters; a shorter one could be guessed.
    const SHORTEST: usize = 16;

    /// Whether there are no keys.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys of both.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// A name of a key that does not reveal it, the same wherever there is this key.
    pub(super) fn name(&self, index: usize) -> String {
        let digest = Sha256::digest(self.0.get(index).map(String::as_bytes).unwrap_or_default());
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The index of a key, in time that does not depend on the key.
    pub(super) fn find(&self, key: &[u8]) -> Option<usize> {
        let mut found = u64::MAX;
        for (index, known) in (0..).zip(&self.0) {
            found.conditional_assign(&index, known.as_bytes().ct_eq(key));
        }
        usize::try_from(found).ok().filter(|&index| index < self.0.len())
    }
}

impl FromStr for Keys {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let keys = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|key| !key.is_empty());
        keys.map(checked).collect::<Result<_, _>>().map(Self)
    }
}

/// Checks that a key can be sent in a header and not be guessed. Errors do not reveal it.
fn checked(key: &str) -> Result<String, String> {
    let length = key.len();
    if length < Keys::SHORTEST {
        let shortest = Keys::SHORTEST;
        Err(format!("expected keys of at least {shortest} characters, got one of {length}"))
    } else if key.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(key.to_owned())
    } else {
        Err("expected keys of visible ASCII characters, got others".to_owned())
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} keys", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_key_matches() {
        let keys: Keys = "# ours\n0123456789abcdef, fedcba9876543210\n\nx123456789abcdefg\n".parse().unwrap();
        let indices =
            [&b"0123456789abcdef"[..], b"fedcba9876543210", b"x123456789abcdefg"].map(|key| keys.find(key));
        assert_eq!(indices, [Some(0), Some(1), Some(2)]);
        for other in [&b""[..], b"0123456789abcde", b"0123456789abcdeF", b"0123456789abcdef0", b"# ours"] {
            assert_eq!(keys.find(other), None);
        }
        assert_eq!(Keys::default().find(b""), None);
    }

    #[test]
    fn keys_are_never_printed() {
        let keys: Keys = "0123456789abcdef".parse().unwrap();
        assert_eq!(format!("{keys:?}"), "1 keys");
        for invalid in ["short-secret", "0123456789 secret"] {
            assert!(!invalid.parse::<Keys>().unwrap_err().contains("secret"));
        }
    }
}
