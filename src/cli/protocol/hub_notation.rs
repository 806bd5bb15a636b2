//! Positions and moves of checkers in Hub.
//!
//! Hub names no English variant; this is what pydraughts sends. White moves first, from the bottom, as in
//! international draughts: the White of a position is our Black, and the board is turned by 180 degrees.
//! The squares of moves are numbered as in PDN.

use bestmove_core::game::quoted;
use bestmove_core::games::checkers::is_separator;
use bestmove_query::{AnyGame, FieldError, LegalMove, MoveSelection};

const SQUARES: u8 = 32;

/// A position of Hub, one character for the side to move and each square, in PDN FEN.
pub(super) fn position_to_fen(text: &str) -> Result<String, FieldError> {
    let invalid = || {
        let expected = "33 characters: W or B, then w, b, W, B or e for each square";
        FieldError::new("pos", expected, quoted(text))
    };
    let mut signs = text.chars();
    let turn = match signs.next() {
        Some('W') => 'B',
        Some('B') => 'W',
        _ => return Err(invalid()),
    };
    if signs.clone().count() != usize::from(SQUARES) {
        return Err(invalid());
    }
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (number, sign) in (1..=SQUARES).rev().zip(signs) {
        match sign {
            'w' => black.push(number.to_string()),
            'W' => black.push(format!("K{number}")),
            'b' => white.push(number.to_string()),
            'B' => white.push(format!("K{number}")),
            'e' => (),
            _ => return Err(invalid()),
        }
    }
    Ok(format!("{turn}:W{}:B{}", white.join(","), black.join(",")))
}

/// The moves of Hub, played from a position, in PDN.
pub(super) fn moves_to_pdn(game: &dyn AnyGame, fen: &str, moves: &str) -> Result<Vec<String>, FieldError> {
    let mut position = fen.to_owned();
    let translate = |text: &str| {
        let query = game.prepare(Some(&position), &[], MoveSelection::default())?;
        let legal = query.legal_moves().moves;
        let key = squares(text);
        let is_meant = |own: &LegalMove| key.is_some() && squares(&move_to_hub(&own.text)) == key;
        let Some(played) = legal.iter().find(|&own| is_meant(own)) else {
            let names: Vec<_> = legal.iter().map(|own| move_to_hub(&own.text)).collect();
            return Err(FieldError::new("moves", format!("one of {}", names.join(", ")), quoted(text)));
        };
        position.clone_from(&played.position);
        Ok(played.text.clone())
    };
    moves.split_whitespace().map(translate).collect()
}

/// The squares of a move in Hub: from, to, then those captured in order; `None` if it is malformed.
fn squares(text: &str) -> Option<Vec<u8>> {
    let numbers = text.split(is_separator).map(|number| number.parse().ok());
    let mut numbers = numbers.collect::<Option<Vec<u8>>>()?;
    numbers.get_mut(2..).unwrap_or_default().sort_unstable();
    Some(numbers)
}

/// A move of PDN with all its landings: `from-to`, or `from x to x captured x …`.
pub(super) fn move_to_hub(pdn: &str) -> String {
    if pdn.contains('-') {
        return pdn.to_owned();
    }
    let path: Vec<u8> = pdn.split('x').filter_map(|number| number.parse().ok()).collect();
    let ends = [path.first(), path.last()].into_iter().flatten().copied();
    let mut captured: Vec<_> = path.windows(2).map(|jump| between(jump[0], jump[1])).collect();
    captured.sort_unstable();
    let squares: Vec<_> = ends.chain(captured).map(|square| square.to_string()).collect();
    squares.join("x")
}

/// The square in the middle of a jump.
const fn between(one: u8, other: u8) -> u8 {
    let [row, column] = [(one - 1) / 4 + (other - 1) / 4, column(one) + column(other)];
    row / 2 * 4 + column / 4 + 1
}

/// The column of a square, from 0 to 7.
const fn column(square: u8) -> u8 {
    let is_upper_row = ((square - 1) / 4).is_multiple_of(2);
    (square - 1) % 4 * 2 + is_upper_row as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_query::Registry;

    #[test]
    fn the_start_position_is_turned() {
        let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        let fen = position_to_fen(start).unwrap();
        let registry = Registry::built_in();
        let game = registry.find("checkers").unwrap();
        let query = game.prepare(Some(&fen), &[], MoveSelection::default()).unwrap();
        assert_eq!(query.position_info().position, game.start());
    }

    #[test]
    fn malformed_positions_are_refused() {
        let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        for text in ["", "W", &start[..32], &format!("{start}e"), &start.replace('e', "é"), &start[1..]] {
            assert_eq!(position_to_fen(text).unwrap_err().field, "pos", "{text}");
        }
    }

    #[test]
    fn captured_squares_follow_the_ends() {
        for (pdn, hub) in [
            ("9-13", "9-13"),
            ("6x15x24", "6x24x10x19"),
            ("24x15x6", "24x6x10x19"),
            ("1x10", "1x10x6"),
            ("18x11", "18x11x15"),
            ("3x12x19x26", "3x26x8x16x23"),
        ] {
            assert_eq!(move_to_hub(pdn), hub);
        }
    }

    #[test]
    fn moves_are_played_from_the_position() {
        let registry = Registry::built_in();
        let game = registry.find("checkers").unwrap();
        let translate = |moves| moves_to_pdn(game.as_ref(), &game.start(), moves);
        assert_eq!(translate("11-15 22-18 15x22x18 26x17x22").unwrap(), ["11-15", "22-18", "15x22", "26x17"]);
        assert_eq!(translate("11x15 22–18 15:22:18").unwrap(), ["11-15", "22-18", "15x22"]);
        let error = translate("11-15 22-17 15x22x18").unwrap_err();
        assert!(error.to_string().starts_with("moves: expected one of "), "{error}");
        assert!(translate("22-x").is_err());
    }
}
