//! The chance nodes of given trees as text.

use super::given::Draft;
use super::text::Reader;
use bestmove_core::game::{Invalid, quoted};

/// The largest chance in a text, and how many of its unit are 1: six decimal places.
const MAX_CHANCE: f64 = 1_000_000_000.0;
const UNITS: f64 = 1_000_000.0;
/// The largest chance of a tree in whole numbers, so that a text can have it too.
const MAX_WEIGHT: u64 = 1_000_000_000;

/// A key of a chance node in JSON.
enum Key {
    Chance,
    Weights,
}

impl Reader<'_> {
    /// The children of a chance node after its opening brace: all with a chance, or none.
    pub(super) fn chances(&mut self, ply: usize) -> Result<Vec<Draft>, Invalid> {
        let mut has_chances = None;
        let mut chances = Vec::new();
        let mut children = self.items('}', |reader| {
            reader.skip_space();
            let (at, chance) = (reader.at, reader.chance_before_colon()?);
            if *has_chances.get_or_insert(chance.is_some()) != chance.is_some() {
                reader.at = at;
                return Err(reader.invalid("a chance and a colon before each child, or before none"));
            }
            chances.extend(chance);
            reader.node(ply + 1)
        })?;
        self.weigh(&mut children, &chances)?;
        Ok(children)
    }

    /// The children of a chance node in JSON, after its opening brace and a quote.
    pub(super) fn object(&mut self, ply: usize) -> Result<Vec<Draft>, Invalid> {
        let (mut children, mut weights) = (None, None);
        loop {
            match self.key()? {
                Key::Chance => children = Some(self.list(|reader| reader.node(ply + 1))?),
                Key::Weights => {
                    self.skip_space();
                    weights = Some((self.at, self.list(Reader::chance)?));
                }
            }
            if !self.takes(',') {
                break;
            }
            if !self.takes('"') {
                return Err(self.invalid("\"chance\" or \"weights\""));
            }
        }
        let mut children = children.ok_or_else(|| self.invalid("\"chance\""))?;
        if let Some((at, weights)) = weights {
            let end = std::mem::replace(&mut self.at, at);
            if weights.len() != children.len() {
                return Err(self.at_place(format!("{} weights", children.len()), weights.len().to_string()));
            }
            self.weigh(&mut children, &weights)?;
            self.at = end;
        }
        if self.takes('}') { Ok(children) } else { Err(self.invalid("\"}\"")) }
    }

    /// A key of an object after its quote, and the colon.
    fn key(&mut self) -> Result<Key, Invalid> {
        let keys = [("chance\"", Key::Chance), ("weights\"", Key::Weights)];
        let Some((quoted, key)) =
            keys.into_iter().find(|(quoted, _)| self.text[self.at..].starts_with(quoted))
        else {
            self.at -= 1;
            return Err(self.invalid("\"chance\" or \"weights\""));
        };
        self.at += quoted.len();
        if self.takes(':') { Ok(key) } else { Err(self.invalid("\":\"")) }
    }

    /// Gives children their chances, which come down to the smallest whole numbers in the same proportion.
    fn weigh(&self, children: &mut [Draft], chances: &[u64]) -> Result<(), Invalid> {
        let divisor = chances.iter().copied().fold(0, greatest_common_divisor);
        for (child, chance) in children.iter_mut().zip(chances) {
            let weight = chance / divisor;
            if weight > MAX_WEIGHT {
                let expected = format!("chances in proportions of whole numbers up to {MAX_WEIGHT}");
                return Err(self.at_place(expected, weight.to_string()));
            }
            child.weight = weight as u32;
        }
        Ok(())
    }

    /// A chance, if a number and a colon are next.
    fn chance_before_colon(&mut self) -> Result<Option<u64>, Invalid> {
        let at = self.at;
        let word = self.word();
        self.at += word.len();
        let is_chance = !word.is_empty() && self.takes(':');
        let end = std::mem::replace(&mut self.at, at);
        if !is_chance {
            return Ok(None);
        }
        let chance = self.chance()?;
        self.at = end;
        Ok(Some(chance))
    }

    /// A chance, in millionths.
    fn chance(&mut self) -> Result<u64, Invalid> {
        self.skip_space();
        let word = self.word();
        let units = word.parse().map_or(0.0, |chance: f64| (chance * UNITS).round());
        if !(1.0..=MAX_CHANCE * UNITS).contains(&units) {
            let got = if word.is_empty() { return Err(self.invalid("a chance")) } else { quoted(word) };
            return Err(self.at_place(format!("a chance from 0.000001 to {MAX_CHANCE}"), got));
        }
        self.at += word.len();
        Ok(units as u64)
    }
}

/// The greatest number that divides both.
pub(crate) const fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
