//! Games in GGF, the Generic Game Format of Othello servers
//! (<https://skatgame.net/mburo/ggsa/ggf>): `(;GM[Othello]PB[..]PW[..]TY[8]BO[8 …  *]B[F5//2.4]W[D6];)`.
//!
//! A move may have an evaluation and a time behind slashes, which are skipped. Passes may be left out. A game with a
//! fault has its moves up to there, and the next game is read. Games in SGF are read, too: of each tree the first
//! variation, of each move its comments.

use super::lines::is_comment;
use super::notation::{read_board, side};
use super::properties::Lexer;
use super::sgf::SetUp;
use super::transcript::read_move;
use super::{Board, Reversi, result, sgf};
use crate::game::{
    Comment, ImportedRecord, Invalid, MAX_RECORD_BYTES, Notation, Phrase, Record, Side, Tag, phrases, quoted,
};
use std::mem;

/// Properties with the names of their tags.
const TAGS: [(&str, &str); 5] =
    [("EV", "Event"), ("PC", "Site"), ("DT", "Date"), ("PB", "Black"), ("PW", "White")];
/// The properties that follow from the game itself.
const OWN: [&str; 7] = ["GM", "RE", "TY", "BO", "B", "W", "C"];

/// The name of a pass.
const PASS: &str = "PA";

/// A record as GGF.
pub(super) fn write(record: &Record<Reversi>) -> String {
    write_with_fault(record, None)
}

/// A record as GGF, with the move after its last one, which can't be played.
pub(super) fn write_with_fault(record: &Record<Reversi>, illegal: Option<&str>) -> String {
    let mut text = String::from("(;GM[Othello]");
    for tag in &record.tags {
        let named =
            TAGS.iter().find(|(_, name)| *name == tag.name).map_or(&*tag.name, |(property, _)| property);
        let is_property = named.len() <= 8 && named.bytes().all(|sign| sign.is_ascii_uppercase());
        if is_property && !named.is_empty() && !OWN.contains(&named) {
            write_property(&mut text, named, &tag.value);
        }
    }
    write_property(&mut text, "RE", &result::in_ggf(record));
    let [cells, to_move] = [0..64, 65..66].map(|part| Reversi::print(&record.start)[part].replace('X', "*"));
    write_property(&mut text, "TY", "8");
    write_property(&mut text, "BO", &format!("8 {cells} {to_move}"));
    let mut comments = record.comments.iter().peekable();
    let mut board = record.start;
    for (ply, &played) in record.moves.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.ply <= ply) {
            write_property(&mut text, "C", &comment.text);
        }
        let name = if played.is_pass() { PASS.to_owned() } else { played.to_string().to_ascii_uppercase() };
        write_property(&mut text, property_of(board.to_move()), &name);
        board = board.after(played);
    }
    if let Some(illegal) = illegal {
        write_property(&mut text, property_of(board.to_move()), illegal);
    }
    comments.for_each(|comment| write_property(&mut text, "C", &comment.text));
    text + ";)\n"
}

const fn property_of(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

fn write_property(text: &mut String, name: &str, value: &str) {
    *text += name;
    text.push('[');
    for sign in value.chars() {
        if matches!(sign, '\\' | ']') {
            text.push('\\');
        }
        text.push(sign);
    }
    text.push(']');
}

/// Where the games of a text begin, maybe after comment lines and their number; `None` if it has other things there.
pub(super) fn begin(text: &str) -> Option<usize> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        end += line.len();
        let after_count =
            line.trim_start().trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start();
        (end - after_count.len(), after_count)
    });
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !is_comment(line));
    lines.next().filter(|(_, line)| line.starts_with("(;")).map(|(begin, _)| begin)
}

/// The games of a text from a byte on.
pub(super) fn records(
    text: &str,
    from: usize,
) -> impl Iterator<Item = Result<ImportedRecord<Reversi>, Invalid>> {
    let mut at = from;
    std::iter::from_fn(move || {
        let begin = at + text[at..].find("(;")?;
        let mut lexer = Lexer::new(text, begin + "(;".len());
        let read = Game::read(&mut lexer);
        at = lexer.end();
        Some(Ok(ImportedRecord { end: at, ..read.finish() }))
    })
}

/// A game that is being read.
struct Game {
    record: Record<Reversi>,
    board: Board,
    fault: Option<Invalid>,
    has_start: bool,
    has_board: bool,
    /// Whether the type is a random start.
    is_random: bool,
    /// Whether the game is in SGF.
    is_tree: bool,
    set_up: SetUp,
    /// Whether a board is set up that has not been taken over.
    is_set_up: bool,
    /// The result as it is written.
    result: Option<String>,
}

impl Game {
    fn read(lexer: &mut Lexer<'_>) -> Self {
        let start = lexer.end();
        let mut game = Self {
            record: Record::from(Board::START),
            board: Board::START,
            fault: None,
            has_start: true,
            has_board: false,
            is_random: false,
            is_tree: false,
            set_up: SetUp::default(),
            is_set_up: false,
            result: None,
        };
        while let Some(property) = lexer.property() {
            match property {
                Ok((name, value)) => {
                    game.take(name, &value);
                    lexer.is_tree = game.is_tree;
                }
                Err(invalid) => {
                    game.fault.get_or_insert(invalid);
                    break;
                }
            }
            if lexer.end() - start > MAX_RECORD_BYTES {
                let expected = phrases::at_most_kibibytes(MAX_RECORD_BYTES >> 10);
                game.fault.get_or_insert(Invalid::new(phrases::whole_game(), expected, phrases::more()));
                lexer.skip_game();
                break;
            }
        }
        game
    }

