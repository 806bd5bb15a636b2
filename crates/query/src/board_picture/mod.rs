//! A position drawn as SVG: presentation attributes only, so that a file looks right alone.

mod pieces;
mod theme;

pub use theme::Theme;

use crate::{AnyGame, FieldError, LegalMoves};
use bestmove_core::game::{BoardCell, BoardStyle, Coordinate, Coordinates, Info, Layout};
use bestmove_trees::picture::Escaped;
use std::fmt::{self, Display, Formatter};
use theme::Colours;

/// The length of a side of a cell.
const CELL: u32 = 60;
/// The margin around the cells, with room for the numbers of columns and rows.
const MARGIN: u32 = 24;

/// A board with a position.
pub struct BoardPicture<'a> {
    info: &'static Info,
    layout: Layout,
    now: &'a LegalMoves,
    /// The coordinates of the last move.
    last: Option<Coordinates>,
    /// The centres of the cells of each arrow.
    arrows: Vec<Vec<(u32, u32)>>,
    /// Whether the board is turned by half.
    pub is_turned: bool,
    /// Whether cells have their names.
    pub has_names: bool,
    /// The colours.
    pub theme: Theme,
}

impl<'a> BoardPicture<'a> {
    /// A picture of the position of a query that was reached by these moves.
    #[must_use]
    pub fn new(game: &dyn AnyGame, now: &'a LegalMoves, last: Option<Coordinates>) -> Self {
        Self {
            info: game.info(),
            layout: game.layout(),
            now,
            last,
            arrows: Vec::new(),
            is_turned: false,
            has_names: true,
            theme: Theme::Light,
        }
    }

