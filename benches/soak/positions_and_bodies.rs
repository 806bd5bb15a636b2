//! Random positions and request bodies.

use bestmove_query::{AnyQuery, MoveSelection, Registry};
use serde_json::{Value, json};

/// A position of a random game; one in fifty has an illegal move.
pub(crate) struct TestPosition {
    pub(crate) game: &'static str,
    pub(crate) moves: Vec<String>,
}

impl TestPosition {
    pub(crate) fn random(random: &mut Random) -> Self {
        let game = Registry::built_in().ids().nth(random.below(3) as usize).expect("three games");
        let mut position = Self { game, moves: Vec::new() };
        for _ in 0..random.below(30) {
            let listing = position.after(&[]).legal_moves();
            if listing.moves.is_empty() {
                break;
            }
            position.moves.push(random.one_of(&listing.moves).text.clone());
        }
        if random.below(50) == 0 {
            position.moves.push("0".to_owned());
        }
        position
    }

    /// The position after further moves, which must be legal.
    pub(crate) fn after(&self, line: &[String]) -> Box<dyn AnyQuery> {
        let moves: Vec<_> = self.moves.iter().chain(line).cloned().collect();
        let games = Registry::built_in();
        let game = games.find(self.game).expect("a game");
        game.prepare(None, &moves, MoveSelection::default()).expect("legal moves")
    }

    /// A request body with a random limit.
    pub(crate) fn limited_body(&self, random: &mut Random) -> Value {
        let mut body = json!({ "moves": self.moves });
        match random.below(4) {
            0 => body["time_ms"] = json!(1 + random.below(3)),
            1 => body["nodes"] = json!(1 + random.below(2000)),
            2 => body["depth"] = json!(1 + random.below(3)),
            _ => {
                body["nodes"] = json!(1 + random.below(500));
                body["fresh"] = json!(true);
            }
        }
        body
    }

    /// A request body for several lines.
    pub(crate) fn multi_line_body(&self, random: &mut Random) -> Value {
        let mut body = self.limited_body(random);
        body["lines"] = match random.below(4) {
            0 => json!("all"),
            lines => json!(lines),
        };
        body
    }

    /// A request body that names its game.
    pub(crate) fn batch_entry(&self, random: &mut Random) -> Value {
        let mut body = self.multi_line_body(random);
        body["game"] = json!(self.game);
        body
    }
}

/// The fields of a body as the query string of a GET.
pub(crate) fn query(body: &Value) -> String {
    let fields = body.as_object().expect("an object").iter();
    let written = |value: &Value| match value {
        Value::Array(moves) => moves.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    fields.map(|(name, value)| format!("{name}={}", written(value))).collect::<Vec<_>>().join("&")
}

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }

    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }
}
