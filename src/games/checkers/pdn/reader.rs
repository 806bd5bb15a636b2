//! From PDN to game records.

use super::super::{Board, Checkers};
use super::lexer::{Lexer, Token};
use crate::game::{Comment, Invalid, Notation, Record, RecordedResult, Rules, Side, Tag, quoted};
use std::collections::HashSet;

/// The records in a text: one position in PDN FEN, if the text begins with a letter, or games.
pub(in super::super) fn records(text: &str) -> impl Iterator<Item = Result<Record<Checkers>, Invalid>> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_fen = text.starts_with(char::is_alphabetic);
    let position = is_fen.then(|| Checkers::parse(text).map(Record::from));
    let games = (!is_fen).then(|| Games { lexer: Lexer::new(text), tag: None, count: 0, is_done: false });
    position.into_iter().chain(games.into_iter().flatten())
}

/// The games in a text, up to the first error.
struct Games<'a> {
    lexer: Lexer<'a>,
    /// The first tag of the next game, which ended the previous one.
    tag: Option<Token<'a>>,
    count: usize,
    is_done: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<Record<Checkers>, Invalid>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let game = self.read();
        self.is_done = !matches!(game, Ok(Some(_)));
        self.count += 1;
        game.transpose()
    }
}

impl Games<'_> {
    /// The next game, `None` at the end of the text.
    fn read(&mut self) -> Result<Option<Record<Checkers>>, Invalid> {
        let mut game = Game::new(self.count + 1);
        loop {
            let token = match self.tag.take() {
                None => self.lexer.token().map_err(|invalid| game.located(invalid))?,
                tag => tag,
            };
            match token {
                None if !game.is_empty() => return game.finish().map(Some),
                None if self.count > 0 => return Ok(None),
                None => {
                    return Err(Invalid::new("text", "a position in PDN FEN, or games in PDN", "nothing"));
                }
                tag @ Some(Token::Tag(..)) if game.has_movetext => {
                    self.tag = tag;
                    return game.finish().map(Some);
                }
                Some(Token::Tag(name, value)) => game.tag(name, value)?,
                Some(Token::Comment(text)) => game.comment(text),
                Some(Token::Stray(sign)) => return Err(game.illegal(sign)),
                Some(Token::Word(word)) => {
                    let text = game.skip_number(word);
                    if let Some(result) = result(text) {
                        game.last_word = result;
                        return game.finish().map(Some);
                    }
                    game.play(text)?;
                }
            }
        }
    }
}

/// A game that is being read.
struct Game<'a> {
    number: usize,
    record: Record<Checkers>,
    board: Board,
    names: HashSet<&'a str>,
    has_fen: bool,
    is_set_up: bool,
    /// Whether a move or a move number has been read.
    has_movetext: bool,
    /// Whether the numbers of the moves begin with a move of the second player.
    begins_second: bool,
    /// The result at the end of the moves; that of the tag is in the record.
    last_word: RecordedResult,
}

impl<'a> Game<'a> {
    fn new(number: usize) -> Self {
        Self {
            number,
            record: Record::from(Board::START),
            board: Board::START,
            names: HashSet::new(),
            has_fen: false,
            is_set_up: false,
            has_movetext: false,
            begins_second: false,
            last_word: RecordedResult::Unfinished,
        }
    }

    fn is_empty(&self) -> bool {
        self.record.tags.is_empty() && !self.has_movetext
    }

    /// The game and the move to be read next, as error messages name them.
    fn place(&self) -> String {
        let number = (self.record.moves.len() + usize::from(self.begins_second)) / 2 + 1;
        format!("game {}, move {number} ({})", self.number, Checkers::INFO.side(self.board.to_move()))
    }

    /// The error with the place of its part.
    fn located(&self, invalid: Invalid) -> Invalid {
        let place = if self.has_movetext { self.place() } else { format!("game {}", self.number) };
        Invalid { part: format!("{place}, {}", invalid.part), ..invalid }
    }

