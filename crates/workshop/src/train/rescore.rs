//! Scores the positions of existing games again, with a stronger engine.
//!
//! The scores of a game depend on its positions alone, and games are written in order, so interrupted work resumes
//! without a difference in the result.

use super::Trainable;
use super::player::{Player, knowledge, name};
use super::record::{Games, Record};
use crate::move_budget::MoveBudget;
use crate::options::{ThreadOptions, from_to};
use crate::parallel::for_each_ordered;
use crate::progress::progress_bar;
use bestmove_core::search::Path;
use clap::Args;
use std::error::Error;
use std::path::PathBuf;

/// Bytes of the transposition table of a game: enough for a few thousand nodes for each position.
const TABLE_BYTES: usize = 2 << 20;

/// Options of rescoring.
#[derive(Args, Clone, Debug)]
pub struct RescoreOptions {
    /// File of games
    #[arg(long)]
    pub data: PathBuf,
    /// Node limit of each position
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// File of weights to score with [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Games at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File of games with new scores
    #[arg(long)]
    pub out: PathBuf,
}

/// Rescores all games that are not yet in the file, and appends them to it.
///
/// # Errors
///
/// If a file cannot be read or written, is corrupt, or has other contents.
pub fn rescore<G: Trainable>(options: &RescoreOptions) -> Result<(), Box<dyn Error>> {
    let weights = options.weights.as_deref();
    let knowledge = knowledge::<G>(weights)?;
    let mut games = Vec::new();
    let provenance = Games::read::<G>(&options.data, |game| games.push(game))?;
    let work = format!("{}, {} nodes, of games: {provenance}", name::<G>(weights)?, options.nodes);
    let (mut file, done) = Games::append::<G>(&options.out, &work)?;
    let bar = progress_bar("games", games.len() as u64, done);
    let rescore = |number| rescore_game::<G>(&games[number as usize], &knowledge, options.nodes);
    for_each_ordered(done..games.len() as u64, options.threads.count(), rescore, |game| {
        bar.inc(1);
        file.add(&game)
    })?;
    bar.finish();
    Ok(())
}

/// Scores all positions of a game by searches of `nodes` nodes, those with captures as well: with
/// lambda, they count in the targets of the positions before them.
fn rescore_game<G: Trainable>(game: &[Record<G>], knowledge: &G::Knowledge, nodes: u64) -> Vec<Record<G>> {
    let player = Player::<G>::new(knowledge, MoveBudget::Nodes(nodes), TABLE_BYTES);
    let score = |record: &Record<G>| player.judge(&Path::from(record.position)).score().0;
    game.iter().map(|record| Record { score: score(record), ..*record }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use bestmove_core::game::Notation;
    use bestmove_core::games::Checkers;
    use std::fs;
    use std::path::Path;

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("bestmove-rescore-{}-{name}", std::process::id()))
    }

    fn games(path: &Path) -> Vec<Vec<Record<Checkers>>> {
        let mut games = Vec::new();
        Games::read::<Checkers>(path, |game| games.push(game)).unwrap();
        games
    }

    /// A man ahead, an even position, a win and a capture, rescored in one run or two, by one thread or three.
    #[test]
    fn scores_change_and_results_stay() {
        let texts = ["B:W21-31:B1-12", "B:W21-32:B1-12", "B:W32:B14,15,K18", "B:W6:B1"];
        let record = |text: &&str| Record {
            position: Checkers::parse(text).unwrap(),
            score: 7,
            result: -1,
            next: None,
        };
        let old: Vec<Record<Checkers>> = texts.iter().map(record).collect();
        let data = file("data");
        for _ in 0..3 {
            Games::append::<Checkers>(&data, "hand").unwrap().0.add(&old).unwrap();
        }
        let rescored = |name, threads| {
            let threads = ThreadOptions { threads: Some(threads) };
            let (data, out) = (data.clone(), file(name));
            rescore::<Checkers>(&RescoreOptions { data, nodes: 500, weights: None, threads, out }).unwrap();
            games(&file(name))
        };
        let new = rescored("one", 1);
        // A crash halfway.
        let complete = fs::read(file("one")).unwrap();
        fs::write(file("two"), &complete[..complete.len() / 2]).unwrap();
        assert_eq!(rescored("two", 3), new);
        assert_eq!(new.len(), 3);
        let [ahead, even, won, capture] = new[2][..] else { panic!("the number of records changed") };
        assert!(ahead.score > 30 && ahead.result == -1);
        assert!(even.score.abs() < 30 && even.score != 7);
        assert_eq!((won.score, capture.score), (i16::MAX, i16::MAX));
        for name in ["data", "one", "two"] {
            fs::remove_file(file(name)).unwrap();
        }
    }
}
