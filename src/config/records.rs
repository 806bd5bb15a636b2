//! Options of the commands for game records.

use super::tools::game;
use super::values::{from_to, up_to};
use bestmove_query::{AnyGame, LimitPolicy, RequestedLimits};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

/// A file of games.
#[derive(Args)]
pub struct RecordsOptions {
    /// The file, as text or a database of WTHOR; - for standard input
    #[arg(env = "BESTMOVE_FILE", value_name = "FILE")]
    pub file: PathBuf,
    /// The game [default: by the name of the file, checkers for FILE.pdn]
    #[arg(long, env = "BESTMOVE_GAME", value_parser = game())]
    game: Option<Arc<dyn AnyGame>>,
    /// Print a JSON object for each game, as the service would send it
    #[arg(long, env = "BESTMOVE_JSON", value_parser = BoolishValueParser::new())]
    pub json: bool,
}

impl RecordsOptions {
    /// The game of the records.
    ///
    /// # Errors
    ///
    /// If neither the option nor the name of the file says it.
    pub fn game(&self) -> Result<Arc<dyn AnyGame>, String> {
        let extension = self.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_of = |game: &&Arc<dyn AnyGame>| {
            game.file_extensions().iter().any(|own| own.eq_ignore_ascii_case(extension))
        };
        let games = crate::games();
        let found = self.game.as_ref().or_else(|| games.games().find(is_of));
        found.cloned().ok_or_else(|| {
            let ids: Vec<_> = games.ids().collect();
            format!("--game: expected one of {}, as the name of the file does not say it", ids.join(", "))
        })
    }
}

/// Options of `bestmove convert`.
#[derive(Args)]
pub struct ConvertOptions {
    /// The games.
    #[command(flatten)]
    pub records: RecordsOptions,
}

/// Options of `bestmove review`.
#[derive(Args)]
pub struct ReviewOptions {
    /// The games.
    #[command(flatten)]
    pub records: RecordsOptions,
    /// Which moves get a comment
    #[arg(long, env = "BESTMOVE_DETAIL", value_name = "DETAIL", default_value = "errors")]
    pub detail: ReviewDetail,
    /// Milliseconds for each move, of one search or two
    #[arg(long, env = "BESTMOVE_TIME_MS", value_name = "MS", default_value = "100", value_parser = from_to::<u64>(1..=600_000))]
    time_ms: u64,
    /// Last iteration of each search in plies [default: no limit]
    #[arg(long, env = "BESTMOVE_DEPTH", value_name = "PLIES", value_parser = from_to::<u64>(1..=LimitPolicy::MAX_DEPTH))]
    depth: Option<u64>,
    /// Games that are reviewed at the same time [default: the number of processors]
    #[arg(long, env = "BESTMOVE_THREADS", value_name = "N", value_parser = up_to(256))]
    threads: Option<NonZeroUsize>,
    /// Size of each thread's transposition table in MiB
    #[arg(long, env = "BESTMOVE_TABLE_MIB", value_name = "MIB", default_value = "32", value_parser = from_to::<usize>(1..=65_536), hide_short_help = true)]
    pub table_mib: usize,
    /// Directory of endgame tables made by `bestmove-lab tables` [default: those built into the program]
    #[arg(long, env = "BESTMOVE_TABLES", value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// The moves that get a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReviewDetail {
    /// Inaccuracies, mistakes and blunders, with the best line.
    Errors,
    /// Every move, with its label.
    Labels,
    /// Every move, with its label, its score and the best line.
    Scores,
}

impl ReviewOptions {
    /// The limits of each search.
    #[must_use]
    pub fn requested(&self) -> RequestedLimits {
        RequestedLimits { time_ms: Some(self.time_ms), depth: self.depth, ..RequestedLimits::default() }
    }

    /// The number of games at the same time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// The directory of endgame tables.
    #[must_use]
    pub fn tables(&self) -> Option<&Path> {
        self.tables.as_deref()
    }
}
