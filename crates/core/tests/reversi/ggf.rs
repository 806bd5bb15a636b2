//! Games in the Generic Game Format.

use super::PERFECT_GAME;
use super::notation::START;
use bestmove_core::game::{ImportedRecord, Notation, RecordedResult, Side};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::Board;

const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2003.01.19]PB[one]PW[t\\]wo]RB[2100.1]RE[+2.000]TI[15:00//02:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//0.01]W[D6/1.2/3]C[good]B[c3];)";

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
        assert_eq!(read.warnings.len(), 1, "{result}");
        assert_eq!(read.warnings[0].part, "RE");
        assert_eq!(read.warnings[0].got, &*format!("{result:?}"));
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
