//! A position drawn as SVG or PNG.

mod drawing;
mod glyphs;
mod pieces;
mod png;
mod svg;
mod theme;

pub use drawing::BoardDrawing;
pub use theme::Theme;

use crate::{AnyGame, FieldError, GameResult, LegalMoves};
use bestmove_core::game::{BoardCell, BoardStyle, Coordinate, Coordinates, Info, Layout, quoted};
use drawing::{Paint, Point, Shape, Text};
use theme::Colours;

/// The length of a side of a cell.
const CELL: u32 = 60;
/// The margin around the cells, with room for the numbers of columns and rows.
const MARGIN: u32 = 24;
/// The size of names.
const FONT_SIZE: f32 = 13.0;
/// The size of a piece, whose own square has 100.
const PIECE_SCALE: f32 = 0.54;

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
        let cells = cells.ok_or_else(|| FieldError::new("arrows", expected, quoted(text)))?;
        if cells.len() > self.layout.cells.len() {
            let expected = format!("an arrow with at most {} cells", self.layout.cells.len());
            return Err(FieldError::new("arrows", expected, cells.len().to_string()));
        }
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

    /// The shapes of the picture.
    #[must_use]
    pub fn draw(&self) -> BoardDrawing {
        let ((width, height), colours) = (self.size(), self.theme.colours());
        let mut shapes = Vec::new();
        self.draw_board(&mut shapes, colours);
        self.draw_pieces(&mut shapes);
        if self.has_names {
            self.draw_names(&mut shapes, colours);
        }
        self.draw_arrows(&mut shapes, colours);
        let title = format!("{}: {}", self.info.title, self.now.position_info.position);
        BoardDrawing {
            title,
            caption: self.caption(),
            width,
            height,
            card: colours.card,
            arrow: colours.arrow,
            shapes,
        }
    }

    fn caption(&self) -> String {
        let Info { title, sides, display, .. } = self.info;
        let name = |side: &str| {
            let index = sides.iter().position(|id| *id == side);
            index.map_or(side, |index| display.sides[index]).to_owned()
        };
        let state = match &self.now.position_info.outcome {
            None => format!("{} to move", name(self.now.position_info.to_move)),
            Some(GameResult { winner: Some(winner), .. }) => format!("{} has won", name(winner)),
            Some(_) => "a draw".to_owned(),
        };
        format!("{title}: {state}")
    }

    fn draw_board(&self, shapes: &mut Vec<Shape>, colours: &Colours) {
        let size = (u32::from(self.info.columns) * CELL, u32::from(self.info.rows) * CELL);
        let style = self.info.display.board;
        shapes.push(rect((MARGIN, MARGIN), size, 4, Paint::fill(colours.board(style))));
        for cell in &self.layout.cells {
            let (x, y) = self.place(cell);
            let (left, top) = (MARGIN + x * CELL, MARGIN + y * CELL);
            shapes.push(match style {
                BoardStyle::Columns => {
                    let radius = (CELL * 21 / 50) as f32;
                    Shape::Circle {
                        centre: point(self.centre(cell)),
                        radius,
                        paint: Paint::fill(colours.pit),
                    }
                }
                BoardStyle::Chequered => rect((left, top), (CELL, CELL), 0, Paint::fill(colours.dark)),
                BoardStyle::Grid | BoardStyle::Squares | BoardStyle::Ruled => {
                    rect((left, top), (CELL, CELL), 0, Paint::stroke(colours.rule(style), 1.0))
                }
            });
            if self.is_marked(cell) {
                let side = CELL - 4;
                shapes.push(rect((left + 2, top + 2), (side, side), 6, Paint::stroke(colours.glow, 4.0)));
            }
        }
    }

    fn draw_pieces(&self, shapes: &mut Vec<Shape>) {
        for (cell, piece) in self.layout.cells.iter().zip(&self.now.pieces) {
            let Some(piece) = piece else { continue };
            let (x, y) = self.place(cell);
            let at = point((MARGIN + x * CELL + CELL / 20, MARGIN + y * CELL + CELL / 20));
            shapes.push(Shape::Piece { at, scale: PIECE_SCALE, shapes: pieces::shapes(*piece, self.info) });
        }
    }

    /// The names by which moves are told: in the corners of cells, or beside the board.
    fn draw_names(&self, shapes: &mut Vec<Shape>, colours: &Colours) {
        let style = self.info.display.board;
        let mut name = |x: u32, y: u32, text: String, fill| {
            let at = point((x, y));
            shapes.push(Shape::Text(Text { at, size: FONT_SIZE, is_bold: false, fill, text }));
        };
        for cell in &self.layout.cells {
            let (x, y) = self.place(cell);
            let (cx, cy) = self.centre(cell);
            let below = cy + CELL / 2 + 17;
            let is_last_row = y + 1 == u32::from(self.info.rows);
            match (style, number_of(cell)) {
                (BoardStyle::Columns, _) if is_last_row => name(cx, below, cell.x.to_string(), colours.ink),
                (BoardStyle::Ruled, _) => {
                    let (column, row) = cell.label.split_at(1.min(cell.label.len()));
                    if is_last_row {
                        name(cx, below, column.to_owned(), colours.ink);
                    }
                    if x == 0 {
                        name(MARGIN / 2, cy + 4, row.to_owned(), colours.ink);
                    }
                }
                (BoardStyle::Chequered | BoardStyle::Squares | BoardStyle::Grid, Some(number)) => {
                    let (left, top) = (cx - CELL / 2 + 10, cy - CELL / 2 + 13);
                    name(left, top, number.to_string(), colours.name(style));
                }
                _ => {}
            }
        }
    }

    fn draw_arrows(&self, shapes: &mut Vec<Shape>, colours: &Colours) {
        shapes.extend(self.arrows.iter().map(|arrow| match arrow.as_slice() {
            [centre] => {
                let radius = (CELL * 9 / 20) as f32;
                Shape::Circle { centre: point(*centre), radius, paint: Paint::stroke(colours.arrow, 6.0) }
            }
            points => Shape::Arrow(points.iter().copied().map(point).collect()),
        }));
    }
}

/// A rectangle with rounded corners.
fn rect(at: (u32, u32), size: (u32, u32), radius: u32, paint: Paint) -> Shape {
    Shape::Rect { at: point(at), size: point(size), radius: radius as f32, paint }
}

/// Lengths of a picture are small enough to be exact.
fn point((x, y): (u32, u32)) -> Point {
    (x as f32, y as f32)
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
