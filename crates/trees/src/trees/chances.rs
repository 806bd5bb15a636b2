//! The chance nodes of given trees as text.

use super::given::Draft;
use super::text::Reader;
use crate::phrases;
use bestmove_core::game::{Invalid, phrases as core_phrases, quoted};

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
                return Err(reader.invalid(phrases::chances_of_all_or_none()));
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
                return Err(self.invalid(phrases::chance_or_weights()));
            }
        }
        let mut children = children.ok_or_else(|| self.invalid(core_phrases::verbatim("\"chance\"")))?;
        if let Some((at, weights)) = weights {
            let end = std::mem::replace(&mut self.at, at);
            if weights.len() != children.len() {
                let expected = phrases::weights(children.len());
                return Err(self.at_place(expected, core_phrases::number(weights.len())));
            }
            self.weigh(&mut children, &weights)?;
            self.at = end;
        }
        if self.takes('}') { Ok(children) } else { Err(self.invalid(core_phrases::verbatim("\"}\""))) }
    }

    /// A key of an object after its quote, and the colon.
    fn key(&mut self) -> Result<Key, Invalid> {
        let keys = [("chance\"", Key::Chance), ("weights\"", Key::Weights)];
        let Some((quoted, key)) =
            keys.into_iter().find(|(quoted, _)| self.text[self.at..].starts_with(quoted))
        else {
            self.at -= 1;
            return Err(self.invalid(phrases::chance_or_weights()));
        };
        self.at += quoted.len();
        if self.takes(':') { Ok(key) } else { Err(self.invalid(core_phrases::verbatim("\":\""))) }
    }

    /// Gives children their chances, which come down to the smallest whole numbers in the same proportion.
    fn weigh(&self, children: &mut [Draft], chances: &[u64]) -> Result<(), Invalid> {
        let divisor = chances.iter().copied().fold(0, greatest_common_divisor);
        for (child, chance) in children.iter_mut().zip(chances) {
            let weight = chance / divisor;
            if weight > MAX_WEIGHT {
                let expected = phrases::chances_in_proportion(MAX_WEIGHT);
                return Err(self.at_place(expected, core_phrases::number(weight)));
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
            let got =
                if word.is_empty() { return Err(self.invalid(phrases::a_chance())) } else { quoted(word) };
            return Err(self.at_place(phrases::chance_between("0.000001", MAX_CHANCE.to_string()), got));
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
