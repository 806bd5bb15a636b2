//! Boards of a grid as text: a sign for each cell, row by row from the top.
//!
//! Read in the forms that frontends have: in letters, `X` for the side that moves first by the rules and `O` for
//! the other, in digits, `1`, `2`, and `0` for an empty cell, or in colours, `R` and `Y`; an empty cell may be `.`,
//! `_`, `-`, a square such as 🟦, or beside colours ⚪ or ⚫. Beside letters, free cells may hold their own numbers,
//! from 0 or from 1. All cells are in one word, each row is a word, or each cell, with blanks, line ends, `/`, `,`,
//! `;` or `|` between words; or the cells of each line stand between bars; or lines have a sign for each cell, blanks
//! for empty ones. The name of a side after the board is the side to move: `OO.XX.... O`. Without it the side `X` has
//! begun; with colours it is needed where both have as many pieces.

mod alphabet;

use super::{Invalid, Phrase, Side, phrases, quoted};
use alphabet::{Alphabet, empty_discs, is_cell, is_empty, is_pale_disc};

/// The shape of a grid and its names in errors.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The shape in words: "six rows of seven cells".
    pub shape: fn() -> Phrase,
    /// The name of a row by its index from the top.
    pub row: fn(usize) -> Phrase,
    /// The name of a cell by its index from the top left.
    pub cell: fn(usize) -> Phrase,
    /// Refuses a piece that cannot stand where it does.
    pub check: fn(&[Option<Side>]) -> Result<(), Invalid>,
}

/// A board whose pieces were placed in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridBoard {
    /// The side on each cell.
    pub cells: Vec<Option<Side>>,
    /// The side that made the first move.
    pub beginner: Side,
    /// The side to move.
    pub to_move: Side,
}

/// The signs of a text that tell whether it shows a board.
const MOST_SIGNS: usize = 100;

/// Names of the sides on a grid, first mover first.
const SIGNS: [&str; 2] = ["X", "O"];

const fn sign(side: Side) -> &'static str {
    match side {
        Side::First => SIGNS[0],
        Side::Second => SIGNS[1],
    }
}

/// Whether each free cell of a board has its own number, from 0 or from 1.
fn has_own_numbers(signs: &[char]) -> bool {
    let numbers =
        || signs.iter().enumerate().filter_map(|(at, sign)| Some((at, sign.to_digit(10)? as usize)));
    let count_from = |first: usize| numbers().all(|(at, number)| number == at + first);
    let has_letters = signs.iter().any(|sign| matches!(Alphabet::sign(*sign), Some((Alphabet::Letters, _))));
    has_letters && !signs.iter().any(|sign| is_empty(*sign)) && (count_from(0) || count_from(1))
}

/// The signs of a word; one that asks for a coloured picture of the sign before it has no meaning.
fn signs(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(|sign| *sign != '\u{fe0f}')
}

/// The rows of a board that is drawn with bars between its cells. Lines without cells are skipped.
fn barred_rows(text: &str) -> Option<String> {
    let is_line = |cell: &&str| cell.len() > 1 && cell.chars().all(|sign| "-+=".contains(sign));
    let mut rows = Vec::new();
    for line in text.lines().map(str::trim_end).filter(|line| line.contains('|')) {
        let framed = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
        let cells: Vec<_> = framed.unwrap_or(line).split('|').map(str::trim).collect();
        if cells.iter().any(|cell| cell.chars().count() > 1 && !is_line(cell)) {
            return None;
        }
        if !cells.iter().any(is_line) {
            rows.push(cells.iter().map(|cell| if cell.is_empty() { "." } else { cell }).collect::<String>());
        }
    }
    (rows.len() > 1).then(|| rows.join("/"))
}

fn is_between_words(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '/' | ',' | ';' | '|')
}

/// The first word and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(is_between_words);
    let end = text.find(is_between_words).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Whether most signs of a text may be cells.
#[must_use]
pub fn is_mostly_cells(text: &str) -> bool {
    let signs: Vec<_> = words(text).flat_map(signs).take(MOST_SIGNS).collect();
    2 * signs.iter().filter(|sign| is_cell(**sign)).count() >= signs.len()
}

/// The words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_between_words).filter(|word| !word.is_empty())
}

/// Whether a text shows the cells of a grid, and not moves by their numbers.
#[must_use]
pub fn shows_cells(text: &str, cells: usize) -> bool {
    let signs = || words(text).flat_map(signs);
    let is_digit_of_board = |sign| matches!(sign, '0'..='2');
    text.contains(['/', '|', '['])
        || signs().any(|sign| !sign.is_ascii_digit() && (Alphabet::sign(sign).is_some() || is_empty(sign)))
        || signs().any(is_pale_disc)
        || signs().all(is_digit_of_board)
            && (count_signs(text) == cells || text.contains('0') && 2 * count_signs(text) >= cells)
        || count_signs(text) == cells && !signs().all(|sign| sign.is_ascii_digit())
}

