//! Flags and environment, checked before anything starts.

use crate::engine::{Allowance, AnyGame, EngineConfig, Fault, GAMES, Keep, Wish, find, learn};
use crate::http::{FairUse, Keys};
use crate::server::ServerConfig;
use crate::valkey::{ServerUrl, Valkey};
use clap::builder::{BoolishValueParser, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::fmt::Display;
use std::hint::black_box;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};
use tracing_subscriber::filter::Targets;

/// The best move for tic-tac-toe, connect-four and checkers. Without a command: serve.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Box<ServeOptions>,
}

/// What the program is to do.
#[derive(Subcommand)]
pub enum Command {
    /// Answer over HTTP until told to stop
    Serve(Box<ServeOptions>),
    /// Print the best move of one position
    Solve(Box<SolveOptions>),
    /// Count the move sequences of a game: the proof of its rules
    Perft(PerftOptions),
    /// Measure the search on fixed positions and print the node signature
    Bench,
    /// Ask the service that listens here whether it is ready: exit code 0 or 1
    Health(ListenOptions),
}

/// How to serve.
#[derive(Args)]
pub struct ServeOptions {
    /// Where to listen.
    #[command(flatten)]
    pub at: ListenOptions,
    /// Address and port of a listener for who runs the service: /metrics for Prometheus, /live,
    /// /startup and /ready for an orchestrator, POST /cache/clear. Not for the public [default: none]
    #[arg(long, env = "BESTMOVE_ADMIN_LISTEN")]
    pub admin_listen: Option<SocketAddr>,
    /// What to log.
    #[command(flatten)]
    pub log: LogOptions,
    /// How to search.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// How to treat connections.
    #[command(flatten)]
    pub server: ServerOptions,
    /// Who may ask for how much.
    #[command(flatten)]
    pub fair_use: FairUseOptions,
    /// What to share with other replicas.
    #[command(flatten)]
    pub answer_cache: AnswerCacheOptions,
}

/// Where the service is.
#[derive(Args)]
pub struct ListenOptions {
    /// Address and port of the service. The default is reached from this machine only; a
    /// container needs 0.0.0.0:8080
    #[arg(long, env = "BESTMOVE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
}

