//! Flags and environment variables, checked before anything starts; a file for each concern.

mod engine;
mod environment;
mod fair_use;
mod guarded_file;
mod job_command;
mod jobs;
mod log;
mod protocol;
mod records;
mod search;
mod search_tree;
mod server;
mod tools;
mod values;

pub use engine::EngineOptions;
pub use fair_use::FairUseOptions;
pub use job_command::{JobCommand, JobReference, JobSubmission, ServiceOptions};
pub use jobs::JobOptions;
pub use log::{LogFormat, LogOptions};
pub use protocol::{Protocol, ProtocolOptions};
pub use records::{ConvertOptions, RecordsOptions, ReviewDetail, ReviewOptions};
pub use search::{SearchOptions, can_allocate};
pub use search_tree::{SearchTreeOptions, TreeFormat};
pub use server::ServerOptions;
pub use tools::{
    CompletionOptions, ManOptions, PerftOptions, PlayOptions, PositionOptions, Seat, SolveOptions,
};

use crate::http::{PUBLIC_URL, PublicUrl};
use crate::net::ServerConfig;
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::env;
use std::net::SocketAddr;
use std::time::Duration;
use values::form;

const AFTER_HELP: &str = "\
Every flag has an environment variable: --table-mib is BESTMOVE_TABLE_MIB.
`bestmove COMMAND -h` lists the flags of a command that are used most, `--help` describes all of them.";

/// The best move for tic-tac-toe, connect-four, checkers and Reversi. Without a command: serve.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Box<ServeOptions>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve over HTTP until stopped
    Serve(Box<ServeOptions>),
    /// Print the best move of one position
    Solve(Box<SolveOptions>),
    /// Play against the engine in the terminal
    Play(Box<PlayOptions>),
    /// Print the games of a file in canonical notation
    Convert(ConvertOptions),
    /// Print the games of a file with labels and better moves as comments
    Review(ReviewOptions),
    /// Work on an archive by a service: submit it, follow the work, read the answers
    #[command(subcommand)]
    Job(JobCommand),
    /// Run the chunks of jobs of a shared store, without serving HTTP
    Worker(Box<WorkerOptions>),
    /// Play by a text protocol on standard input and output, for user interfaces and arenas
    Engine(ProtocolOptions),
    /// Run classic game-tree searches side by side on a tree, and draw them
    SearchTree(Box<SearchTreeOptions>),
    /// Count the move sequences of a game (perft), the test of its rules
    Perft(PerftOptions),
    /// Benchmark the search on fixed positions and print the node signature
    Bench,
    /// Check whether the service at this address is ready: exit code 0 or 1
    Health(ListenOptions),
    /// Print completions for a shell
    Completions(CompletionOptions),
    /// Print a manual page
    Man(ManOptions),
}

/// Options of the service.
#[derive(Args)]
pub struct ServeOptions {
    /// The address of the service.
    #[command(flatten)]
    pub at: ListenOptions,
    /// Address and port of probes, metrics and caches [default: none]
    ///
    /// Keep it from strangers
    #[arg(long, env = "BESTMOVE_ADMIN_LISTEN", value_name = "ADDRESS", value_parser = form::<SocketAddr>(ADDRESS))]
    pub admin_listen: Option<SocketAddr>,
    /// Offer tools for language models at /mcp, by the Model Context Protocol
    #[arg(long, env = "BESTMOVE_MCP", value_parser = BoolishValueParser::new())]
    pub mcp: bool,
    /// The address at which clients reach the service: scheme, host and, if it needs one, port
    ///
    /// Previews of shared links then name their picture by its whole address, as most chats need
    #[arg(long, env = "BESTMOVE_PUBLIC_URL", hide_short_help = true, value_name = "URL", value_parser = form::<PublicUrl>(PUBLIC_URL))]
    pub public_url: Option<PublicUrl>,
    /// Options of the log.
    #[command(flatten)]
    pub log: LogOptions,
    /// Options of the engine.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Options of connections.
    #[command(flatten)]
    pub server: ServerOptions,
    /// Options of API keys and quotas.
    #[command(flatten)]
    pub fair_use: FairUseOptions,
    /// Options of jobs.
    #[command(flatten)]
    pub jobs: JobOptions,
}

