//! Little-endian words of four bytes.

/// The words in bytes.
pub(super) fn words(bytes: &[u8]) -> &[[u8; 4]] {
    bytes.as_chunks().0
}

/// The word at an index, if there is one.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<usize> {
    words(bytes).get(at).map(|&word| u32::from_le_bytes(word) as usize)
}