/// What to log.
#[derive(Args)]
pub struct LogOptions {
    /// What to log: a level, or levels by module. At "info" the log has what an operator can act
    /// on; "info,bestmove=debug" adds a line for each request
    #[arg(long, env = "BESTMOVE_LOG", default_value = "info")]
    pub log: Targets,
    /// How to write the log: text for people, json for machines
    #[arg(long, env = "BESTMOVE_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// Base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318: a span for each request, in the trace
    /// that its traceparent names, and for each search goes there, as OTLP over plain HTTP [default: none]
    #[cfg(feature = "otel")]
    #[arg(long, env = "BESTMOVE_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// How to write the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// How to treat connections.
#[derive(Args)]
pub struct ServerOptions {
    /// Connections at the same time, idle ones included; more wait until one is closed. Each takes
    /// a file descriptor and, while it is used, some tens of kibibytes
    #[arg(long, env = "BESTMOVE_CONNECTIONS", default_value = "4096", value_parser = up_to(1_000_000))]
    connections: NonZeroUsize,
    /// Milliseconds from the start of a connection, or from the first byte of a later request, to
    /// the end of the request's headers. The body may take 5000 more
    #[arg(long, env = "BESTMOVE_HEAD_MS", default_value = "5000", value_parser = from_to::<u64>(1..=600_000))]
    head_ms: u64,
    /// Milliseconds from an answer to the next request on the same connection. Behind a proxy that
    /// keeps its connections, be more patient than the proxy is
    #[arg(long, env = "BESTMOVE_KEEP_ALIVE_MS", default_value = "10000", value_parser = from_to::<u64>(1..=3_600_000))]
    keep_alive_ms: u64,
    /// Milliseconds for a client to take more of an answer
    #[arg(long, env = "BESTMOVE_STALL_MS", default_value = "5000", value_parser = from_to::<u64>(1..=600_000))]
    stall_ms: u64,
    /// Milliseconds from SIGTERM or SIGINT to the end at the latest. Running searches answer at
    /// once with their best so far, so this is for slow readers; stay below the patience of what
    /// sends the signal (Docker kills after 10000)
    #[arg(long, env = "BESTMOVE_DRAIN_MS", default_value = "5000", value_parser = from_to::<u64>(0..=600_000))]
    drain_ms: u64,
}

impl ServerOptions {
    /// The limits that these options describe.
    #[must_use]
    pub const fn config(&self) -> ServerConfig {
        ServerConfig {
            connections: self.connections,
            head: Duration::from_millis(self.head_ms),
            keep_alive: Duration::from_millis(self.keep_alive_ms),
            stall: Duration::from_millis(self.stall_ms),
            drain: Duration::from_millis(self.drain_ms),
        }
    }
}

/// Who may ask for how much.
#[derive(Args)]
pub struct FairUseOptions {
    /// Keys that clients may send as "Authorization: Bearer KEY": visible ASCII, at least 16
    /// characters, with commas between them. On the command line others can see them; prefer the
    /// environment or a file
    #[arg(long, env = "BESTMOVE_API_KEYS", hide_env_values = true)]
    api_keys: Option<Keys>,
    /// A file with such keys, one a line; what begins with # is a comment
    #[arg(long, env = "BESTMOVE_API_KEYS_FILE")]
    api_keys_file: Option<PathBuf>,
    /// Milliseconds of search a minute for each key, refilled steadily. A request needs the time that
    /// it asks for and gives back what it does not take [default: no limit]
    #[arg(long, env = "BESTMOVE_KEY_QUOTA_MS", value_parser = from_to::<u64>(1..=u64::MAX))]
    key_quota_ms: Option<u64>,
    /// The same for each address that calls without a key; of IPv6, each network of 64 bits. 0 means that a key
    /// is needed [default: no limit]
    #[arg(long, env = "BESTMOVE_ADDRESS_QUOTA_MS")]
    address_quota_ms: Option<u64>,
    /// Proxies that each request passes and that append the address they see to X-Forwarded-For. The
    /// client's address is taken that many places from the right; what stands before it, anybody can write
    #[arg(long, env = "BESTMOVE_TRUSTED_PROXIES", default_value = "0", value_parser = from_to::<usize>(0..=16))]
    trusted_proxies: usize,
}

impl FairUseOptions {
    /// The rules that these options describe.
    ///
    /// # Errors
    ///
    /// If the file of keys can't be read.
    pub fn read(&self) -> io::Result<FairUse> {
        let listed = self.api_keys.clone().unwrap_or_default();
        let keys = match &self.api_keys_file {
            Some(path) => {
                let cannot = |error: &dyn Display| {
                    io::Error::other(format!("--api-keys-file {}: {error}", path.display()))
                };
                let text = fs::read_to_string(path).map_err(|error| cannot(&error))?;
                listed.and(text.parse().map_err(|error: String| cannot(&error))?)
            }
            None => listed,
        };
        let quota = |ms: Option<u64>| ms.map(Duration::from_millis);
        Ok(FairUse {
            keys,
            key_quota: quota(self.key_quota_ms),
            address_quota: quota(self.address_quota_ms),
            trusted_proxies: self.trusted_proxies,
        })
    }

