//! The weights of the evaluation, in hundredths of a disc: a row for each phase, the end of the game first.
//!
//! Each is the least-squares fit over the positions of that phase in every third game of the WTHOR database, 1977 to
//! 2025 (<https://www.ffothello.org/informatique/la-base-wthor/>): 183,000 positions. The target is the exact score
//! that the database has for 24 empty squares, and the result after that.

use super::eval::{COUNTS, PHASES};

/// See [`super::eval::counts`] for the order.
#[rustfmt::skip]
pub(super) static WEIGHTS: [[i16; COUNTS]; PHASES] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100],
    [79, 184, 438, -156, 12, 68, 16, -83, 112, -42, -2],
    [-43, 132, 400, -141, 77, 220, -34, -139, 108, -63, 5],
    [-115, 121, 356, -107, 157, 251, -105, -168, 113, -52, -7],
    [-190, 112, 311, -70, 214, 241, -161, -184, 121, -22, -26],
    [-250, 112, 264, -32, 273, 220, -213, -185, 134, 7, -46],
    [-274, 86, 222, 3, 316, 218, -249, -145, 153, 28, -65],
    [-343, 13, 202, 26, 351, 245, -282, -90, 189, 41, -81],
    [-366, 11, 184, 39, 557, 191, -348, -82, 206, 50, -94],
    [-386, 11, 170, 53, 1002, 262, -423, -80, 217, 59, -105],
    [-409, 17, 155, 70, 1373, 87, -728, -44, 230, 64, -115],
    [-418, 24, 135, 87, 1009, -105, -1181, 69, 364, 59, -116],
    [-447, 79, 93, 109, 474, -728, -1870, 123, 817, 53, -105],
    [-354, 102, 87, 82, 22, -114, -1430, -549, 314, 17, -80],
    [-93, -36, 65, 8, -21, 415, -400, -726, -21, -1048, -66],
    [315, 315, 270, -208, 0, 0, 0, 0, 0, 0, -381],
];
