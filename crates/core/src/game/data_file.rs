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
fn provided(name: &str) -> Option<&'static [u8]> {
    PROVIDED.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}

/// A data file of a game.
#[derive(Debug)]
pub struct DataFile {
    name: &'static str,
    /// A function, because the compiler would copy the content of a static into the metadata of the crate.
    built_in: fn() -> Option<&'static [u8]>,
}

impl DataFile {
    pub(crate) const fn new(name: &'static str, built_in: fn() -> Option<&'static [u8]>) -> Self {
        Self { name, built_in }
    }

    /// The name in `data`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The content, if the file is built into the program or was provided.
    #[must_use]
    pub fn content(&self) -> Option<&'static [u8]> {
        (self.built_in)().or_else(|| provided(self.name))
    }
}

/// The data file of that name, built into the program with the feature.
macro_rules! data_file {
    ($feature:literal, $name:literal) => {{
        #[inline(never)]
        fn built_in() -> Option<&'static [u8]> {
            #[cfg(feature = $feature)]
            let file: Option<&'static [u8]> =
                Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name)));
            #[cfg(not(feature = $feature))]
            let file = None;
            file
        }
        $crate::game::data_file::DataFile::new($name, built_in)
    }};
}
pub(crate) use data_file;

/// Why a file that the game can't do without must be there.
pub(crate) const NEEDED: &str = "the file is built into the program by the feature `data`, or provided";
