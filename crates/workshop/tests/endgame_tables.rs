//! The checkers endgame tables: against published counts, against the rules, and with damaged files.

/// Tables that the workshop rebuilds and checks.
mod rebuild;

use crate::positions::moves;
use bestmove_core::game::{Notation, Rules, Tablebase, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Board;
use bestmove_core::games::checkers::endgame::retrograde::{Builder, Metric};
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{self, TableKind, Tables, boards};
use bestmove_core::search::{Limits, Path as GamePath, SearchContext, TranspositionTable, search};
use std::fs;
use std::path::PathBuf;
use std::thread;

fn board(fen: &str) -> Board {
    Checkers::parse(fen).unwrap()
}

/// An empty directory, removed when the test ends.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bestmove-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The lines for `pieces` pieces of a file like `tests/data/checkers-endings.txt`.
fn counts(text: &str, pieces: usize) -> Vec<Vec<usize>> {
    let lines = text.lines().filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
    let numbers = lines.map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect());
    let mut counts: Vec<Vec<usize>> = numbers.filter(|numbers: &Vec<usize>| numbers[0] == pieces).collect();
    counts.sort();
    counts
}

fn published_counts(pieces: usize) -> Vec<Vec<usize>> {
    counts(&fs::read_to_string("tests/data/checkers-endings.txt").unwrap(), pieces)
}

/// The result of the best move, from the tables' results of the positions after each move.
fn best_result(tables: &Tables, board: &Board) -> TablebaseResult {
    best_result_with(board, &|next| tables.probe(next))
}

fn best_result_with(board: &Board, probe: &impl Fn(&Board) -> Option<TablebaseResult>) -> TablebaseResult {
    let more = |plies: Option<u16>| plies.map(|plies| plies + 1);
    let mut best = TablebaseResult::Loss { plies: Some(0) };
    for played in moves::<Checkers>(board) {
        let next = Checkers::play(board, played);
        best = match (probe(&next).unwrap_or_else(|| best_result_with(&next, probe)), best) {
            (TablebaseResult::Loss { plies }, TablebaseResult::Win { plies: best }) => {
                TablebaseResult::Win { plies: more(plies).min(best) }
            }
            (TablebaseResult::Loss { plies }, _) => TablebaseResult::Win { plies: more(plies) },
            (_, TablebaseResult::Win { .. }) => best,
            (TablebaseResult::Draw, _) | (_, TablebaseResult::Draw) => TablebaseResult::Draw,
            (TablebaseResult::Win { plies }, TablebaseResult::Loss { plies: best }) => {
                TablebaseResult::Loss { plies: more(plies).max(best) }
            }
        };
    }
    best
}

#[test]
fn results_and_longest_wins_agree_with_published_counts() {
    let tables = Tables::embedded();
    for pieces in 2..=4 {
        let mut found = Vec::new();
        for slice in Slice::all(pieces) {
            let (mut counts, mut longest) = ([0; 3], [0; 3]);
            boards(slice, |board| {
                let Some(board) = board else { return };
                let (result, plies) =
                    match tables.probe(&board).expect("a result for each position with up to four pieces") {
                        TablebaseResult::Win { plies } => (0, plies),
                        TablebaseResult::Draw => (1, Some(0)),
                        TablebaseResult::Loss { plies } => (2, plies),
                    };
                counts[result] += 1;
                longest[result] =
                    longest[result].max(usize::from(plies.expect("a distance for each result")));
            });
            let Slice { own, other } = slice;
            let [wins, draws, losses] = counts;
            let [win, _, loss] = longest;
            let force = [pieces, own.men, own.kings, other.men, other.kings];
            found.push([&force[..], &[wins + draws + losses, wins, draws, losses, win, loss]].concat());
        }
        found.sort();
        assert_eq!(found, published_counts(pieces));
    }
}

fn check_best_results(pieces: usize) {
    let tables = Tables::embedded();
    let mut positions = 0;
    for slice in Slice::all(pieces) {
        boards(slice, |board| {
            let Some(board) = board else { return };
            positions += 1;
            assert_eq!(tables.probe(&board), Some(best_result(tables, &board)), "{board:?}");
        });
    }
    assert_eq!(positions, Slice::all(pieces).map(Slice::positions).sum::<u64>());
}

#[test]
fn every_position_with_three_pieces_has_the_result_of_its_best_move() {
    check_best_results(2);
    check_best_results(3);
}

#[test]
fn every_position_with_four_pieces_has_the_result_of_its_best_move() {
    check_best_results(4);
}

fn without_plies(probe: TablebaseResult) -> TablebaseResult {
    match probe {
        TablebaseResult::Win { .. } => TablebaseResult::Win { plies: None },
        TablebaseResult::Draw => TablebaseResult::Draw,
        TablebaseResult::Loss { .. } => TablebaseResult::Loss { plies: None },
    }
}

