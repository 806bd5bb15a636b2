//! The games of a match in PDN.

use super::game::GameRecord;
use bestmove_core::game::{Comment, RecordedResult, Rules};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::pdn::{self, PdnGame};

/// The game as PDN, with the reason of its end as a comment, followed by an empty line.
pub(super) fn write(played: &GameRecord, round: &str, [black, white]: [&str; 2]) -> String {
    let tags = [("Event", "bestmove-lab match"), ("Round", round), ("Black", black), ("White", white)];
    let end = Comment { ply: played.moves.len(), text: played.reason.to_string() };
    let result = RecordedResult::of(played.winner);
    let (start, moves) = (Checkers::start(), &played.moves);
    pdn::write(&PdnGame { tags: &tags, start, no_progress_plies: 0, moves, comments: &[end], result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::game::{EndReason, Usage};
    use bestmove_core::game::{Ending, Side};

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
        assert!(text.lines().count() > 10 && text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
