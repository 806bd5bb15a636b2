//! Jobs and their chunks.

use std::fmt;
use std::time::Duration;

/// The id of a job: 128 random bits, which nobody can guess.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(String);

impl JobId {
    /// A new id.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self::from_bits(u128::from_be_bytes(bytes)))
    }

    /// The id as it is written, if `text` may be one: 32 lower-case hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of these bits.
    pub(crate) fn from_bits(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    /// The bits of the id.
    pub(crate) fn bits(&self) -> u128 {
        u128::from_str_radix(&self.0, 16).expect("an id has 32 hexadecimal digits")
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The client that a job belongs to, by a name that all replicas have for it: the unit of fairness.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner(pub String);

/// What a job is to workers: those of one class do not wait for those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Work on an archive, in any number of short chunks.
    Archive,
    /// A background task, whose progress people follow: one chunk, which may take minutes, or one
    /// for each move of a game.
    Task,
}

/// A digest of a submission, equal only for equal ones.
pub type Digest = [u8; 32];

/// A client's own name for a submission, by which a repeated one is recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idempotency {
    /// The name.
    pub key: String,
    /// A digest of what is submitted.
    pub digest: Digest,
}

/// A job that is about to be received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: JobId,
    /// Its owner.
    pub owner: Owner,
    /// Which workers get it.
    pub class: Class,
    /// What its workers do, by name.
    pub kind: String,
    /// What all of its chunks have in common, in a form that its workers read.
    pub spec: Vec<u8>,
    /// The least release of a worker that understands it.
    pub needs: u32,
    /// How long it is kept after its end, and how long it may take to be received.
    pub retention: Duration,
    /// How many unfinished jobs of its class its owner may have, this one included.
    pub most_unfinished: usize,
}

/// A chunk of a job: some of its items, one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChunk {
    /// The index in the job of its first item.
    pub first: u64,
    /// The number of its items.
    pub items: u32,
    /// The CPU time that it is expected to take.
    pub cost: Duration,
    /// The items, in a form that the workers read.
    pub input: Vec<u8>,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Not all of its chunks have been received.
    Receiving,
    /// It has unfinished chunks.
    Running,
    /// All of its chunks are finished.
    Finished,
    /// Its owner has cancelled it.
    Cancelled,
}

/// A job as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobStatus {
    /// Its id.
    pub id: JobId,
    /// Its owner.
    pub owner: Owner,
    /// What its workers do, by name.
    pub kind: String,
    /// What all of its chunks have in common.
    pub spec: Vec<u8>,
    /// How far it is.
    pub state: JobState,
    /// Its items.
    pub items: u64,
    /// Its finished items.
    pub finished_items: u64,
    /// Those of them whose result is a problem.
    pub problems: u64,
    /// The CPU time that it is expected to take in all.
    pub cost: Duration,
    /// The CPU time that its finished chunks were expected to take.
    pub finished_cost: Duration,
    /// The CPU time that its finished chunks took.
    pub spent: Duration,
    /// The time since it was created, by the clock of the store.
    pub age: Duration,
    /// The time from then to its end, once it is finished or cancelled.
    pub lasted: Option<Duration>,
}

/// What a finished chunk adds to its job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The CPU time that it took.
    pub spent: Duration,
    /// Its items whose result is a problem.
    pub problems: u32,
}

impl From<Duration> for Tally {
    /// What a chunk without problems adds.
    fn from(spent: Duration) -> Self {
        Self { spent, problems: 0 }
    }
}

/// The result of a finished chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkResult {
    /// The index in the job of its first item.
    pub first: u64,
    /// The number of its items.
    pub items: u32,
    /// What its worker wrote.
    pub result: Vec<u8>,
}