fn width(word: &str) -> usize {
    signs(word).count()
}

fn count_signs(text: &str) -> usize {
    words(text).map(width).sum()
}

impl Grid {
    /// Reads a board at the start of a text. Also returns what follows it.
    ///
    /// # Errors
    ///
    /// If the shape, a sign, or the numbers of pieces do not fit, or `to_move` contradicts the text.
    pub fn read<'a>(&self, text: &'a str, to_move: Option<Side>) -> Result<(GridBoard, &'a str), Invalid> {
        let (cells, alphabet, rest) = self.cells_of(text)?;
        let (stated, rest) = match word(rest) {
            Some(("X" | "x", rest)) => (Some(Side::First), rest),
            Some(("O" | "o", rest)) => (Some(Side::Second), rest),
            _ => (None, rest),
        };
        if let (Some(stated), Some(given)) = (stated, to_move)
            && stated != given
        {
            let expected = phrases::side_of_position(sign(stated));
            return Err(Invalid::new(phrases::to_move(), expected, quoted(sign(given))));
        }
        Ok((in_turn(cells, stated.or(to_move), alphabet)?, rest))
    }

    /// Reads the cells at the start of a text, whoever placed them. Also returns what follows them.
    ///
    /// # Errors
    ///
    /// If the shape or a sign does not fit.
    pub fn read_cells<'a>(&self, text: &'a str) -> Result<(Vec<Option<Side>>, &'a str), Invalid> {
        self.cells_of(text).map(|(cells, _, rest)| (cells, rest))
    }

    fn cells_of<'a>(&self, text: &'a str) -> Result<(Vec<Option<Side>>, Alphabet, &'a str), Invalid> {
        if let Some(rows) = barred_rows(text).or_else(|| self.blank_rows(text)) {
            return self.cells_of(&rows).map(|(cells, alphabet, _)| (cells, alphabet, ""));
        }
        let (words, rest) = self.words(text)?;
        let mut signs: Vec<_> = words.iter().flat_map(|word| signs(word)).collect();
        if has_own_numbers(&signs) {
            signs.iter_mut().filter(|sign| sign.is_ascii_digit()).for_each(|sign| *sign = '.');
        }
        let alphabet = Alphabet::of(&signs);
        if alphabet == Alphabet::Colours {
            empty_discs(&mut signs);
        }
        let cells = signs.iter().enumerate().map(|(at, sign)| self.cell(alphabet, at, *sign));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        (self.check)(&cells)?;
        Ok((cells, alphabet, rest))
    }

    /// Reads a board that is the whole text.
    ///
    /// # Errors
    ///
    /// As [`Grid::read`], or if something follows the board.
    pub fn read_all(&self, text: &str, to_move: Option<Side>) -> Result<GridBoard, Invalid> {
        let text = self.without_labels(text);
        let (board, rest) = self.read(text, to_move)?;
        match word(rest) {
            None => Ok(board),
            Some((word, _)) if shows_cells(word, self.columns) => Err(self.misshapen(text)),
            Some((word, _)) => {
                Err(Invalid::new(phrases::position(), phrases::nothing_after_board(), quoted(word)))
            }
        }
    }

    /// Whether a text has a line for each row with one sign for each cell, blanks among them.
    #[must_use]
    pub fn has_blank_cells(&self, text: &str) -> bool {
        self.blank_rows(text).is_some()
    }

    /// Rows in lines of one sign for each cell, where blanks are empty cells.
    fn blank_rows(&self, text: &str) -> Option<String> {
        let rows: Vec<_> = text.lines().collect();
        let is_row = |row: &&str| signs(row).count() == self.columns && !row.contains(['/', ',', ';', '|']);
        let is_drawn = rows.len() == self.rows && rows.iter().all(is_row) && text.contains(' ');
        is_drawn.then(|| rows.join("/").replace(' ', "."))
    }

    /// The board without the line above or below it that numbers the columns.
    fn without_labels<'a>(&self, text: &'a str) -> &'a str {
        let text = text.trim_matches(['\n', '\r']);
        let is_label = |line: &str| words(line).eq((1..=self.columns).map(|number| number.to_string()));
        if text.lines().filter(|line| !line.is_empty()).count() != self.rows + 1 {
            return text;
        }
        match (text.split_once('\n'), text.rsplit_once('\n')) {
            (Some((line, board)), _) if is_label(line) => board,
            (_, Some((board, line))) if is_label(line) => board,
            _ => text,
        }
    }

    /// The words of the cells, and what follows them.
    fn words<'a>(&self, text: &'a str) -> Result<(Vec<&'a str>, &'a str), Invalid> {
        let (mut words, mut signs, mut rest) = (Vec::new(), 0, text);
        while signs < self.columns * self.rows
            && let Some((next, after)) = word(rest)
        {
            signs += width(next);
            words.push(next);
            rest = after;
        }
        let widths: Vec<_> = words.iter().map(|word| width(word)).collect();
        let are_all = |width| widths.iter().all(|own| *own == width);
        let is_known = are_all(1) || are_all(self.columns) || widths.len() == 1;
        if signs == self.columns * self.rows && is_known {
            Ok((words, rest))
        } else {
            Err(self.misshapen(text))
        }
    }

    fn misshapen(&self, text: &str) -> Invalid {
        let widths: Vec<_> = words(text).map(width).collect();
        let odd =
            widths.iter().position(|width| *width != self.columns).filter(|_| widths.len() == self.rows);
        match odd {
            Some(row) if widths.contains(&self.columns) => {
                Invalid::new((self.row)(row), phrases::cells(self.columns), phrases::number(widths[row]))
            }
            _ => {
                let got = if is_mostly_cells(text) { shape_of(text) } else { quoted(text.trim()) };
                Invalid::new(phrases::shape(), phrases::rows_of_grid((self.shape)()), got)
            }
        }
    }

    fn cell(&self, alphabet: Alphabet, at: usize, sign: char) -> Result<Option<Side>, Invalid> {
        match Alphabet::sign(sign) {
            _ if is_empty(sign) => Ok(None),
            Some((own, side)) if own == alphabet => Ok(side),
            _ => Err(Invalid::new((self.cell)(at), alphabet.names(), phrases::verbatim(format!("{sign:?}")))),
        }
    }
}

