//! Notation of Reversi by example.

use super::PERFECT_GAME;
use crate::positions::{Rng, assert_refused, moves};
use bestmove_core::game::{
    ImportedRecord, Invalid, Notation, Record, RecordedResult, Rules, Searchable, Side,
};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::{Board, DISC_UNITS, Move, wthor};

const START: &str = "---------------------------OX------XO--------------------------- X";
const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";

#[test]
fn positions_are_understood_in_many_forms() {
    let rows = "--------/--------/--------/---OX---/---XO---/--------/--------/-------- X";
    let drawn = "|.|.|.|.|.|.|.|.|\n".repeat(3)
        + "|.|.|.|O|X|.|.|.|\n|.|.|.|X|O|.|.|.|\n"
        + &"|.|.|.|.|.|.|.|.|\n".repeat(3);
    let texts = [
        START.to_owned(),
        START.to_ascii_lowercase(),
        START.replace(' ', ""),
        START.replace('-', "."),
        START.replace('X', "*"),
        START.replace('X', "B").replace('O', "W"),
        START.replace("- X", "-").replace('X', "1").replace('O', "2").replace('-', "0"),
        START.replace(" X", " black"),
        START.replace(" X", ""),
        format!("{START};"),
        format!("{START}; d3:+0; c4:+0 % the start"),
        rows.to_owned(),
        rows.replace('/', "\n"),
        drawn,
        String::new(),
    ];
    for text in texts {
        assert_eq!(Reversi::parse(&text), Ok(Board::START), "{text}");
    }
    assert_eq!(Reversi::print(&Board::START), START);
    for text in ["f5", "F5", "1. f5", " f5\n"] {
        assert_eq!(Reversi::print(&Reversi::parse(text).unwrap()), AFTER_F5, "{text}");
    }
}