    /// Each quota has to suffice for the longest request.
    fn check(&self, max_time_ms: u64) -> Result<(), String> {
        let quotas = [
            ("--key-quota-ms", self.key_quota_ms),
            ("--address-quota-ms", self.address_quota_ms.filter(|&ms| ms > 0)),
        ];
        match quotas.into_iter().find(|(_, quota)| quota.is_some_and(|quota| quota < max_time_ms)) {
            Some((flag, Some(quota))) => {
                Err(format!("{flag} {quota} is less than --max-time-ms {max_time_ms}"))
            }
            _ => Ok(()),
        }
    }
}

/// What to share with other replicas.
#[derive(Args)]
pub struct AnswerCacheOptions {
    /// A Valkey or Redis server in which replicas share what they have proven:
    /// redis://[[USER]:PASSWORD@]HOST[:PORT]. The service does not depend on it [default: none]
    #[arg(long, env = "BESTMOVE_ANSWER_CACHE_URL", hide_env_values = true, value_name = "URL")]
    answer_cache_url: Option<ServerUrl>,
    /// Milliseconds to wait for that server, and a tenth of a request's time at most; what has not come by
    /// then is searched for
    #[arg(long, env = "BESTMOVE_ANSWER_CACHE_MS", default_value = "20", value_parser = from_to::<u64>(1..=1000))]
    answer_cache_ms: u64,
}

impl AnswerCacheOptions {
    /// The server, if there is one. To be called where tokio runs.
    ///
    /// # Errors
    ///
    /// If the URL asks for what can't be.
    pub fn open(&self) -> io::Result<Option<Valkey>> {
        let patience = Duration::from_millis(self.answer_cache_ms);
        let opened = self.answer_cache_url.clone().map(|url| Valkey::new(url, patience)).transpose();
        opened.map_err(|error| io::Error::other(format!("--answer-cache-url: {error}")))
    }
}

/// How to search.
#[derive(Args)]
pub struct EngineOptions {
    /// Searches at the same time. More than there are cores slows each down and speeds none up
    /// [default: the cores this process may use]
    #[arg(long, env = "BESTMOVE_WORKERS", default_value_t = cores(), hide_default_value = true, value_parser = up_to(1024))]
    workers: NonZeroUsize,
    /// Threads for each search. One is best for many requests; more make a lone request stronger
    #[arg(long, env = "BESTMOVE_THREADS_PER_SEARCH", default_value = "1", value_parser = up_to(256))]
    threads_per_search: NonZeroUsize,
    /// Requests that may wait for a worker; the next gets a 503. Enough for a burst, too few to
    /// promise what can't be kept
    #[arg(long, env = "BESTMOVE_QUEUE", default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    queue: usize,
    /// Mebibytes of the transposition table that all requests share. The default has 16 million
    /// entries: the nodes of about ten seconds of search
    #[arg(long, env = "BESTMOVE_TABLE_MIB", default_value = "256", value_parser = from_to::<usize>(1..=1_048_576))]
    table_mib: usize,
    /// Mebibytes of the private table of a request that asks for a fresh one; each worker may
    /// hold one, and in connect-four a second for the solver
    #[arg(long, env = "BESTMOVE_FRESH_TABLE_MIB", default_value = "16", value_parser = from_to::<usize>(1..=65_536))]
    fresh_table_mib: usize,
    /// Mebibytes that the connect-four solver remembers, for all requests; each worker takes
    /// half a mebibyte more
    #[arg(long, env = "BESTMOVE_SOLVER_MIB", default_value = "64", value_parser = from_to::<usize>(1..=1_048_576))]
    solver_mib: usize,
    /// The directory of endgame tables that `bestmove-lab tables` has made; with none, those that come
    /// with the program
    #[arg(long, env = "BESTMOVE_TABLES", value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Proven answers to keep, at about half a kibibyte each. They are never outdated, only
    /// crowded out
    #[arg(long, env = "BESTMOVE_CACHE_ENTRIES", default_value = "50000", value_parser = from_to::<usize>(0..=100_000_000))]
    cache_entries: usize,
    /// Milliseconds for a request that names no time
    #[arg(long, env = "BESTMOVE_DEFAULT_TIME_MS", default_value = "1000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    default_time_ms: u64,
    /// Milliseconds that a request may ask for at most; stay below the timeout of the proxies
    /// between here and the clients
    #[arg(long, env = "BESTMOVE_MAX_TIME_MS", default_value = "10000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    max_time_ms: u64,
    /// Nodes that a request may ask for at most; time ends most searches long before
    #[arg(long, env = "BESTMOVE_MAX_NODES", default_value = "1000000000", value_parser = from_to::<u64>(1..=u64::MAX))]
    max_nodes: u64,
    /// Positions in a batch at most. Half the workers search for a batch at a time
    #[arg(long, env = "BESTMOVE_BATCH", default_value = "100", value_parser = from_to::<usize>(1..=10_000))]
    batch: usize,
    /// Analyses that outlive their request, at the same time, until they are forgotten; the next
    /// gets a 503. Each takes some kibibytes
    #[arg(long, env = "BESTMOVE_ANALYSES", default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    analyses: usize,
    /// Milliseconds from the end of such an analysis until it is forgotten
    #[arg(long, env = "BESTMOVE_ANALYSIS_KEEP_MS", default_value = "600000", value_parser = from_to::<u64>(0..=MAX_TIME_MS))]
    analysis_keep_ms: u64,
    /// Milliseconds for such an analysis that names no time
    #[arg(long, env = "BESTMOVE_ANALYSIS_DEFAULT_TIME_MS", default_value = "60000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_default_time_ms: u64,
    /// Milliseconds that such an analysis may ask for at most. It lets everybody else go first
    #[arg(long, env = "BESTMOVE_ANALYSIS_MAX_TIME_MS", default_value = "600000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_max_time_ms: u64,
}

/// An hour: who thinks longer is not waiting for an answer over HTTP.
const MAX_TIME_MS: u64 = 3_600_000;

impl EngineOptions {
    /// The engine that these options describe.
    #[must_use]
    pub const fn config(&self) -> EngineConfig {
        EngineConfig {
            workers: self.workers,
            threads_per_search: self.threads_per_search,
            queue: self.queue,
            table_bytes: self.table_mib << 20,
            fresh_table_bytes: self.fresh_table_mib << 20,
            solver_bytes: self.solver_mib << 20,
            cache_entries: self.cache_entries,
            allowance: Allowance {
                default_time: Duration::from_millis(self.default_time_ms),
                max_time: Duration::from_millis(self.max_time_ms),
                max_nodes: self.max_nodes,
            },
            batch: self.batch,
            long_allowance: Allowance {
                default_time: Duration::from_millis(self.analysis_default_time_ms),
                max_time: Duration::from_millis(self.analysis_max_time_ms),
                max_nodes: u64::MAX,
            },
            keep: Keep { most: self.analyses, time: Duration::from_millis(self.analysis_keep_ms) },
        }
    }

