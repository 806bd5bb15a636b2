//! PDN as people write it: each text gives the right games, or an error that names place and reason.

use crate::records::read;
use bestmove_core::game::{ImportedRecord, Notation, Record, Rules};
use bestmove_core::games::Checkers;

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

/// Oddities that are understood, with the games that they mean.
pub(crate) const UNDERSTOOD: &[(&str, &str, &[&str])] = &[
    ("the usual form", "1. 11-15 23-19 2. 8-11 22-17 *", &["11-15 23-19 8-11 22-17 *"]),
    ("no space after a number", "1.11-15 23-19 2.8-11 1-0", &["11-15 23-19 8-11 1-0"]),
    ("no numbers", "11-15 23-19 8-11 0-1", &["11-15 23-19 8-11 0-1"]),
    ("wrong numbers", "7. 11-15 23-19 3. 8-11", &["11-15 23-19 8-11 *"]),
    ("huge numbers", "99999999999999999999999. 11-15 23-19", &["11-15 23-19 *"]),
    ("a number for each side", "1. 11-15 1... 23-19 2. 8-11", &["11-15 23-19 8-11 *"]),
    ("a line for each move", "1.\n11-15\n23-19\n2.\n8-11\n*\n", &["11-15 23-19 8-11 *"]),
    ("CRLF", "[Event \"x\"]\r\n\r\n1. 11-15\r\n23-19 1/2-1/2\r\n", &["11-15 23-19 1/2-1/2"]),
    ("CR alone", "; a comment\r1. 11-15\r23-19", &["11-15 23-19 *"]),
    ("tabs and other spaces", "1.\t11-15\u{a0}23-19\u{3000}8-11", &["11-15 23-19 8-11 *"]),
    ("a byte order mark", "\u{feff}[Event \"x\"]\n1. 11-15", &["11-15 *"]),
    ("leading zeros", "1. 09-13 22-18", &["9-13 22-18 *"]),
    ("a dash in a capture", "1. 11-15 22-18 2. 15-22", &["11-15 22-18 15x22 *"]),
    ("a colon in a capture", "1. 11-15 22-18 2. 15:22", &["11-15 22-18 15x22 *"]),
    ("a capital X", "1. 11-15 22-18 2. 15X22 25X18", &["11-15 22-18 15x22 25x18 *"]),
    ("an abbreviated capture", "[FEN \"B:W18,25:B15\"] 15x29", &["15x22x29 1-0"]),
    ("a capture in full", "[FEN \"B:W18,25:B15\"] 15x22x29", &["15x22x29 1-0"]),
    ("comments", "{a} 1. {b ; (} 11-15{c}23-19 ; d } (\n8-11 {\n}", &["11-15 23-19 8-11 *"]),
    ("a comment line", "% a remark [ { (\n1. 11-15 23-19\n% another", &["11-15 23-19 *"]),
    ("a per cent sign elsewhere", "1. 11-15 {100 % sure} 23-19", &["11-15 23-19 *"]),
    ("variations", "11-15 (11-16 (x {)} ; )\n) 24-20) 23-19 (22-18)(22-17)8-11", &["11-15 23-19 8-11 *"]),
    ("annotation glyphs", "11-15 $1 23-19$2$10 8-11", &["11-15 23-19 8-11 *"]),
    ("marks", "11-15! 23-19?! 8-11(?) 22-17 !! 11-16*", &["11-15 23-19 8-11 22-17 11-16 *"]),
    ("a forced move, then the end", "11-15* *", &["11-15 *"]),
    ("several games", "11-15 1-0 12-16 0-1\n9-13 *", &["11-15 1-0", "12-16 0-1", "9-13 *"]),
    ("tags begin a game", "[Round \"1\"] 11-15 [Round \"2\"] 12-16", &["11-15 *", "12-16 *"]),
    ("a game without moves", "[Event \"x\"] * [Event \"y\"] 1-0", &["*", "1-0"]),
    ("a star alone", "*", &["*"]),
    ("no result but in the tag", "[Result \"0-1\"]\n11-15", &["11-15 0-1"]),
    ("a star after a result in the tag", "[Result \"1/2-1/2\"] 11-15 *", &["11-15 1/2-1/2"]),
    ("a star in the tag", "[Result \"*\"] 11-15 1-0", &["11-15 1-0"]),
    ("an unknown result", "[Result \"1+ - 1-\"] 11-15", &["11-15 *"]),
    (
        "results of international draughts",
        "11-15 2-0 11-15 1-1 11-15 0-2",
        &["11-15 1-0", "11-15 1/2-1/2", "11-15 0-1"],
    ),
    ("a double forfeit", "11-15 0-0", &["11-15 *"]),
    ("White's points first", "[Result \"0-1\"] [FEN \"B:W18:B15\"] 15x22 0-1", &["15x22 1-0"]),
    ("a result after a number", "1. 11-15 23-19 2. 1-0", &["11-15 23-19 1-0"]),
    ("White begins", "[FEN \"W:W18,30:B15,1\"] 1. 18x11 1-6 2. 30-26", &["18x11 1-6 30-26 *"]),
    ("White begins, counted from Black", "[FEN \"W:W18,30:B15,1\"] 1... 18x11 2. 1-6", &["18x11 1-6 *"]),
    ("an ellipsis of its own", "[FEN \"W:W18,30:B15,1\"] 1. ... 18x11 2. 1-6", &["18x11 1-6 *"]),
    ("a position alone", "  W:WK6,18,23,31:B10,19,20,K28.\n", &["*"]),
    ("spaces in a position", "B : W 21-32 : B 1-12", &["*"]),
    ("a tag without spaces", "[Event\"x\"]11-15", &["11-15 *"]),
    ("a tag with spaces", "[ Event \"x\" ] 11-15", &["11-15 *"]),
    ("the type in full", "[GameType \"21,B,8,8,N1,0\"] 11-15", &["11-15 *"]),
    ("a game that goes on after a repetition", KINGS, &[KINGS_MOVES]),
    ("x in a step", "10x14 24x20", &["10-14 24-20 *"]),
    ("blanks within a move", "11 - 15 22-18 2. 15x 22 25 x18", &["11-15 22-18 15x22 25x18 *"]),
    ("other dashes", "11–15 22—18 15−22 25‐18", &["11-15 22-18 15x22 25x18 *"]),
    ("other crosses", "11-15 22-18 15×22 25*18", &["11-15 22-18 15x22 25x18 *"]),
    ("no separator", "1. 1115 2218 2. 1522", &["11-15 22-18 15x22 *"]),
    ("a space before the full stop", "1 . 11-15 23-19 2 . 8-11", &["11-15 23-19 8-11 *"]),
    ("numbers without full stops", "1 11-15 23-19 2 8-11", &["11-15 23-19 8-11 *"]),
    ("numbers with colons", "1: 11-15 23-19 2: 8-11", &["11-15 23-19 8-11 *"]),
    ("commas between moves", "11-15,22-18, 15x22 ,25x18", &["11-15 22-18 15x22 25x18 *"]),
    ("each jump a word", "[FEN \"B:W18,25:B15\"] 15x22 22x29", &["15x22x29 1-0"]),
    ("each jump a word, abbreviated", "[FEN \"B:W18,25:B15\"] 15-22 22-29 *", &["15x22x29 1-0"]),
    ("algebraic squares", "c3-d4 d6-e5 b2-c3 b6-c5 d4xb6 a7xc5", &["11-15 23-18 8-11 24-19 15x24 28x19 *"]),
    ("algebraic squares, White below", "f6-e5 c3-d4 e5xc3 B2xD4", &["11-15 22-18 15x22 25x18 *"]),
    ("a result in blanks", "11-15 23-19 1 - 0", &["11-15 23-19 1-0"]),
    ("a result with a colon", "11-15 23-19 1:0", &["11-15 23-19 1-0"]),
    ("a result with another dash", "[Result \"0–1\"] 11-15 23-19 0—1", &["11-15 23-19 0-1"]),
    ("half a point each", "11-15 ½-½ 11-15 1/2 11-15 1/2 - 1/2", &["11-15 1/2-1/2"; 3]),
    ("a draw in a word", "11-15 23-19 Draw", &["11-15 23-19 1/2-1/2"]),
    ("a draw in words", "11-15 23-19 Draw agreed.", &["11-15 23-19 1/2-1/2"]),
    (
        "a win in letters",
        "[Result \"1-0\"] 11-15 BW [Event \"x\"] 11-15 23-19 WW",
        &["11-15 1-0", "11-15 23-19 0-1"],
    ),
    ("a win in words", "11-15 23-19 White wins", &["11-15 23-19 0-1"]),
    ("two results that agree", "[Result \"1-0\"] 11-15 23-19 * 1-0", &["11-15 23-19 1-0"]),
    ("a star between a game and its result", "11-15 23-19 * 1-0 12-16 *", &["11-15 23-19 1-0", "12-16 *"]),
    ("a tag twice", "[Event \"x\"] [Event \"y\"] 11-15", &["11-15 *"]),
    ("a tag without a value", "[11 Man Ballot #1] [FEN \"B:W18:B15\"] *", &["*"]),
    ("curly quotes", "[Event “Club”] [Result “0-1”] 11-15", &["11-15 0-1"]),
    ("a value without quotes", "[Event x] [Result 0-1] 11-15", &["11-15 0-1"]),
    ("an open string", "[Event \"x]\n11-15", &["11-15 *"]),
    ("an open tag", "[Event \"x\"\n11-15", &["11-15 *"]),
    ("nested braces", "11-15 {a {b 1. 9-13} c} 23-19 {d { e} 8-11", &["11-15 23-19 8-11 *"]),
    ("stray brackets", "11-15 } 22-18 ) 15x22 ]", &["11-15 22-18 15x22 *"]),
    ("text without braces", "11-15 23-19 White overstepped the time", &["11-15 23-19 *"]),
    ("text that touches a move", "11-15 23-19Red overstepped the time 1-0", &["11-15 23-19 1-0"]),
    ("a heading", "Games of the club\n1. 11-15 1-0", &["11-15 1-0"]),
    ("a comment after the result", "11-15 1-0 {a fine game}", &["11-15 1-0"]),
    ("games without tags", "1. 11-15 23-19\n\n1. 9-13 22-18 1-0", &["11-15 23-19 *", "9-13 22-18 1-0"]),
    ("numbers apart from their dots", "1. 11-15 1. ... 23-19 2. 8-11", &["11-15 23-19 8-11 *"]),
    ("squares in pairs", "1. 11 15 23 19 2. 8 11 22 - 17 *", &["11-15 23-19 8-11 22-17 *"]),
    ("numbers beside blanks in moves", "1 11 - 15 23 - 19 2 8 - 11", &["11-15 23-19 8-11 *"]),
    ("numbers with dashes", "1- 11-15 23-19 2- 8-11", &["11-15 23-19 8-11 *"]),
    ("other signs", "11=15 23=19.", &["11-15 23-19 *"]),
    ("algebraic squares in pairs", "c3d4 d6e5", &["11-15 23-18 *"]),
    ("numbers in a heading", "Club match 1931, won 4-1 in May\n1. 11-15 1-0", &["11-15 1-0"]),
    ("a year in a remark", "11-15 23-19 White resigned in 1931", &["11-15 23-19 *"]),
    ("points with fractions", "11-15 0.5-0.5 11-15 0,5-0,5", &["11-15 1/2-1/2"; 2]),
    (
        "a result as the end of a sentence",
        "11-15 1-0. 11-15 0-1, 11-15 1–0*",
        &["11-15 1-0", "11-15 0-1", "11-15 1-0"],
    ),
    (
        "a result in brackets",
        "11-15 (1-0) 11-15 [0-1] 11-15 (Draw)",
        &["11-15 1-0", "11-15 0-1", "11-15 1/2-1/2"],
    ),
    ("a number within a capture", "[FEN \"B:W18,25:B15\"] 1. 15x22 2. 22x29 *", &["15x22x29 1-0"]),
    ("a position before the moves", "W:W18,30:B15,1.\n\n1. 18x11 1-6 2. 30-26", &["18x11 1-6 30-26 *"]),
    ("the last word of a sentence", "11-15 23-19 Black to play and draw", &["11-15 23-19 *"]),
    ("a result after none", "[Result \"*\"] [Result \"1-0\"] 11-15", &["11-15 1-0"]),
    ("a lower-case position", "[FEN \"b:wk18:b15\"] *", &["*"]),
    ("a position with counters", "[FEN \"B:W21,22,K23:B1,2,3:H0:F1\"] 1-6", &["1-6 *"]),
    ("a doubled turn", "[FEN \"W:W:W21:B1\"] 21-17", &["21-17 *"]),
];

