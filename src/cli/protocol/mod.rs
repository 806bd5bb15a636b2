//! `bestmove engine`: play by a text protocol on standard input and output.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | what a protocol is: commands, answers, refusals |
//! | `session` | the game, the options and the search, whatever the protocol |
//! | `options` | the options that a user interface may set |
//! | `time_management` | from the clock of a game to the time for a move |
//! | `ugi`, `hub` | the commands of each protocol |
//! | `hub_notation` | positions and moves in Hub |

mod commands;
mod hub;
mod hub_notation;
mod options;
mod session;
mod time_management;
mod ugi;

use crate::config::{Protocol, ProtocolOptions};
use crate::engine::FieldError;
use commands::{Commands, print};
use session::Session;
use std::error::Error;
use std::io::{self, BufRead};

/// Carries out the commands on standard input until it ends or says `quit`. A search that runs then is
/// stopped and gives its answer.
///
/// # Errors
///
/// If a table can't be read, or standard input or output fails.
pub fn engine(options: &ProtocolOptions) -> Result<(), Box<dyn Error>> {
    let session = |printer| Ok::<_, FieldError>(Session::new(options, options.game()?, printer));
    let input = io::stdin().lock();
    match options.protocol {
        Protocol::Ugi => serve(&mut ugi::Ugi::new(session(ugi::PRINTER)?), input)?,
        Protocol::Hub => serve(&mut hub::Hub::new(session(hub::PRINTER)?), input)?,
    }
    Ok(())
}

fn serve<C: Commands>(commands: &mut C, input: impl BufRead) -> io::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        let answer = match String::from_utf8_lossy(&line).trim() {
            "" => continue,
            "quit" => break,
            command => commands.execute(command).unwrap_or_else(|error| C::refusal(&error)),
        };
        print(&answer)?;
    }
    Ok(())
}