    fn tag(&mut self, name: &'a str, value: String) -> Result<(), Invalid> {
        let part = format!("tag {name}");
        if !self.names.insert(name) {
            return Err(self.located(Invalid::new(part, "one in each game", "another one")));
        }
        match name.to_ascii_lowercase().as_str() {
            "fen" => {
                let nested =
                    |invalid: Invalid| Invalid { part: format!("{part}, {}", invalid.part), ..invalid };
                let board = Checkers::parse(&value).map_err(|invalid| self.located(nested(invalid)))?;
                (self.record.start, self.board, self.has_fen) = (board, board, true);
            }
            "setup" => self.is_set_up = value.trim() == "1",
            "result" => self.record.result = result(value.trim()).unwrap_or(RecordedResult::Unfinished),
            "gametype" if !matches!(value.split(',').next().map(str::trim), Some("21" | "" | "?")) => {
                return Err(self.located(Invalid::new(part, "21, English draughts", quoted(&value))));
            }
            _ => {}
        }
        self.record.tags.push(Tag { name: name.to_owned(), value });
        Ok(())
    }

    /// Keeps a comment, its lines joined; without braces, which could not be written again.
    fn comment(&mut self, text: &str) {
        let text = text.replace(['{', '}'], " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.record.comments.push(Comment { ply: self.record.moves.len(), text });
        }
    }

    /// The word without the number of a move, `1.` or `1...`. Numbers are not checked.
    fn skip_number<'w>(&mut self, word: &'w str) -> &'w str {
        self.has_movetext = true;
        let dotted = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let text = dotted.trim_start_matches('.');
        let dots = dotted.len() - text.len();
        self.begins_second |= dots >= 3 && self.record.moves.is_empty();
        if dots == 0 { word } else { text }
    }

    /// Plays a move with its marks, such as `11-15!`; nothing if there are only marks.
    fn play(&mut self, marked: &str) -> Result<(), Invalid> {
        let text = marked.trim_end_matches(['!', '?', '*']);
        if text.is_empty() && !marked.contains('*') {
            return Ok(());
        }
        let plain = text.replace([':', 'X'], "x");
        let played = Checkers::parse_move(&self.board, &plain).map_err(|invalid| Invalid {
            part: self.place(),
            got: quoted(marked),
            ..invalid
        })?;
        self.board = Checkers::play(&self.board, played);
        self.record.moves.push(played);
        Ok(())
    }

    fn illegal(&self, sign: &str) -> Invalid {
        Invalid::new(self.place(), "a move, a comment, a tag or a result", quoted(sign))
    }

    fn finish(mut self) -> Result<Record<Checkers>, Invalid> {
        if self.is_set_up && !self.has_fen {
            let part = format!("game {}, tag FEN", self.number);
            return Err(Invalid::new(part, "a position, as SetUp is 1", "none"));
        }
        let tag = self.record.result;
        if tag == RecordedResult::Unfinished {
            self.record.result = self.last_word;
        } else if self.last_word != tag && self.last_word != RecordedResult::Unfinished {
            return Err(self.wrong_result(format!("{}, as in the tag Result", tag.code()), self.last_word));
        }
        let Some(outcome) = Checkers::outcome(&self.board) else { return Ok(self.record) };
        let (stated, by_rules) = (self.record.result, RecordedResult::of(outcome.winner));
        // Some programs write White's points first, though Black moves first.
        if stated == RecordedResult::Draw {
            let loser = Checkers::INFO.side(self.board.to_move());
            let expected = format!("{}, as {loser} has no legal move", by_rules.code());
            return Err(self.wrong_result(expected, stated));
        }
        self.record.result = by_rules;
        Ok(self.record)
    }

    fn wrong_result(&self, expected: String, stated: RecordedResult) -> Invalid {
        Invalid::new(format!("game {}, result", self.number), expected, stated.code())
    }
}

/// The result that a code stands for; `0-0`, a game lost by both, counts as none.
fn result(code: &str) -> Option<RecordedResult> {
    match code {
        "1-0" | "2-0" => Some(RecordedResult::Win(Side::First)),
        "0-1" | "0-2" => Some(RecordedResult::Win(Side::Second)),
        "1/2-1/2" | "1-1" => Some(RecordedResult::Draw),
        "*" | "0-0" => Some(RecordedResult::Unfinished),
        _ => None,
    }
}
