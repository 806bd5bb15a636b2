//! Results as people write them: `+12.00:t` in GGF, `B+12` in SGF, counts of discs such as `34-30`, or points.

use super::{Board, Reversi};
use crate::game::{Invalid, Phrase, Record, RecordedResult, Rules, Side, Tag, phrases, quoted};

/// The tag that keeps a result as it was written.
pub(super) const TAG: &str = "Result";

/// A result that a text states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatedResult {
    result: RecordedResult,
    /// Black's discs less White's, if they were counted.
    pub(super) margin: Option<i16>,
    /// Whether players, or the clock, may have ended the game before the rules did.
    is_early: bool,
}

impl StatedResult {
    /// The result that a text states; `None` also where it says that there is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        points(text).or_else(|| signed(text)).or_else(|| counts(text)).or_else(|| winner(text))
    }

    fn counted(margin: i16) -> Self {
        let result = match margin {
            0 => RecordedResult::Draw,
            1.. => RecordedResult::Win(Side::First),
            _ => RecordedResult::Win(Side::Second),
        };
        Self { result, margin: Some(margin), is_early: false }
    }

    /// Whether the discs of a finished game say otherwise. Not every program counts empty squares for the winner.
    fn contradicts(self, board: &Board) -> bool {
        let [counted, plain] = [margin(board), difference(board)];
        let differs = self.margin.is_some_and(|margin| margin != counted && margin != plain);
        !self.is_early && (differs || self.result != Self::counted(counted).result)
    }
}

/// Black's margin at the end of a game.
pub(super) fn margin(board: &Board) -> i16 {
    if board.to_move() == Side::First { board.final_difference() } else { -board.final_difference() }
}

/// Black's discs less White's.
fn difference(board: &Board) -> i16 {
    let [black, white] = [Side::First, Side::Second].map(|side| board.of(side).count_ones() as i16);
    black - white
}

/// Gives a record the result that a text states, and keeps the text as a tag. Where the game is over, the board
/// decides against it. Returns an oddity.
pub(super) fn settle(record: &mut Record<Reversi>, part: Phrase, text: Option<&str>) -> Option<Invalid> {
    let end = record.end();
    if let Some(outcome) = Reversi::outcome(&end) {
        record.result = RecordedResult::of(outcome.winner);
    }
    let text = text.map(str::trim).filter(|text| !matches!(*text, "" | "?" | "*"))?;
    match StatedResult::read(text) {
        None => Some(Invalid::new(part, phrases::forms_of_result(), quoted(text))),
        Some(stated) if end.is_over() && stated.contradicts(&end) => {
            let expected = phrases::counted_discs(format!("{:+}", margin(&end)));
            Some(Invalid::new(part, expected, quoted(text)))
        }
        Some(stated) => {
            record.result = stated.result;
            record.tags.push(Tag { name: TAG.to_owned(), value: text.to_owned() });
            None
        }
    }
}

/// The result in GGF: as its tag has it, or Black's margin, the empty squares counted for the winner; `:r` after a
/// game that was given up, `:s` after one that was agreed to be a draw.
pub(super) fn in_ggf(record: &Record<Reversi>) -> String {
    let tag = record.tags.iter().find(|tag| tag.name == TAG).map(|tag| tag.value.as_str());
    let stated = tag.and_then(StatedResult::read).filter(|stated| stated.result == record.result);
    if let Some(text) = tag.filter(|text| stated.is_some() && signed(text).is_some()) {
        return text.to_owned();
    }
    let end = record.end();
    let counted = end.is_over().then(|| margin(&end));
    match (counted.or(stated.and_then(|stated| stated.margin)), record.result) {
        (Some(margin), _) => format!("{margin:+}"),
        (None, RecordedResult::Win(Side::First)) => "+64:r".to_owned(),
        (None, RecordedResult::Win(Side::Second)) => "-64:r".to_owned(),
        (None, RecordedResult::Draw) => "0:s".to_owned(),
        (None, RecordedResult::Unfinished) => "?".to_owned(),
    }
}

/// Points, the first player's first: `1-0`.
fn points(text: &str) -> Option<StatedResult> {
    let result = match text {
        "1-0" => RecordedResult::Win(Side::First),
        "0-1" => RecordedResult::Win(Side::Second),
        "1/2-1/2" | "Draw" | "draw" => RecordedResult::Draw,
        _ => return None,
    };
    Some(StatedResult { result, margin: None, is_early: false })
}

/// Black's margin with the flag of GGF: `r` for resigned, `t` for time out, `s` for mutual score.
fn signed(text: &str) -> Option<StatedResult> {
    let (number, flag) = text.split_once(':').unwrap_or((text, ""));
    let margin = whole(number).filter(|margin| margin.abs() <= 64)?;
    let is_flag = flag.is_empty() || flag.len() == 1 && flag.bytes().all(|sign| sign.is_ascii_alphabetic());
    is_flag.then(|| StatedResult { is_early: !flag.is_empty(), ..StatedResult::counted(margin) })
}

/// A whole number, maybe with a sign and decimals: `+12.00`.
fn whole(text: &str) -> Option<i16> {
    let is_number = text.trim().bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'+' | b'-' | b'.'));
    let number = text.trim().parse::<f32>().ok().filter(|_| is_number)?;
    (number.fract() == 0.0).then_some(number as i16)
}

/// Black's discs and White's: `34-30`.
fn counts(text: &str) -> Option<StatedResult> {
    let discs = |text: &str| text.trim().parse::<i16>().ok().filter(|discs| (0..=64).contains(discs));
    let (black, white) = text.split_once(['-', ':'])?;
    let (black, white) = (discs(black)?, discs(white)?);
    (4..=64).contains(&(black + white)).then(|| StatedResult::counted(black - white))
}

/// The winner, and the margin, as SGF has them: `B+12`, `W+R`.
fn winner(text: &str) -> Option<StatedResult> {
    let (winner, margin) = text.split_once('+')?;
    let winner = match winner {
        "B" | "b" => Side::First,
        "W" | "w" => Side::Second,
        _ => return None,
    };
    let margin = whole(margin).map(|margin| if winner == Side::First { margin } else { -margin });
    Some(StatedResult { result: RecordedResult::Win(winner), margin, is_early: margin.is_none() })
}
