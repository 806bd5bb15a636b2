//! Puts the parts together: configuration, engine, service.

use bestmove::config::{Cli, Command, EngineOptions, ServeOptions};
use bestmove::engine::Engine;
use bestmove::search::STACK_BYTES;
use bestmove::{cli, http, server, telemetry};
use std::error::Error;
use std::io;
use std::process::ExitCode;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    match run(&Cli::command()) {
        Ok(()) => ExitCode::SUCCESS,
        #[expect(clippy::print_stderr, reason = "the last word of a command line program")]
        Err(error) => {
            eprintln!("bestmove: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Serve(options) => {
            telemetry::init(&options.log);
            options.engine.learn()?;
            let runtime = runtime(&options.engine)?;
            let served = runtime.block_on(serve(options));
            // A search that has outlived the drain deadline is not waited for.
            runtime.shutdown_background();
            Ok(served?)
        }
        Command::Solve(options) => cli::solve(options),
        Command::Perft(options) => cli::perft(options),
        Command::Bench => cli::bench(),
        Command::Health(options) => Ok(cli::health(options)?),
    }
}

fn runtime(options: &EngineOptions) -> io::Result<Runtime> {
    let config = options.config();
    // Of each priority as many searches may have begun as there are workers; the others pause.
    let searches = 3 * config.workers.get();
    Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK_BYTES)
        .max_blocking_threads(searches)
        .build()
}

async fn serve(options: &ServeOptions) -> io::Result<()> {
    server::raise_descriptor_limit();
    let fair_use = options.fair_use.read()?;
    let shutdown = termination()?;
    let address = options.at.listen;
    let cannot = |error: io::Error| io::Error::new(error.kind(), format!("--listen {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let engine = Engine::new(options.engine.config());
    http::serve(listener, engine, fair_use, options.server.config(), shutdown).await
}

/// Ends when the process is asked to: SIGTERM from Docker and systemd, SIGINT from a terminal.
fn termination() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    })
}
