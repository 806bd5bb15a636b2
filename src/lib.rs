//! Best moves and principal variations for tic-tac-toe, connect-four and checkers (English draughts):
//! a library of games and searches, and the HTTP service built on it.
//!
//! Without the feature `service` (`default-features = false`) the crate is the library alone: rules and
//! notation of the [`games`], alpha-beta [`search`] for any [`Game`](game::Game), exact solvers and endgame
//! tablebases. It then has no async runtime, no HTTP and no serde.
//!
//! | feature | contents |
//! |---|---|
//! | `data` (default) | the opening books of connect-four and checkers, the weights of checkers and its tables of up to four pieces, 15 MB; without them the program must be [given](game::data_file::provide) these files |
//! | `tables` | the checkers tables of five and six pieces, 56 MB; without them the program has up to four |
//! | `local` | requests and answers as JSON, answered without a server |
//! | `service` (default) | the HTTP service, with `tables` |
//! | `lab` | `bestmove lab`, with `tables` |
//! | `otel` | export of traces by OpenTelemetry |
//!
//! Instead of compiling `tables` in, [`load_knowledge`](game::Evaluator::load_knowledge) can read their files
//! from a directory, such as `data` of the repository.
//!
//! # The best move of a position
//!
//! A search takes the game so far (a [`Path`](search::Path), as earlier positions decide repetitions), the
//! game's knowledge (evaluation weights and tablebases), a transposition table, which any number of searches
//! may share, and limits. Positions and moves are text in each game's notation, here PDN.
//!
//! ```
//! use bestmove::game::{Notation, Rules};
//! use bestmove::games::{Checkers, checkers::Knowledge};
//! use bestmove::search::{Limits, Path, SearchContext, TranspositionTable, search};
//!
//! let board = Checkers::parse("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")?;
//! let (knowledge, table) = (Knowledge::default(), TranspositionTable::new(16 << 20));
//! let limits = Limits { nodes: Some(20_000), ..Limits::default() };
//! let found = search(&Path::<Checkers>::from(board), SearchContext::new(&knowledge, &table, limits), &mut |_| {});
//!
//! let mut position = board;
//! for &played in &found.line {
//!     println!("{}", Checkers::print_move(&position, played));
//!     position = Checkers::play(&position, played);
//! }
//! println!("{:?}, proven: {}", found.verdict, found.verdict.is_proven());
//! # Ok::<(), bestmove::game::Invalid>(())
//! ```
//!
//! The [`Verdict`](types::Verdict) says whether the score is proven, and `bound` how the number of plies
//! relates to the true one.
//!
//! # Time limits and cancellation
//!
//! ```
//! use bestmove::game::{Notation, Rules};
//! use bestmove::games::{Checkers, checkers::Knowledge};
//! use bestmove::search::{Limits, Path, SearchContext, StoppedBy, TranspositionTable, search};
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::time::{Duration, Instant};
//! use std::thread;
//!
//! let mut path = Path::<Checkers>::from(Checkers::start());
//! path.play(Checkers::parse_move(path.position(), "11-15")?);
//! let (knowledge, table, stop) = (Knowledge::default(), TranspositionTable::new(1 << 20), AtomicBool::new(false));
//! let deadline = Some(Instant::now() + Duration::from_secs(60));
//! let limits = Limits { deadline, stop: &stop, ..Limits::default() };
//! let found = thread::scope(|scope| {
//!     scope.spawn(|| stop.store(true, Ordering::Relaxed));
//!     search(&path, SearchContext::new(&knowledge, &table, limits), &mut |_| {})
//! });
//! assert_eq!(found.stopped_by, StoppedBy::Cancelled);
//! assert!(found.best_move().is_some());
//! # Ok::<(), bestmove::game::Invalid>(())
//! ```
//!
//! # Several moves (MultiPV)
//!
//! [`search_root_moves`](search::search_root_moves) scores the best moves among those given, each with a line
//! of its own.
//!
//! ```
//! use bestmove::game::{Moves, Rules};
//! use bestmove::games::TicTacToe;
//! use bestmove::search::{
//!     Limits, Path, RootMoves, SearchContext, TranspositionTable, search_root_moves,
//! };
//! use bestmove::types::Verdict;
//! use std::num::NonZeroUsize;
//!
//! let path = Path::from(TicTacToe::start());
//! let mut moves = Moves::new();
//! TicTacToe::moves(path.position(), &mut moves);
//! let three = NonZeroUsize::new(3).unwrap();
//! let root_moves = RootMoves { path: &path, moves: &moves, multi_pv: three };
//! let table = TranspositionTable::new(1 << 20);
//! let context = SearchContext::<TicTacToe>::new(&(), &table, Limits::default());
//! let found = search_root_moves(root_moves, context, &mut |_| {});
//!
//! assert_eq!(found.verdict, Verdict::Draw);
//! assert_eq!(found.alternatives.len(), 2);
//! ```
//!
//! # Exact solutions of connect-four
//!
//! The search never calls a game's solver. For a game that has one, solve first, and search only if nothing
//! was proven.
//!
//! ```
//! use bestmove::game::{Rules, SolveLimits, Solver, SolverMemory};
//! use bestmove::games::ConnectFour;
//! use bestmove::types::{Ply, Score, Verdict};
//!
//! let memory = SolverMemory::new(1 << 20);
//! let solution = ConnectFour::solve(&ConnectFour::start(), &memory, &SolveLimits::default());
//! let solution = solution.expect("no limit stops it");
//! assert_eq!(solution.score, Score::win(Ply::new(41)));
//! assert_eq!(solution.verdict(), Verdict::Win { plies: Some(41) });
//! assert!(solution.from_book);
//! ```
//!
//! # A game of your own
//!
//! A game needs [`Rules`](game::Rules) and [`Searchable`](game::Searchable); everything else has neutral
//! defaults. If it also implements [`Notation`](game::Notation), the service can serve it: `CONTRIBUTING.md` says how.
//!
//! ```
//! use bestmove::game::{
//!     Ending, Evaluator, Moves, Outcome, Rules, Searchable, Side, Solver, Tablebase,
//! };
//! use bestmove::search::{Limits, Path, SearchContext, TranspositionTable, search};
//! use bestmove::types::{Key, Verdict};
//!
//! /// Twenty-one matches; each side takes one to three; the side that takes the last one wins.
//! #[derive(Clone, Copy, Debug)]
//! struct Matches;
//!
//! /// The number of matches left, and the side to move.
//! type Position = (u8, Side);
//!
//! impl Rules for Matches {
//!     type Position = Position;
//!     type Move = u8;
//!     const ID: &'static str = "matches";
//!
//!     fn start() -> Position {
//!         (21, Side::First)
//!     }
//!     fn to_move(&(_, side): &Position) -> Side {
//!         side
//!     }
//!     fn moves(&(left, _): &Position, moves: &mut Moves<u8>) {
//!         moves.extend(1..=left.min(3));
//!     }
//!     fn play(&(left, side): &Position, taken: u8) -> Position {
//!         (left - taken, !side)
//!     }
//!     fn outcome(&(left, side): &Position) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome { winner: Some(!side), ending: Ending::NO_MOVES })
//!     }
//! }
//!
//! impl Searchable for Matches {
//!     const HISTORY_SIZE: usize = 4;
//!
//!     fn key(&(left, side): &Position) -> Key {
//!         Key::exact(u64::from(left) << 1 | side as u64)
//!     }
//!     fn code(taken: u8) -> u16 {
//!         taken.into()
//!     }
//! }
//!
//! impl Evaluator for Matches {
//!     type Knowledge = ();
//! }
//! impl Tablebase for Matches {}
//! impl Solver for Matches {}
//!
//! let table = TranspositionTable::new(1 << 20);
//! let context = SearchContext::<Matches>::new(&(), &table, Limits::default());
//! let found = search(&Path::from(Matches::start()), context, &mut |_| {});
//! assert_eq!(found.best_move(), Some(1), "a multiple of four is lost");
//! assert!(matches!(found.verdict, Verdict::Win { .. }));
//! ```
//!
//! # Modules
//!
//! From the bottom up; each names only those above it. `docs/design.md` draws the dependencies.
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`types`] | scores, depths, keys, lines | |
//! | [`game`] | the traits of a game, perft | |
//! | [`games`] | rules, notation, evaluation, tablebases and solvers, a folder for each game | |
//! | [`search`] | alpha-beta for any game, the transposition table | |
//! | [`classic`] | the classic searches of any game tree, and pictures of them | |
//! | [`explanation`] | reasons of moves in words | |
//! | [`opponent`] | opponents of limited strength | |
//! | [`review`] | labels and accuracies of played moves | |
//! | `clients` | identities of clients, limits for each | `service` |
//! | `query` | requests, and the analyses that answer them | `local` |
//! | `wire` | requests and answers as JSON | `local` |
//! | `local` | requests answered on the caller's thread | `local` |
//! | `engine` | worker pool, scheduling, proof cache | `service` |
//! | `http` | the HTTP interface | `service` |
//! | `net` | connections and their time limits | `service` |
//! | `admin` | probes and metrics | `service` |
//! | `config`, `telemetry`, `cli` | flags, logs and traces, subcommands | `service` |
//! | `signals`, `huge_pages` | shutdown signals, transparent huge pages | `service` |
//! | `lab` | building books and tables, training, matches | `lab` |

#[cfg(feature = "service")]
pub mod admin;
pub mod classic;
#[cfg(feature = "service")]
pub mod cli;
#[cfg(feature = "service")]
pub mod clients;
#[cfg(feature = "service")]
pub mod config;
#[cfg(feature = "service")]
pub mod engine;
pub mod explanation;
pub mod game;
pub mod games;
#[cfg(feature = "service")]
pub mod http;
#[cfg(any(feature = "service", feature = "lab"))]
pub mod huge_pages;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "local")]
pub mod local;
#[cfg(feature = "service")]
mod log_summary;
#[cfg(feature = "service")]
pub mod net;
pub mod opponent;
// Of `query` and `wire`, only the service uses all.
#[cfg(feature = "local")]
#[cfg_attr(not(feature = "service"), allow(dead_code))]
pub mod query;
pub mod review;
pub mod search;
#[cfg(feature = "service")]
pub mod signals;
#[cfg(feature = "service")]
pub mod telemetry;
pub mod types;
#[cfg(feature = "local")]
#[cfg_attr(not(feature = "service"), allow(dead_code, unused_imports))]
pub mod wire;
