//! Notation of Reversi by example.

use super::PERFECT_GAME;
use crate::positions::{Rng, assert_refused, moves};
use bestmove_core::game::{ImportedRecord, Notation, Record, Side};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::{Board, Move};

pub(super) const START: &str = "---------------------------OX------XO--------------------------- X";
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
pub(super) fn random_record(rng: &mut Rng) -> Record<Reversi> {
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
