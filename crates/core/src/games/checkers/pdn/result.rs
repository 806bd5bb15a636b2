//! Results as people write them. `1-0` means that the first player, Black, has won.

use crate::game::{RecordedResult, Side};

/// The result that a code or a few words state. `0-0`, a game lost by both, counts as none, as `*` does.
pub(super) fn result(text: &str) -> Option<RecordedResult> {
    let plain: String = unmarked(text).chars().filter(|sign| !sign.is_whitespace()).map(plain).collect();
    match plain.replace('½', "1/2").as_str() {
        "1-0" | "2-0" | "bw" | "blackwins" | "blackwon" | "redwins" | "redwon" | "whiteresigns"
        | "whiteresigned" => Some(RecordedResult::Win(Side::First)),
        "0-1" | "0-2" | "ww" | "whitewins" | "whitewon" | "blackresigns" | "blackresigned" | "redresigns"
        | "redresigned" => Some(RecordedResult::Win(Side::Second)),
        "1/2-1/2" | "1-1" | "1/2" | "0.5-0.5" | "draw" | "drawn" | "drawagreed" | "drawngame" => {
            Some(RecordedResult::Draw)
        }
        "*" | "0-0" => Some(RecordedResult::Unfinished),
        _ => None,
    }
}

/// A result without the full stop, comma, exclamation mark or star after it.
fn unmarked(text: &str) -> &str {
    let text = text.trim_end_matches(['.', ',', '!']);
    text.strip_suffix('*').filter(|text| !text.is_empty()).unwrap_or(text)
}

/// Lower case, one kind of dash, and one decimal point.
fn plain(sign: char) -> char {
    match sign {
        ',' => '.',
        ':' | '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        sign => sign.to_ascii_lowercase(),
    }
}