/// Checks that every `step`-th position with `pieces` pieces has the result of its best move. Returns the
/// number of positions checked.
fn check_samples(pieces: usize, step: usize) -> usize {
    let tables = Tables::embedded();
    let mut positions = 0;
    for slice in Slice::all(pieces) {
        for nth in (0..slice.len()).step_by(step) {
            let Some(board) = endgame::board(slice, nth) else { continue };
            let Some(probe) = tables.probe(&board) else { continue };
            positions += 1;
            assert_eq!(probe, without_plies(best_result(tables, &board)), "{board:?}");
        }
    }
    positions
}

#[test]
fn positions_with_five_and_six_pieces_have_the_result_of_their_best_move() {
    assert!(check_samples(5, 1_501) > 46_000);
    assert!(check_samples(6, 30_011) > 46_000);
}

#[test]
#[ignore = "takes a minute"]
fn a_million_positions_with_five_and_with_six_pieces_have_the_result_of_their_best_move() {
    assert!(check_samples(5, 70) > 1_000_000);
    assert!(check_samples(6, 1_201) > 1_000_000);
}

/// The positions with five pieces at every `step`-th index.
fn five_pieces(step: usize) -> impl Iterator<Item = Board> {
    let positions =
        move |slice: Slice| (0..slice.len()).step_by(step).filter_map(move |nth| endgame::board(slice, nth));
    Slice::all(5).flat_map(positions)
}

#[test]
fn distances_with_five_pieces_follow_from_the_best_move() {
    let (tables, mut decided) = (Tables::embedded(), 0);
    for board in five_pieces(15_013) {
        let probe = tables.probe_dtw(&board).unwrap();
        // After the capture of the last piece the tables have no result.
        assert_eq!(probe, best_result_with(&board, &|next| tables.probe_dtw(next)), "{board:?}");
        assert_eq!(tables.probe(&board).unwrap_or(without_plies(probe)), without_plies(probe), "{board:?}");
        decided += u32::from(probe != TablebaseResult::Draw);
    }
    assert!(decided > 7_000, "{decided}");
}

/// The largest distance from a win to the next irreversible move (DTZ), by material.
fn longest_dtz(pieces: usize) -> Vec<(Slice, u16)> {
    let mut builder = Builder::new(Metric::Dtz);
    let mut longest = Vec::new();
    for pieces in 2..=pieces {
        builder.add_layer(pieces);
        for slice in Slice::all(pieces).filter(|slice| slice.start() <= slice.flipped().start()) {
            builder.solve(slice, thread::available_parallelism().unwrap(), &|_| {});
            let plies = |code: u8| match endgame::decode(code) {
                TablebaseResult::Win { plies } | TablebaseResult::Loss { plies } => plies,
                TablebaseResult::Draw => None,
            };
            let codes = [slice, slice.flipped()].map(|slice| builder.codes(slice));
            longest.push((slice, codes.into_iter().flatten().filter_map(plies).max().unwrap()));
        }
    }
    longest
}

#[test]
fn wins_with_four_pieces_fit_the_no_progress_rule() {
    let longest = longest_dtz(4);
    let most =
        |pieces| longest.iter().filter(|(slice, _)| slice.pieces() == pieces).map(|&(_, plies)| plies).max();
    assert_eq!([2, 3, 4].map(most), [Some(11), Some(34), Some(38)]);
}

/// Every tablebase win fits the no-progress rule, except some with three kings against two and a man, and in
/// positions that lead there.
#[test]
#[ignore = "takes ten minutes of two cores and 2.7 GB of memory"]
fn wins_with_six_pieces_fit_the_no_progress_rule() {
    let mut unlimited = Vec::new();
    for (slice, plies) in longest_dtz(6) {
        let board = (0..slice.len()).find_map(|nth| endgame::board(slice, nth)).unwrap();
        match Checkers::max_dtz(&board) {
            Some(limit) => assert!(plies <= limit, "{slice:?}: {plies}"),
            None => unlimited.push((plies, slice)),
        }
    }
    let too_long: Vec<_> = unlimited.into_iter().filter(|&(plies, _)| plies > 60).collect();
    let [(83, Slice { own, other })] = too_long[..] else { panic!("{too_long:?}") };
    assert_eq!([own, other].map(|force| [force.kings, force.men]), [[3, 0], [2, 1]]);
}

#[test]
fn max_dtz_depends_on_the_material() {
    let limit = |fen| Checkers::max_dtz(&board(fen));
    assert_eq!(limit("W:WK23,K24,K32:B12,K28"), Some(60));
    assert_eq!(limit("W:WK23,K24,K32,K16:B12,K28"), Some(60));
    assert_eq!(limit("W:WK23,K24,K32:BK12,K11,K28"), Some(60));
    assert_eq!(limit("W:WK23,K24,K32:B12,K11,K28"), None);
    assert_eq!(limit("W:W23,K24,K32:B12,K11,K28"), None);
    assert_eq!(limit("W:WK23,K24,K32,K16:B12,11,K28"), None);
}

