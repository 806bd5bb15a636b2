//! `bestmove completions` and `bestmove man`.

use crate::config::{Cli, CompletionOptions, ManOptions};
use clap_mangen::Man;
use std::error::Error;
use std::io::{self, Write};

/// Prints completions for a shell.
///
/// # Errors
///
/// If the output can't be written.
pub fn completions(options: &CompletionOptions) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::program(), "bestmove", &mut script);
    io::stdout().write_all(&script)
}

/// Prints the manual page of the program or of a command.
///
/// # Errors
///
/// If there is no such command, or the output can't be written.
pub fn man(options: &ManOptions) -> Result<(), Box<dyn Error>> {
    let mut program = Cli::program();
    program.build();
    let page = match &options.command {
        None => program,
        Some(name) => {
            let names: Vec<_> =
                program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| format!("command: expected one of {}, got {name:?}", names.join(", ")))?
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
