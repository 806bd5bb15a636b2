//! The shapes of the patterns, and their orientations on the board (Buro: Improving heuristic mini-max search by
//! supervised learning, Artificial Intelligence 134, 2002).

/// The most squares of a shape.
pub(super) const MAX_SQUARES: usize = 10;
/// The number of shapes.
pub(super) const SHAPES: usize = 12;
/// The number of orientations of all shapes that differ.
pub(super) const INSTANCES: usize = 50;

/// The squares of each shape, in one orientation.
pub(super) const SHAPE_SQUARES: [&[u8]; SHAPES] = [
    // Edge and X squares; corner of two by five; corner of three by three; corner triangle.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // Second, third and fourth row.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// A shape in one orientation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    pub(super) shape: usize,
    /// The squares in the order of digits; those from `len` on are unused.
    pub(super) squares: [u8; MAX_SQUARES],
    pub(super) len: usize,
}

/// All orientations of all shapes that differ.
pub(super) const ALL_INSTANCES: [Instance; INSTANCES] = {
    let mut instances = [Instance { shape: 0, squares: [0; MAX_SQUARES], len: 0 }; INSTANCES];
    let (mut shape, mut count) = (0, 0);
    while shape < SHAPES {
        let first = count;
        let mut orientation = 0;
        while orientation < 8 {
            let new = oriented(shape, orientation);
            let (mut other, mut is_known) = (first, false);
            while other < count {
                is_known = is_known || set(&instances[other]) == set(&new);
                other += 1;
            }
            if !is_known {
                instances[count] = new;
                count += 1;
            }
            orientation += 1;
        }
        shape += 1;
    }
    assert!(count == INSTANCES, "the number of orientations");
    instances
};

/// The square on a board turned or mirrored: bit 0 of the orientation mirrors files, bit 1 rows, bit 2 the main
/// diagonal.
pub(super) const fn turned(square: u8, orientation: u8) -> u8 {
    let (mut file, mut row) = (square % 8, square / 8);
    if orientation & 1 != 0 {
        file = 7 - file;
    }
    if orientation & 2 != 0 {
        row = 7 - row;
    }
    if orientation & 4 != 0 {
        (file, row) = (row, file);
    }
    8 * row + file
}

const fn oriented(shape: usize, orientation: u8) -> Instance {
    let from = SHAPE_SQUARES[shape];
    let (mut squares, mut at) = ([0; MAX_SQUARES], 0);
    while at < from.len() {
        squares[at] = turned(from[at], orientation);
        at += 1;
    }
    Instance { shape, squares, len: from.len() }
}

const fn set(instance: &Instance) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < instance.len {
        set |= 1 << instance.squares[at];
        at += 1;
    }
    set
}

/// The order in which a shape reads its squares when the board is mirrored onto itself, if that is possible: place
/// by place, the place of the mirrored square.
pub(super) fn mirror(shape: usize) -> Option<Vec<usize>> {
    let squares = SHAPE_SQUARES[shape];
    let places = |orientation| {
        let place = |&square| squares.iter().position(|&other| other == turned(square, orientation));
        squares.iter().map(place).collect::<Option<Vec<usize>>>()
    };
    // The full diagonal is symmetric in two ways, one of which changes nothing.
    (1..8).filter_map(places).find(|places| !places.is_sorted())
}
