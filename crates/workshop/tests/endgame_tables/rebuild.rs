//! Tables that the workshop rebuilds and checks.

use super::{Dir, counts, five_pieces, published_counts};
use bestmove_core::games::checkers::endgame::{TableKind, Tables};
use bestmove_workshop::tables::{build_checkers_tables, check_checkers_tables};
use std::fs;
use std::num::NonZeroUsize;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

#[test]
fn rebuilt_tables_are_equal_with_any_number_of_threads() {
    for count in [1, 3] {
        let dir = Dir::new(&format!("tables-{count}"));
        build_checkers_tables(3, &dir.0, threads(count)).unwrap();
        for pieces in [2, 3] {
            let built = TableKind::Dtw.path(&dir.0, pieces);
            assert_eq!(
                fs::read(&built).unwrap(),
                fs::read(TableKind::Dtw.path("../core/data".as_ref(), pieces)).unwrap()
            );
            let text = fs::read_to_string(built.with_extension("counts")).unwrap();
            assert_eq!(counts(&text, pieces), published_counts(pieces));
        }
        // A second build leaves finished slices as they are.
        let built = fs::metadata(TableKind::Dtw.path(&dir.0, 3)).unwrap().modified().unwrap();
        build_checkers_tables(3, &dir.0, threads(count)).unwrap();
        assert_eq!(fs::metadata(TableKind::Dtw.path(&dir.0, 3)).unwrap().modified().unwrap(), built);
    }
}

#[test]
fn the_workshop_finds_wrong_tables() {
    let dir = Dir::new("wrong-tables");
    let path = TableKind::Wld.path(&dir.0, 5);
    let mut file = fs::read("../core/data/checkers-5.results").unwrap();
    fs::write(&path, &file).unwrap();
    assert!(check_checkers_tables(5, &dir.0, 20_000, threads(2)).unwrap() > 10_000);

    // Exchange wins and draws in all dictionaries, each of 256 lengths and 256 patterns of two bits a result.
    let start = TableKind::Wld.title(5).len() + 1;
    let dictionaries = u32::from_le_bytes(file[start..start + 4].try_into().unwrap()) as usize;
    for dictionary in file[start + 8..][..dictionaries * 2_560].chunks_mut(2_560) {
        dictionary[512..].iter_mut().for_each(|four| *four ^= (!*four & 0b0101_0101) << 1);
    }
    let end = file.len() - 4;
    let sum = crc32fast::hash(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, &file).unwrap();
    let error = check_checkers_tables(5, &dir.0, 20_000, threads(2)).unwrap_err().to_string();
    assert!(error.contains("expected Win") || error.contains("expected Draw"), "{error}");
}

#[test]
#[ignore = "takes minutes"]
fn rebuilt_tables_with_five_pieces_agree_with_published_counts() {
    let dir = Dir::new("five-pieces");
    build_checkers_tables(5, &dir.0, threads(2)).unwrap();
    let text = fs::read_to_string(dir.0.join("checkers-5.counts")).unwrap();
    assert_eq!(counts(&text, 5), published_counts(5));
    assert_eq!(
        fs::read(TableKind::Wld.path(&dir.0, 5)).unwrap(),
        fs::read("../core/data/checkers-5.results").unwrap()
    );
    assert_eq!(
        fs::read(TableKind::LostDtw.path(&dir.0, 5)).unwrap(),
        fs::read("../core/data/checkers-5.losses").unwrap()
    );
    assert!(check_checkers_tables(5, &dir.0, 20_000, threads(2)).unwrap() > 10_000);
    // Tables with all distances, and embedded ones that search for them.
    let (probed, searched) = (Tables::open(&dir.0).unwrap(), Tables::embedded());
    for board in five_pieces(701) {
        assert_eq!(searched.probe_dtw(&board), probed.probe_dtw(&board), "{board:?}");
    }
}
