//! The files of the WTHOR database.

use super::PERFECT_GAME;
use super::notation::random_record;
use crate::positions::Rng;
use bestmove_core::game::{Invalid, Notation, Record, RecordedResult, Rules, Searchable, Side};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::{DISC_UNITS, wthor};

/// A file of the WTHOR database with a game.
fn wthor_file(transcript: &str, discs: u8) -> Vec<u8> {
    let mut file = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe8, 0x07, 8, 0, 24, 0];
    let codes = transcript.as_bytes().chunks(2).map(|name| {
        let [file, row] = [name[0].to_ascii_lowercase() - b'a' + 1, name[1] - b'0'];
        10 * row + file
    });
    let codes: Vec<u8> = codes.chain(std::iter::repeat(0)).take(60).collect();
    file.extend([7, 0, 1, 1, 2, 0, discs, 33]);
    file.extend(codes);
    file
}

fn wthor_game(file: &[u8]) -> Result<Record<Reversi>, Invalid> {
    let read = wthor::games(file)?.next().expect("a game");
    assert_eq!((read.end, &read.warnings), (file.len(), &Vec::new()));
    read.complete()
}

#[test]
fn games_of_the_wthor_database_are_read() {
    let file = wthor_file(PERFECT_GAME, 32);
    let record = wthor_game(&file).unwrap();
    assert_eq!((record.moves.len(), record.result), (60, RecordedResult::Draw));
    assert_eq!(record.comments[0].text, "best play from here: 33 discs for Black");
    assert_eq!(record.comments[0].ply, 36);
    let tags: Vec<_> = record.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    let expected = [
        ("Event", "WTHOR 7"),
        ("Date", "2024"),
        ("Black", "WTHOR 257"),
        ("White", "WTHOR 2"),
        ("Result", "+0"),
    ];
    assert_eq!(tags, expected);
    let texts = Reversi::record_texts(&record, &[]);
    assert_eq!(texts[1].1, PERFECT_GAME.to_ascii_lowercase());
    let wrong = wthor_file(PERFECT_GAME, 31);
    assert_eq!(wthor::games(&wrong).unwrap().next().unwrap().warnings.len(), 1);
    assert_eq!(wthor_game(&wthor_file("f5f5", 31)).unwrap_err().part, "move 2");
    for damaged in [&file[..10], &file[..80]] {
        assert!(wthor::games(damaged).is_err());
    }
}

#[test]
fn a_file_of_the_wthor_database_is_a_text_of_games() {
    for (transcript, moves, fault) in
        [(PERFECT_GAME, 60, None), ("f5d6a8", 2, Some("A8")), ("f5f5", 1, Some("F5"))]
    {
        let text = Reversi::decode_records(&wthor_file(transcript, 32)).unwrap();
        let read: Vec<_> = Reversi::records(&text, 0).map(Result::unwrap).collect();
        let [game] = &read[..] else { panic!("{text} is one game") };
        assert_eq!(game.record.moves.len(), moves, "{text}");
        assert_eq!(game.record.tags.len(), 5);
        let got = game.fault.as_ref().map(|fault| fault.got.to_string().to_ascii_uppercase());
        assert_eq!(got, fault.map(|square| format!("{square:?}")), "{text}");
    }
    for text in [
        "(;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O--------------------------- *];)",
        "f5d6",
        "",
    ] {
        assert_eq!(Reversi::decode_records(text.as_bytes()), None);
    }
}

/// Passes are left out in the database.
#[test]
fn random_games_come_back_from_the_wthor_format() {
    let mut rng = Rng(4);
    for _ in 0..300 {
        let record = random_record(&mut rng);
        let black = record.end();
        let margin = i32::from(Reversi::final_margin(&black) / DISC_UNITS);
        let transcript: String =
            record.moves.iter().filter(|played| !played.is_pass()).map(ToString::to_string).collect();
        let of_black = if black.to_move() == Side::First { margin } else { -margin };
        let found = wthor_game(&wthor_file(&transcript, (32 + of_black / 2) as u8)).unwrap();
        assert_eq!(found.moves, record.moves);
        assert_eq!(found.result, RecordedResult::of(Reversi::outcome(&black).unwrap().winner));
    }
}

/// All games of the files in the folder that `WTHOR_DIR` names: `WTH_1977.wtb` and so on.
#[test]
#[ignore = "needs the files of the WTHOR database"]
fn the_wthor_database_replays() {
    let folder = std::env::var("WTHOR_DIR").expect("WTHOR_DIR names a folder");
    let (mut count, mut unfinished) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
            continue;
        }
        for game in wthor::games(&std::fs::read(&path).unwrap()).unwrap() {
            assert_eq!((&game.fault, &game.warnings), (&None, &Vec::new()), "{path:?}");
            unfinished += usize::from(Reversi::outcome(&game.record.end()).is_none());
            count += 1;
        }
    }
    assert!(count > 0 && unfinished * 100 < count, "{unfinished} of {count} games have no end");
}