#[test]
fn textbook_endings_have_their_results() {
    let tables = Tables::embedded();
    let probe = |fen| tables.probe(&board(fen));
    // First Position.
    assert_eq!(probe("W:WK19,K23:B12,K28"), Some(TablebaseResult::Win { plies: Some(61) }));
    assert_eq!(probe("B:B14,K10:WK5,21"), probe("W:WK23,19:BK28,12"), "the same with colours exchanged");
    // A king in the double corner.
    assert_eq!(probe("W:WK14:BK1"), Some(TablebaseResult::Draw));
    // Grey: only 25-22 draws.
    let grey = board("B:W20,16,K2:BK25,K10");
    assert_eq!(tables.probe(&grey), Some(TablebaseResult::Draw));
    let mut drawing = moves::<Checkers>(&grey);
    drawing.retain(|&mut played| {
        let next = Checkers::play(&grey, played);
        let probe = tables.probe(&next).unwrap_or_else(|| best_result(tables, &next));
        !matches!(probe, TablebaseResult::Win { .. })
    });
    let drawing: Vec<_> =
        drawing.iter().map(|&played| Checkers::move_texts(&grey, played)[0].text.clone()).collect();
    assert_eq!(drawing, ["25-22"]);
}

#[test]
fn positions_without_a_table_have_no_result() {
    let tables = Tables::embedded();
    let uncovered = [
        ("no piece", "B:WK5:B"),
        ("a capture with five pieces", "W:WK19,K23,31:B12,K15"),
        ("a capture with six pieces", "W:WK19,K23,31:B12,1,K15"),
        ("seven pieces", "W:WK19,K23,K24,32:B12,K28,1"),
        ("the start", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
    ];
    for (why, fen) in uncovered {
        assert_eq!(tables.probe(&board(fen)), None, "{why}");
    }
    // A position with a threat of Black is covered.
    let quiet = board("W:WK23,K24,K32:B12,K28");
    assert!(tables.probe(&quiet).is_some());
    assert_eq!(tables.probe_dtw(&quiet), Some(TablebaseResult::Win { plies: Some(9) }));
    let six = board("W:WK23,K24,K32:B12,11,K28");
    assert!(tables.probe(&six).is_some());
    assert_eq!(tables.probe_dtw(&six), None);
}

#[test]
fn errors_name_the_damaged_file() {
    let dir = Dir::new("broken-tables");
    assert!(Tables::open(&dir.0).unwrap_err().to_string().contains("checkers-6.results"));
    let path = TableKind::Wld.path(&dir.0, 5);
    let intact = fs::read("../core/data/checkers-5.results").unwrap();
    fs::write(&path, &intact).unwrap();
    assert!(Tables::open(&dir.0).is_ok());
    let error_of = |file: &[u8]| {
        fs::write(&path, file).unwrap();
        let error = Tables::open(&dir.0).unwrap_err();
        assert_eq!(error.part.to_string(), path.display().to_string(), "{error}");
        error.to_string()
    };
    let mut changed = intact.clone();
    changed[intact.len() / 2] ^= 4;
    assert!(error_of(&changed).contains("checksum"));
    assert!(error_of(&intact[..intact.len() - 1]).contains("checksum"));
    assert!(error_of(b"").contains("title"));
    assert!(error_of(&fs::read("../core/data/checkers-4.distances").unwrap()).contains("title"));
}

/// Checks that a search without nodes finds the line of a won or lost position, which ends the game after the
/// plies in the table.
fn check_line_to_the_end(board: Board) {
    let (plies, winner) = match Tables::embedded().probe_dtw(&board) {
        Some(TablebaseResult::Win { plies: Some(plies) }) => (plies, Checkers::to_move(&board)),
        Some(TablebaseResult::Loss { plies: Some(plies) }) => (plies, !Checkers::to_move(&board)),
        _ => return,
    };
    let mut path = GamePath::<Checkers>::from(board);
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let (knowledge, table) = (Default::default(), TranspositionTable::new(0));
    let found = search(&path, SearchContext::new(&knowledge, &table, limits), &mut |_| {});
    found.best().line.iter().for_each(|&played| path.play(played));
    let ended = path.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(
        (found.best().line.len(), ended),
        (usize::from(plies), Some(winner)),
        "{}",
        Checkers::print(&board)
    );
}

#[test]
fn tablebase_answers_have_lines_to_the_end() {
    for slice in Slice::all(3).chain(Slice::all(4)) {
        let mut count = 0_u32;
        boards(slice, |board| {
            count += 1;
            if let Some(board) =
                board.filter(|board| count.is_multiple_of(2003) && Checkers::outcome(board).is_none())
            {
                check_line_to_the_end(board);
            }
        });
    }
    five_pieces(150_001).filter(|board| Checkers::outcome(board).is_none()).for_each(check_line_to_the_end);
}
