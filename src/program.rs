//! The program: configuration, engine, service.

use crate::admin::Admin;
use crate::config::{Cli, Command, EngineOptions, JobOptions, LogOptions, ServeOptions, WorkerOptions};
use crate::http::HttpConfig;
use crate::jobs::Jobs;
use crate::net::Connections;
use crate::signals::Termination;
use crate::{cli, http, net, telemetry};
use bestmove_core::search::STACK_BYTES;
use bestmove_core::search::huge_pages::reexec_with_huge_pages;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// How long the store may take to get unfinished chunks back.
const HAND_BACK: Duration = Duration::from_secs(1);
const LISTEN: &str = "--listen";
const ADMIN_LISTEN: &str = "--admin-listen";

/// The games of this process.
static GAMES: OnceLock<Arc<Registry>> = OnceLock::new();

/// The games of this process: those that [`run`] was given, or the built-in ones.
pub(crate) fn games() -> Arc<Registry> {
    GAMES.get().cloned().unwrap_or_else(Registry::built_in)
}

/// Runs the program `bestmove` with these games, by the flags and environment variables of the
/// process: the service with its limits, metrics and shutdown, and all commands. Called once, from
/// `main`.
#[must_use]
pub fn run(games: Arc<Registry>) -> ExitCode {
    GAMES.get_or_init(|| games);
    match execute(&Cli::command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        #[expect(clippy::print_stderr, reason = "the last word of a command line program")]
        Err(error) => {
            eprintln!("bestmove: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of the output has left, as `head` does.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn execute(command: &Command) -> Result<(), Box<dyn Error>> {
    if command.has_tables() {
        reexec_with_huge_pages()?;
    }
    match command {
        Command::Serve(options) => {
            run_until_stopped(&options.log, &options.engine, |admin| serve(options, admin))
        }
        Command::Solve(options) => cli::solve(options),
        Command::Play(options) => cli::play(options),
        Command::Convert(options) => cli::convert(options),
        Command::Job(command) => cli::job(command),
        Command::Worker(options) => {
            run_until_stopped(&options.log, &options.engine, |admin| work(options, admin))
        }
        Command::Review(options) => cli::review(options),
        Command::Engine(options) => cli::engine(options),
        Command::SearchTree(options) => cli::search_tree(options),
        Command::Perft(options) => cli::perft(options),
        Command::Bench => cli::bench(),
        Command::Health(options) => Ok(cli::health(options)?),
        Command::Completions(options) => Ok(cli::completions(options)?),
        Command::Man(options) => cli::man(options),
    }
}

/// Runs a service with its log and its admin view.
fn run_until_stopped<F: Future<Output = Result<(), Box<dyn Error>>>>(
    log: &LogOptions,
    engine: &EngineOptions,
    run: impl FnOnce(Admin) -> F,
) -> Result<(), Box<dyn Error>> {
    let admin = Admin::default();
    let _telemetry = telemetry::init(log, admin.dropped_log_lines())?;
    let runtime = runtime(engine)?;
    let stopped = runtime.block_on(run(admin));
    // A search that has outlived the drain deadline is not waited for.
    runtime.shutdown_background();
    stopped
}

fn runtime(options: &EngineOptions) -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK_BYTES)
        .max_blocking_threads(options.config().blocking_threads())
        .build()
}

/// Serves until a signal stops it; a second signal cuts the shutdown short. The admin listener answers
/// before the service starts.
async fn serve(options: &ServeOptions, admin: Admin) -> Result<(), Box<dyn Error>> {
    net::raise_descriptor_limit();
    let mut termination = Termination::new()?;
    serve_admin(&admin, options.admin_listen).await?;
    let games = options.engine.search.games()?;
    let fair_use = options.fair_use.read()?;
    let listener = bind(LISTEN, options.at.listen).await?;
    let engine = Engine::with(options.engine.config(), games, admin.observer());
    let jobs = open_jobs(&options.jobs, &options.engine, !fair_use.keys.is_empty())?;
    let (mcp, public_url) = (options.mcp, options.public_url.clone());
    let config = HttpConfig { fair_use, mcp, jobs: Some(Arc::clone(&jobs)), public_url };
    let service = http::router(Arc::clone(&engine), config);
    let router = admin.with_metrics(service);
    admin.observe_jobs(Arc::clone(&jobs));
    admin.started(Arc::clone(&engine));
    log_address(LISTEN, &listener)?;
    let shutdown = CancellationToken::new();
    let chunks = tokio::spawn(Arc::clone(&jobs).run(Arc::clone(&engine), shutdown.clone()));
    let (signalled, is_lasting) = (CancellationToken::new(), jobs.config.is_lasting);
    let signals = async {
        termination.next().await;
        signalled.cancel();
        // What ends with the process goes on as long as that serves.
        if is_lasting {
            shutdown.cancel();
        }
        termination.next().await;
    };
    let retired =
        retire_after(signalled.cancelled(), Arc::clone(&engine), admin.connections(), options.drain_delay());
    let draining = engine.drain_after(retired);
    tokio::select! {
        () = net::serve(listener, router, options.server(), admin.connections(), draining) => (),
        () = signals => warn!("stopped by a second signal"),
    }
    shutdown.cancel();
    // Unfinished chunks are handed back by now; a store that does not answer is not waited for.
    drop(timeout(HAND_BACK, chunks).await);
    Ok(())
}

/// Serves the admin view, if it has an address.
async fn serve_admin(admin: &Admin, address: Option<SocketAddr>) -> io::Result<()> {
    if let Some(address) = address {
        let listener = bind(ADMIN_LISTEN, address).await?;
        log_address(ADMIN_LISTEN, &listener)?;
        tokio::spawn(admin.clone().serve(listener));
    }
    Ok(())
}

/// The jobs of a process, in their store.
fn open_jobs(
    options: &JobOptions,
    engine: &EngineOptions,
    has_keys: bool,
) -> Result<Arc<Jobs>, Box<dyn Error>> {
    let config = options.config(engine.config().workers.get(), engine.task_limits(has_keys));
    Ok(Jobs::new(options.open_store()?, config, options.secret()?))
}

/// Runs chunks of jobs until a signal stops it.
async fn work(options: &WorkerOptions, admin: Admin) -> Result<(), Box<dyn Error>> {
    let mut termination = Termination::new()?;
    serve_admin(&admin, options.admin_listen).await?;
    let engine = Engine::with(options.engine.config(), options.engine.search.games()?, admin.observer());
    let jobs = open_jobs(&options.jobs, &options.engine, false)?;
    admin.observe_jobs(Arc::clone(&jobs));
    admin.started(Arc::clone(&engine));
    let shutdown = CancellationToken::new();
    let chunks = tokio::spawn(jobs.run(engine, shutdown.clone()));
    termination.next().await;
    shutdown.cancel();
    drop(timeout(HAND_BACK, chunks).await);
    Ok(())
}

/// Completes `delay` after `shutdown`. In between, requests are answered, but the service is not
/// ready and makes clients close their connections, so that they go elsewhere before the listener
/// closes.
async fn retire_after(
    shutdown: impl Future<Output = ()>,
    engine: Arc<Engine>,
    connections: Connections,
    delay: Duration,
) {
    shutdown.await;
    engine.retire();
    connections.retire();
    if !delay.is_zero() {
        info!(delay_ms = delay.as_millis() as u64, "not ready, draining soon");
        sleep(delay).await;
    }
}

async fn bind(flag: &str, address: SocketAddr) -> io::Result<TcpListener> {
    let cannot = |error: io::Error| io::Error::new(error.kind(), format!("{flag} {address}: {error}"));
    TcpListener::bind(address).await.map_err(cannot)
}

/// Logs the address of a listener.
fn log_address(flag: &str, listener: &TcpListener) -> io::Result<()> {
    let address = listener.local_addr()?;
    info!(flag, %address, "listening on http://{address}");
    Ok(())
}
