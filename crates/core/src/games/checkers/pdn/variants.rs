//! Types of draughts: this one by its names, and others by their names, or by what gives them away.

use crate::game::{Phrase, phrases, quoted};

/// Other types of draughts, with their numbers in PDN.
const OTHER_GAMES: [(&str, &str); 15] = [
    ("20", "international"),
    ("20", "Polish"),
    ("22", "Italian"),
    ("23", "pool"),
    ("24", "Spanish"),
    ("25", "Russian"),
    ("26", "Brazilian"),
    ("27", "Canadian"),
    ("28", "Portuguese"),
    ("29", "Czech"),
    ("30", "Turkish"),
    ("31", "Thai"),
    ("40", "Frisian"),
    ("41", "spantsiretti"),
    ("", "German"),
];

/// What says that a game is of another type of draughts.
#[derive(Clone, Copy)]
pub(super) enum OtherGame {
    /// The name of a tag in the language of the type, and the name of the type.
    Tag(&'static str, &'static str),
    /// Squares beyond 32.
    LargerBoard,
}

impl OtherGame {
    pub(super) fn described(self) -> Phrase {
        match self {
            Self::Tag(tag, name) => phrases::draughts_by_tag(name, tag),
            Self::LargerBoard => phrases::draughts_by_squares(),
        }
    }
}

/// Whether a type of draughts is this one, by its number or a name.
pub(super) fn is_english(kind: &str) -> bool {
    let name = kind.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
    let name = name.trim_end_matches("draughts").trim_end_matches("checkers").trim_end();
    matches!(
        name,
        "21" | "" | "?" | "english" | "american" | "british" | "anglo-american" | "american/english"
    )
}

/// Whether a variant is another type of draughts, by its number or name, and no way to play this one, such as
/// `3-move`.
pub(super) fn is_another_game(variant: &str) -> bool {
    let name = variant.to_ascii_lowercase();
    let first = name.split([' ', ',', '-']).next().unwrap_or_default();
    let is_type = first == name.trim() && first.parse::<u8>().is_ok() || name.contains(',');
    let is_named = OTHER_GAMES.iter().any(|(_, name)| name.eq_ignore_ascii_case(first))
        || ["draughts", "checkers"].iter().any(|game| name.ends_with(game));
    !is_english(variant) && (is_type || is_named)
}

/// A type of draughts in quotation marks, with its name if it is a number.
pub(super) fn named(kind: &str) -> Phrase {
    let number = kind.split(',').next().unwrap_or_default().trim();
    let name = OTHER_GAMES.iter().find(|(own, _)| !number.is_empty() && *own == number);
    name.map_or_else(|| quoted(kind), |(_, name)| phrases::draughts_by_number(quoted(kind), *name))
}

/// What the name of a tag, in lower case, says about the type of draughts.
pub(super) fn by_tag(name: &str) -> Option<OtherGame> {
    match name {
        "bianco" => Some(OtherGame::Tag("Bianco", "Italian")),
        "nero" => Some(OtherGame::Tag("Nero", "Italian")),
        _ => None,
    }
}

/// Whether a text has the number of a square beyond 32 and up to 50.
pub(super) fn has_larger_board(text: &str) -> bool {
    let mut numbers = text.split(|sign: char| !sign.is_ascii_digit());
    numbers.any(|number| number.len() == 2 && matches!(number.parse(), Ok(33..=50)))
}
