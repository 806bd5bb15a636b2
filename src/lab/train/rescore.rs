//! Old games with new scores: what a stronger engine thinks of their positions.
//!
//! The scores of a game follow from its positions alone, and games are written in their order: unfinished
//! work goes on where it stopped.

use super::player::{Player, knowledge, name};
use super::record::{Games, Record};
use crate::games::checkers::{Knowledge, is_quiet};
use crate::lab::parallel::in_order;
use crate::lab::progress::progress_bar;
use crate::lab::protocol::Effort;
use crate::search::Path;
use crate::types::Verdict;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path;

/// Memory of a game: what a few thousand nodes a position fill.
const TABLE_BYTES: usize = 2 << 20;

/// How positions are to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Rescore<'a> {
    /// The file of games.
    pub data: &'a path::Path,
    /// Nodes for each position.
    pub nodes: u64,
    /// Games at the same time.
    pub threads: NonZeroUsize,
    /// The file of weights to judge by, if not those of the program.
    pub weights: Option<&'a path::Path>,
}

/// Judges the positions of all games that are not in the file `out` yet, and writes them there.
///
/// # Errors
///
/// If a file can't be used or holds something else.
pub fn rescore(rescore: &Rescore<'_>, out: &path::Path) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge(rescore.weights)?;
    let mut games = Vec::new();
    let made = Games::read(rescore.data, |game| games.push(game))?;
    let work = format!("{}, {} nodes, of games: {made}", name(rescore.weights)?, rescore.nodes);
    let (mut file, done) = Games::append(out, &work)?;
    let bar = progress_bar("games", games.len() as u64, done);
    let judge = |number| judged(&games[number as usize], &knowledge, rescore.nodes);
    in_order(done..games.len() as u64, rescore.threads, judge, |game| {
        bar.inc(1);
        file.add(&game)
    })?;
    bar.finish();
    Ok(())
}

/// A game with the scores that a search of so many nodes gives. Positions with captures keep theirs, as
/// nothing is learned from them.
fn judged(game: &[Record], knowledge: &Knowledge, nodes: u64) -> Vec<Record> {
    let player = Player::new(knowledge, Effort::Nodes(nodes), TABLE_BYTES);
    let score = |record: &Record| match player.search(&Path::from(record.board)).verdict {
        Verdict::Win { .. } => i16::MAX,
        Verdict::Loss { .. } => -i16::MAX,
        Verdict::Draw => 0,
        Verdict::Estimate(units) => units,
    };
    let judge = |record: &Record| match is_quiet(&record.board) {
        true => Record { score: score(record), ..*record },
        false => *record,
    };
    game.iter().map(judge).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::Checkers;
    use std::fs;

    fn file(name: &str) -> path::PathBuf {
        std::env::temp_dir().join(format!("bestmove-rescore-{}-{name}", std::process::id()))
    }

    fn games(path: &path::Path) -> Vec<Vec<Record>> {
        let mut games = Vec::new();
        Games::read(path, |game| games.push(game)).unwrap();
        games
    }

    /// Judged in one go or in two, by one thread or three: a man ahead, nothing, won, and a capture.
    #[test]
    fn scores_are_made_anew_and_results_stay() {
        let texts = ["B:W21-31:B1-12", "B:W21-32:B1-12", "B:W32:B14,15,K18", "B:W6:B1"];
        let record =
            |text: &&str| Record { board: Checkers::parse(text).unwrap(), score: 7, result: -1, next: None };
        let old: Vec<Record> = texts.iter().map(record).collect();
        let data = file("data");
        for _ in 0..3 {
            Games::append(&data, "hand").unwrap().0.add(&old).unwrap();
        }
        let judge = |name, threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let out = file(name);
            rescore(&Rescore { data: &data, nodes: 500, threads, weights: None }, &out).unwrap();
            games(&out)
        };
        let new = judge("one", 1);
        // As if it had crashed half way.
        let whole = fs::read(file("one")).unwrap();
        fs::write(file("two"), &whole[..whole.len() / 2]).unwrap();
        assert_eq!(judge("two", 3), new);
        assert_eq!(new.len(), 3);
        let [ahead, even, won, capture] = new[2][..] else { panic!("as many records as before") };
        assert!(ahead.score > 30 && ahead.result == -1);
        assert!(even.score.abs() < 30 && even.score != 7);
        assert_eq!((won.score, capture.score), (i16::MAX, 7));
        for name in ["data", "one", "two"] {
            fs::remove_file(file(name)).unwrap();
        }
    }
}
