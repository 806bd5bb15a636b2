//! `bestmove engine`: play by a text protocol on standard input and output.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | what a protocol is: commands, answers, refusals |
//! | `session` | the game, the options and the search, whatever the protocol |
//! | `options` | the options that a user interface may set |
//! | `time_management` | from the clock of a game to the time for a move |
//! | `ugi`, `hub`, `gtp`, `nboard` | the commands of each protocol |
//! | `hub_notation` | positions and moves in Hub |
//! | `othello_notation` | moves and scores in GTP and NBoard |
//! | `gtp_clocks` | the clocks of a game in GTP |

mod commands;
mod gtp;
mod gtp_clocks;
mod hub;
mod hub_notation;
mod nboard;
mod options;
mod othello_notation;
mod session;
mod time_management;
mod ugi;

use crate::config::{Protocol, ProtocolOptions};
use crate::lines::Lines;
use bestmove_query::FieldError;
use commands::{Commands, print};
use session::ProtocolSession;
use std::error::Error;
use std::io::{self, BufRead};

/// Carries out the commands on standard input until it ends or says `quit`. A search that runs then is
/// stopped and gives its answer.
///
/// # Errors
///
/// If a table can't be read, or standard input or output fails.
pub fn engine(options: &ProtocolOptions) -> Result<(), Box<dyn Error>> {
    let session = |printer| Ok::<_, FieldError>(ProtocolSession::new(options, options.game()?, printer));
    let input = io::stdin().lock();
    match options.protocol {
        Protocol::Ugi => serve(&mut ugi::Ugi::new(session(ugi::PRINTER)?), input)?,
        Protocol::Hub => serve(&mut hub::Hub::new(session(hub::PRINTER)?), input)?,
        Protocol::Gtp => serve(&mut gtp::Gtp::new(session(gtp::PRINTER)?), input)?,
        Protocol::Nboard => serve(&mut nboard::NBoard::new(session(nboard::PRINTER)?), input)?,
    }
    Ok(())
}

fn serve<C: Commands>(commands: &mut C, input: impl BufRead) -> io::Result<()> {
    for line in Lines::new(input) {
        let answer = match line?.as_deref().map(str::trim) {
            Ok("") => continue,
            Ok(command) => {
                if let Some(farewell) = C::farewell(command) {
                    return print(&farewell);
                }
                commands.execute(command)
            }
            Err(invalid) => {
                commands.forget_position();
                Err(FieldError { field: invalid.part.to_string(), invalid: invalid.clone() })
            }
        };
        print(&answer.unwrap_or_else(|error| C::refusal(&error)))?;
    }
    Ok(())
}
