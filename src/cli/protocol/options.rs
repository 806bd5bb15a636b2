//! The options that a user interface may set.

use crate::config::{ProtocolOptions, can_allocate};
use bestmove_core::game::{Level, quoted};
use bestmove_core::opponent::Opponent;
use bestmove_query::{FieldError, SessionConfig};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

/// An option: its name in UGI (in lower case in Hub) and its values.
pub(super) struct Declared {
    pub(super) name: &'static str,
    pub(super) values: RangeInclusive<u64>,
    value: fn(&Options) -> u64,
    set: fn(&mut Options, u64),
}

impl Declared {
    /// The value now.
    pub(super) fn value(&self, options: &Options) -> u64 {
        (self.value)(options)
    }
}

/// All options.
pub(super) const DECLARED: [Declared; 4] = [
    Declared {
        name: "Hash",
        values: 1..=1_048_576,
        value: |options| options.table_mib as u64,
        set: |options, mib| options.table_mib = mib as usize,
    },
    Declared {
        name: "Threads",
        values: 1..=256,
        value: |options| options.threads.get() as u64,
        set: |options, count| options.threads = NonZeroUsize::new(count as usize).unwrap_or(options.threads),
    },
    Declared {
        name: "Level",
        values: 1..=10,
        value: |options| options.opponent.level.number().into(),
        set: |options, number| options.opponent.level = level(number),
    },
    Declared {
        name: "Seed",
        values: 0..=u64::MAX,
        value: |options| options.opponent.seed,
        set: |options, seed| options.opponent.seed = seed,
    },
];

/// The values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Size of the transposition table in MiB.
    pub(super) table_mib: usize,
    /// Threads of the search.
    pub(super) threads: NonZeroUsize,
    /// The level and the seed of the engine.
    pub(super) opponent: Opponent,
    /// Whether the opening book of estimates answers without a search.
    pub(super) book: bool,
    /// Whether times are processor time.
    pub(super) cpu_clock: bool,
}

impl From<&ProtocolOptions> for Options {
    fn from(options: &ProtocolOptions) -> Self {
        let opponent = Opponent { level: options.level, seed: options.seed };
        let SessionConfig { table_bytes, threads, .. } = options.search.config();
        let ProtocolOptions { book, cpu_clock, .. } = *options;
        Self { table_mib: table_bytes >> 20, threads, opponent, book, cpu_clock }
    }
}

impl Options {
    /// Who chooses the moves. Seed 0 draws none of equal moves at full strength: that is what interfaces expect.
    pub(super) const fn player(&self) -> Option<Opponent> {
        let is_plain = self.opponent.level.is_full_strength() && self.opponent.seed == 0;
        if is_plain { None } else { Some(self.opponent) }
    }

    /// The options with another value of one of them.
    pub(super) fn with(self, name: &str, value: &str) -> Result<Self, FieldError> {
        let declared = DECLARED.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(option) = declared else {
            let names = DECLARED.map(|option| option.name);
            return Err(FieldError::new("name", format!("one of {}", names.join(", ")), quoted(name)));
        };
        let number = value.parse().ok().filter(|number| option.values.contains(number));
        let (first, last) = option.values.clone().into_inner();
        let number = number.ok_or_else(|| {
            FieldError::new(option.name, format!("a whole number from {first} to {last}"), quoted(value))
        })?;
        let mut options = self;
        (option.set)(&mut options, number);
        if options.table_mib != self.table_mib && !can_allocate(options.table_mib << 20) {
            return Err(FieldError::new(
                "Hash",
                "a table that fits into the memory of this system",
                quoted(value),
            ));
        }
        Ok(options)
    }
}

/// The level with that number, full strength above the last.
fn level(number: u64) -> Level {
    u8::try_from(number).ok().and_then(Level::new).unwrap_or(Level::FULL_STRENGTH)
}
