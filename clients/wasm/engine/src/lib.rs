//! The engine as WebAssembly modules. The caller writes bytes to `input` and reads them from `output`; all
//! texts are UTF-8.

use bestmove_core::game::data_file;
use bestmove_query::local::{LocalAnswer, LocalRequest, LocalService};
use bestmove_query::{Registry, SessionConfig};
use std::cell::RefCell;
use std::str;
use std::sync::Arc;

/// How a module answers: [`LocalService::answer`] or [`LocalService::answer_play`].
pub type Answer = fn(&LocalService, LocalRequest<'_>, &mut dyn FnMut(&str)) -> LocalAnswer;

/// The state of a module.
pub struct Module {
    service: LocalService,
    answer: Answer,
    input: RefCell<Vec<u8>>,
    output: RefCell<String>,
}

impl Module {
    pub fn new(games: Registry, answer: Answer) -> Self {
        let service = LocalService::new(SessionConfig::small(), Arc::new(games));
        Self { service, answer, input: RefCell::default(), output: RefCell::default() }
    }

    /// Where to write that many bytes of input.
    pub fn input(&self, len: usize) -> *mut u8 {
        let mut input = self.input.borrow_mut();
        *input = vec![0; len];
        input.as_mut_ptr()
    }

    /// The output of the last call.
    pub fn output(&self) -> *const u8 {
        self.output.borrow().as_ptr()
    }

    /// The bytes of the output.
    pub fn output_len(&self) -> usize {
        self.output.borrow().len()
    }

    /// The names of the data files that a request to the path in the input needs, each on a line.
    pub fn missing_files(&self) {
        let path = String::from_utf8_lossy(&self.input.take()).into_owned();
        self.output.replace(self.service.missing_files(&path).join("\n"));
    }

    /// Takes the data file in the input: a line with its name, then its content. If it is damaged, the
    /// output says how.
    pub fn provide(&self) {
        let (name, file) = split_line(self.input.take());
        let provided = data_file::provide(&name, file);
        self.output.replace(provided.err().map(|invalid| invalid.to_string()).unwrap_or_default());
    }

    /// Answers the request in the input: a line with the method, a space and the path, then the body.
    /// Returns the status; the output is the body of the answer, or the last line of a stream, whose other
    /// lines `on_line` takes.
    pub fn answer(&self, on_line: &mut dyn FnMut(&str)) -> u16 {
        let (line, body) = split_line(self.input.take());
        let (method, path) = line.split_once(' ').unwrap_or_default();
        let answer = (self.answer)(&self.service, LocalRequest { method, path, body: &body }, on_line);
        self.output.replace(answer.body);
        answer.status
    }
}

/// The first line, and the bytes after it.
fn split_line(mut bytes: Vec<u8>) -> (String, Vec<u8>) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = str::from_utf8(&bytes[..end]).unwrap_or_default().to_owned();
    bytes.drain(..(end + 1).min(bytes.len()));
    (line, bytes)
}

/// The functions of a module for a game.
#[macro_export]
macro_rules! module {
    ($game:ty, $answer:expr) => {
        unsafe extern "C" {
            /// Takes a line of a stream, which the caller must copy.
            safe fn on_line(text: *const u8, len: usize);
        }

        thread_local! {
            static MODULE: $crate::Module =
                $crate::Module::new(bestmove_query::Registry::of::<$game>(), $answer);
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn input(len: usize) -> *mut u8 {
            MODULE.with(|module| module.input(len))
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn output() -> *const u8 {
            MODULE.with(|module| module.output())
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn output_len() -> usize {
            MODULE.with(|module| module.output_len())
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn missing_files() {
            MODULE.with(|module| module.missing_files());
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn provide() {
            MODULE.with(|module| module.provide());
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn answer() -> u16 {
            MODULE.with(|module| module.answer(&mut |text| on_line(text.as_ptr(), text.len())))
        }
    };
}
