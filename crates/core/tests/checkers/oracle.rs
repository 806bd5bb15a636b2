//! The rules of checkers in their simplest form: a grid, and a recursion over capture paths.

/// A man or a king, and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) is_white: bool,
    pub(super) is_king: bool,
}

/// The grid by row and column from the top left, and the side to move.
#[derive(Clone)]
pub(super) struct Grid {
    pub(super) cells: [[Option<Piece>; 8]; 8],
    pub(super) white_to_move: bool,
}

/// A move along one path, in square numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) path: Vec<u8>,
    pub(super) captured: Vec<u8>,
}

type Cell = (i8, i8);

impl Grid {
    pub(super) fn empty(white_to_move: bool) -> Self {
        Self { cells: [[None; 8]; 8], white_to_move }
    }

    /// Parses a canonical FEN: one section a side, no ranges.
    pub(super) fn read(fen: &str) -> Self {
        let sections: Vec<&str> = fen.split(':').collect();
        let mut grid = Self::empty(sections[0] == "W");
        for section in &sections[1..] {
            for entry in section[1..].split(',').filter(|entry| !entry.is_empty()) {
                let is_king = entry.starts_with('K');
                let square = entry.trim_start_matches('K').parse().unwrap();
                grid.set(cell(square), Some(Piece { is_white: section.starts_with('W'), is_king }));
            }
        }
        grid
    }

    pub(super) fn write(&self) -> String {
        let section = |is_white| {
            let entry = |square| {
                let piece = self.get(cell(square)).flatten()?;
                let sign = if piece.is_king { "K" } else { "" };
                (piece.is_white == is_white).then(|| format!("{sign}{square}"))
            };
            (1..=32).filter_map(entry).collect::<Vec<_>>().join(",")
        };
        let turn = if self.white_to_move { "W" } else { "B" };
        format!("{turn}:W{}:B{}", section(true), section(false))
    }

    /// The position with colours exchanged and the board rotated by half a turn.
    pub(super) fn turned(&self) -> Self {
        let mut turned = Self::empty(!self.white_to_move);
        for square in 1..=32 {
            let piece = self.get(cell(square)).flatten();
            let other = piece.map(|piece| Piece { is_white: !piece.is_white, ..piece });
            turned.set(cell(33 - square), other);
        }
        turned
    }

    /// Every legal move along every path.
    pub(super) fn turns(&self) -> Vec<Turn> {
        let mut jumps = Vec::new();
        let mut steps = Vec::new();
        for from in 1..=32 {
            let Some(Some(piece)) = self.get(cell(from)) else { continue };
            if piece.is_white != self.white_to_move {
                continue;
            }
            for to in directions(piece).map(|way| add(cell(from), way)) {
                if self.get(to) == Some(None) {
                    steps.push(Turn { path: vec![from, number(to)], captured: vec![] });
                }
            }
            let mut lifted = self.clone();
            lifted.set(cell(from), None);
            lifted.jump(piece, Turn { path: vec![from], captured: vec![] }, &mut jumps);
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    /// Continues a capture; a captured piece leaves the grid at once.
    fn jump(&self, piece: Piece, so_far: Turn, found: &mut Vec<Turn>) {
        let at = cell(*so_far.path.last().unwrap());
        let mut goes_on = false;
        for way in directions(piece) {
            let (over, to) = (add(at, way), add(add(at, way), way));
            let is_prey = matches!(self.get(over), Some(Some(prey)) if prey.is_white != piece.is_white);
            if !is_prey || self.get(to) != Some(None) {
                continue;
            }
            goes_on = true;
            let mut rest = self.clone();
            rest.set(over, None);
            let mut turn = so_far.clone();
            turn.path.push(number(to));
            turn.captured.push(number(over));
            if !piece.is_king && is_crowning(piece, to) {
                found.push(turn);
            } else {
                rest.jump(piece, turn, found);
            }
        }
        if !goes_on && !so_far.captured.is_empty() {
            found.push(so_far);
        }
    }

    pub(super) fn after(&self, turn: &Turn) -> Self {
        let mut next = self.clone();
        let (from, to) = (cell(turn.path[0]), cell(*turn.path.last().unwrap()));
        let mut piece = self.get(from).flatten().unwrap();
        piece.is_king |= is_crowning(piece, to);
        next.set(from, None);
        for &square in &turn.captured {
            next.set(cell(square), None);
        }
        next.set(to, Some(piece));
        next.white_to_move = !self.white_to_move;
        next
    }

    /// The content of a cell, if the cell exists.
    fn get(&self, (row, column): Cell) -> Option<Option<Piece>> {
        let is_on_board = (0..8).contains(&row) && (0..8).contains(&column);
        is_on_board.then(|| self.cells[row as usize][column as usize])
    }

    pub(super) fn set(&mut self, (row, column): Cell, piece: Option<Piece>) {
        self.cells[row as usize][column as usize] = piece;
    }
}

/// The cell of a square: four squares a row; the first row begins with a light cell.
pub(super) fn cell(square: u8) -> Cell {
    let row = (square as i8 - 1) / 4;
    let column = 2 * ((square as i8 - 1) % 4) + if row % 2 == 0 { 1 } else { 0 };
    (row, column)
}

fn number((row, column): Cell) -> u8 {
    (4 * row + column / 2 + 1) as u8
}

fn add(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

fn directions(piece: Piece) -> impl Iterator<Item = Cell> {
    let forward = if piece.is_white { -1 } else { 1 };
    let ways = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
    ways.into_iter().take(if piece.is_king { 4 } else { 2 })
}

fn is_crowning(piece: Piece, (row, _): Cell) -> bool {
    row == if piece.is_white { 0 } else { 7 }
}
