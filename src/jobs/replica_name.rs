//! The name of a replica, by which a proxy finds the replica of a background task.

use std::fmt;
use std::str::FromStr;

/// The name of this process among the replicas behind a proxy: a DNS label in lower case, such as the name of
/// a pod. The ids of its background tasks begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaName(String);

impl ReplicaName {
    /// What a name is, in words.
    pub const EXPECTED: &'static str = "1 to 63 of a-z, 0-9 and -";
    const LONGEST: usize = 63;
}

impl FromStr for ReplicaName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_in_label = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_name = (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(is_in_label);
        if is_name { Ok(Self(text.to_owned())) } else { Err(Self::EXPECTED) }
    }
}

impl fmt::Display for ReplicaName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_dns_label_in_lower_case() {
        for name in ["bestmove-0", "7", &"a".repeat(63)] {
            assert_eq!(name.parse::<ReplicaName>().unwrap().to_string(), name);
        }
        for other in ["", "Bestmove-0", "bestmove.0", "a b", "a/b", "ä", &"a".repeat(64)] {
            assert!(other.parse::<ReplicaName>().is_err(), "{other}");
        }
    }
}
