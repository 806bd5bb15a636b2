//! Boards of a grid as arrays of cells.

use super::bounded::Bounded;
use super::parse::without_position;
use super::raw_field::RawField;
use crate::FieldError;
use serde::de::{DeserializeOwned, Error, Unexpected};
use serde::{Deserialize, Deserializer};

/// More cells than any board has.
const MOST: usize = 64;

/// An array that is a board.
pub(super) type Elements = Bounded<Element, MOST>;

/// An element of an array that is a board.
#[derive(Debug)]
pub(super) enum Element {
    Cell(Cell),
    Row(Vec<Cell>),
}

/// A cell; or a row, as a string.
#[derive(Debug)]
pub(super) enum Cell {
    Empty,
    Number(i64),
    Text(String),
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(element: D) -> Result<Self, D::Error> {
        let raw = RawField::deserialize(element)?;
        if raw.text().starts_with('[') {
            let Bounded(row) = read_json::<Bounded<Cell, MOST>, _>(&raw)?;
            return Ok(Self::Row(row));
        }
        read_json(&raw).map(Self::Cell)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(cell: D) -> Result<Self, D::Error> {
        let raw = RawField::deserialize(cell)?;
        let number = raw.text().parse().ok().filter(|number: &f64| number.trunc() == *number);
        match (raw.text(), number) {
            ("null", _) => Ok(Self::Empty),
            (_, Some(number)) => Ok(Self::Number(number as i64)),
            (text, _) if text.starts_with('"') => read_json(&raw).map(Self::Text),
            _ => Err(D::Error::invalid_type(Unexpected::Other(&raw.quoted()), &"cells or rows of cells")),
        }
    }
}

/// A value from its JSON.
pub(super) fn read_json<T: DeserializeOwned, E: Error>(raw: &RawField) -> Result<T, E> {
    serde_json::from_str(raw.text()).map_err(|error| E::custom(without_position(error.to_string())))
}

impl Cell {
    /// What the cell contains, without blanks around it; empty for an empty cell.
    fn sign(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }
}

/// A board as text: rows of signs with `/` between them, or signs with `,` between them.
pub(super) fn board_text(Bounded(elements): Elements) -> Result<String, FieldError> {
    let are_rows = elements.iter().all(|element| matches!(element, Element::Row(_)));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut flat = Vec::new();
    for (index, element) in elements.into_iter().enumerate() {
        match element {
            Element::Row(row) if are_rows => rows.push(row),
            Element::Row(_) => {
                return Err(FieldError::new(
                    format!("position[{index}]"),
                    "a cell, as the others",
                    "an array",
                ));
            }
            Element::Cell(cell) => flat.push(cell),
        }
    }
    if let Some(rows) = string_rows(&flat) {
        return Ok(rows.join("/"));
    }
    let place = |index: usize| match rows.first().map(Vec::len) {
        Some(columns) if columns > 0 => format!("position[{}][{}]", index / columns, index % columns),
        _ => format!("position[{index}]"),
    };
    let signs: Vec<_> = rows.iter().flatten().chain(&flat).map(Cell::sign).collect();
    let signs = plain_signs(&signs).map_err(|index| {
        FieldError::new(place(index), "X, O, 1, 2, or an empty cell", format!("{:?}", signs[index]))
    })?;
    if rows.is_empty() {
        return Ok(signs.iter().map(char::to_string).collect::<Vec<_>>().join(","));
    }
    let mut signs = signs.into_iter();
    let rows = rows.iter().map(|row| signs.by_ref().take(row.len()).collect::<String>());
    Ok(rows.collect::<Vec<_>>().join("/"))
}

/// Rows that are strings of one width, in which a blank is an empty cell.
fn string_rows(cells: &[Cell]) -> Option<Vec<String>> {
    let texts = cells.iter().map(|cell| match cell {
        Cell::Text(text) if sign_of_name(text.trim()).is_none() => Some(text.replace(' ', ".")),
        _ => None,
    });
    let rows = texts.collect::<Option<Vec<_>>>()?;
    let width = rows.first()?.chars().count();
    (width > 1 && rows.iter().all(|row| row.chars().count() == width)).then_some(rows)
}

/// The sign of a piece that is named in a word.
fn sign_of_name(word: &str) -> Option<char> {
    match word {
        "❌\u{fe0f}" => Some('X'),
        "⭕\u{fe0f}" => Some('O'),
        _ if word.eq_ignore_ascii_case("red") => Some('R'),
        _ if word.eq_ignore_ascii_case("yellow") => Some('Y'),
        _ => None,
    }
}

fn is_colour(cell: &str) -> bool {
    matches!(cell, "R" | "r" | "Y" | "y" | "🔴" | "🟡") || matches!(sign_of_name(cell), Some('R' | 'Y'))
}

/// A sign for each cell, `.` for an empty one; the index of a cell that is none.
///
/// What numbers mean depends on their board: 1 and 2 are sides and 0 is empty; but 1 and -1 are sides, and where
/// empty cells are `null` or blank, 0 and 1. Beside letters, free cells may contain their own numbers; where 0 is
/// an empty cell there, 1 and 2 are sides. Beside colours, 0 is an empty cell.
fn plain_signs(cells: &[String]) -> Result<Vec<char>, usize> {
    let are_all = |known: &[&str]| cells.iter().all(|cell| known.contains(&cell.as_str()));
    let has = |sign: &str| cells.iter().any(|cell| cell == sign);
    let are_numbered = numbers_free_cells(cells);
    let renamed: &[(&str, char)] = if has("-1") && are_all(&["1", "-1", "0"]) {
        &[("1", 'X'), ("-1", 'O'), ("0", '.')]
    } else if has("") && has("0") && are_all(&["", "0", "1"]) {
        &[("0", 'X'), ("1", 'O')]
    } else if !are_numbered && has("0") && ["X", "x", "O", "o"].into_iter().any(has) {
        &[("1", 'X'), ("2", 'O'), ("0", '.')]
    } else if has("0") && cells.iter().any(|cell| is_colour(cell)) {
        &[("0", '.')]
    } else {
        &[]
    };
    let sign = |(index, cell): (usize, &String)| {
        if let Some((_, sign)) = renamed.iter().find(|(name, _)| name == cell) {
            return Ok(*sign);
        }
        let mut signs = cell.chars();
        match (signs.next(), signs.next()) {
            (None, _) => Ok('.'),
            (Some(_), _) if are_numbered && cell.parse::<usize>().is_ok() => Ok('.'),
            (Some(sign), None) => Ok(sign),
            _ => sign_of_name(cell).ok_or(index),
        }
    };
    cells.iter().enumerate().map(sign).collect()
}

/// Whether there are letters, and each number is the one of its cell, from 0 or from 1.
fn numbers_free_cells(cells: &[String]) -> bool {
    let numbers: Vec<_> =
        cells.iter().enumerate().filter_map(|(at, cell)| Some((at, cell.parse().ok()?))).collect();
    let has_letters = cells.iter().any(|cell| cell.starts_with(char::is_alphabetic));
    let count_from = |first: usize| numbers.iter().all(|&(at, number): &(usize, usize)| number == at + first);
    has_letters && !numbers.is_empty() && (count_from(0) || count_from(1))
}
