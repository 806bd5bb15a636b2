//! Input as quoted in answers.

/// Input for an answer, truncated to 80 characters.
pub fn truncated(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(80) {
        text.replace_range(end.., "…");
    }
    text
}
