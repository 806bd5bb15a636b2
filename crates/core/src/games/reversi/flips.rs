//! Legal moves and flipped discs on bitboards.
//!
//! Square a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. Moves are found for all squares at once by parallel
//! prefix (Kogge-Stone) fills, flips for one square by the carry of an addition along each ray
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>,
//! <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>).

/// A set of squares, a bit each.
pub(super) type Squares = u64;

/// All files but the first and the last: discs there can't be flipped along a row or a diagonal.
const INNER_FILES: Squares = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares where a side with discs `own` may play against `other`.
#[inline]
pub(super) const fn moves(own: Squares, other: Squares) -> Squares {
    let inner = other & INNER_FILES;
    let reached =
        reached(own, inner, 1) | reached(own, other, 8) | reached(own, inner, 7) | reached(own, inner, 9);
    reached & !(own | other)
}

/// The squares behind runs of `others` that begin beside `own`, in both directions along a line.
#[inline]
const fn reached(own: Squares, others: Squares, step: u32) -> Squares {
    let mut up = others & own << step;
    let mut down = others & own >> step;
    up |= others & up << step;
    down |= others & down >> step;
    let pairs_up = others & others << step;
    let pairs_down = pairs_up >> step;
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// The discs of `other` that a disc of `own` on an empty square flips.
#[inline]
pub(super) fn flips(own: Squares, other: Squares, square: u8) -> Squares {
    let square = usize::from(square & 63);
    let up = flips_upwards(&RAYS[square], own, other);
    let [_, rays @ ..] = &RAYS[square ^ 56];
    let down = flips_upwards(rays, own.swap_bytes(), other.swap_bytes()).swap_bytes();
    up | down | flips_to_the_left(LEFT[square], own, other)
}

/// The flips along rays towards higher bits.
///
/// Adding one to a board where all squares off the ray and all discs of the other side are set carries to
/// the first square on the ray without such a disc.
#[inline]
fn flips_upwards<const N: usize>(rays: &[Squares; N], own: Squares, other: Squares) -> Squares {
    let mut all = 0;
    for &ray in rays {
        let end = (other | !ray).wrapping_add(1) & ray & own;
        all |= end.wrapping_sub(Squares::from(end != 0)) & ray;
    }
    all
}

/// The flips along the ray to the left.
#[inline]
const fn flips_to_the_left(ray: Squares, own: Squares, other: Squares) -> Squares {
    let end = (1_u64 << 63).wrapping_shr((ray & !other).leading_zeros()) & own & ray;
    (end << 1).wrapping_neg() & ray
}

/// For each square, the rays to the right, down, down to the right, and down to the left: towards higher
/// bits. The rays upwards are those of the square mirrored on the middle of the board.
static RAYS: [[Squares; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        rays[square as usize] = [ray(square, 1, 0), ray(square, 0, 1), ray(square, 1, 1), ray(square, -1, 1)];
        square += 1;
    }
    rays
};

/// For each square, the ray to the left.
static LEFT: [Squares; 64] = {
    let mut rays = [0; 64];
    let mut square = 0;
    while square < 64 {
        rays[square as usize] = ray(square, -1, 0);
        square += 1;
    }
    rays
};

/// The squares from one to the edge, without itself.
const fn ray(from: i32, right: i32, down: i32) -> Squares {
    let (mut squares, mut file, mut row) = (0, from % 8 + right, from / 8 + down);
    while 0 <= file && file < 8 && 0 <= row && row < 8 {
        squares |= 1 << (8 * row + file);
        file += right;
        row += down;
    }
    squares
}

/// The members of a set, from a1 on.
pub(super) fn members(mut squares: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (squares != 0).then(|| squares.trailing_zeros() as u8);
        squares &= squares.wrapping_sub(1);
        first
    })
}

/// The eight neighbours of the squares of a set.
#[inline]
pub(super) const fn neighbours(squares: Squares) -> Squares {
    const NOT_FIRST_FILE: Squares = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST_FILE: Squares = 0x7f7f_7f7f_7f7f_7f7f;
    let beside = squares << 1 & NOT_FIRST_FILE | squares >> 1 & NOT_LAST_FILE;
    let row = squares | beside;
    beside | row << 8 | row >> 8
}
