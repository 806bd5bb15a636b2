//! Results that are kept for those who ask the same again.

use super::job::Digest;

/// What an earlier search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownResult {
    /// A digest of the question.
    pub key: Digest,
    /// What the result took, in any unit: more replaces less.
    pub effort: u64,
    /// The result, in a form that its readers check.
    pub content: Vec<u8>,
}

impl KnownResult {
    /// The largest effort that all stores can keep.
    pub const MAX_EFFORT: u64 = i64::MAX as u64;
}

/// The results in the order of their keys, one for each, that of the greatest effort: transactions
/// that write in one order do not wait for each other in a circle.
pub(crate) fn greatest(mut results: Vec<KnownResult>) -> Vec<KnownResult> {
    for result in &mut results {
        result.effort = result.effort.min(KnownResult::MAX_EFFORT);
    }
    results.sort_by(|a, b| a.key.cmp(&b.key).then(b.effort.cmp(&a.effort)));
    results.dedup_by_key(|result| result.key);
    results
}
