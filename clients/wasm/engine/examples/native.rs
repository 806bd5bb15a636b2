//! The engine without WebAssembly, for comparison: answers requests, each on a line of the input with method,
//! path and body, by a line of the output. The argument is the folder of the data files.

use bestmove_core::game::data_file;
use bestmove_query::local::{LocalRequest, LocalService};
use bestmove_query::{Registry, SessionConfig};
use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    let data = env::args().nth(1).ok_or("expected the folder of the data files, got none")?;
    let service = LocalService::new(SessionConfig::small(), Registry::built_in());
    for line in io::stdin().lines() {
        let line = line?;
        let [method, path, body] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            return Err("expected a method, a path and a body, got less".into());
        };
        for name in service.missing_files(path) {
            data_file::provide(name, fs::read(Path::new(&data).join(name))?)?;
        }
        let request = LocalRequest { method, path, body: body.as_bytes() };
        println!("{}", service.answer(request, &mut |_| {}).body);
    }
    Ok(())
}