/// Options of a worker.
#[derive(Args)]
pub struct WorkerOptions {
    /// Address and port of probes and metrics [default: none]
    #[arg(long, env = "BESTMOVE_ADMIN_LISTEN", value_name = "ADDRESS", value_parser = form::<SocketAddr>(ADDRESS))]
    pub admin_listen: Option<SocketAddr>,
    /// Options of the log.
    #[command(flatten)]
    pub log: LogOptions,
    /// Options of the engine.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Options of jobs.
    #[command(flatten)]
    pub jobs: JobOptions,
}

impl WorkerOptions {
    fn check(&self) -> Result<(), String> {
        if self.jobs.has_shared_store() {
            return Ok(());
        }
        Err("--store: a worker expects a store that it shares with a service, postgres://...".to_owned())
    }
}

const ADDRESS: &str = "an address and a port, such as 127.0.0.1:8080";

/// The address of the service.
#[derive(Args)]
pub struct ListenOptions {
    /// Address and port of the service
    ///
    /// The default is reached from this machine only; a container needs 0.0.0.0:8080
    #[arg(long, env = "BESTMOVE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = form::<SocketAddr>(ADDRESS))]
    pub listen: SocketAddr,
}

impl ServeOptions {
    /// Limits and timeouts of connections.
    #[must_use]
    pub fn server(&self) -> ServerConfig {
        self.server.config(self.fair_use.trusted_proxies())
    }

    /// How long the service keeps answering, unready, after it is asked to stop.
    #[must_use]
    pub const fn drain_delay(&self) -> Duration {
        self.server.drain_delay()
    }
}

impl Cli {
    /// The commands and flags of the program. Its short help leaves the flags to those of the commands.
    #[must_use]
    pub fn program() -> clap::Command {
        let hide_env = |flag: clap::Arg| flag.hide_env(true);
        let program = <Self as CommandFactory>::command().mut_args(|flag| flag.hide_short_help(true));
        program.mut_args(hide_env).mut_subcommands(move |command| command.mut_args(hide_env))
    }

    /// The command line and the environment. Ends the process with a message if they are invalid.
    #[must_use]
    pub fn command() -> Command {
        let cli = Self::from_arg_matches(&Self::program().get_matches()).unwrap_or_else(|error| error.exit());
        let mut program = Self::program();
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let command = cli.command.unwrap_or(Command::Serve(cli.serve));
        if let Err(message) = environment::check(&program, names).and_then(|()| command.check()) {
            program.error(ErrorKind::ValueValidation, message).exit();
        }
        command
    }
}