    /// Adds an arrow: a legal move, or the names of cells joined by `-` or `x`.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn add_arrow(&mut self, text: &str) -> Result<(), FieldError> {
        let cells = self.cells_of_move(text).or_else(|| self.cells_named(text));
        let expected = "legal moves, or names of cells joined by -";
        let cells = cells.ok_or_else(|| FieldError::new("arrows", expected, format!("{text:?}")))?;
        let arrow = cells.iter().map(|&cell| self.centre(&self.layout.cells[cell])).collect();
        self.arrows.push(arrow);
        Ok(())
    }

    /// The cells that a legal move touches, in order.
    fn cells_of_move(&self, text: &str) -> Option<Vec<usize>> {
        let coordinates = &self.now.moves.iter().find(|legal| legal.text == text)?.coordinates;
        if let Some((_, Coordinate::Many(path))) = coordinates.iter().find(|(name, _)| *name == "path") {
            return path.iter().map(|&number| self.cell_with(number)).collect();
        }
        let at = self.layout.cells.iter().position(|cell| is_at(cell, coordinates))?;
        Some(vec![at])
    }

    fn cells_named(&self, text: &str) -> Option<Vec<usize>> {
        let find = |name: &str| {
            let named = self.layout.cells.iter().position(|cell| cell.label.eq_ignore_ascii_case(name));
            named.or_else(|| self.cell_with(name.parse().ok()?))
        };
        text.split(['-', 'x']).map(find).collect()
    }

    /// The cell with a single number as its coordinate.
    fn cell_with(&self, number: u8) -> Option<usize> {
        self.layout.cells.iter().position(|cell| number_of(cell) == Some(number))
    }

    fn size(&self) -> (u32, u32) {
        let [columns, rows] = [self.info.columns, self.info.rows].map(u32::from);
        (columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN)
    }

    /// The place of a cell on the screen, from 0.
    fn place(&self, cell: &BoardCell) -> (u32, u32) {
        let (x, y) = if self.is_turned {
            (self.info.columns + 1 - cell.x, self.info.rows + 1 - cell.y)
        } else {
            (cell.x, cell.y)
        };
        (u32::from(x) - 1, u32::from(y) - 1)
    }

    fn centre(&self, cell: &BoardCell) -> (u32, u32) {
        let (x, y) = self.place(cell);
        (MARGIN + x * CELL + CELL / 2, MARGIN + y * CELL + CELL / 2)
    }

    /// Whether the last move touched the cell, or the winning line has it.
    fn is_marked(&self, cell: &BoardCell) -> bool {
        let ends = |last: &Coordinates| {
            let ends = last.iter().filter(|(name, _)| matches!(*name, "from" | "to"));
            let mut ends = ends.map(|(_, end)| end).peekable();
            if ends.peek().is_none() {
                return is_at(cell, last);
            }
            ends.any(|end| cell.coordinates.iter().any(|(_, coordinate)| coordinate == end))
        };
        let line = self.now.position_info.outcome.as_ref().map_or(&[][..], |ended| &ended.line);
        self.last.as_ref().is_some_and(ends) || line.contains(&cell.coordinates)
    }

    fn write_board(&self, out: &mut Formatter<'_>, colours: &Colours) -> fmt::Result {
        let (width, height) = (u32::from(self.info.columns) * CELL, u32::from(self.info.rows) * CELL);
        let style = self.info.display.board;
        let board = colours.board(style);
        writeln!(
            out,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{board}\"/>"
        )?;
        for cell in &self.layout.cells {
            let (x, y) = self.place(cell);
            let (left, top) = (MARGIN + x * CELL, MARGIN + y * CELL);
            let (cx, cy) = self.centre(cell);
            match style {
                BoardStyle::Columns => {
                    let radius = CELL * 21 / 50;
                    writeln!(
                        out,
                        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"{}\"/>",
                        colours.pit
                    )?;
                }
                BoardStyle::Chequered => {
                    let dark = colours.dark;
                    writeln!(
                        out,
                        "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{dark}\"/>"
                    )?;
                }
                BoardStyle::Grid | BoardStyle::Squares | BoardStyle::Ruled => {
                    let rule = colours.rule(style);
                    writeln!(
                        out,
                        "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" stroke=\"{rule}\"/>"
                    )?;
                }
            }
            if self.is_marked(cell) {
                let (left, top, side) = (left + 2, top + 2, CELL - 4);
                writeln!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"none\" \
                     stroke=\"{}\" stroke-width=\"4\"/>",
                    colours.glow
                )?;
            }
        }
        Ok(())
    }

    fn write_pieces(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (cell, piece) in self.layout.cells.iter().zip(&self.now.pieces) {
            let Some(piece) = piece else { continue };
            let (x, y) = self.place(cell);
            let (left, top) = (MARGIN + x * CELL + CELL / 20, MARGIN + y * CELL + CELL / 20);
            writeln!(out, "<g transform=\"translate({left} {top}) scale(.54)\">")?;
            pieces::write(out, *piece, self.info)?;
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    /// The names by which moves are told: in the corners of cells, or beside the board.
    fn write_names(&self, out: &mut Formatter<'_>, colours: &Colours) -> fmt::Result {
        let style = self.info.display.board;
        for cell in &self.layout.cells {
            let (x, y) = self.place(cell);
            let (cx, cy) = self.centre(cell);
            let name = |out: &mut Formatter<'_>, x: u32, y: u32, text: &dyn Display, fill: &str| {
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{}</text>",
                    Escaped(&text.to_string())
                )
            };
            let is_last_row = y + 1 == u32::from(self.info.rows);
            match (style, number_of(cell)) {
                (BoardStyle::Columns, _) if is_last_row => {
                    name(out, cx, cy + CELL / 2 + 17, &(u32::from(cell.x)), colours.ink)?;
                }
                (BoardStyle::Ruled, _) => {
                    let (column, row) = cell.label.split_at(1.min(cell.label.len()));
                    if is_last_row {
                        name(out, cx, cy + CELL / 2 + 17, &column, colours.ink)?;
                    }
                    if x == 0 {
                        name(out, MARGIN / 2, cy + 4, &row, colours.ink)?;
                    }
                }
                (BoardStyle::Chequered | BoardStyle::Squares | BoardStyle::Grid, Some(number)) => {
                    let (left, top) = (cx - CELL / 2 + 10, cy - CELL / 2 + 13);
                    name(out, left, top, &number, colours.name(style))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn write_arrows(&self, out: &mut Formatter<'_>, colours: &Colours) -> fmt::Result {
        for arrow in &self.arrows {
            match arrow.as_slice() {
                [(x, y)] => {
                    let radius = CELL * 9 / 20;
                    writeln!(
                        out,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"6\"/>",
                        colours.arrow
                    )?;
                }
                points => {
                    let points: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                    writeln!(
                        out,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"8\" stroke-linejoin=\"round\" \
                         opacity=\".85\" marker-end=\"url(#head)\"/>",
                        points.join(" "),
                        colours.arrow
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// The picture as SVG.
impl Display for BoardPicture<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let ((width, height), colours) = (self.size(), self.theme.colours());
        let position = &self.now.position_info;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" text-anchor=\"middle\">"
        )?;
        writeln!(out, "<title>{}: {}</title>", Escaped(self.info.title), Escaped(&position.position))?;
        writeln!(
            out,
            "<marker id=\"head\" viewBox=\"0 0 4 4\" refX=\"2\" refY=\"2\" markerWidth=\"4\" markerHeight=\"4\" \
             orient=\"auto\"><path d=\"M0 0 4 2 0 4z\" fill=\"{}\"/></marker>",
            colours.arrow
        )?;
        writeln!(out, "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>", colours.card)?;
        self.write_board(out, colours)?;
        self.write_pieces(out)?;
        if self.has_names {
            self.write_names(out, colours)?;
        }
        self.write_arrows(out, colours)?;
        writeln!(out, "</svg>")
    }
}

/// Whether a move's coordinates have all of a cell's.
fn is_at(cell: &BoardCell, coordinates: &Coordinates) -> bool {
    cell.coordinates.iter().all(|of_cell| coordinates.contains(of_cell))
}

/// The number of a cell, if it has a single one.
fn number_of(cell: &BoardCell) -> Option<u8> {
    match cell.coordinates.as_slice() {
        [(_, Coordinate::One(number))] => Some(*number),
        _ => None,
    }
}
