//! The engine as a WebAssembly module. The caller writes bytes to [`input`] and reads them from [`output`];
//! all texts are UTF-8.

use bestmove::game::data_file;
use bestmove::local::{LocalConfig, LocalRequest, LocalService};
use bestmove::query::Registry;
use std::cell::RefCell;
use std::str;
use std::sync::Arc;

unsafe extern "C" {
    /// Takes a line of a stream, which the caller must copy.
    safe fn on_line(text: *const u8, len: usize);
}

#[cfg(feature = "tic-tac-toe")]
type Game = bestmove::games::TicTacToe;
#[cfg(feature = "connect-four")]
type Game = bestmove::games::ConnectFour;
#[cfg(feature = "checkers")]
type Game = bestmove::games::Checkers;

thread_local! {
    static SERVICE: LocalService = LocalService::new(LocalConfig::default(), Arc::new(Registry::of::<Game>()));
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where to write that many bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; len];
        input.as_mut_ptr()
    })
}

/// The output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// The bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(String::len)
}

/// The names of the data files that a request to the path in the input needs, each on a line.
#[unsafe(no_mangle)]
pub extern "C" fn missing_files() {
    let path = String::from_utf8_lossy(&INPUT.take()).into_owned();
    let missing = SERVICE.with(|service| service.missing_files(&path));
    OUTPUT.set(missing.join("\n"));
}

/// Takes the data file in the input: a line with its name, then its content. If it is damaged, the output
/// says how.
#[unsafe(no_mangle)]
pub extern "C" fn provide() {
    let (name, file) = split_line(INPUT.take());
    let provided = data_file::provide(&name, file);
    OUTPUT.set(provided.err().map(|invalid| invalid.to_string()).unwrap_or_default());
}

/// Answers the request in the input: a line with the method, a space and the path, then the body. Returns
/// the status; the output is the body of the answer, or the last line of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u16 {
    let (line, body) = split_line(INPUT.take());
    let (method, path) = line.split_once(' ').unwrap_or_default();
    let request = LocalRequest { method, path, body: &body };
    let answer =
        SERVICE.with(|service| service.answer(request, &mut |text| on_line(text.as_ptr(), text.len())));
    OUTPUT.set(answer.body);
    answer.status
}

/// The first line, and the bytes after it.
fn split_line(mut bytes: Vec<u8>) -> (String, Vec<u8>) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = str::from_utf8(&bytes[..end]).unwrap_or_default().to_owned();
    bytes.drain(..(end + 1).min(bytes.len()));
    (line, bytes)
}
