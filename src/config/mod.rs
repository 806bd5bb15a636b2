//! Flags and environment variables, checked before anything starts; a file for each concern.

mod engine;
mod environment;
mod fair_use;
mod log;
mod server;
mod tools;
mod values;

pub use engine::EngineOptions;
pub use fair_use::FairUseOptions;
pub use log::{LogFormat, LogOptions};
pub use server::ServerOptions;
pub use tools::{PerftOptions, SolveOptions};

use crate::net::ServerConfig;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::env;
use std::net::SocketAddr;
use std::time::Duration;

/// The best move for tic-tac-toe, connect-four and checkers. Without a command: serve.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
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
    /// Count the move sequences of a game (perft), the test of its rules
    Perft(PerftOptions),
    /// Benchmark the search on fixed positions and print the node signature
    Bench,
    /// Check whether the service at this address is ready: exit code 0 or 1
    Health(ListenOptions),
}

/// Options of the service.
#[derive(Args)]
pub struct ServeOptions {
    /// The address of the service.
    #[command(flatten)]
    pub at: ListenOptions,
    /// Address and port of the service. The default is reachable from this machine only; a
    /// container needs 0.0.0.0:8080
    #[arg(long, env = "BESTMOVE_ADMIN_LISTEN")]
    pub admin_listen: Option<SocketAddr>,
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
}

/// The address of the service.
#[derive(Args)]
pub struct ListenOptions {
    /// Address and port of the service. The default is reached from this machine only; a
    /// container needs 0.0.0.0:8080
    #[arg(long, env = "BESTMOVE_LISTEN", default_value = "127.0.0.1:8080")]
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
    /// The command line and the environment. Ends the process with a message if they are invalid.
    #[must_use]
    pub fn command() -> Command {
        let cli = Self::parse();
        let mut program = <Self as CommandFactory>::command();
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let command = cli.command.unwrap_or(Command::Serve(cli.serve));
        if let Err(message) = environment::check(&program, names).and_then(|()| command.check()) {
            program.error(ErrorKind::ValueValidation, message).exit();
        }
        command
    }
}

impl Command {
    fn check(&self) -> Result<(), String> {
        match self {
            Self::Serve(options) => {
                options.engine.check()?;
                options.fair_use.check(&options.engine.quota_needs())
            }
            Self::Solve(options) => options.engine.check_memory(),
            Self::Perft(_) | Self::Bench | Self::Health(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineConfig;
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
        let line = "bestmove solve checkers --time-ms 60000 --nodes 2000000000 --default-time-ms 20000";
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
        ] {
            let message = parse(line).err().unwrap_or_else(|| panic!("{line} is accepted"));
            assert!(message.contains(expected), "{line}: {message}");
        }
    }
}
