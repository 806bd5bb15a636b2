//! The fields of a JSON object in their order, whose values stay as they are.

use bestmove_query::wire::json_text;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;

/// The fields of an object, repeated ones too.
#[derive(Default)]
pub(super) struct JsonFields(Vec<(String, Box<RawValue>)>);

impl JsonFields {
    /// Those of an object; `None` if the text is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Those of a structure.
    pub(super) fn of(structure: &impl Serialize) -> Option<Self> {
        Self::read(&json_text(structure))
    }

    /// The first field of that name.
    pub(super) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_ref())
    }

    /// Takes out the first field of that name.
    pub(super) fn take(&mut self, name: &str) -> Option<Box<RawValue>> {
        let index = self.place(name)?;
        Some(self.0.remove(index).1)
    }

    /// Changes the value of a field.
    pub(super) fn set(&mut self, name: &str, value: &impl Serialize) -> Option<()> {
        let index = self.place(name)?;
        self.0[index].1 = to_raw_value(value).ok()?;
        Some(())
    }

    /// Adds fields before one of that name.
    pub(super) fn insert_before(&mut self, name: &str, fields: Self) -> Option<()> {
        let index = self.place(name)?;
        self.0.splice(index..index, fields.0);
        Some(())
    }

    /// The object.
    pub(super) fn to_raw(&self) -> Option<Box<RawValue>> {
        to_raw_value(self).ok()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(own, _)| own == name)
    }
}

impl Serialize for JsonFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for JsonFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = JsonFields;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonFields, A::Error> {
        let mut fields = JsonFields::default();
        while let Some(field) = map.next_entry()? {
            fields.0.push(field);
        }
        Ok(fields)
    }
}
