//! Levels of play, from 1 for a beginner to 10 for full strength.

use super::Invalid;
use crate::types::Depth;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Full strength: the best move, whatever it takes to find.
    pub const FULL_STRENGTH: Self = Self(10);

    /// The level with that number, from 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number > 0 && number <= Self::FULL_STRENGTH.0 { Some(Self(number)) } else { None }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL_STRENGTH.0).map(Self)
    }

    /// The number of the level.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether this is full strength.
    #[must_use]
    pub const fn is_full_strength(self) -> bool {
        self.0 == Self::FULL_STRENGTH.0
    }
}

/// How a level below full strength plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRule {
    /// How far it sees, in plies.
    pub depth: Depth,
    /// How surely it prefers better moves: it plays a move with a weight of `exp(-precision * loss)`, where
    /// `loss` is the loss in expected points against the best move that it sees.
    pub precision: f64,
}

/// The levels of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelTable {
    rules: [LevelRule; Self::RULES],
    elo: [Option<i16>; Self::RULES + 1],
}

impl LevelTable {
    const RULES: usize = Level::FULL_STRENGTH.0 as usize - 1;

    /// A ladder for games whose levels have not been calibrated.
    #[must_use]
    pub fn uncalibrated() -> Self {
        const PRECISIONS: [f64; LevelTable::RULES] = [0.5, 2.0, 4.0, 6.0, 8.0, 12.0, 20.0, 40.0, 80.0];
        let rule = |index: usize| LevelRule {
            depth: Depth::new(1 + index as u8 * 3 / 4),
            precision: PRECISIONS[index],
        };
        Self { rules: std::array::from_fn(rule), elo: [None; Self::RULES + 1] }
    }

    /// Sets how a level below full strength plays.
    pub fn set_rule(&mut self, level: Level, rule: LevelRule) {
        if let Some(own) = self.rules.get_mut(usize::from(level.number()) - 1) {
            *own = rule;
        }
    }

    /// Sets the Elo rating of a level.
    pub fn set_elo(&mut self, level: Level, elo: Option<i16>) {
        self.elo[usize::from(level.number()) - 1] = elo;
    }

    /// How a level plays; `None` for full strength.
    #[must_use]
    pub fn rule(&self, level: Level) -> Option<&LevelRule> {
        self.rules.get(usize::from(level.number()) - 1)
    }

    /// The Elo rating of a level relative to level 1, measured in games between neighbours.
    #[must_use]
    pub fn elo(&self, level: Level) -> Option<i16> {
        self.elo[usize::from(level.number()) - 1]
    }

    /// Parses the text of a calibration: a line `level depth precision elo` for each level but the last,
    /// which is `10 elo`. Lines that start with `#` are comments; an unknown Elo rating is `?`.
    ///
    /// # Errors
    ///
    /// If a line is malformed, a level is missing, or a line follows the last level.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let mut table = Self::uncalibrated();
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        for level in Level::all() {
            let expected = if level.is_full_strength() { "elo" } else { "depth precision elo" };
            let line = lines.next().unwrap_or_default();
            let invalid =
                || Invalid::new("level", format!("{} {expected}", level.number()), format!("{line:?}"));
            let mut words = line.split_whitespace();
            let is_level = words.next().and_then(|word| word.parse().ok()) == Some(level.number());
            let index = usize::from(level.number()) - 1;
            if let Some(rule) = table.rules.get_mut(index) {
                let depth = words.next().and_then(|word| word.parse().ok()).filter(|&plies| plies > 0);
                let precision =
                    words.next().and_then(|word| word.parse().ok()).filter(|&number| number >= 0.0);
                let (Some(depth), Some(precision)) = (depth, precision) else { return Err(invalid()) };
                *rule = LevelRule { depth: Depth::new(depth), precision };
            }
            table.elo[index] = match words.next() {
                Some("?") => None,
                Some(word) => Some(word.parse().map_err(|_| invalid())?),
                None => return Err(invalid()),
            };
            if !is_level || words.next().is_some() {
                return Err(invalid());
            }
        }
        match lines.next() {
            None => Ok(table),
            Some(line) => Err(Invalid::new("level", "no line after the last level", format!("{line:?}"))),
        }
    }

    /// The text of the calibration, which [`LevelTable::parse`] reads.
    #[must_use]
    pub fn print(&self) -> String {
        let line = |level: Level| {
            let elo = self.elo(level).map_or_else(|| "?".to_owned(), |elo| elo.to_string());
            match self.rule(level) {
                Some(LevelRule { depth, precision }) => {
                    format!("{} {} {precision} {elo}\n", level.number(), depth.plies())
                }
                None => format!("{} {elo}\n", level.number()),
            }
        };
        Level::all().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calibration_survives_printing_and_parsing() {
        let table = LevelTable::uncalibrated();
        assert_eq!(LevelTable::parse(&table.print()), Ok(table.clone()));
        let rated = LevelTable { elo: std::array::from_fn(|index| Some(index as i16 * 150 - 20)), ..table };
        assert_eq!(LevelTable::parse(&format!("# a comment\n{}", rated.print())), Ok(rated));
    }

    #[test]
    fn errors_name_the_level() {
        let text = LevelTable::uncalibrated().print();
        for (good, bad) in
            [("3 2", "3 0"), ("9 7", "9 x"), ("10 ?", "10"), ("10 ?", "10 ? 1"), ("1 1", "2 1")]
        {
            let broken = text.replacen(good, bad, 1);
            let error = LevelTable::parse(&broken).unwrap_err().to_string();
            assert!(broken != text && error.starts_with("level: expected "), "{broken}: {error}");
        }
        let error = LevelTable::parse(&format!("{text}11 8 400 ?\n")).unwrap_err().to_string();
        assert_eq!(error, r#"level: expected no line after the last level, got "11 8 400 ?""#);
    }
}
