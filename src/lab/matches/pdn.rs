//! Games in Portable Draughts Notation (<https://wiegerw.github.io/pdn/>). `1-0` means that the
//! first player, Black, has won.

use super::game::GameRecord;
use crate::game::Side;

/// Maximum columns of move text, unless a single word is longer.
const MAX_COLUMNS: usize = 80;

/// The game as PDN of English draughts (type 21), followed by an empty line.
pub(super) fn write(played: &GameRecord, round: &str, players: [&str; 2]) -> String {
    let result = match played.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    };
    let [black, white] = players;
    let tags = [
        ("Event", "bestmove-lab match"),
        ("Round", round),
        ("Black", black),
        ("White", white),
        ("Result", result),
        ("GameType", "21"),
    ];
    let quote = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text: String =
        tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", quote(value))).collect();
    let numbered = played.moves.iter().enumerate().flat_map(|(ply, played)| {
        let number = ply.is_multiple_of(2).then(|| format!("{}.", ply / 2 + 1));
        number.into_iter().chain([played.clone()])
    });
    let comment = format!("{{{}}}", played.reason.to_string().replace(['{', '}'], ""));
    let tokens = numbered.chain([comment, result.to_owned()]);
    let mut column = 0;
    for token in tokens {
        let separator = match column {
            0 => "",
            _ if column + 1 + token.len() > MAX_COLUMNS => "\n",
            _ => " ",
        };
        column = if separator == " " { column + 1 } else { 0 } + token.len();
        text += separator;
        text += &token;
    }
    text + "\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::lab::matches::game::{EndReason, Usage};

    #[test]
    fn a_short_game_is_written_as_pdn() {
        let moves = "9-14 22-18 5-9 18-15 11x18x25".split(' ').map(str::to_owned).collect();
        let reason = EndReason::Rules(Ending::NO_MOVES);
        let played = GameRecord { moves, winner: Some(Side::First), reason, usage: [Usage::default(); 2] };
        assert_eq!(
            write(&played, "3.1", ["a \"b\"", "c"]),
            "[Event \"bestmove-lab match\"]\n[Round \"3.1\"]\n[Black \"a \\\"b\\\"\"]\n[White \"c\"]\n\
             [Result \"1-0\"]\n[GameType \"21\"]\n\
             1. 9-14 22-18 2. 5-9 18-15 3. 11x18x25 {no moves} 1-0\n\n"
        );
    }

    #[test]
    fn lines_are_wrapped() {
        let moves = vec!["10-15".to_owned(); 100];
        let played =
            GameRecord { moves, winner: None, reason: EndReason::Length, usage: [Usage::default(); 2] };
        let text = write(&played, "1.2", ["a", "b"]);
        assert!(text.lines().count() > 10 && text.lines().all(|line| line.len() <= MAX_COLUMNS), "{text}");
    }
}