/// Both kings go back and forth until the position has occurred four times.
const KINGS: &str =
    "[FEN \"B:WK32,30:BK1,4\"] 1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 4-8";
const KINGS_MOVES: &str = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 4-8 *";

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
        "move 1 (black), squares",
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
    ("no position", "[SetUp \"1\"] 11-15", "tag FEN", "as SetUp is 1"),
    ("another game", "[GameType \"20\"] 32-28", "tag GameType", "21, English draughts"),
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
    let parts = games.iter().map(|read| read.fault.as_ref().map_or("", |fault| fault.part.as_str()));
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

/// Oddities are warnings that name them.
#[test]
fn warnings_name_the_oddity() {
    for (text, part, got) in [
        ("[Event \"x\"] [event \"y\"] 11-15", "tag event", "\"y\""),
        ("[11 Man Ballot #1] [Event \"x\"] *", "tag 11", "\"11 Man Ballot #1\""),
        ("[Event “Club”] *", "tag Event", "\"Event “Club”\""),
        ("[Event \"x] 11-15", "tag Event", "\"Event \\\"x\""),
        ("[Result \"1+ - 1-\"] 11-15", "tag Result", "\"1+ - 1-\""),
        ("11-15 {a {b} c} *", "move 1 (white), comment", "\"a {b\""),
        ("11-15 ) *", "move 1 (white), bracket", "\")\""),
        ("11-15 Red overstepped the time *", "move 1 (white), comment", "\"Red overstepped the time\""),
    ] {
        let games = imported(text);
        let [read] = &games[..] else { panic!("{text}: {games:?}") };
        assert_eq!(read.fault, None, "{text}");
        let [warning] = &read.warnings[..] else { panic!("{text}: {:?}", read.warnings) };
        assert_eq!((warning.part.as_str(), warning.got.as_str()), (part, got), "{text}");
    }
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
