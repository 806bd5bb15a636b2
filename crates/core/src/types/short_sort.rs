//! Sorting of short lists.

/// Sorts a list of some dozens of items by insertion, stably. The sort of the standard library does the
/// same with so few, but takes 10 kB of code for each type, which a module for browsers can't afford.
pub fn short_sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_lists_are_sorted_as_by_the_standard_library(
            mut list in prop::collection::vec((0_u8..8, any::<u8>()), 0..40),
        ) {
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            short_sort_by_key(&mut list, |&(key, _)| key);
            prop_assert_eq!(list, expected);
        }
    }
}
