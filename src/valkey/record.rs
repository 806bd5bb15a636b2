//! How a proof is kept: under a key that names the question in full, as JSON behind a checksum.

use crate::engine::{Proof, Topic, Variation};
use crate::types::{Bound, Verdict};
use serde::{Deserialize, Serialize};

/// Raised when keys or values change their form.
const FORMAT: u32 = 1;

/// The key of a question. A release does not find what another has kept: if one was wrong, the next is right.
pub(super) fn key(topic: &Topic) -> String {
    let Topic { game, position, moves, lines, only } = topic;
    let only = only.as_ref().map_or("*".to_owned(), |only| only.join(","));
    let release = env!("CARGO_PKG_VERSION");
    format!("bestmove:{release}:{FORMAT}:{game}:{position}:{}:{lines}:{only}", moves.join(","))
}

/// The value under that key; `None` if it is no proof.
pub(super) fn written(key: &str, proof: &Proof) -> Option<String> {
    let lines = proof.lines.iter().map(Line::of).collect::<Option<_>>()?;
    let record = Record { lines, depth: proof.depth, selective_depth: proof.selective_depth };
    let text = serde_json::to_string(&record).ok()?;
    Some(format!("{:08x}{text}", checksum(key, &text)))
}

/// The proof of a value, if it was written under that key and is whole.
pub(super) fn read(key: &str, value: &[u8]) -> Option<Proof> {
    let (sum, text) = str::from_utf8(value).ok()?.split_at_checked(8)?;
    if u32::from_str_radix(sum, 16).ok()? != checksum(key, text) {
        return None;
    }
    let Record { lines, depth, selective_depth } = serde_json::from_str(text).ok()?;
    Some(Proof { lines: lines.into_iter().map(Line::told).collect(), depth, selective_depth })
}

fn checksum(key: &str, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key.as_bytes());
    hasher.update(text.as_bytes());
    hasher.finalize()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    lines: Vec<Line>,
    depth: u8,
    selective_depth: u16,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    moves: Vec<String>,
    score: Score,
    bound: Relation,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Score {
    Win(Option<u16>),
    Loss(Option<u16>),
    Draw,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Relation {
    Exact,
    Lower,
    Upper,
}

impl Line {
    fn of(line: &Variation) -> Option<Self> {
        let score = match line.verdict {
            Verdict::Win { plies } => Score::Win(plies),
            Verdict::Loss { plies } => Score::Loss(plies),
            Verdict::Draw => Score::Draw,
            Verdict::Estimate(_) => return None,
        };
        let bound = match line.bound {
            Bound::Exact => Relation::Exact,
            Bound::Lower => Relation::Lower,
            Bound::Upper => Relation::Upper,
        };
        Some(Self { moves: line.line.clone(), score, bound })
    }

    fn told(self) -> Variation {
        let verdict = match self.score {
            Score::Win(plies) => Verdict::Win { plies },
            Score::Loss(plies) => Verdict::Loss { plies },
            Score::Draw => Verdict::Draw,
        };
        let bound = match self.bound {
            Relation::Exact => Bound::Exact,
            Relation::Lower => Bound::Lower,
            Relation::Upper => Bound::Upper,
        };
        Variation { line: self.moves, verdict, bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic() -> Topic {
        Topic {
            game: "tic-tac-toe",
            position: "XX.OO....".to_owned(),
            moves: Vec::new(),
            lines: 2,
            only: None,
        }
    }

    fn proof() -> Proof {
        let line = |moves: &[&str], verdict, bound| Variation {
            line: moves.iter().map(|&text| text.to_owned()).collect(),
            verdict,
            bound,
        };
        let lines = vec![
            line(&["3"], Verdict::Win { plies: Some(1) }, Bound::Exact),
            line(&["6", "3", "7"], Verdict::Loss { plies: None }, Bound::Upper),
            line(&["9"], Verdict::Draw, Bound::Lower),
        ];
        Proof { lines, depth: 1, selective_depth: 3 }
    }

    #[test]
    fn what_is_written_is_read() {
        let key = key(&topic());
        let value = written(&key, &proof()).unwrap();
        assert_eq!(read(&key, value.as_bytes()), Some(proof()));
    }

    #[test]
    fn an_estimate_is_not_kept() {
        let mut proof = proof();
        proof.lines[1].verdict = Verdict::Estimate(5);
        assert_eq!(written("key", &proof), None);
    }

    #[test]
    fn every_part_of_a_question_is_in_its_key() {
        let other = |change: &dyn Fn(&mut Topic)| {
            let mut topic = topic();
            change(&mut topic);
            key(&topic)
        };
        let keys = [
            other(&|_| ()),
            other(&|topic| topic.game = "connect-four"),
            other(&|topic| topic.position.push('.')),
            other(&|topic| topic.moves = vec!["3".to_owned()]),
            other(&|topic| topic.lines = 1),
            other(&|topic| topic.only = Some(vec!["3".to_owned()])),
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key), "{key}");
        }
    }

    #[test]
    fn a_value_that_is_damaged_or_of_another_key_is_none() {
        let key = key(&topic());
        let value = written(&key, &proof()).unwrap().into_bytes();
        assert_eq!(read("another", &value), None);
        for at in 0..value.len() {
            assert_eq!(read(&key, &value[..at]), None);
            for bit in 0..8 {
                let mut damaged = value.clone();
                damaged[at] ^= 1 << bit;
                // A checksum may be spelled in capitals.
                let is_same = damaged.eq_ignore_ascii_case(&value) && at < 8;
                assert_eq!(read(&key, &damaged).is_some(), is_same, "bit {bit} of byte {at}");
            }
        }
    }
}
