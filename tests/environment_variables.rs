//! Unknown environment variables.

use std::process::{Command, Output};

fn count_moves(variable: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
    command.args(["perft", "tic-tac-toe", "1"]).env(variable, "1").output().unwrap()
}

#[test]
fn unknown_variables_are_refused_by_name() {
    let refused = count_moves("BESTMOVE_ADRESS_QUOTA_MS");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(
        message.contains("BESTMOVE_ADRESS_QUOTA_MS: did you mean BESTMOVE_ADDRESS_QUOTA_MS?"),
        "{message}"
    );
    assert!(count_moves("BESTMOVE_WORKERS").status.success());
}
