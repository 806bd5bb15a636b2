//! Options of `bestmove job`.

use super::records::RecordsOptions;
use super::values::from_to;
use crate::jobs::{JobKind, JobSpec};
use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand};

/// The commands of `bestmove job`.
#[derive(Subcommand)]
pub enum JobCommand {
    /// Submit a file of positions, as JSON in each line, or of games
    Submit(JobSubmission),
    /// Show how far a job is until it has ended
    Follow(JobReference),
    /// Print the answers so far as lines of JSON
    Results {
        /// The job.
        #[command(flatten)]
        job: JobReference,
        /// Index of the first line
        #[arg(long, env = "BESTMOVE_FROM", value_name = "INDEX", default_value_t = 0)]
        from: u64,
    },
    /// Cancel a job; its answers so far can be read
    Cancel(JobReference),
}

/// A service to talk to.
#[derive(Args)]
pub struct ServiceOptions {
    /// Address of the service
    #[arg(long, env = "BESTMOVE_URL", value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub url: String,
    /// API key
    #[arg(long, env = "BESTMOVE_KEY", value_name = "KEY", hide_env_values = true)]
    pub key: Option<String>,
}

/// A job of a service.
#[derive(Args)]
pub struct JobReference {
    /// The service.
    #[command(flatten)]
    pub service: ServiceOptions,
    /// ID of the job
    #[arg(env = "BESTMOVE_ID", value_name = "ID")]
    pub id: String,
}

/// A submission.
#[derive(Args)]
pub struct JobSubmission {
    /// The service.
    #[command(flatten)]
    pub service: ServiceOptions,
    /// The file and its game.
    #[command(flatten)]
    pub records: RecordsOptions,
    /// What to do with each line
    #[arg(long, env = "BESTMOVE_KIND", value_name = "KIND", default_value = "analysis")]
    kind: JobKind,
    /// Nodes of each search
    #[arg(long, env = "BESTMOVE_NODES", value_name = "N", value_parser = from_to::<u64>(1..=JobSpec::POLICY.max_nodes))]
    nodes: Option<u64>,
    /// Last iteration of each search in plies
    #[arg(long, env = "BESTMOVE_DEPTH", value_name = "PLIES", value_parser = from_to::<u64>(1..=bestmove_query::LimitPolicy::MAX_DEPTH))]
    depth: Option<u64>,
    /// Print the price, and start nothing
    #[arg(long, env = "BESTMOVE_DRY_RUN", value_parser = BoolishValueParser::new())]
    pub dry_run: bool,
    /// Send the file in parts, so that an upload that breaks off can be resumed
    #[arg(long, env = "BESTMOVE_PARTS", value_parser = BoolishValueParser::new())]
    pub parts: bool,
    /// Send the rest of the same file to a job that was interrupted
    #[arg(long, env = "BESTMOVE_RESUME", value_name = "ID")]
    pub resume: Option<String>,
    /// Wait for the end, and print the answers
    #[arg(long, env = "BESTMOVE_WAIT", value_parser = BoolishValueParser::new())]
    pub wait: bool,
}

impl JobSubmission {
    /// The path and the query string of the request.
    ///
    /// # Errors
    ///
    /// If neither the option nor the name of the file says what game it is.
    pub fn path_and_query(&self) -> Result<String, String> {
        let game = self.records.game()?.info().id;
        let limit =
            |name, limit: Option<u64>| limit.map_or_else(String::new, |limit| format!("&{name}={limit}"));
        let (kind, dry_run) = (self.kind.name(), self.dry_run);
        let limits = limit("nodes", self.nodes) + &limit("depth", self.depth);
        Ok(format!("/v1/jobs?kind={kind}&game={game}&dry_run={dry_run}{limits}"))
    }
}
