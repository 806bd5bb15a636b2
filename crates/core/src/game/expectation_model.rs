//! From estimates to expected points: a model fitted on games.

use super::{Invalid, Side};
use crate::types::Expectation;

/// Parameters of [`Expectation::of_estimate`] by the number of pieces on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectationModel(Vec<Row>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    max_pieces: u8,
    scale: f64,
    draw_margin: f64,
    /// By how many units the first side does better than its estimates say.
    first_advantage: f64,
    /// The same for the side to move.
    tempo: f64,
}

impl ExpectationModel {
    /// A model of rows `(max_pieces, scale, draw_margin, first_advantage, tempo)`, in ascending order of pieces.
    ///
    /// # Panics
    ///
    /// If there is no row.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = (u8, f64, f64, f64, f64)>) -> Self {
        let row = |(max_pieces, scale, draw_margin, first_advantage, tempo)| Row {
            max_pieces,
            scale,
            draw_margin,
            first_advantage,
            tempo,
        };
        let rows: Vec<_> = rows.into_iter().map(row).collect();
        assert!(!rows.is_empty(), "a model needs a row");
        Self(rows)
    }

    /// The chances of the side to move, given its estimate and the number of pieces on the board.
    #[must_use]
    pub fn expectation(&self, units: i16, to_move: Side, pieces: u32) -> Expectation {
        let row = self.0.iter().find(|row| pieces <= row.max_pieces.into()).or(self.0.last());
        row.map_or(Expectation::DRAW, |row| {
            let advantage = if to_move == Side::First { row.first_advantage } else { -row.first_advantage };
            Expectation::of_estimate(f64::from(units) + row.tempo + advantage, row.scale, row.draw_margin)
        })
    }

    /// Parses lines `max_pieces scale draw_margin first_advantage tempo`; lines that start with `#` are comments.
    ///
    /// # Errors
    ///
    /// If a line is malformed, rows are out of order, or there are none.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let mut rows: Vec<Row> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let invalid = || {
                Invalid::new("row", "max_pieces scale draw_margin first_advantage tempo", format!("{line:?}"))
            };
            let [max_pieces, scale, draw_margin, first_advantage, tempo] =
                line.split(' ').collect::<Vec<_>>().try_into().map_err(|_| invalid())?;
            let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
            let row = Row {
                max_pieces: max_pieces.parse().map_err(|_| invalid())?,
                scale: number(scale).filter(|&scale| scale > 0.0).ok_or_else(invalid)?,
                draw_margin: number(draw_margin).filter(|&margin| margin >= 0.0).ok_or_else(invalid)?,
                first_advantage: number(first_advantage).ok_or_else(invalid)?,
                tempo: number(tempo).ok_or_else(invalid)?,
            };
            if rows.last().is_some_and(|last| last.max_pieces >= row.max_pieces) {
                return Err(invalid());
            }
            rows.push(row);
        }
        if rows.is_empty() { Err(Invalid::new("rows", "at least one", "none")) } else { Ok(Self(rows)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_chosen_by_pieces() {
        let model = ExpectationModel::parse("# a comment\n8 50 20 0 0\n24 100 40 -5.5 2\n").unwrap();
        assert_eq!(model, ExpectationModel::new([(8, 50.0, 20.0, 0.0, 0.0), (24, 100.0, 40.0, -5.5, 2.0)]));
        for pieces in [2, 8] {
            assert_eq!(
                model.expectation(70, Side::First, pieces),
                Expectation::of_estimate(70.0, 50.0, 20.0)
            );
        }
        for pieces in [9, 30] {
            let by_units = |units| Expectation::of_estimate(units, 100.0, 40.0);
            assert_eq!(model.expectation(70, Side::First, pieces), by_units(66.5));
            assert_eq!(model.expectation(70, Side::Second, pieces), by_units(77.5));
        }
    }

    #[test]
    fn malformed_rows_are_refused() {
        for text in [
            "",
            "8 50 20 0",
            "8 50 20 0 0 1",
            "8 0 20 0 0",
            "8 50 -1 0 0",
            "x 50 20 0 0",
            "8 inf 20 0 0",
            "8 50 20 nan 0",
            "8 50 20 0 0\n8 50 20 0 0",
        ] {
            assert!(ExpectationModel::parse(text).is_err(), "{text:?}");
        }
    }
}
