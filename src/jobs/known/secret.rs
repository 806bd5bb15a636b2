//! The secret of a store.

use std::fmt;
use std::str::FromStr;

/// The secret that services and workers of a store share, from which the codes of known results are made.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreSecret(Vec<u8>);

impl StoreSecret {
    /// The shortest secret, in bytes; a shorter one could be guessed.
    const SHORTEST: usize = 32;

    /// A secret of this process.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = vec![0; Self::SHORTEST];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for StoreSecret {
    type Err = String;

    /// The text of a file, without white space around it. Errors do not reveal it.
    fn from_str(text: &str) -> Result<Self, String> {
        let (text, shortest) = (text.trim(), Self::SHORTEST);
        if text.len() < shortest {
            return Err(format!("expected a secret of at least {shortest} characters, got {}", text.len()));
        }
        Ok(Self(text.as_bytes().to_vec()))
    }
}

impl fmt::Debug for StoreSecret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a secret")
    }
}
