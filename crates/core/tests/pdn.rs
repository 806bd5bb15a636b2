//! PDN as people write it: each text gives the right games, or an error that names place and reason.

mod understood;

use crate::records::read;
use bestmove_core::game::{ImportedRecord, Notation, Record, RecordedResult, Rules};
use bestmove_core::games::Checkers;
pub(crate) use understood::UNDERSTOOD;

/// The games in a text: moves and result of each.
fn games(text: &str) -> Vec<String> {
    let records = read::<Checkers>(text).unwrap_or_else(|invalid| panic!("{text:?}: {invalid}"));
    records.iter().map(show).collect()
}

fn show(record: &Record<Checkers>) -> String {
    let mut words = Checkers::print_moves(record);
    words.push(record.result.code().to_owned());
    words.join(" ")
}

fn record(text: &str) -> Record<Checkers> {
    read::<Checkers>(text).unwrap().remove(0)
}

fn imported(text: &str) -> Vec<ImportedRecord<Checkers>> {
    Checkers::records(text, 0).map(Result::unwrap).collect()
}

#[test]
fn oddities_are_understood() {
    for (name, text, expected) in UNDERSTOOD {
        assert_eq!(games(text), *expected, "{name}");
    }
}

/// Texts that are refused, and the error: its part, and some words of it.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("", "", "text", "got nothing"),
    ("only space", "\u{feff} \r\n", "text", "got nothing"),
    ("only comments", "{a} ; b\n% c", "text", "expected a position in PDN FEN, or games in PDN"),
    ("prose", "hello", "text", "got \"hello\""),
    ("an illegal move", "1. 11-15 23-19 2. 11-16", "move 2 (black)", "one of "),
    ("an illegal reply", "1. 11-15 9-13", "move 1 (white)", "got \"9-13\""),
    ("of the second game", "11-15 * 1. 11-15 23-19 2. 1-2", "move 2 (black)", "got \"1-2\""),
    ("where White begins", "[FEN \"W:W18,30:B15,1\"] 1. 18-14", "move 1 (white)", "one of 18x11"),
    ("counted from Black", "[FEN \"W:W18,30:B15,1\"] 1... 18x11 2. 1-2", "move 2 (black)", "got \"1-2\""),
    (
        "White begins without a position",
        "1. 22-18 11-15",
        "move 1 (black)",
        "or [FEN \"W:W21-32:B1-12\"] before",
    ),
    ("a capture declined", "11-15 22-18 8-11", "move 2 (black)", "expected one of 15x22, got \"8-11\""),
    ("half a capture", "[FEN \"B:W18,25:B15\"] 15x22 1-0", "move 1 (black)", "one of 15x22x29"),
    ("a square too large", "1. 11-99999999999999999999", "move 1 (black)", "got \"11-99999999999999999999\""),
    ("a number that counts nothing", "1115 2319 811", "move 2 (black)", "got \"811\""),
    (
        "a square named again and again",
        "11-15 23-23 23-23 23-23",
        "move 1 (white)",
        "got \"23-23 23-23 23-23\"",
    ),
    (
        "letters that fit both sides",
        "[FEN \"B:WK28:BK14,K19\"] 1. c5-d4",
        "move 1 (black)",
        "expected 19-15 or 14-18, in numbers, as either may be meant, got \"c5-d4\"",
    ),
    ("letters off the board", "1. a3-b5", "move 1 (black)", "got \"a3-b5\""),
    ("chess", "1. e4 e5 2. Nf3", "move 1 (black)", "got \"e4\""),
    ("a new position", "1. 11-15 /FEN \"W:W18:B15\"/", "move 1 (white)", "got"),
    ("a result in the middle", "1. 11-15 1-0 23-19", "move 1 (black)", "got \"23-19\""),
    (
        "moves after the end",
        "[FEN \"B:W18:B15\"] 15x22 1-5",
        "move 1 (white)",
        "no move, as the game is over",
    ),
    (
        "an open comment",
        "1. 11-15 {a remark",
        "move 1 (white), comment",
        "expected a closing }, got the end of the game",
    ),
    ("an open comment before a tag", "{a\n[Event \"x\"]", "comment", "a closing }"),
    ("an open variation", "11-15 (11-16 (12-16) 22-18", "move 1 (white), variation", "a closing )"),
    ("an open comment in one", "11-15 (11-16 {a) 22-18", "move 1 (white), comment", "a closing }"),
    ("a bad position", "11-15 * [FEN \"B:W18,33:B1\"]", "tag FEN, white entry 2", "got \"33\""),
    ("a missing move", "1. 11-15 23-19 2. -- 22-17 *", "move 2 (black)", "got \"--\""),
    ("no position", "[SetUp \"1\"] 11-15", "tag FEN", "as SetUp is 1"),
    ("another game", "[GameType \"20\"] 32-28", "tag GameType", "21, English draughts"),
    ("another variant", "[Variant \"Italian\"] 11-15", "tag Variant", "English draughts"),
    ("a variant by its number", "[Variant \"25,W,8,8\"] 11-15", "tag Variant", "English draughts"),
    (
        "a type by its number",
        "[GameType \"25\"] 1. c3-d4 1-0",
        "tag GameType",
        "got \"25\", Russian draughts",
    ),
    (
        "international draughts",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 1-1",
        "move 1 (black)",
        "expected English draughts, got squares beyond 32, as international draughts has",
    ),
    (
        "a position of international draughts",
        "[FEN \"W:W31-50:B1-20\"] 1. 32-28",
        "tag FEN, white entry 1",
        "got \"31-50\", squares beyond 32, as international draughts has",
    ),
    (
        "Italian draughts",
        "[Bianco \"a\"] [Nero \"b\"] 1. 22-18 10-14",
        "move 1 (black)",
        "expected English draughts, got Italian draughts, as the tag Bianco says",
    ),
    (
        "a capture with two paths",
        "[FEN \"B:W14,15,18,22,23:B10\"] 10x26",
        "move 1 (black)",
        "expected 10x17x26 or 10x19x26, in full, as either may be meant, got \"10x26\"",
    ),
    (
        "a capture that later moves leave open",
        "[FEN \"B:W14,15,18,22,23,32:B10\"] 1. 10x26 32-28",
        "move 1 (black)",
        "in full, as either may be meant, got \"10x26\"",
    ),
    ("two results", "[Result \"1-0\"] 11-15 0-1", "result", "expected 1-0, as in the tag Result, got 0-1"),
    ("two results after the moves", "11-15 1-0 0-1", "result", "expected 1-0, got 0-1"),
    (
        "a draw where Black has won",
        "[FEN \"B:W18:B15\"] 15x22 1/2-1/2",
        "result",
        "expected 1-0, as white has no legal move, got 1/2-1/2",
    ),
];

