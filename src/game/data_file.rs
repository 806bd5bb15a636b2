//! Data files of games: built into the program, or provided before they are first used.

use super::Invalid;
use super::container::check_sum;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static PROVIDED: RwLock<BTreeMap<String, &'static [u8]>> = RwLock::new(BTreeMap::new());

/// Provides a data file that is not built into the program, by its name in `data`. It stays in memory.
///
/// # Errors
///
/// If the file is damaged.
pub fn provide(name: &str, file: Vec<u8>) -> Result<(), Invalid> {
    check_sum(&file)?;
    PROVIDED.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), file.leak());
    Ok(())
}

/// A file that was provided.
#[must_use]
pub fn provided(name: &str) -> Option<&'static [u8]> {
    PROVIDED.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}

/// Those of the files that are neither built into the program nor provided.
#[must_use]
pub fn missing(names: &[&'static str]) -> Vec<&'static str> {
    let is_missing = |name: &&'static str| !cfg!(feature = "data") && provided(name).is_none();
    names.iter().copied().filter(is_missing).collect()
}

/// A data file, if it is built into the program with the feature, or provided.
macro_rules! data_file {
    ($feature:literal, $name:literal) => {{
        #[cfg(feature = $feature)]
        let file: Option<&'static [u8]> =
            Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name)));
        #[cfg(not(feature = $feature))]
        let file: Option<&'static [u8]> = $crate::game::data_file::provided($name);
        file
    }};
}
pub(crate) use data_file;

/// Why a file that the game can't do without must be there.
pub(crate) const NEEDED: &str = "the file is built into the program by the feature `data`, or provided";
