//! A file that one process at a time reads and appends to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// An open file with an exclusive lock.
///
/// The lock is released explicitly. A child process that is just being started shares the open
/// file, and would keep the lock beyond the closing of the file here.
#[derive(Debug)]
pub(super) struct LockedFile(File);

impl LockedFile {
    /// Opens or creates the file, for reading and appending.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or is in use. The message names the file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(named)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other(format!("{} is in use", path.display())),
            TryLockError::Error(error) => named(error),
        })?;
        Ok(Self(file))
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.0.unlock().ok();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_lock_ends_with_the_file_even_if_another_process_shares_it() {
        let path = std::env::temp_dir().join(format!("bestmove-locked-{}", std::process::id()));
        let file = LockedFile::open(&path).unwrap();
        // What a child process holds until it runs its program.
        let shared = file.try_clone().unwrap();
        assert!(LockedFile::open(&path).unwrap_err().to_string().ends_with("is in use"));
        drop(file);
        assert!(LockedFile::open(&path).is_ok());
        drop(shared);
        std::fs::remove_file(&path).unwrap();
    }
}
