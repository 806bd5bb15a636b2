//! From games to PDN.

use super::super::{Board, Checkers};
use crate::game::{Comment, Notation, Record, RecordedResult};

/// Maximum columns of move text, unless a single word is longer.
const MAX_COLUMNS: usize = 80;

/// The tags that follow from the game itself.
const OWN_TAGS: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

/// A game to be written.
#[derive(Clone, Copy, Debug)]
pub struct PdnGame<'a> {
    /// Names and values of tags, except those of the game itself: result, type and start position.
    pub tags: &'a [(&'a str, &'a str)],
    /// The position before the first move.
    pub start: Board,
    /// The plies without progress before it.
    pub no_progress_plies: u16,
    /// The moves in canonical notation.
    pub moves: &'a [String],
    /// Comments in the order of their plies.
    pub comments: &'a [Comment],
    /// The result.
    pub result: RecordedResult,
}

/// The game as PDN, followed by an empty line.
#[must_use]
pub fn write(game: &PdnGame<'_>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    };
    game.tags.iter().for_each(|(name, value)| tag(name, value));
    tag("Result", game.result.code());
    tag("GameType", "21");
    if game.start != Board::START {
        tag("SetUp", "1");
        tag("FEN", &Checkers::print_with_plies(&game.start, game.no_progress_plies));
    }
    write_movetext(game, &mut text);
    text + "\n\n"
}

/// A record as PDN.
pub(in super::super) fn write_record(record: &Record<Checkers>, moves: &[String]) -> String {
    let is_own = |name: &str| OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
    let tags = record.tags.iter().filter(|tag| !is_own(&tag.name));
    let tags: Vec<_> = tags.map(|tag| (&*tag.name, &*tag.value)).collect();
    let Record { start, no_progress_plies, ref comments, result, .. } = *record;
    write(&PdnGame { tags: &tags, start, no_progress_plies, moves, comments, result })
}

/// Appends moves, comments and result, in lines of [`MAX_COLUMNS`].
fn write_movetext(game: &PdnGame<'_>, text: &mut String) {
    let mut column = 0;
    let mut add = |word: &str| {
        let width = word.chars().count();
        if column > 0 {
            let fits = column + 1 + width <= MAX_COLUMNS;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += width;
    };
    let mut comments = game.comments.iter().peekable();
    for ply in 0..=game.moves.len() {
        while let Some(comment) = comments.next_if(|comment| comment.ply <= ply) {
            let bare = comment.text.replace(['{', '}'], "");
            format!("{{{bare}}}").split_whitespace().for_each(&mut add);
        }
        let Some(played) = game.moves.get(ply) else { break };
        if ply.is_multiple_of(2) {
            add(&format!("{}.", ply / 2 + 1));
        }
        add(played);
    }
    add(game.result.code());
}
