//! CheckerBoard unloads the library when the user chooses another engine.

use libloading::{Library, Symbol};
use std::env;
use std::ffi::{CStr, c_char};
use std::ptr::null_mut;
use std::sync::atomic::AtomicI32;

type GetMove =
    unsafe extern "system" fn(*mut i32, i32, f64, *mut c_char, *mut i32, i32, i32, *mut c_char) -> i32;

#[test]
fn the_library_can_be_unloaded_and_loaded_again() {
    let folder = env::current_exe().unwrap().parent().unwrap().to_owned();
    let path = folder.join(libloading::library_filename("bestmove_checkerboard"));
    for _ in 0..3 {
        let (mut board, mut status, play_now) = ([0; 64], [0; 1024], AtomicI32::new(0));
        // A black king on square 4, a white king on square 29.
        (board[0], board[63]) = (10, 9);
        // SAFETY: the function is of this type, and the buffers are as large as it expects.
        let text = unsafe {
            let library = Library::new(&path).unwrap();
            let call: Symbol<'_, GetMove> = library.get(b"getmove").unwrap();
            let text = status.as_mut_ptr();
            call(board.as_mut_ptr(), 2, 0.1, text, play_now.as_ptr(), 0, 0, null_mut());
            library.close().unwrap();
            CStr::from_ptr(status.as_ptr()).to_str().unwrap().to_owned()
        };
        assert!(board[0] == 0 && text.starts_with("depth "), "{text}");
    }
}