#[test]
fn errors_name_move_and_reason() {
    for (name, text, part, words) in REFUSED {
        match read::<Checkers>(text) {
            Ok(_) => panic!("{name}: {:?} was understood", games(text)),
            Err(invalid) => {
                assert_eq!(&invalid.part, part, "{name}: {invalid}");
                assert!(invalid.to_string().contains(words), "{name}: {invalid}");
            }
        }
    }
}

/// A game with a fault keeps its tags, the moves up to there and its result; the others are read as ever.
#[test]
fn a_fault_costs_one_game() {
    let text = "[Event \"1\"]\n11-15 23-19 *\n\n[Event \"2\"]\n[Result \"0-1\"]\n11-15 {a} 22-18 33-29 15x22 {b} 0-1\n\n\
                [Event \"3\"]\n9-13 {open\n\n[Event \"4\"]\n[FEN \"B:W0:B1\"]\n[White \"x\"]\n1-5 1-0\n\n[Event \"5\"]\n12-16 ½-½";
    let games = imported(text);
    let shown: Vec<_> = games.iter().map(|read| show(&read.record)).collect();
    assert_eq!(shown, ["11-15 23-19 *", "11-15 22-18 0-1", "9-13 *", "1-0", "12-16 1/2-1/2"]);
    let parts =
        games.iter().map(|read| read.fault.as_ref().map_or_else(String::new, |fault| fault.part.to_string()));
    assert_eq!(
        parts.collect::<Vec<_>>(),
        ["", "move 2 (black)", "move 1 (white), comment", "tag FEN, white entry 1", ""]
    );
    assert_eq!(games.iter().map(|read| read.has_start).collect::<Vec<_>>(), [true, true, true, false, true]);
    let events = games.iter().map(|read| read.record.tags[0].value.as_str());
    assert_eq!(events.collect::<String>(), "12345");
    assert_eq!(games[1].record.comments.len(), 1);
    assert_eq!(games[3].record.tags.len(), 3);
}