    fn take(&mut self, name: &str, value: &str) {
        if self.fault.is_some() {
            return;
        }
        match name {
            "GM" => self.check_game(value),
            "TY" => self.check_type(value),
            "SZ" if value.trim() != "8" => self.refuse_start(name, phrases::number(8), quoted(value)),
            "SZ" => {}
            "AB" | "AW" | "AE" | "PL" => self.place(name, value),
            "BO" => self.read_board(value),
            "B" => self.play(Side::First, value),
            "W" => self.play(Side::Second, value),
            "RE" => self.result = Some(value.to_owned()),
            "C" => {
                self.record.comments.push(Comment { ply: self.record.moves.len(), text: value.to_owned() });
            }
            _ if sgf::FILE.contains(&name) => {}
            // Times and marks of moves.
            _ if self.is_tree && !self.record.moves.is_empty() => {}
            _ => {
                let name = TAGS.iter().find(|(property, _)| *property == name).map_or(name, |(_, tag)| tag);
                self.record.tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
            }
        }
    }

    fn fail_at_start(&mut self, invalid: Invalid) {
        (self.has_start, self.fault) = (false, Some(invalid));
    }

    fn refuse_start(&mut self, property: &str, expected: Phrase, got: Phrase) {
        self.fail_at_start(Invalid::new(phrases::verbatim(property), expected, got));
    }

    fn check_game(&mut self, value: &str) {
        self.is_tree = value.trim() == sgf::GAME;
        if !self.is_tree && !["othello", "reversi"].contains(&value.trim().to_ascii_lowercase().as_str()) {
            self.refuse_start("GM", phrases::game_of_discs(), quoted(value));
        }
    }

    /// Reads the size of the board and the options behind it: `s` for two games at once in front, `r18` for a random
    /// start with 18 discs, `a` where fewer discs win.
    fn check_type(&mut self, value: &str) {
        let kind = value.trim().trim_start_matches(['s', 'S']).to_ascii_lowercase();
        let (size, options) =
            kind.split_at(kind.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(kind.len()));
        let got = match size {
            "8" | "0" if options.contains('a') => phrases::fewer_discs_win(),
            "8" | "0" => {
                self.is_random = options.contains('r');
                return;
            }
            "88" => phrases::octagon(),
            "" => quoted(value),
            size => phrases::verbatim(format!("{size} × {size}")),
        };
        self.refuse_start("TY", phrases::board_of_discs(), got);
    }

    /// Refuses a game with a random start whose board is missing.
    fn require_board(&mut self) {
        if self.is_random && !self.has_board && self.fault.is_none() {
            self.refuse_start("BO", phrases::board_of_random_start(), phrases::none());
        }
    }

    fn read_board(&mut self, value: &str) {
        if !self.record.moves.is_empty() {
            self.fault =
                Some(Invalid::new(phrases::verbatim("BO"), phrases::board_before_moves(), quoted(value)));
            return;
        }
        let words = value.trim().strip_prefix('8').and_then(|cells| cells.rsplit_once(char::is_whitespace));
        let parts = words.and_then(|(cells, word)| Some((cells, side(word)?)));
        match parts.map(|(cells, to_move)| read_board(cells, Some(to_move))) {
            Some(Ok((board, rest))) if rest.trim().is_empty() => {
                (self.board, self.record.start, self.has_board) = (board, board, true);
            }
            Some(Err(invalid)) => {
                self.fail_at_start(invalid.within(phrases::verbatim("BO")));
            }
            _ => self.refuse_start("BO", phrases::board_in_ggf(), quoted(value)),
        }
    }

    /// Sets up a part of the board, as SGF does.
    fn place(&mut self, name: &str, value: &str) {
        if !self.record.moves.is_empty() {
            self.fault =
                Some(Invalid::new(phrases::verbatim(name), phrases::set_up_before_moves(), quoted(value)));
            return;
        }
        match self.set_up.take(name, value) {
            Ok(()) => self.is_set_up = true,
            Err(invalid) => self.fail_at_start(invalid),
        }
    }

    /// Takes over the board that is set up, before the first move.
    fn settle_board(&mut self) {
        if !mem::take(&mut self.is_set_up) || self.fault.is_some() {
            return;
        }
        match self.set_up.board() {
            Ok(board) => (self.board, self.record.start, self.has_board) = (board, board, true),
            Err(invalid) => self.fail_at_start(invalid),
        }
    }

    /// Plays a move of a side; passes before it may be left out.
    fn play(&mut self, side: Side, value: &str) {
        self.settle_board();
        self.require_board();
        if self.fault.is_some() {
            return;
        }
        let text = value.split('/').next().unwrap_or_default().trim();
        let text = if self.is_tree && text.is_empty() { PASS } else { text };
        if let Some(implied) = Reversi::implied_move(&self.board, text) {
            self.board = self.board.after(implied);
            self.record.moves.push(implied);
        }
        let part = Reversi::move_label(&self.record.start, self.record.moves.len());
        let due = self.board.to_move();
        if side != due && read_move(text).is_some() {
            let expected = phrases::move_of(Reversi::INFO.side(due));
            self.fault =
                Some(Invalid::new(part, expected, quoted(&format!("{}[{text}]", property_of(side)))));
            return;
        }
        match Reversi::parse_move(&self.board, text) {
            Ok(played) => {
                self.board = self.board.after(played);
                self.record.moves.push(played);
            }
            Err(illegal) => self.fault = Some(Invalid { part, ..illegal }),
        }
    }

    fn finish(mut self) -> ImportedRecord<Reversi> {
        self.settle_board();
        self.require_board();
        let oddity = result::settle(&mut self.record, phrases::verbatim("RE"), self.result.as_deref());
        let Self { record, fault, has_start, .. } = self;
        ImportedRecord { record, fault, has_start, warnings: oddity.into_iter().collect(), end: 0 }
    }
}
