//! Results (WLD) by slice, for numbers of pieces whose results of all material are too many for one
//! file. Each file is useful by itself.

use super::slice::Slice;
use super::table_file::read_table;
use super::table_kind::TableKind;
use super::wld::WldTable;
use crate::game::Invalid;
use std::path::Path;

/// The tables of some slices.
#[derive(Clone, Debug, Default)]
pub(super) struct SliceTables {
    /// By the slice's identifier, up to the last.
    tables: Vec<Option<WldTable>>,
}

impl SliceTables {
    /// Reads the files of those slices that the directory has.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged: the part is the file's name.
    pub(super) fn read(dir: &Path, slices: impl Iterator<Item = Slice>) -> Result<Self, Invalid> {
        let mut tables = Vec::new();
        for slice in slices {
            let decode = |file| WldTable::read(&TableKind::slice_title(slice), file);
            if let Some(table) = read_table(&TableKind::slice_path(dir, slice), decode)? {
                tables.resize(tables.len().max(slice.id() + 1), None);
                tables[slice.id()] = Some(table);
            }
        }
        Ok(Self { tables })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The table of a slice, if it is there.
    pub(super) fn of(&self, slice: Slice) -> Option<&WldTable> {
        self.tables.get(slice.id())?.as_ref()
    }
}
