//! PDN as people write it: each text gives the right games, or an error that names place and reason.

use crate::records::read;
use bestmove::game::{Notation, Record, Rules};
use bestmove::games::Checkers;

/// The games in a text: moves and result of each.
fn games(text: &str) -> Vec<String> {
    let records = read::<Checkers>(text).unwrap_or_else(|invalid| panic!("{text:?}: {invalid}"));
    let show = |record: &Record<Checkers>| {
        let mut words = Checkers::print_moves(record);
        words.push(record.result.code().to_owned());
        words.join(" ")
    };
    records.iter().map(show).collect()
}

fn record(text: &str) -> Record<Checkers> {
    read::<Checkers>(text).unwrap().remove(0)
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
    ("prose", "hello", "turn", "got \"hello\""),
    ("an illegal move", "1. 11-15 23-19 2. 11-16", "game 1, move 2 (black)", "one of "),
    ("an illegal reply", "1. 11-15 9-13", "game 1, move 1 (white)", "got \"9-13\""),
    ("of the second game", "11-15 * 1. 11-15 23-19 2. 1-2", "game 2, move 2 (black)", "got \"1-2\""),
    ("where White begins", "[FEN \"W:W18,30:B15,1\"] 1. 18-14", "game 1, move 1 (white)", "one of 18x11"),
    (
        "counted from Black",
        "[FEN \"W:W18,30:B15,1\"] 1... 18x11 2. 1-2",
        "game 1, move 2 (black)",
        "got \"1-2\"",
    ),
    ("x in a step", "1. 11x15", "game 1, move 1 (black)", "got \"11x15\""),
    (
        "a capture declined",
        "11-15 22-18 8-11",
        "game 1, move 2 (black)",
        "expected one of 15x22, got \"8-11\"",
    ),
    ("half a capture", "[FEN \"B:W18,25:B15\"] 15x22 22x29", "game 1, move 1 (black)", "one of 15x22x29"),
    (
        "a square too large",
        "1. 11-99999999999999999999",
        "game 1, move 1 (black)",
        "got \"11-99999999999999999999\"",
    ),
    ("another dash", "1. 11–15", "game 1, move 1 (black)", "got \"11–15\""),
    ("letters", "1. a3-b4", "game 1, move 1 (black)", "got \"a3-b4\""),
    ("spaces in a move", "1. 11 - 15", "game 1, move 1 (black)", "got \"11\""),
    ("a space before the full stop", "1 . 11-15", "game 1, move 1 (black)", "got \"1\""),
    ("no separator", "1. 1115", "game 1, move 1 (black)", "got \"1115\""),
    ("a new position", "1. 11-15 /FEN \"W:W18:B15\"/", "game 1, move 1 (white)", "got \"/FEN\""),
    ("a result in the middle", "1. 11-15 1-0 23-19", "game 2, move 1 (black)", "got \"23-19\""),
    (
        "moves after the end",
        "[FEN \"B:W18:B15\"] 15x22 1-5",
        "game 1, move 1 (white)",
        "no move, as the game is over",
    ),
    (
        "an open comment",
        "1. 11-15 {a remark",
        "game 1, move 1 (white), comment",
        "expected a closing }, got the end of the text",
    ),
    ("an open comment before tags", "{a [Event \"x\"]", "game 1, comment", "a closing }"),
    ("an open variation", "11-15 (11-16 (12-16) 22-18", "game 1, move 1 (white), variation", "a closing )"),
    ("an open comment in one", "11-15 (11-16 {a) 22-18", "game 1, move 1 (white), comment", "a closing }"),
    ("a stray brace", "11-15 } 22-18", "game 1, move 1 (white)", "got \"}\""),
    ("a stray parenthesis", "11-15 22-18 ) 8-11", "game 1, move 2 (black)", "got \")\""),
    ("a stray bracket", "]", "game 1, move 1 (black)", "got \"]\""),
    ("an open tag", "[Event \"x\"", "game 1, tag Event", "expected ], got the end of the text"),
    ("an open string", "[Event \"x]\n11-15", "game 1, tag Event", "a closing \""),
    ("a value without quotes", "[Event x]", "game 1, tag Event", "expected \", got \"x]\""),
    ("no name", "[\"x\"]", "game 1, tag", "expected a name"),
    ("a tag twice", "[Event \"x\"] [Event \"y\"] 11-15", "game 1, tag Event", "got another one"),
    ("a bad position", "11-15 * [FEN \"B:W18,33:B1\"]", "game 2, tag FEN, white entry 2", "got \"33\""),
    ("a lower-case king", "[FEN \"B:Wk18:B1\"]", "game 1, tag FEN, white entry 1", "K before a king"),
    ("no position", "[SetUp \"1\"] 11-15", "game 1, tag FEN", "as SetUp is 1"),
    ("another game", "[GameType \"20\"] 32-28", "game 1, tag GameType", "21, English draughts"),
    (
        "two results",
        "[Result \"1-0\"] 11-15 0-1",
        "game 1, result",
        "expected 1-0, as in the tag Result, got 0-1",
    ),
    (
        "a draw where Black has won",
        "[FEN \"B:W18:B15\"] 15x22 1/2-1/2",
        "game 1, result",
        "expected 1-0, as white has no legal move, got 1/2-1/2",
    ),
];

#[test]
fn errors_name_game_move_and_reason() {
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
fn reading_is_lazy_and_ends_at_the_first_error() {
    let mut games = Checkers::records("11-15 * 11-12 * 11-16");
    assert!(games.next().unwrap().is_ok());
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none());
    assert_eq!(record("11-15").start, Checkers::start());
}
