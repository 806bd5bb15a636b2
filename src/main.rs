//! The program `bestmove`.

use bestmove_query::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    bestmove::run(Registry::built_in())
}