/// The words of a text as rows: "7 rows of 6 cells", "41 cells".
fn shape_of(text: &str) -> Phrase {
    let mut widths = words(text).map(width);
    let first = widths.next().unwrap_or_default();
    let mut rows = 1;
    let is_even = widths.all(|width| {
        rows += 1;
        width == first
    });
    if is_even && rows > 1 && first > 1 {
        return phrases::rows_of_cells(rows, first);
    }
    match count_signs(text) {
        0 => phrases::nothing(),
        1 => phrases::one_cell(),
        cells => match words(text).count() {
            words if words == 1 || words == cells => phrases::cells(cells),
            words => phrases::cells_in_words(cells, words),
        },
    }
}

/// The board by whose turn it is; where that is not said, `X` has begun.
fn in_turn(
    cells: Vec<Option<Side>>,
    to_move: Option<Side>,
    alphabet: Alphabet,
) -> Result<GridBoard, Invalid> {
    let [x, o] = counts(&cells);
    let error = |expected| Err(Invalid::new(phrases::counts(), expected, phrases::discs_of_sides(x, o)));
    let beginner = match to_move {
        None if x == o && x > 0 && alphabet == Alphabet::Colours => {
            return error(phrases::side_of_colours());
        }
        None if x == o || x == o + 1 => Side::First,
        None if o == x + 1 => {
            return error(phrases::equal_or_one_more_or_side());
        }
        None => return error(phrases::equal_or_one_more()),
        Some(side) if x == o => side,
        Some(Side::First) if o == x + 1 => Side::Second,
        Some(Side::Second) if x == o + 1 => Side::First,
        Some(Side::First) => return error(phrases::equal_or_one_less_before_x()),
        Some(Side::Second) => return error(phrases::equal_or_one_more_before_o()),
    };
    let to_move = if x == o { beginner } else { !beginner };
    Ok(GridBoard { cells, beginner, to_move })
}

fn counts(cells: &[Option<Side>]) -> [usize; 2] {
    [Side::First, Side::Second].map(|side| cells.iter().filter(|cell| **cell == Some(side)).count())
}

impl GridBoard {
    /// The indices of a side's cells, from the top left.
    pub fn of(&self, side: Side) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(move |(_, cell)| **cell == Some(side)).map(|(at, _)| at)
    }

    /// Refuses a board where both sides, or the side to move, have won: `wins` are those of X and of O.
    ///
    /// # Errors
    ///
    /// If the winner did not make the last move; `both` is how two wins are worded.
    pub fn check_winner(&self, wins: [bool; 2], both: fn() -> Phrase) -> Result<(), Invalid> {
        let (beginner, other) = (sign(self.beginner), sign(!self.beginner));
        let [has_won, _] = if self.to_move == Side::First { wins } else { [wins[1], wins[0]] };
        let expected = match (wins, has_won) {
            ([true, true], _) => {
                return Err(Invalid::new(phrases::winner(), phrases::at_most_one(), both()));
            }
            (_, false) => return Ok(()),
            (_, true) if self.to_move == self.beginner => phrases::one_more_of_winner(beginner, other),
            (_, true) => phrases::equal_after_win(beginner, other),
        };
        let [x, o] = counts(&self.cells);
        Err(Invalid::new(phrases::counts(), expected, phrases::discs_of_sides(x, o)))
    }
}

/// Writes a board: rows of signs, and the side to move where `O` has begun.
#[must_use]
pub fn write(rows: String, beginner: Side, to_move: Side) -> String {
    match beginner {
        Side::First => rows,
        Side::Second => format!("{rows} {}", sign(to_move)),
    }
}
