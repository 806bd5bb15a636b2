//! The chance nodes of given trees as text.

use super::given::Draft;
use super::text::Reader;
use bestmove_core::game::{Invalid, quoted};

/// The largest chance in a text, and how many of its unit are 1: six decimal places.
const MAX_CHANCE: f64 = 1_000.0;
const UNITS: f64 = 1_000_000.0;

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
        weigh(&mut children, &chances);
        Ok(children)
    }

    /// The children of a chance node in JSON, after its opening brace and a quote.
    pub(super) fn object(&mut self, ply: usize) -> Result<Vec<Draft>, Invalid> {
        self.key("chance")?;
        let mut children = self.list(|reader| reader.node(ply + 1))?;
        if self.takes(',') {
            if !self.takes('"') {
                return Err(self.invalid("\"weights\""));
            }
            self.key("weights")?;
            self.skip_space();
            let at = self.at;
            let chances = self.list(Reader::chance)?;
            if chances.len() != children.len() {
                self.at = at;
                return Err(self.at_place(format!("{} weights", children.len()), chances.len().to_string()));
            }
            weigh(&mut children, &chances);
        }
        if self.takes('}') { Ok(children) } else { Err(self.invalid("\"}\"")) }
    }

    /// A key of an object after its quote, and the colon.
    fn key(&mut self, key: &str) -> Result<(), Invalid> {
        let quoted = format!("{key}\"");
        if !self.text[self.at..].starts_with(&quoted) {
            self.at -= 1;
            return Err(self.invalid(&format!("\"{quoted}")));
        }
        self.at += quoted.len();
        if self.takes(':') { Ok(()) } else { Err(self.invalid("\":\"")) }
    }

    /// A chance, if a number and a colon are next.
    fn chance_before_colon(&mut self) -> Result<Option<u32>, Invalid> {
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
    fn chance(&mut self) -> Result<u32, Invalid> {
        self.skip_space();
        let word = self.word();
        let units = word.parse().map_or(0.0, |chance: f64| (chance * UNITS).round());
        if !(1.0..=MAX_CHANCE * UNITS).contains(&units) {
            let got = if word.is_empty() { return Err(self.invalid("a chance")) } else { quoted(word) };
            return Err(self.at_place(format!("a chance from 0.000001 to {MAX_CHANCE}"), got));
        }
        self.at += word.len();
        Ok(units as u32)
    }
}

/// Gives children their chances, which come down to the smallest whole numbers in the same proportion.
fn weigh(children: &mut [Draft], chances: &[u32]) {
    let divisor = chances.iter().copied().map(u64::from).fold(0, greatest_common_divisor);
    for (child, chance) in children.iter_mut().zip(chances) {
        child.weight = (u64::from(*chance) / divisor) as u32;
    }
}

/// The greatest number that divides both.
pub(crate) const fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