    /// Gets ready what is known of the games.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is not whole.
    pub fn learn(&self) -> Result<(), Fault> {
        learn(self.tables.as_deref())
    }

    /// What no single flag can see.
    fn check(&self) -> Result<(), String> {
        let times = [
            ("", self.default_time_ms, self.max_time_ms),
            ("analysis-", self.analysis_default_time_ms, self.analysis_max_time_ms),
        ];
        if let Some((of, default, max)) = times.into_iter().find(|(_, default, max)| default > max) {
            return Err(format!("--{of}default-time-ms {default} is more than --{of}max-time-ms {max}"));
        }
        let tables = [
            ("--table-mib", self.table_mib),
            ("--fresh-table-mib", self.fresh_table_mib),
            ("--solver-mib", self.solver_mib),
        ];
        match tables.into_iter().find(|(_, mib)| !can_be_had(mib << 20)) {
            Some((flag, mib)) => Err(format!("{flag} {mib}: there is not that much memory")),
            None => Ok(()),
        }
    }
}

/// A position to solve.
#[derive(Args)]
pub struct SolveOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: &'static dyn AnyGame,
    /// The position in the game's notation [default: the start position]
    #[arg(env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Moves played from the position first, separated by commas: this is how repetitions are
    /// known
    #[arg(long, env = "BESTMOVE_MOVES", value_delimiter = ',')]
    pub moves: Vec<String>,
    /// Milliseconds to think; an unproven score is better the longer. With a limit on depth or
    /// nodes, whichever is reached first ends the search [default: --default-time-ms]
    #[arg(long, env = "BESTMOVE_TIME_MS")]
    time_ms: Option<u64>,
    /// Plies of the last iteration, for a score that depends on nothing but the position, its
    /// moves and this number [default: no limit]
    #[arg(long, env = "BESTMOVE_DEPTH")]
    depth: Option<u64>,
    /// Positions to visit at most, for an effort that is the same on every machine [default: no
    /// limit]
    #[arg(long, env = "BESTMOVE_NODES")]
    nodes: Option<u64>,
    /// Search with an empty table of its own and one thread, so that the same limits on depth or
    /// nodes give the same answer to the node
    #[arg(long, env = "BESTMOVE_FRESH", value_parser = BoolishValueParser::new())]
    fresh: bool,
    /// Print the answer as the service would send it, for programs to read
    #[arg(long, env = "BESTMOVE_JSON", value_parser = BoolishValueParser::new())]
    pub json: bool,
    /// How to search.
    #[command(flatten)]
    pub engine: EngineOptions,
}

impl SolveOptions {
    /// How long to think.
    #[must_use]
    pub const fn wish(&self) -> Wish {
        Wish { time_ms: self.time_ms, depth: self.depth, nodes: self.nodes, fresh: self.fresh }
    }
}

/// What to count.
#[derive(Args)]
pub struct PerftOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: &'static dyn AnyGame,
    /// Length of the sequences in plies; each more takes several times as long
    #[arg(env = "BESTMOVE_DEPTH")]
    pub depth: u8,
    /// The position to count from, in the game's notation [default: the start position]
    #[arg(long, env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Count captures with the same start, end and captured pieces once, not once for each path:
    /// published counts differ in this
    #[arg(long, env = "BESTMOVE_RESULTS", value_parser = BoolishValueParser::new())]
    pub results: bool,
}

