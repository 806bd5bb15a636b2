//! Lists of bounded length.

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// A list of at most `MOST` items. Parsing stops at the first one too many.
#[derive(Debug)]
pub(super) struct Bounded<T, const MOST: usize>(pub(super) Vec<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Bounded<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(list: D) -> Result<Self, D::Error> {
        list.deserialize_seq(BoundedVisitor(PhantomData))
    }
}

struct BoundedVisitor<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for BoundedVisitor<T, MOST> {
    type Value = Bounded<T, MOST>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            if elements.len() == MOST {
                let expected = format!("at most {MOST}");
                return Err(A::Error::invalid_value(Unexpected::Other("more"), &expected.as_str()));
            }
            elements.push(element);
        }
        Ok(Bounded(elements))
    }
}
