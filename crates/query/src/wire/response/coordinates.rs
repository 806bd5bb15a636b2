//! Coordinates in answers.

use bestmove_core::game::{Coordinate, Coordinates};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Coordinates by their names: `{"column": 4, "row": 1}`, `{"from": 11, "to": 15}`.
#[derive(Debug)]
pub(super) struct CoordinatesBody<'a>(pub &'a Coordinates);

impl Serialize for CoordinatesBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, coordinate) in self.0 {
            match coordinate {
                Coordinate::One(number) => map.serialize_entry(name, number)?,
                Coordinate::Many(numbers) => map.serialize_entry(name, numbers)?,
            }
        }
        map.end()
    }
}
