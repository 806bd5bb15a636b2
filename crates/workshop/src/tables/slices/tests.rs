//! Tests of tables by slice: against those of all material, interrupted, and in the search.

use super::super::check_checkers_tables;
use super::super::wld::uniform_file;
use super::*;
use bestmove_core::game::{Evaluator, Moves, Notation, Rules, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::endgame::slice::{MAX_LAYER_PIECES, MAX_PIECES};
use bestmove_core::games::checkers::endgame::{board, boards};
use bestmove_core::games::checkers::{Knowledge, is_quiet};
use bestmove_core::search::{
    Limits, Path as GamePath, SearchContext, TranspositionTable, adjudicate, move_verdict, search,
};
use bestmove_core::types::{Score, TablebaseVerdict, Verdict};
use std::path::PathBuf;

const DRAW: u8 = 0;
const LOST: u8 = 1;
const WON: u8 = 2;

/// An empty directory, removed when the test ends.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bestmove-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The files by name.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let paths = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            paths.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect();
        files.sort();
        files
    }

    fn build(&self, slices: &[Slice], threads: usize) -> Result<(), Box<dyn Error>> {
        build(slices, &self.0, NonZeroUsize::new(threads).unwrap(), &ProgressBar::hidden())
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Builds tables of three pieces against two by slice, without the built-in ones of five pieces, and
/// compares all their positions with those, and their counts with published ones.
fn check_three_against_two(slices: &[Slice]) {
    let dir = Dir::new(&format!("three-against-two-{}", slices.len()));
    dir.build(slices, 2).unwrap();
    let both: Vec<Slice> = slices.iter().flat_map(|slice| [*slice, slice.flipped()]).collect();
    let built = Tables::below(5, &dir.0).unwrap().with_slices(&dir.0, &both).unwrap();
    for &slice in &both {
        boards(slice, |board| {
            let Some(board) = board else { return };
            assert_eq!(built.probe(&board), Tables::embedded().probe(&board), "{board:?}");
        });
    }

    let published = fs::read_to_string("tests/data/checkers-endings.txt").unwrap();
    let counts = fs::read_to_string(dir.0.join("checkers-5.counts")).unwrap();
    let without_plies = |line: &str| line.split(' ').take(9).collect::<Vec<_>>().join(" ");
    let published: Vec<String> = published.lines().map(without_plies).collect();
    assert!(counts.lines().skip(1).all(|line| line.ends_with(" 0 0")), "results have no distances");
    let counts: Vec<String> = counts.lines().skip(1).map(without_plies).collect();
    assert_eq!(counts.len(), both.len());
    assert!(counts.iter().all(|line| published.contains(line)), "{counts:?}");
}

#[test]
fn tables_by_slice_agree_with_those_of_all_material() {
    let slices: Vec<Slice> = Slice::with_pieces(3, 2).take(2).collect();
    check_three_against_two(&slices);
}

#[test]
#[ignore = "takes minutes"]
fn all_tables_by_slice_agree_with_those_of_all_material() {
    check_three_against_two(&Slice::with_pieces(3, 2).collect::<Vec<_>>());
}

#[test]
fn interrupted_work_resumes_with_equal_files() {
    let slices: Vec<Slice> = Slice::with_pieces(2, 1).collect();
    let [whole, interrupted] = ["whole-slices", "interrupted-slices"].map(Dir::new);
    whole.build(&slices, 3).unwrap();
    assert_eq!(whole.files().len(), 2 * slices.len() + 1);

    // The program ends between the two files of the third slice, in the middle of the second.
    interrupted.build(&slices[..3], 1).unwrap();
    let path = TableKind::slice_path(&interrupted.0, slices[2].flipped());
    fs::rename(&path, path.with_added_extension("part")).unwrap();
    let first = TableKind::slice_path(&interrupted.0, slices[0]);
    let written = || fs::metadata(&first).unwrap().modified().unwrap();
    let before = written();
    interrupted.build(&slices, 1).unwrap();
    assert_eq!(interrupted.files(), whole.files());
    assert_eq!(written(), before);
}

#[test]
fn a_slice_needs_intact_files_of_the_slices_that_a_crowning_leads_to() {
    let dir = Dir::new("missing-slices");
    let slices: Vec<Slice> = Slice::with_pieces(2, 1).collect();
    let path = TableKind::slice_path(&dir.0, slices[0]).display().to_string();
    let error = dir.build(&slices[1..2], 1).unwrap_err().to_string();
    assert!(error.contains(&path), "{error}");
    dir.build(&slices[..1], 1).unwrap();
    let mut file = fs::read(&path).unwrap();
    *file.last_mut().unwrap() ^= 1;
    fs::write(&path, &file).unwrap();
    let error = dir.build(&slices[1..2], 1).unwrap_err().to_string();
    assert!(error.contains(&path) && error.contains("checksum"), "{error}");
}

/// Tables in which four kings win, or draw, against three.
fn four_kings_against_three(name: &str, codes: [u8; 2]) -> Knowledge {
    let (dir, slice) = (Dir::new(name), Slice::with_pieces(4, 3).next().unwrap());
    for (slice, code) in [slice, slice.flipped()].into_iter().zip(codes) {
        fs::write(TableKind::slice_path(&dir.0, slice), uniform_file(slice, code)).unwrap();
    }
    Checkers::load_knowledge(&dir.0).unwrap()
}

/// With seven pieces a win may take longer than the rules allow.
#[test]
fn a_win_with_seven_pieces_is_an_estimate_and_a_draw_is_proven() {
    let wins = four_kings_against_three("seven-pieces-won", [WON, LOST]);
    let draws = four_kings_against_three("seven-pieces-drawn", [DRAW, DRAW]);
    let path = GamePath::<Checkers>::from(Checkers::parse("W:WK32,K31,K30,K29:BK1,K2,K3").unwrap());
    let mut moves = Moves::new();
    Checkers::moves(path.position(), &mut moves);
    assert_eq!((adjudicate(&path, &wins), adjudicate(&path, &draws)), (None, Some(None)));
    for &played in &moves {
        let verdict = |knowledge| move_verdict(&path, played, Score::DRAW, knowledge).unwrap();
        assert_eq!(verdict(&wins).tablebase(), Some(TablebaseVerdict::Win));
        assert_eq!(verdict(&draws), Verdict::Draw);
    }
    for (knowledge, is_won) in [(&wins, true), (&draws, false)] {
        let table = TranspositionTable::new(1 << 20);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let found = search(&path, SearchContext::new(knowledge, &table, limits), &mut |_| {});
        assert_eq!(found.best().verdict == Verdict::Draw, !is_won, "{:?}", found.best().verdict);
        assert!(
            !matches!(found.best().verdict, Verdict::Win { .. } | Verdict::Loss { .. }),
            "{:?}",
            found.best().verdict
        );
    }
}

#[test]
fn the_check_takes_the_slices_that_are_there() {
    let dir = Dir::new("checked-slices");
    let threads = NonZeroUsize::MIN;
    assert!(check_checkers_tables(7, &dir.0, 100, threads).is_err());
    let slice = Slice::with_pieces(4, 3).next().unwrap();
    let file = uniform_file(slice, 0);
    fs::write(TableKind::slice_path(&dir.0, slice), file).unwrap();
    // Without the flipped slice no quiet move can be followed.
    let error = check_checkers_tables(7, &dir.0, 10, threads).unwrap_err().to_string();
    assert!(error.contains("a table of 7 pieces"), "{error}");
    let flipped = slice.flipped();
    let file = uniform_file(flipped, 2);
    fs::write(TableKind::slice_path(&dir.0, flipped), file).unwrap();
    // Wins of three kings contradict the draws of four, and captures.
    let error = check_checkers_tables(7, &dir.0, 1_000, threads).unwrap_err().to_string();
    assert!(error.contains("expected"), "{error}");
}

#[test]
fn files_in_an_earlier_format_are_built_again() {
    let dir = Dir::new("earlier-format");
    let slice = Slice::with_pieces(4, 3).next().unwrap();
    let unfinished = || checkers_slices_memory(&dir.0, NonZeroUsize::MIN).len();
    for slice in [slice, slice.flipped()] {
        assert_eq!(unfinished(), 20);
        fs::write(TableKind::slice_path(&dir.0, slice), uniform_file(slice, 0)).unwrap();
    }
    assert_eq!(unfinished(), 19);
    let path = TableKind::slice_path(&dir.0, slice.flipped());
    fs::write(path, format!("bestmove endgame: checkers, {slice}, results\n")).unwrap();
    assert_eq!(unfinished(), 20);
}

#[test]
fn a_table_of_a_slice_covers_its_material_only() {
    let dir = Dir::new("one-slice");
    let slice = Slice::with_pieces(4, 3).nth(1).unwrap();
    let path = TableKind::slice_path(&dir.0, slice);
    let file = uniform_file(slice, LOST);
    fs::write(&path, &file).unwrap();
    let tables = Tables::open(&dir.0).unwrap();
    for pieces in 2..=MAX_PIECES {
        for other in Slice::all(pieces) {
            assert_eq!(tables.has(other), pieces <= MAX_LAYER_PIECES || other == slice, "{other}");
        }
    }
    for other in Slice::all(MAX_PIECES) {
        for nth in (0..other.len()).step_by(other.len() / 300) {
            let Some(board) = board(other, nth) else { continue };
            let is_covered = other == slice && is_quiet(&board);
            let expected = is_covered.then_some(TablebaseResult::Loss { plies: None });
            assert_eq!(tables.probe(&board), expected, "{board:?}");
            assert_eq!((tables.probe_dtw(&board), tables.probe_dtz(&board)), (None, None), "{board:?}");
        }
    }

    // Damaged, or the table of another slice.
    let other = uniform_file(slice.flipped(), LOST);
    for broken in [&file[..file.len() - 1], &other] {
        fs::write(&path, broken).unwrap();
        let error = Tables::open(&dir.0).unwrap_err();
        assert_eq!(error.part.to_string(), path.display().to_string(), "{error}");
    }
}
