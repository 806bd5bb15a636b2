//! The library as CheckerBoard uses it: loaded at run time, called through its two functions. Under Wine the
//! same tests load the DLL.

use bestmove_checkerboard::board::Squares;
use bestmove_core::game::{Moves, Notation, Rules, Side};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Board;
use libloading::{Library, Symbol};
use std::env;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null_mut;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

type GetMove = unsafe extern "system" fn(
    *mut [[i32; 8]; 8],
    i32,
    f64,
    *mut c_char,
    *mut i32,
    i32,
    i32,
    *mut c_void,
) -> i32;
type EngineCommand = unsafe extern "system" fn(*const c_char, *mut c_char) -> i32;

const DRAW: i32 = 0;
const WIN: i32 = 1;
const LOSS: i32 = 2;

/// The library, which stays loaded. All tests share its one engine, so they run in one thread: `test.sh`.
struct Engine(&'static Library);

/// An answer of the engine.
struct Answer {
    board: [[i32; 8]; 8],
    result: i32,
    status: String,
}

impl Engine {
    fn load() -> Self {
        static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
            let folder = env::current_exe().unwrap().parent().unwrap().to_owned();
            let name = libloading::library_filename("bestmove_checkerboard");
            // SAFETY: the library runs no code when it is loaded.
            unsafe { Library::new(folder.join(name)) }.unwrap()
        });
        Self(&LIBRARY)
    }

    fn command(&self, command: &str) -> (i32, String) {
        let (command, mut reply) = (CString::new(command).unwrap(), [0; 1024]);
        // SAFETY: the function is of this type, and the buffers are as large as it expects.
        unsafe {
            let call: Symbol<'_, EngineCommand> = self.0.get(b"enginecommand").unwrap();
            let done = call(command.as_ptr(), reply.as_mut_ptr());
            (done, CStr::from_ptr(reply.as_ptr()).to_str().unwrap().to_owned())
        }
    }

    fn move_on(&self, mut board: [[i32; 8]; 8], color: i32, seconds: f64, play_now: &AtomicI32) -> Answer {
        let mut status = [0; 1024];
        // SAFETY: the function is of this type, and the buffers are as large as it expects.
        unsafe {
            let call: Symbol<'_, GetMove> = self.0.get(b"getmove").unwrap();
            let (text, stop) = (status.as_mut_ptr(), play_now.as_ptr());
            let result = call(&mut board, color, seconds, text, stop, 0, 0, null_mut());
            let status = CStr::from_ptr(status.as_ptr()).to_str().unwrap().to_owned();
            Answer { board, result, status }
        }
    }

    fn choose(&self, position: &Board, seconds: f64) -> Answer {
        self.move_on(board(position), color(position), seconds, &AtomicI32::new(0))
    }
}

fn board(position: &Board) -> [[i32; 8]; 8] {
    let mut board = [[0; 8]; 8];
    Squares::from(position).put_on(&mut board);
    board
}

fn color(position: &Board) -> i32 {
    if Checkers::to_move(position) == Side::First { 2 } else { 1 }
}

fn moves(position: &Board) -> Moves<<Checkers as Rules>::Move> {
    let mut moves = Moves::new();
    Checkers::moves(position, &mut moves);
    moves
}

