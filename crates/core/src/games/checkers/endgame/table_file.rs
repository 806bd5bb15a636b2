//! Reading table files of a directory.

use crate::game::Invalid;
use std::fs;
use std::io;
use std::path::Path;

/// Reads and decodes a file, if it exists.
///
/// # Errors
///
/// If it can't be read or is damaged: the part is the file's name.
pub(super) fn read_table<T>(
    path: &Path,
    decode: impl FnOnce(Vec<u8>) -> Result<T, Invalid>,
) -> Result<Option<T>, Invalid> {
    let named = |expected, got| Invalid::new(path.display().to_string(), expected, got);
    match fs::read(path) {
        Ok(file) => decode(file)
            .map(Some)
            .map_err(|broken| named(format!("{} {}", broken.part, broken.expected), broken.got)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(named("a file to read".to_owned(), error.to_string().into())),
    }
}
