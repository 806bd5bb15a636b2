//! Boards drawn with characters.

use anstyle::{AnsiColor, Style};
use bestmove_core::game::{BoardCell, BoardStyle, Coordinates, Info, Layout, Piece, Side};
use std::fmt::{self, Display};

const FAINT: Style = Style::new().dimmed();
const COLOURS: [AnsiColor; 2] = [AnsiColor::Red, AnsiColor::Yellow];

/// A position as a board. Its colours are escape sequences.
pub(super) struct Board<'a> {
    pub(super) info: &'a Info,
    pub(super) layout: &'a Layout,
    /// The piece on each cell of the layout.
    pub(super) pieces: &'a [Option<Piece>],
    /// The coordinates of the last move, which is marked.
    pub(super) last: Option<&'a Coordinates>,
    /// Whether the board is turned by half.
    pub(super) is_turned: bool,
}

impl Display for Board<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rule(out, ["┌", "┬", "┐"])?;
        for y in 1..=self.info.rows {
            if y > 1 {
                self.rule(out, ["├", "┼", "┤"])?;
            }
            for x in 1..=self.info.columns {
                write!(out, "{FAINT}│{FAINT:#}{}", self.cell(x, y))?;
            }
            writeln!(out, "{FAINT}│{FAINT:#}")?;
        }
        self.rule(out, ["└", "┴", "┘"])?;
        if self.info.display.board == BoardStyle::Columns {
            let numbers: String = (1..=self.info.columns).map(|column| format!("{column:>3} ")).collect();
            writeln!(out, "{}", numbers.trim_end())?;
        }
        Ok(())
    }
}

impl Board<'_> {
    /// A line between rows, with its left end, crossings and right end.
    fn rule(&self, out: &mut fmt::Formatter<'_>, [left, crossing, right]: [&str; 3]) -> fmt::Result {
        let cells = vec!["─".repeat(3 + self.number_width()); self.info.columns.into()].join(crossing);
        writeln!(out, "{FAINT}{left}{cells}{right}{FAINT:#}")
    }

    /// How much wider cells are for the numbers beside pieces: where moves begin at pieces, people type these too.
    fn number_width(&self) -> usize {
        if self.info.display.board.has_paths() { 2 } else { 0 }
    }

    /// The characters of a cell: its piece, its name where moves are typed by it, or both.
    fn cell(&self, x: u8, y: u8) -> String {
        let (x, y) =
            if self.is_turned { (self.info.columns + 1 - x, self.info.rows + 1 - y) } else { (x, y) };
        let mut cells = self.layout.cells.iter().zip(self.pieces);
        let width = self.number_width();
        let Some((cell, piece)) = cells.find(|(cell, _)| (cell.x, cell.y) == (x, y)) else {
            return " ".repeat(3 + width);
        };
        let beside = if width > 0 { format!("{:<width$}", name(cell)) } else { String::new() };
        let [open, close] = if self.is_marked(cell) { ["[", "]"] } else { [" ", " "] };
        match piece {
            Some(piece) => {
                let style = Style::new().bold().fg_color(Some(COLOURS[piece.owner as usize].into()));
                format!("{open}{style}{}{style:#}{FAINT}{beside}{FAINT:#}{close}", self.letter(*piece))
            }
            None if self.info.display.board != BoardStyle::Columns => {
                format!("{FAINT}{:^cell_width$}{FAINT:#}", name(cell), cell_width = 3 + width)
            }
            None => " ".repeat(3 + width),
        }
    }

    /// Whether the last move began or ended on the cell.
    fn is_marked(&self, cell: &BoardCell) -> bool {
        let Some(last) = self.last else { return false };
        let ends = last.iter().filter(|(name, _)| matches!(*name, "from" | "to"));
        let mut ends = ends.map(|(_, coordinate)| coordinate).peekable();
        if ends.peek().is_none() {
            return cell.coordinates.iter().all(|own| last.contains(own));
        }
        ends.any(|end| cell.coordinates.iter().any(|(_, coordinate)| coordinate == end))
    }

    /// The initial of the side. If a side has several kinds of pieces, the first is in lower case.
    fn letter(&self, piece: Piece) -> char {
        let initial = self.info.sides[piece.owner as usize].chars().next().unwrap_or('?');
        let mut kinds =
            self.layout.pieces.iter().map(|kind| kind.piece).filter(|kind| kind.owner == piece.owner);
        let is_first = kinds.next() == Some(piece);
        if is_first && kinds.next().is_some() {
            initial.to_ascii_lowercase()
        } else {
            initial.to_ascii_uppercase()
        }
    }
}

/// The name of a cell in moves: the last word of its label, `5` of "cell 5" or `d3`.
fn name(cell: &BoardCell) -> &str {
    cell.label.rsplit(' ').next().unwrap_or_default()
}

/// Whether the board of a game is turned for a side, which then sits at the bottom.
pub(super) fn is_turned_for(info: &Info, side: Side) -> bool {
    info.display.board.has_paths() && side == Side::First
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use bestmove_query::{MoveSelection, Registry};

    /// The board of a game after moves, without colours.
    fn board(id: &str, moves: &[&str], is_turned: bool) -> String {
        let registry = Registry::built_in();
        let game = registry.find(id).unwrap();
        let at = |moves: &[&str]| {
            let moves: Vec<_> = moves.iter().map(|&played| played.to_owned()).collect();
            game.prepare(None, &moves, MoveSelection::default()).unwrap().legal_moves()
        };
        let played = moves.split_last().map(|(last, before)| {
            let before = at(before).moves;
            before.into_iter().find(|played| played.text == *last).unwrap().coordinates
        });
        let now = at(moves);
        let (info, layout) = (game.info(), game.layout());
        let board = Board { info, layout: &layout, pieces: &now.pieces, last: played.as_ref(), is_turned };
        strip_str(&board.to_string()).to_string()
    }

    #[test]
    fn the_last_move_is_marked_and_free_cells_are_numbered() {
        let expected = "\
┌───┬───┬───┐
│ 1 │ 2 │[O]│
├───┼───┼───┤
│ 4 │ X │ 6 │
├───┼───┼───┤
│ 7 │ 8 │ 9 │
└───┴───┴───┘
";
        assert_eq!(board("tic-tac-toe", &["5", "3"], false), expected);
    }

    #[test]
    fn squares_have_the_names_that_are_typed() {
        let board = board("reversi", &["f5"], false);
        let lines: Vec<_> = board.lines().collect();
        assert_eq!(lines[7], "│a4 │b4 │c4 │ W │ B │f4 │g4 │h4 │");
        assert_eq!(lines[9], "│a5 │b5 │c5 │ B │ B │[B]│g5 │h5 │");
    }

    #[test]
    fn columns_are_numbered_below() {
        let board = board("connect-four", &["4", "4", "1"], false);
        let lines: Vec<_> = board.lines().collect();
        assert_eq!(lines[9], "│   │   │   │ O │   │   │   │");
        assert_eq!(lines[11], "│[X]│   │   │ X │   │   │   │");
        assert_eq!(lines[13], "  1   2   3   4   5   6   7");
    }

    #[test]
    fn a_checkers_board_is_turned_for_black() {
        let lines: Vec<_> = board("checkers", &["11-15"], true).lines().map(str::to_owned).collect();
        assert_eq!(lines[1], "│     │ w32 │     │ w31 │     │ w30 │     │ w29 │");
        assert_eq!(lines[9], "│     │ 16  │     │[b15]│     │ 14  │     │ 13  │", "{lines:#?}");
    }
}
