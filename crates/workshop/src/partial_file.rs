//! A file that is written under another name, and only gets its own once it is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file with the extension `.part` added. Opened before long work, it shows whether the result can be written.
#[derive(Debug)]
pub(super) struct PartialFile<'a> {
    path: &'a Path,
    partial: PathBuf,
    file: File,
}

impl<'a> PartialFile<'a> {
    /// Creates the file that is to become `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be created. The message names the file.
    pub(super) fn create(path: &'a Path) -> io::Result<Self> {
        let partial = path.with_added_extension("part");
        let file = File::create(&partial).map_err(|error| named(&partial, &error))?;
        Ok(Self { path, partial, file })
    }

    /// Writes the content and gives the file its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed. The message names the file.
    pub(super) fn finish(mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content).map_err(|error| named(&self.partial, &error))?;
        fs::rename(&self.partial, self.path).map_err(|error| named(self.path, &error))
    }
}

/// Removes the file if it has not got its own name.
impl Drop for PartialFile<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.partial);
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