impl Command {
    /// Whether the command needs tables of its own, which are faster on huge pages.
    #[must_use]
    pub const fn has_tables(&self) -> bool {
        match self {
            Self::Serve(_)
            | Self::Solve(_)
            | Self::Play(_)
            | Self::Review(_)
            | Self::Worker(_)
            | Self::Engine(_)
            | Self::Bench => true,
            Self::Convert(_)
            | Self::Job(_)
            | Self::SearchTree(_)
            | Self::Perft(_)
            | Self::Health(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Self::Serve(options) => {
                options.engine.check()?;
                options.fair_use.check(&options.engine.quota_needs())
            }
            Self::Worker(options) => {
                options.engine.check()?;
                options.check()
            }
            Self::Solve(options) => options.search.check(),
            Self::Play(options) => options.search.check(),
            Self::Engine(options) => options.check(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_scheduler::EngineConfig;
    use std::iter;
    use std::num::NonZeroUsize;

    fn parse(line: &str) -> Result<Command, String> {
        let cli = Cli::try_parse_from(line.split(' ')).map_err(|error| error.to_string())?;
        let command = cli.command.unwrap_or(Command::Serve(cli.serve));
        command.check().map(|()| command)
    }

    #[test]
    fn the_command_line_is_well_defined() {
        <Cli as CommandFactory>::command().debug_assert();
    }

    #[test]
    fn flags_default_to_the_default_configurations() {
        let Ok(Command::Serve(options)) = parse("bestmove") else { panic!("serving is the default") };
        assert_eq!(options.server(), ServerConfig::default());
        assert_eq!(options.engine.config(), EngineConfig::default());
    }

    #[test]
    fn a_trusted_proxy_may_have_all_connections() {
        for (line, most) in [
            ("bestmove --connections 8 --trusted-proxies 1", Some(8)),
            ("bestmove --connections 8 --trusted-proxies 1 --connections-per-address 3", Some(3)),
            ("bestmove --connections 8 --connections-per-address 3", Some(3)),
            ("bestmove --connections 8", None),
        ] {
            let Ok(Command::Serve(options)) = parse(line) else { panic!("{line} is refused") };
            assert_eq!(options.server().connections_per_address, most.and_then(NonZeroUsize::new), "{line}");
        }
    }

    #[test]
    fn serve_is_the_default_command() {
        assert!(matches!(parse("bestmove"), Ok(Command::Serve(_))));
        assert!(matches!(parse("bestmove --listen 0.0.0.0:80"), Ok(Command::Serve(_))));
        assert!(matches!(parse("bestmove health --listen [::1]:80"), Ok(Command::Health(_))));
    }

    #[test]
    fn solve_ignores_the_limits_of_the_service() {
        let line = "bestmove solve checkers --time-ms 60000 --nodes 2000000000";
        let Ok(Command::Solve(options)) = parse(line) else { panic!("{line} is refused") };
        let budget = options.config().limit_policy.resolve(&options.requested()).unwrap();
        assert_eq!((budget.time.as_secs(), budget.nodes), (60, Some(2_000_000_000)));
        for invalid in ["--time-ms 0", "--time-ms 18446744073709551615", "--depth 0", "--nodes 0"] {
            assert!(parse(&format!("bestmove solve checkers {invalid}")).is_err(), "{invalid}");
        }
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
    fn contradictory_settings_are_refused_by_name() {
        for (line, expected) in [
            ("bestmove --workers 0", "--workers"),
            ("bestmove --table-mib 0", "--table-mib"),
            ("bestmove --max-time-ms 0", "--max-time-ms"),
            ("bestmove --default-time-ms 2000 --max-time-ms 1000", "--default-time-ms 2000 is more than"),
            ("bestmove --analysis-max-time-ms 1000", "--analysis-default-time-ms 60000 is more than"),
            ("bestmove --analyses-per-client 0", "--analyses-per-client"),
            ("bestmove --listen nowhere", "--listen"),
            ("bestmove --api-keys short", "at least 16 characters"),
            ("bestmove --address-quota-ms 0", "--address-quota-ms 0 means that a key is required"),
            ("bestmove --key-quota-ms 9999", "--key-quota-ms 9999 is less than --max-time-ms 10000"),
            ("bestmove --address-quota-ms 59999", "59999 is less than --analysis-default-time-ms 60000"),
            ("bestmove solve chess", "tic-tac-toe"),
            ("bestmove --workers x", "expected a whole number from 1 to 1024"),
            ("bestmove --key-quota-ms=-1", "expected a whole number from 1"),
            ("bestmove --listen nowhere", "expected an address and a port, such as 127.0.0.1:8080"),
            ("bestmove --log loud=loud", "expected a level (off, error, warn, info, debug, trace)"),
            ("bestmove perft checkers 256", "expected a whole number from 0 to 255"),
            ("bestmove play checkers --level 11", "expected a whole number from 1 to 10"),
            ("bestmove engine", "--protocol"),
            ("bestmove engine --protocol ugi", "--protocol ugi: expected a game"),
            ("bestmove engine connect-four --protocol hub", "expected checkers, got connect-four"),
            ("bestmove engine checkers --protocol gtp", "--protocol gtp: expected reversi, got checkers"),
            ("bestmove engine checkers --protocol nboard", "expected reversi, got checkers"),
            ("bestmove engine checkers --protocol ugi --level 11", "--level"),
        ] {
            let message = parse(line).err().unwrap_or_else(|| panic!("{line} is accepted"));
            assert!(message.contains(expected), "{line}: {message}");
        }
    }
}