impl Cli {
    /// What the command line and the environment ask for. Ends the process, with a message, if
    /// they make no sense.
    #[must_use]
    pub fn command() -> Command {
        let cli = Self::parse();
        let command = cli.command.unwrap_or(Command::Serve(cli.serve));
        if let Err(message) = command.check() {
            <Self as CommandFactory>::command().error(ErrorKind::ValueValidation, message).exit();
        }
        command
    }
}

impl Command {
    fn check(&self) -> Result<(), String> {
        match self {
            Self::Serve(options) => {
                options.engine.check().and_then(|()| options.fair_use.check(options.engine.max_time_ms))
            }
            Self::Solve(options) => options.engine.check(),
            Self::Perft(_) | Self::Bench | Self::Health(_) => Ok(()),
        }
    }
}

/// Whether the system would give this much memory. Asked before a table is made, which would end
/// the process.
fn can_be_had(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(bytes).is_ok();
    // Unless somebody looks at it, the compiler leaves the allocation out.
    black_box(&memory);
    reserved
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn up_to(max: u64) -> impl TypedValueParser<Value = NonZeroUsize> {
    from_to::<usize>(1..=max).map(|count| NonZeroUsize::new(count).expect("the range starts at 1"))
}

fn from_to<T: TryFrom<u64> + Clone + Send + Sync>(range: RangeInclusive<u64>) -> RangedU64ValueParser<T> {
    RangedU64ValueParser::new().range(range)
}

fn game() -> impl TypedValueParser<Value = &'static dyn AnyGame> {
    let ids = GAMES.iter().map(|game| game.info().id);
    PossibleValuesParser::new(ids).map(|id| find(&id).expect("the parser accepts games of the list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    fn parsed(line: &str) -> Result<Command, String> {
        let cli = Cli::try_parse_from(line.split(' ')).map_err(|error| error.to_string())?;
        let command = cli.command.unwrap_or(Command::Serve(cli.serve));
        command.check().map(|()| command)
    }

    #[test]
    fn definitions_are_sound() {
        <Cli as CommandFactory>::command().debug_assert();
    }

    #[test]
    fn flags_default_to_the_default_configurations() {
        let Ok(Command::Serve(options)) = parsed("bestmove") else { panic!("serving is the default") };
        assert_eq!(options.server.config(), ServerConfig::default());
        assert_eq!(options.engine.config(), EngineConfig::default());
    }

    #[test]
    fn serves_unless_told_otherwise() {
        assert!(matches!(parsed("bestmove"), Ok(Command::Serve(_))));
        assert!(matches!(parsed("bestmove --listen 0.0.0.0:80"), Ok(Command::Serve(_))));
        assert!(matches!(parsed("bestmove health --listen [::1]:80"), Ok(Command::Health(_))));
    }

    #[test]
    fn every_setting_has_an_environment_variable() {
        let program = <Cli as CommandFactory>::command();
        let arguments =
            iter::once(&program).chain(program.get_subcommands()).flat_map(clap::Command::get_arguments);
        for arg in arguments.filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version")) {
            let name = format!("BESTMOVE_{}", arg.get_id().as_str().to_uppercase());
            assert_eq!(arg.get_env().and_then(|env| env.to_str()), Some(name.as_str()));
            assert!(arg.get_help().is_some(), "{name}");
        }
    }

    #[test]
    fn memory_is_asked_for_before_it_is_used() {
        assert!(can_be_had(1 << 20));
        assert!(!can_be_had(1 << 60));
    }

    #[test]
    fn senseless_settings_are_refused_by_name() {
        for (line, told) in [
            ("bestmove --workers 0", "--workers"),
            ("bestmove --table-mib 0", "--table-mib"),
            ("bestmove --max-time-ms 0", "--max-time-ms"),
            ("bestmove --default-time-ms 2000 --max-time-ms 1000", "--default-time-ms 2000 is more than"),
            ("bestmove --analysis-max-time-ms 1000", "--analysis-default-time-ms 60000 is more than"),
            ("bestmove --listen nowhere", "--listen"),
            ("bestmove --api-keys short", "at least 16 characters"),
            ("bestmove --answer-cache-url localhost:6379", "--answer-cache-url"),
            ("bestmove --key-quota-ms 9999", "--key-quota-ms 9999 is less than"),
            ("bestmove solve chess", "tic-tac-toe"),
        ] {
            let message = parsed(line).err().unwrap_or_else(|| panic!("{line} is accepted"));
            assert!(message.contains(told), "{line}: {message}");
        }
    }
}
