//! Results as people write them. `1-0` means that the first player, Black, has won.

use crate::game::{RecordedResult, Side};

/// The result that a code or a few words state. `0-0`, a game lost by both, counts as none, as `*` does:
/// [`is_unstated`].
pub(super) fn result(text: &str) -> Option<RecordedResult> {
    let plain: String = unmarked(text).chars().filter(|sign| !sign.is_whitespace()).map(plain).collect();
    match plain.replace('½', "1/2").replace(".0", "").as_str() {
        "1-0" | "1-o" | "2-0" | "bw" | "blackwins" | "blackwon" | "redwins" | "redwon" | "whiteresigns"
        | "whiteresigned" => Some(RecordedResult::Win(Side::First)),
        "0-1" | "o-1" | "0-2" | "ww" | "whitewins" | "whitewon" | "blackresigns" | "blackresigned"
        | "redresigns" | "redresigned" => Some(RecordedResult::Win(Side::Second)),
        "1/2-1/2" | "1-1" | "1/2" | "0.5" | "0.5-0.5" | "draw" | "drawn" | "drawagreed" | "drawngame" => {
            Some(RecordedResult::Draw)
        }
        "*" | "0-0" => Some(RecordedResult::Unfinished),
        _ => None,
    }
}

/// Whether a result is none that a record can state, unlike the star of an unfinished game.
pub(super) fn is_unstated(text: &str) -> bool {
    result(text) == Some(RecordedResult::Unfinished) && !text.contains('*')
}

/// A result without the full stop, comma or exclamation mark after it, or stars around it.
fn unmarked(text: &str) -> &str {
    let text = text.trim_end_matches(['.', ',', '!']);
    let inner = text.trim_matches('*');
    if inner.is_empty() && !text.is_empty() { "*" } else { inner }
}

/// Lower case, one kind of dash, and one decimal point.
fn plain(sign: char) -> char {
    match sign {
        ',' => '.',
        ':' | '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        sign => sign.to_ascii_lowercase(),
    }
}