/// Positions of random games, in which a move is possible.
fn random_positions(count: usize) -> Vec<Board> {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let (mut position, stop_at) = (Checkers::start(), random(80));
        for _ in 0..stop_at {
            let legal = moves(&position);
            if legal.is_empty() {
                break;
            }
            position = Checkers::play(&position, legal[random(legal.len())]);
        }
        if !moves(&position).is_empty() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn the_engine_introduces_itself() {
    let engine = Engine::load();
    assert_eq!(engine.command("get gametype"), (1, "21".to_owned()));
    assert_eq!(engine.command("get protocolversion"), (1, "2".to_owned()));
    let (done, name) = engine.command("name");
    assert!(done == 1 && name.starts_with("bestmove "), "{name}");
    assert_eq!(engine.command("about").0, 1);
}

#[test]
fn moves_are_legal_and_in_time() {
    let engine = Engine::load();
    const SECONDS: f64 = 0.05;
    let mut late = 0;
    for position in random_positions(100) {
        let began = Instant::now();
        let Answer { board: after, status, .. } = engine.choose(&position, SECONDS);
        late += u32::from(began.elapsed() > Duration::from_secs_f64(SECONDS) * 4);
        let legal = moves(&position);
        let text = Checkers::print(&position);
        assert!(legal.iter().any(|&played| board(&Checkers::play(&position, played)) == after), "{text}");
        assert!(status.starts_with("depth ") && status.contains("  pv "), "{status}");
    }
    assert!(late < 10, "{late} of 100 moves took four times their time");
}

#[test]
fn the_result_is_returned_if_it_is_proven() {
    let engine = Engine::load();
    for (text, result) in [("W:WK10,K11:BK1", WIN), ("B:W22,K10,K11:BK1", LOSS), ("B:W5:B1", DRAW)] {
        let answer = engine.choose(&Checkers::parse(text).unwrap(), 5.0);
        assert_eq!(answer.result, result, "{text}: {}", answer.status);
    }
}

#[test]
fn a_side_without_a_move_has_lost() {
    let engine = Engine::load();
    let stuck = Checkers::parse("B:W5,6,10:B1").unwrap();
    let answer = engine.choose(&stuck, 1.0);
    assert_eq!((answer.board, answer.result), (board(&stuck), LOSS));
}

#[test]
fn play_now_ends_the_search() {
    let engine = Engine::load();
    let (play_now, position) = (AtomicI32::new(0), Checkers::start());
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            play_now.store(1, Ordering::Relaxed);
        });
        engine.move_on(board(&position), color(&position), 100_000.0, &play_now)
    });
    assert_ne!(answer.board, board(&position));
}

#[test]
fn the_history_decides_repetitions() {
    let engine = Engine::load();
    let start = "B:WK32:BK1";
    let shuffle = "1-5 32-28 5-1 28-32";
    let draw = format!("set gamehist {start} {shuffle} {shuffle}");
    assert_eq!(engine.command(&draw).0, 1);
    let position = Checkers::parse(start).unwrap();
    // The third occurrence: the game is over.
    assert_eq!(engine.choose(&position, 1.0).board, board(&position));
    // The history of another position, and none, do not matter.
    for command in ["set gamehist B:WK31:BK1", "get gametype"] {
        assert_eq!(engine.command(command).0, 1);
        assert_ne!(engine.choose(&position, 0.1).board, board(&position));
    }
    let (done, reply) = engine.command("set gamehist 1-5 32-28");
    assert!(done == 0 && reply.starts_with("turn: expected B or W"), "{reply}");
}

#[test]
fn options_are_kept() {
    let engine = Engine::load();
    for (option, value) in [("hashsize", "8"), ("searchthreads", "2"), ("enable_wld", "0")] {
        assert_eq!(engine.command(&format!("set {option} {value}")).0, 1);
        assert_eq!(engine.command(&format!("get {option}")), (1, value.to_owned()));
    }
    engine.choose(&Checkers::start(), 0.05);
    for command in ["set searchthreads 1", "set enable_wld 1"] {
        assert_eq!(engine.command(command).0, 1);
    }
}

#[test]
fn tables_are_read_from_a_directory() {
    let engine = Engine::load();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/core/data");
    let (done, reply) = engine.command(&format!("set dbpath {data}"));
    assert_eq!((done, engine.command("get dbpath").1.as_str()), (1, data), "{reply}");
    let (done, reply) = engine.command("set dbpath nowhere");
    assert!(done == 0 && reply.starts_with("nowhere: expected checkers-5.distances"), "{reply}");
    assert_eq!(engine.command("get dbpath").1, data, "a refused command changes nothing");
}

#[test]
fn what_is_not_understood_is_refused() {
    let engine = Engine::load();
    for command in ["", "hello", "get", "get book", "set book 3", "set hashsize x", "set searchthreads 0"] {
        let (done, reply) = engine.command(command);
        assert!(done == 0 && reply.contains("expected "), "{command}: {reply}");
    }
    let mut broken = board(&Checkers::start());
    broken[0][0] = 77;
    let answer = engine.move_on(broken, 2, 0.1, &AtomicI32::new(0));
    assert_eq!((answer.board, answer.result), (broken, 3));
    assert!(answer.status.starts_with("board: expected "), "{}", answer.status);
}
