//! The checkers engine of `bestmove` as a library for CheckerBoard: its API, version 2.
//! <http://www.fierz.ch/cbdeveloper.php>
//!
//! CheckerBoard loads the DLL and calls the two functions here, from one thread at a time.

pub mod board;
mod engine;
mod time;

use board::Squares;
use engine::{Answer, Engine};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::atomic::AtomicI32;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Bytes of a status line or a reply.
const TEXT_BYTES: usize = 1024;

static ENGINE: LazyLock<Mutex<Engine>> = LazyLock::new(Mutex::default);

fn engine() -> MutexGuard<'static, Engine> {
    ENGINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Chooses a move for `color` and plays it on `board`. Returns 0 for a drawn position, 1 for a won one, 2
/// for a lost one, 3 if the result is not proven.
///
/// # Safety
///
/// The pointers must be valid as CheckerBoard defines them: `board` for 64 numbers, `status` for 1,024
/// bytes, `play_now` for a number. The last one is not used.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn getmove(
    board: *mut [[c_int; 8]; 8],
    color: c_int,
    max_time: f64,
    status: *mut c_char,
    play_now: *mut c_int,
    info: c_int,
    more_info: c_int,
    _: *mut c_void,
) -> c_int {
    let arrival = Instant::now();
    // SAFETY: the caller vouches for the pointers.
    let (board, status, play_now) = unsafe {
        (&mut *board, slice::from_raw_parts_mut(status.cast(), TEXT_BYTES), AtomicI32::from_ptr(play_now))
    };
    let deadline = arrival + time::for_move(max_time, info, more_info);
    let choose = || {
        let squares = Squares::of(board);
        engine().choose(&squares, color, deadline, play_now, &mut |line| write(status, line))
    };
    match catch_unwind(AssertUnwindSafe(choose)) {
        Ok(Ok(Answer { squares, result })) => {
            squares.put_on(board);
            result
        }
        Ok(Err(invalid)) => {
            write(status, &invalid.to_string());
            engine::UNKNOWN
        }
        Err(_) => {
            write(status, "the search failed: a defect of bestmove");
            engine::UNKNOWN
        }
    }
}

/// Carries out a command. Returns 1, or 0 if it is not understood.
///
/// # Safety
///
/// `command` must be a text that ends with 0, and `reply` valid for 1,024 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    // SAFETY: the caller vouches for the pointers.
    let (command, reply) =
        unsafe { (CStr::from_ptr(command), slice::from_raw_parts_mut(reply.cast(), TEXT_BYTES)) };
    let execute = || engine().execute(&command.to_string_lossy());
    let executed = catch_unwind(AssertUnwindSafe(execute));
    let (text, is_understood) = match executed {
        Ok(Ok(text)) => (text, 1),
        Ok(Err(refusal)) => (refusal, 0),
        Err(_) => ("the command failed: a defect of bestmove".to_owned(), 0),
    };
    write(reply, &text);
    is_understood
}

/// Writes as much of a text as fits, and the 0 that ends it.
fn write(buffer: &mut [u8], text: &str) {
    let end = text.floor_char_boundary(buffer.len() - 1);
    buffer[..end].copy_from_slice(&text.as_bytes()[..end]);
    buffer[end] = 0;
}