/// Later moves decide which path a capture has taken.
#[test]
fn captures_are_read_by_the_moves_after_them() {
    for (text, expected) in [
        ("[FEN \"B:W14,15,18,22,23:B10\"] 1. 10x26 18-14", "10x17x26 18-14 *"),
        ("[FEN \"B:W14,15,18,22,23:B10\"] 1. 10x26 {a} 18-15", "10x19x26 18-15 *"),
        ("[FEN \"B:W14,15,18,22,23,32:B10\"] 1. 10x26 32-28 26-31 18-14", "10x17x26 32-28 26-31 18-14 *"),
        ("[FEN \"B:WK28:BK14,K19\"] 1. c5-d4 28-32 2. 19-24", "14-18 28-32 19-24 *"),
    ] {
        let read = imported(text).remove(0);
        assert_eq!((show(&read.record), read.fault), (expected.to_owned(), None), "{text}");
    }
    let open = imported("[FEN \"B:W14,15,18,22,23,32:B10\"] 1. 10x26 {a} 32-28 {b} 1-0").remove(0);
    assert_eq!(show(&open.record), "1-0");
    assert_eq!(open.record.comments.len(), 0);
}

/// A game of another type has no winner, as another side may have begun.
#[test]
fn games_of_other_types_have_no_result() {
    for text in [
        "[GameType \"25\"] [Result \"1-0\"] 1. c3-d4 1-0",
        "[Result \"1-0\"] [Variant \"Russian\"] 1. c3-d4",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0",
        "[Bianco \"a\"] 1. 22-18 10-14 1-0",
        "1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. b4-c5 1-0",
    ] {
        let games = imported(text);
        assert!(games.len() == 1 && games[0].fault.is_some(), "{text}");
        assert_eq!(games[0].record.result, RecordedResult::Unfinished, "{text}");
    }
    let doubtful = imported("[Result \"1-0\"] 1. c3-d4 d6-e5 2. b2-c3 1-0").remove(0);
    assert_eq!((doubtful.fault, doubtful.record.result.code()), (None, "1-0"));
    let warnings: Vec<_> = doubtful.warnings.iter().map(ToString::to_string).collect();
    let expected = "tag GameType: expected 21, English draughts, as Russian and Czech draughts have such squares, too, got none";
    assert_eq!(warnings, [expected]);
    let sure = imported("[Variant \"American/English\"] 1. c3-d4 d6-e5 2. b2-c3 *").remove(0);
    assert_eq!(sure.warnings, []);
}

/// Oddities are warnings that name them.
#[test]
fn warnings_name_the_oddity() {
    for (text, part, got) in [
        ("[Event \"x\"] [event \"y\"] 11-15", "tag event", "\"y\""),
        ("[11 Man Ballot #1] [Event \"x\"] *", "tag 11", "\"11 Man Ballot #1\""),
        ("[Event “Club”] *", "tag Event", "\"Event “Club”\""),
        ("[Event \"x] 11-15", "tag Event", "\"Event \\\"x\""),
        ("[Result \"1+ - 1-\"] 11-15", "tag Result", "\"1+ - 1-\""),
        ("[Result \"0-0\"] 11-15", "tag Result", "\"0-0\""),
        ("11-15 0-0", "move 1 (white), result", "\"0-0\""),
        ("11-15 23-19 =", "move 2 (black), result", "\"=\""),
        ("11-15 0:03 23-19", "move 1 (white), clock time", "\"0:03\""),
        ("11-15 {a {b} c} *", "move 1 (white), comment", "\"a {b\""),
        ("11-15 ) *", "move 1 (white), bracket", "\")\""),
        ("11-15 Red overstepped the time *", "move 1 (white), comment", "\"Red overstepped the time\""),
    ] {
        let games = imported(text);
        let [read] = &games[..] else { panic!("{text}: {games:?}") };
        assert_eq!(read.fault, None, "{text}");
        let [warning] = &read.warnings[..] else { panic!("{text}: {:?}", read.warnings) };
        assert!(warning.part == part && warning.got == got, "{text}: {warning}");
    }
    assert_eq!(imported("11-15 23-19 = 8-11 *")[0].warnings, []);
    for (name, text, games) in UNDERSTOOD.iter().take(20) {
        let warnings: Vec<_> = imported(text).into_iter().flat_map(|read| read.warnings).collect();
        assert_eq!((warnings, imported(text).len()), (vec![], games.len()), "{name}");
    }
    let many = "[x] ".repeat(1000) + "11-15";
    assert_eq!(imported(&many)[0].warnings.len(), 16);
}

#[test]
fn words_without_braces_are_comments() {
    let games = imported(
        "Club games\n[Event \"1\"]\n11-15 23-19Red overstepped, see game 7. 1-0 Fine play!\n[Event \"2\"] *",
    );
    assert_eq!(games.len(), 2);
    let comments = games[0].record.comments.iter().map(|comment| (comment.ply, comment.text.as_str()));
    assert_eq!(
        comments.collect::<Vec<_>>(),
        [(0, "Club games"), (2, "Red overstepped, see game 7."), (2, "Fine play!")]
    );
}

