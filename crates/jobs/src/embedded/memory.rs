//! Memory in place of a file, whose length is known.

use redb::StorageBackend;
use redb::backends::InMemoryBackend;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of a store in memory, and how many of them make it full.
#[derive(Debug)]
pub(super) struct Room {
    length: Arc<AtomicU64>,
    most: u64,
}

impl Room {
    /// Whether so many stored bytes are too many. Those that have been freed may be used again.
    pub(super) const fn is_full_with(&self, stored: u64) -> bool {
        stored >= self.most
    }

    /// How many bytes known results may take besides.
    pub(super) const fn known_bytes(&self) -> u64 {
        self.most / 4
    }

    /// Whether it may be full.
    pub(super) fn may_be_full(&self) -> bool {
        self.is_full_with(self.length.load(Ordering::Relaxed))
    }
}

/// Memory in place of a file.
#[derive(Debug)]
pub(super) struct Memory {
    bytes: InMemoryBackend,
    length: Arc<AtomicU64>,
}

impl Memory {
    /// Memory that is full with so many bytes.
    pub(super) fn new(most: u64) -> (Self, Room) {
        let length = Arc::new(AtomicU64::new(0));
        (Self { bytes: InMemoryBackend::new(), length: Arc::clone(&length) }, Room { length, most })
    }
}

impl StorageBackend for Memory {
    fn len(&self) -> io::Result<u64> {
        self.bytes.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.bytes.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.length.store(length, Ordering::Relaxed);
        self.bytes.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.bytes.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.bytes.write(offset, data)
    }
}