#[test]
fn the_side_to_move_may_stand_beside_the_board() {
    let cells = &START[..64];
    let board = Reversi::parse_with(cells, Some(Side::Second)).unwrap();
    assert_eq!(Reversi::print(&board), format!("{cells} O"));
    let error = Reversi::parse_with(START, Some(Side::Second)).unwrap_err();
    assert_eq!(error.to_string(), r#"to_move: expected black, as the position says, got "white""#);
    assert!(Reversi::parse_with("f5", Some(Side::First)).is_err());
}

#[test]
fn errors_name_the_place() {
    assert_refused::<Reversi>(&[
        ("---------------------------OX------XO-------------------------- X", "shape"),
        ("---------------------------OX------XO--------------------------- X f5", "position"),
        ("---------------------------OX------XO--------------------------- Q", "position"),
        ("---------------------------OQ------XO--------------------------- X", "e4"),
        ("----------------------------X----------------------------------- X", "discs"),
        ("--------/--------/--------/---OX--/---XO---/--------/--------/--------", "row 4"),
        ("f5a1", "move 2"),
        ("f5pass", "move 2"),
        ("f5 what", "move 2"),
        ("hello", "position"),
    ]);
}

#[test]
fn moves_are_squares_or_a_pass() {
    for text in ["d3", "D3", " d3 "] {
        assert_eq!(Reversi::parse_move(&Board::START, text), Ok(Move::on(19).unwrap()));
    }
    let error = Reversi::parse_move(&Board::START, "pass").unwrap_err();
    assert_eq!(error.to_string(), r#"move: expected one of d3, c4, f5, e6, got "pass""#);
    let text = Reversi::move_texts(&Board::START, Move::on(19).unwrap()).remove(0);
    assert_eq!(format!("{:?}", text.coordinates), r#"[("cell", One(20)), ("flipped", Many([28]))]"#);
    let stuck = Reversi::parse(STUCK).unwrap();
    for text in ["pass", "PASS", "ps", "PA", "--"] {
        assert_eq!(Reversi::parse_move(&stuck, text), Ok(Move::PASS));
    }
    assert_eq!(Reversi::implied_move(&stuck, "c1"), Some(Move::PASS));
    assert_eq!(Reversi::implied_move(&stuck, "d1"), None);
}

/// Black must pass; White can play c1.
const STUCK: &str = "OX------/XX------/XX------/--------/--------/--------/--------/-------- X";

/// A random game.
fn random_record(rng: &mut Rng) -> Record<Reversi> {
    let mut record = Record::from(Board::START);
    loop {
        let legal = moves::<Reversi>(&record.end());
        if legal.is_empty() {
            return record;
        }
        record.moves.push(legal[rng.below(legal.len())]);
    }
}

#[test]
fn transcripts_have_passes_or_leave_them_out() {
    let mut rng = Rng(3);
    let mut passes = 0;
    for _ in 0..500 {
        let record = random_record(&mut rng);
        passes += record.moves.iter().filter(|played| played.is_pass()).count();
        let texts: Vec<String> = record.moves.iter().map(ToString::to_string).collect();
        let bare: Vec<_> = texts.iter().filter(|text| *text != "pass").cloned().collect();
        for text in [texts.join(" "), texts.concat(), bare.join(","), bare.concat().to_ascii_uppercase()] {
            let found = Reversi::record(&text).unwrap().complete().unwrap();
            assert_eq!(found.moves, record.moves, "{text}");
        }
    }
    assert!(passes > 100, "only {passes} passes");
}

#[test]
fn lines_of_obf_are_records() {
    let text = format!("{START}; d3:+0;\n\n{AFTER_F5}; d6:+0; f6:-2;\n{AFTER_F5} d6c3\nd3\n");
    let found: Vec<_> = Reversi::records(&text, 0).map(|read| read.unwrap().complete().unwrap()).collect();
    let described: Vec<_> = found
        .iter()
        .map(|record| {
            let comment = record.comments.first().map_or("", |comment| &comment.text);
            (Reversi::print(&record.start), comment, record.moves.len())
        })
        .collect();
    let expected = [(START, "d3:+0;", 0), (AFTER_F5, "d6:+0; f6:-2;", 0), (AFTER_F5, "", 3)]
        .map(|(start, comment, moves)| (start.to_owned(), comment, moves));
    assert_eq!(described, expected);
}

const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2003.01.19]PB[one]PW[t\\]wo]RB[2100.1]RE[+2.000]TI[15:00//02:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//0.01]W[D6/1.2/3]C[good]B[c3];)";

/// The moves, the result, the comments and the warnings of each record of a text.
fn described(text: &str) -> Vec<String> {
    let records =
        Reversi::records(text, 0).map(|read| read.unwrap_or_else(|invalid| panic!("{text}: {invalid}")));
    let describe = |read: ImportedRecord<Reversi>| {
        let comments = read.record.comments.iter().map(|comment| format!("{{{}}}", comment.text));
        let warnings = read.warnings.iter().map(|warning| format!("! {warning}"));
        let fault = read.fault.iter().map(|fault| format!("? {fault}"));
        let moves = Reversi::print_moves(&read.record).concat();
        let words = [moves, read.record.result.code().to_owned()].into_iter();
        words.chain(comments).chain(warnings).chain(fault).collect::<Vec<_>>().join(" ")
    };
    records.map(describe).collect()
}

#[test]
fn transcripts_may_stand_in_lines() {
    for (text, expected) in [
        ("f5d6c3\nf5f6e6\n", &["f5d6c3 *", "f5f6e6 *"] as &[&str]),
        ("f5d6c3\n\n# another\nc4c3", &["f5d6c3 *", "c4c3 *"]),
        ("1. f5d6\n2. f5f6", &["f5d6 *", "f5f6 *"]),
        ("F5 D6 C3\nF5 F4\n", &["f5d6c3 *", "f5f4 *"]),
        // One game in lines.
        ("f5\nd6\nc3\n", &["f5d6c3 *"]),
        ("1. f5 d6\n2. c4 d3\n", &["f5d6c4d3 *"]),
        ("f5a1\nf5d6", &["f5 * ? move 2: expected one of f4, d6, f6, got \"a1\"", "f5d6 *"]),
        ("1. f5 a1\n2. c4 d3", &["f5 * ? move 2: expected one of f4, d6, f6, got \"a1\""]),
    ] {
        assert_eq!(described(text), expected, "{text}");
    }
    let games = format!("{PERFECT_GAME}\n{PERFECT_GAME}\n{START}\n");
    let moves: Vec<_> = Reversi::records(&games, 0).map(|read| read.unwrap().record.moves.len()).collect();
    assert_eq!(moves, [60, 60, 0]);
}

#[test]
fn transcripts_may_end_with_a_score_or_a_name() {
    let perfect = PERFECT_GAME.to_ascii_lowercase();
    for (text, expected) in [
        ("f5d6c3 (Tiger)", "f5d6c3 * {Tiger}".to_owned()),
        ("f5d6 {a {} c3", "f5d6c3 * {a {}".to_owned()),
        (
            "f5d6c3 +12",
            r#"f5d6c3 * {+12} ! score: expected the end of the game before it, got "+12""#.to_owned(),
        ),
        ("f5d6c3 1-0", "f5d6c3 1-0".to_owned()),
        (&format!("{PERFECT_GAME} 32-32"), format!("{perfect} 1/2-1/2")),
        (
            &format!("{PERFECT_GAME} 34-30 (a)"),
            format!(r#"{perfect} 1/2-1/2 {{a}} ! score: expected +0, as the discs are counted, got "34-30""#),
        ),
    ] {
        assert_eq!(described(text), [expected], "{text}");
    }
    for text in ["f5d6c3 34-30", "f5d6c3 (Tiger)"] {
        assert!(Reversi::parse(text).is_err(), "{text} is more than a position");
    }
}

#[test]
fn games_with_tags_are_read() {
    let text = "[Event \"a\"]\n[Black \"b\"]\n[Result \"34-30\"]\n\n1. f5 d6 {good} 2. c3 *\n\n\
                [Event \"c\"]\n1. f5 f6 0-1\n[FEN \"hello\"]\n1. f5";
    let fault = " * ? tag FEN, position: expected 64 cells and the side to move, a line of OBF, or the moves from \
                 the start such as f5d6c3, got \"hello\"";
    assert_eq!(described(text), ["f5d6c3 1-0 {good}", "f5f6 0-1", fault]);
    let games: Vec<_> = Reversi::records(text, 0).map(|read| read.unwrap().record).collect();
    let tags: Vec<_> = games[0].tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    assert_eq!(tags, [("Event", "a"), ("Black", "b"), ("Result", "34-30")]);
    let ggf = Reversi::record_texts(&games[0], &[]).pop().unwrap().1;
    assert!(ggf.starts_with("(;GM[Othello]EV[a]PB[b]RE[+4]"), "{ggf}");
}

#[test]
fn games_in_sgf_are_read() {
    let game = "(;GM[2]FF[4]SZ[8]PB[a]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12];B[f5]C[one]BL[9];W[d6];B[c3])";
    assert_eq!(described(game), ["f5d6c3 1-0 {one}"]);
    let read = Reversi::records(game, 0).next().unwrap().unwrap().record;
    assert_eq!((read.start, read.tags.len()), (Board::START, 2));
    assert!(Reversi::record_texts(&read, &[]).pop().unwrap().1.contains("RE[+12]"));
    for (text, expected) in [
        ("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]C[(;)]))(;GM[2];B[f5])", &["f5d6c3 *", "f5 *"] as &[&str]),
        ("(;GM[2]PL[W];W[f4])", &["f4 *"]),
        ("(;GM[2]RE[W+R];B[f5])", &["f5 0-1"]),
        ("(;GM[2]SZ[10];B[f5])", &[" * ? SZ: expected 8, got \"10\""]),
        ("(;GM[1];B[ee])", &[" * ? GM: expected Othello (2 in SGF), got \"1\""]),
        ("(;GM[2]AB[e4];B[f5])", &[" * ? AB and AW: expected at least four discs, as at the start, got 1"]),
        ("(;GM[2]AB[ee];B[f5])", &[" * ? AB: expected a square, such as e4, got \"ee\""]),
    ] {
        assert_eq!(described(text), expected, "{text}");
    }
}

#[test]
fn lines_may_be_comments() {
    let text = format!("% FFO\n# 40\n{AFTER_F5}; d6:+0;\n% 41\n{START}\n# the end\n");
    assert_eq!(described(&text), [" * {d6:+0;}", " *"]);
}

#[test]
fn an_unknown_text_is_named() {
    let long = "It was a dark and stormy night; the rain fell in torrents, except at occasional intervals.";
    for text in ["hello", long, "# only\n% comments"] {
        let error = Reversi::records(text, 0).next().unwrap().unwrap_err().to_string();
        let expected = "text: expected moves such as f5d6c3, boards of 64 cells with moves, lines of OBF, or games in \
                        GGF, SGF or PGN, got \"";
        assert!(error.starts_with(expected) && error.contains(&text[..5]), "{error}");
    }
}

#[test]
fn games_in_ggf_are_read_and_written() {
    let text = format!("{GGF}\n{GGF}");
    let found: Vec<_> = Reversi::records(&text, 0).map(|read| read.unwrap().complete().unwrap()).collect();
    assert_eq!(found.len(), 2);
    let record = &found[1];
    assert_eq!(record.start, Board::START);
    assert_eq!(Reversi::print_moves(record), ["f5", "d6", "c3"]);
    assert_eq!(record.result, RecordedResult::Win(Side::First));
    assert_eq!((record.comments[0].ply, &*record.comments[0].text), (2, "good"));
    let tags: Vec<_> = record.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    let expected = [
        ("Site", "GGS/os"),
        ("Date", "2003.01.19"),
        ("Black", "one"),
        ("White", "t]wo"),
        ("RB", "2100.1"),
        ("TI", "15:00//02:00"),
        ("Result", "+2.000"),
    ];
    assert_eq!(tags, expected);
    let texts = Reversi::record_texts(record, &[]);
    let (name, ggf) = &texts[2];
    assert_eq!((*name, texts[1].0, &*texts[1].1), ("ggf", "transcript", "f5d6c3"));
    let board = &START[..64].replace('X', "*");
    let expected = format!(
        "(;GM[Othello]PC[GGS/os]DT[2003.01.19]PB[one]PW[t\\]wo]RB[2100.1]TI[15:00//02:00]RE[+2.000]TY[8]BO[8 {board} *]B[F5]W[D6]C[good]B[C3];)\n"
    );
    assert_eq!(*ggf, expected);
}

/// The game in GGF with another result, and what is read.
fn with_result(result: &str) -> ImportedRecord<Reversi> {
    let text = GGF.replacen("RE[+2.000]", &format!("RE[{result}]"), 1);
    Reversi::records(&text, 0).next().unwrap().unwrap()
}

#[test]
fn results_in_ggf_are_kept_as_they_came() {
    let [black, white] = [Side::First, Side::Second].map(RecordedResult::Win);
    for (result, expected) in [
        ("+12.00:t", black),
        ("-10.000", white),
        ("+64:r", black),
        ("-2.00:s", white),
        ("0.000", RecordedResult::Draw),
        ("0:s", RecordedResult::Draw),
        ("+8:l", black),
    ] {
        let read = with_result(result);
        assert_eq!((read.record.result, &read.warnings), (expected, &Vec::new()), "{result}");
        let ggf = Reversi::record_texts(&read.record, &[]).pop().unwrap().1;
        assert!(ggf.contains(&format!("RE[{result}]")), "{ggf}");
    }
    let unknown = with_result("?");
    assert_eq!((unknown.record.result, unknown.warnings.len()), (RecordedResult::Unfinished, 0));
}

#[test]
fn results_that_cannot_be_read_are_warnings() {
    for result in ["won", "+x", "+200", "+12:time", "nan", "+0.5"] {
        let read = with_result(result);
        assert_eq!(read.record.result, RecordedResult::Unfinished, "{result}");
        assert_eq!((&*read.warnings[0].part, read.warnings.len()), ("RE", 1), "{result}");
        assert_eq!(read.warnings[0].got, format!("{result:?}"));
    }
}

/// The board decides against a count of the discs, and not against the clock.
#[test]
fn results_that_contradict_the_board_are_warnings() {
    let game = Reversi::record(PERFECT_GAME).unwrap().record;
    let ggf = Reversi::record_texts(&game, &[]).pop().unwrap().1;
    let read = |result: &str| {
        let text = ggf.replacen("RE[+0]", &format!("RE[{result}]"), 1);
        let read = Reversi::records(&text, 0).next().unwrap().unwrap();
        (read.record.result, read.warnings.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let warning = r#"RE: expected +0, as the discs are counted, got "+4""#;
    assert_eq!(read("+4"), (RecordedResult::Draw, vec![warning.to_owned()]));
    assert_eq!(read("+4:t"), (RecordedResult::Win(Side::First), Vec::new()));
}

#[test]
fn faults_in_ggf_name_the_place() {
    let fault = |from: &str, to: &str| {
        let text = GGF.replacen(from, to, 1);
        assert_ne!(text, GGF);
        Reversi::records(&text, 0).next().unwrap().unwrap().fault.unwrap().to_string()
    };
    assert_eq!(fault("Othello", "Go"), r#"GM: expected Othello (2 in SGF), got "Go""#);
    assert_eq!(fault("W[D6", "B[D6"), r#"move 2: expected a move of white, got "B[D6]""#);
    assert_eq!(fault("D6/", "D7/"), r#"move 2: expected one of f4, d6, f6, got "D7""#);
    assert!(fault("---*O---", "---*O--").starts_with("BO, "));
    assert!(fault("c3]", "c3").starts_with("property: "));
    for (kind, got) in [
        ("10", "10 × 10"),
        ("s6r8", "6 × 6"),
        ("88", "the octagon of 10 × 10"),
        ("8a", "anti-Othello, where fewer discs win"),
        ("", r#""""#),
    ] {
        let expected = format!("TY: expected Othello on 8 × 8 squares, got {got}");
        assert_eq!(fault("TY[8]", &format!("TY[{kind}]")), expected);
    }
}

#[test]
fn types_of_ggf_are_understood() {
    for kind in ["s8", "s8r18", "S8R18", "8r18", "8b", "0"] {
        let text = GGF.replacen("TY[8]", &format!("TY[{kind}]"), 1);
        assert_eq!(Reversi::records(&text, 0).next().unwrap().unwrap().fault, None, "{kind}");
    }
    let text = "(;GM[Othello]TY[s8r18]B[F5]W[D6];)";
    let read = Reversi::records(text, 0).next().unwrap().unwrap();
    let expected = "BO: expected the board, as TY is a random start, got none";
    assert_eq!((read.fault.unwrap().to_string().as_str(), read.has_start), (expected, false));
}

#[test]
fn ggf_may_begin_with_comments_and_the_number_of_games() {
    for start in ["1 ", "2\n", "# games\n\n", "# games (;\n1 ", "% a\n"] {
        let text = format!("{start}{GGF}{GGF}");
        let found: Vec<_> =
            Reversi::records(&text, 0).map(|read| read.unwrap().complete().unwrap()).collect();
        assert_eq!(found.iter().map(|record| record.moves.len()).collect::<Vec<_>>(), [3, 3], "{start}");
    }
}

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
        let got = game.fault.as_ref().map(|fault| fault.got.to_ascii_uppercase());
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