/// Each character is read a bounded number of times, whatever is open.
#[test]
fn long_texts_are_read_in_linear_time() {
    for piece in [
        "{ { } ",
        "( ",
        "{a} ",
        "(a) ",
        "[x ",
        "[x] ",
        "[x \"",
        "} ",
        "1 - ",
        "x ",
        "* ",
        "11-15 ",
        "11-15,",
        "11-11 ",
        "11-15 15-11 ",
        "11 15 ",
        "a 11-15 ",
        "(1-0 ",
        "\n[a \"b\"] {",
        "\\",
        "11-15;",
        "a;",
        "11-15 = ",
        "2. -- ",
        "0:03 ",
        "11-15/",
        "1-0 a 9-13 ",
    ] {
        let text = piece.repeat(100_000);
        let ends: Vec<_> = Checkers::records(&text, 0).flatten().map(|read| read.end).collect();
        assert!(ends.is_sorted() && ends.last().is_none_or(|end| text[*end..].trim().is_empty()), "{piece}");
    }
    let dashes = "1".repeat(500_000) + &" -".repeat(250_000);
    assert_eq!(imported(&dashes).len(), 1);
}

/// A game of more than 64 KiB ends there, and the next one with tags is read.
#[test]
fn games_are_limited() {
    for piece in ["{a} ", "{", "word ", "[a] "] {
        let text = format!("11-15 {}\n[Event \"2\"] 9-13 *", piece.repeat((64 << 10) / piece.len()));
        let [first, second] = &imported(&text)[..] else { panic!("{piece}") };
        let fault = first.fault.as_ref().unwrap();
        assert_eq!(fault.expected, "at most 64 KiB", "{piece}");
        assert_eq!(show(&second.record), "9-13 *");
    }
}

#[test]
fn values_of_tags_lose_one_pair_of_quotation_marks() {
    for (tag, value) in [
        ("[Event \"He said \"hi\"\"]", "He said \"hi\""),
        ("[Event 'Club']", "Club"),
        ("[Event «A»]", "A"),
        ("[Event „B“]", "B"),
        ("[Event \"x]", "x"),
        ("[Event Players' club]", "Players' club"),
    ] {
        let tags = imported(tag).remove(0).record.tags;
        assert_eq!((tags[0].name.as_str(), tags[0].value.as_str()), ("Event", value), "{tag}");
    }
}

#[test]
fn tags_and_comments_are_kept() {
    let text = "{first} [Event \"a \\\"b\\\" \\\\ \\c\"]\n[Black \"Émile\"] 1. {before\n  all} 11-15 ; after\n23-19 *";
    let record = record(text);
    let tags: Vec<_> = record.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    assert_eq!(tags, [("Event", "a \"b\" \\ \\c"), ("Black", "Émile")]);
    let comments: Vec<_> = record.comments.iter().map(|comment| (comment.ply, &*comment.text)).collect();
    assert_eq!(comments, [(0, "first"), (0, "before all"), (1, "after")]);
    let texts = Checkers::record_texts(&record, &Checkers::print_moves(&record));
    assert_eq!(
        texts[1].1,
        "[Event \"a \\\"b\\\" \\\\ \\\\c\"]\n[Black \"Émile\"]\n[Result \"*\"]\n[GameType \"21\"]\n\
         {first} {before all} 1. 11-15 {after} 23-19 *\n\n"
    );
    let again = self::record(&texts[1].1);
    assert_eq!((&again.tags[..2], &again.comments), (&record.tags[..], &record.comments));
}

#[test]
fn a_position_is_written_with_its_set_up() {
    let record = record("[FEN \"W:WK18:B10,23.\"] 18x27 *");
    let texts = Checkers::record_texts(&record, &Checkers::print_moves(&record));
    assert_eq!(texts[0], ("fen", "B:WK27:B10".to_owned()));
    assert_eq!(
        texts[1].1,
        "[Result \"*\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:WK18:B10,23\"]\n1. 18x27 *\n\n"
    );
}

#[test]
fn reading_goes_on_where_a_game_has_ended() {
    let text = "11-15 * 11-12 * 11-16";
    let ends: Vec<_> = imported(text).iter().map(|read| read.end).collect();
    assert_eq!(ends, [7, 15, 21]);
    for (from, rest) in ends.iter().zip([2, 1, 0]) {
        assert_eq!(Checkers::records(text, *from).count(), rest, "{from}");
    }
    assert_eq!(record("11-15").start, Checkers::start());
}
