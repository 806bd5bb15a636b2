//! Stable discs: those that no sequence of moves can flip.
//!
//! A disc is stable if along each of its four lines the line is full, or the disc stands at the edge of the
//! board, or beside a stable disc of its side. There may be more that this finds too few of.

use super::flips::Squares;

const FIRST_FILE: Squares = 0x0101_0101_0101_0101;
const LAST_FILE: Squares = FIRST_FILE << 7;
const SIDE_FILES: Squares = FIRST_FILE | LAST_FILE;
const END_ROWS: Squares = 0xff00_0000_0000_00ff;
const BORDER: Squares = SIDE_FILES | END_ROWS;

/// Discs of `own` that can't be flipped any more.
pub(super) fn stable(own: Squares, other: Squares) -> Squares {
    let empty = !(own | other);
    // Along rows, files, diagonals and anti-diagonals.
    let safe = [
        SIDE_FILES | full_rows(empty),
        END_ROWS | full_files(empty),
        BORDER | full_diagonals(empty),
        BORDER | full_antidiagonals(empty),
    ];
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    loop {
        let beside = [
            stable << 1 & !FIRST_FILE | stable >> 1 & !LAST_FILE,
            stable << 8 | stable >> 8,
            stable << 9 & !FIRST_FILE | stable >> 9 & !LAST_FILE,
            stable << 7 & !LAST_FILE | stable >> 7 & !FIRST_FILE,
        ];
        let held = |line: usize| safe[line] | beside[line];
        let more = own & held(0) & held(1) & held(2) & held(3);
        if more == stable {
            return stable;
        }
        stable |= more;
    }
}

const fn full_rows(empty: Squares) -> Squares {
    let mut open = empty | empty >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    open |= open >> 2 & 0x3f3f_3f3f_3f3f_3f3f;
    open |= open >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    !((open & FIRST_FILE) * 0xff)
}

const fn full_files(empty: Squares) -> Squares {
    let open = empty | empty.rotate_left(32);
    let open = open | open.rotate_left(16);
    !(open | open.rotate_left(8))
}

/// The squares whose diagonal, from the upper left to the lower right, has no empty square.
const fn full_diagonals(empty: Squares) -> Squares {
    let (mut up, mut down) = (empty, empty);
    down |= down << 9 & !FIRST_FILE;
    down |= down << 18 & !(FIRST_FILE * 0b11);
    down |= down << 36 & !(FIRST_FILE * 0b1111);
    up |= up >> 9 & !LAST_FILE;
    up |= up >> 18 & (FIRST_FILE * 0b11_1111);
    up |= up >> 36 & (FIRST_FILE * 0b1111);
    !(up | down)
}

/// The same from the upper right to the lower left.
const fn full_antidiagonals(empty: Squares) -> Squares {
    let (mut up, mut down) = (empty, empty);
    down |= down << 7 & !LAST_FILE;
    down |= down << 14 & (FIRST_FILE * 0b11_1111);
    down |= down << 28 & (FIRST_FILE * 0b1111);
    up |= up >> 7 & !FIRST_FILE;
    up |= up >> 14 & !(FIRST_FILE * 0b11);
    up |= up >> 28 & !(FIRST_FILE * 0b1111);
    !(up | down)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(square: i32, right: i32, down: i32) -> Squares {
        let step = |&(file, row): &(i32, i32)| Some((file + right, row + down));
        let on_board = |(file, row): &(i32, i32)| (0..8).contains(file) && (0..8).contains(row);
        let from = std::iter::successors(Some((square % 8, square / 8)), step).take_while(on_board);
        from.map(|(file, row)| 1 << (8 * row + file)).sum()
    }

    /// Each square has the bits of its line in both directions.
    #[test]
    fn lines_are_full_without_an_empty_square() {
        let mut word = 1_u64;
        for _ in 0..10_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let empty = word & word.rotate_left(17) & word.rotate_left(39) & word.rotate_left(50);
            let found =
                [full_rows(empty), full_files(empty), full_diagonals(empty), full_antidiagonals(empty)];
            for (full, (right, down)) in found.into_iter().zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
                let is_full =
                    |square: &i32| (line(*square, right, down) | line(*square, -right, -down)) & empty == 0;
                let expected: Squares = (0..64).filter(is_full).map(|square| 1 << square).sum();
                assert_eq!(full, expected, "{empty:x} {right} {down}");
            }
        }
    }
}
