//! Writes files of results (WLD), which `bestmove_core` reads: its `WldTable` has the format.

use super::dictionary::Dictionary;
use bestmove_core::game::container::encode_container;

/// Bytes in a block.
const BLOCK: usize = 256;
/// Codes in a block.
const CODES: usize = BLOCK - 1;

/// The codes of a slice.
#[derive(Clone, Debug)]
pub(crate) struct EncodedSlice {
    /// The index of the first position.
    pub(super) first: usize,
    pub(super) dictionary: Dictionary,
    pub(super) codes: Vec<u8>,
}

/// Encodes a file from the codes of all slices, in order.
///
/// # Panics
///
/// If they have more than 256 dictionaries.
pub(crate) fn encode_file(title: &str, slices: &[EncodedSlice]) -> Vec<u8> {
    let (mut dictionaries, mut firsts, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for EncodedSlice { first, dictionary, codes } in slices {
        let known = dictionaries.iter().position(|known| known == &dictionary);
        let nth = known.unwrap_or_else(|| {
            dictionaries.push(dictionary);
            dictionaries.len() - 1
        });
        let nth = u8::try_from(nth).expect("a byte numbers the dictionaries");
        let mut first = *first;
        for codes in codes.chunks(CODES) {
            firsts.push(first as u32);
            blocks.push(nth);
            blocks.extend(codes);
            blocks.resize(firsts.len() * BLOCK, 0);
            first += codes.iter().map(|&code| dictionary.length(code)).sum::<usize>();
        }
    }
    let counts = [dictionaries.len(), firsts.len()].map(|count| (count as u32).to_le_bytes());
    let dictionaries: Vec<u8> = dictionaries.into_iter().flat_map(Dictionary::to_bytes).collect();
    let firsts: Vec<u8> = firsts.into_iter().flat_map(u32::to_le_bytes).collect();
    encode_container(title, &[counts.concat(), dictionaries, firsts, blocks].concat())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::dictionary::ResultString;
    use super::*;
    use bestmove_core::game::TablebaseResult;
    use bestmove_core::game::container::decode_container;
    use bestmove_core::games::checkers::endgame::wld::WldTable;

    const LOST: u8 = 1;
    const WON: u8 = 2;
    /// Indices in a window of `WldTable`.
    const WINDOW: usize = 1 << 12;
    const DICTIONARY_BYTES: usize = 256 * (size_of::<u16>() + size_of::<u64>());

    /// Lost and won positions in turns of two windows, in two blocks.
    fn turns(first: usize) -> EncodedSlice {
        let run = |result| ResultString::run(result, 2 * WINDOW as u16);
        let codes = (0..=CODES).map(|nth| (nth % 2) as u8).collect();
        EncodedSlice { first, dictionary: Dictionary::new(&[run(LOST), run(WON)]), codes }
    }

    #[test]
    fn blocks_are_longer_than_windows_where_runs_are_long() {
        let table = WldTable::read("turns", encode_file("turns", &[turns(0)])).unwrap();
        let turn = 2 * WINDOW;
        let ends = (0..=CODES).flat_map(|nth| [nth * turn, nth * turn + WINDOW, (nth + 1) * turn - 1]);
        for number in ends {
            let expected = [TablebaseResult::Loss { plies: None }, TablebaseResult::Win { plies: None }];
            assert_eq!(table.result(number), expected[number / turn % 2], "{number}");
        }
    }

    #[test]
    fn equal_dictionaries_are_stored_once() {
        let other = EncodedSlice { dictionary: Dictionary::standard(), ..turns(8 * WINDOW * CODES) };
        let (one, two) = (turns(0), turns(4 * WINDOW * CODES));
        let size = |slices: &[EncodedSlice]| encode_file("sizes", slices).len();
        let block = BLOCK + size_of::<u32>();
        let once = size(std::slice::from_ref(&one));
        assert_eq!(size(&[one.clone(), two.clone()]), once + 2 * block);
        assert_eq!(size(&[one, two, other]), once + 4 * block + DICTIONARY_BYTES);
    }

    #[test]
    fn broken_contents_are_refused() {
        let intact = encode_file("broken", &[turns(0)]);
        let content = decode_container("broken", &intact).unwrap().to_vec();
        let first = 2 * size_of::<u32>() + DICTIONARY_BYTES;
        let block = first + 2 * size_of::<u32>();
        let cases = [
            (0, 2, "bytes"),
            (4, 0, "bytes"),
            (first + 3, 1, "order of their first indices"),
            (block, 1, "one of 1 dictionaries"),
        ];
        for (at, byte, expected) in cases {
            let mut content = content.clone();
            content[at] = byte;
            let error = WldTable::read("broken", encode_container("broken", &content)).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
