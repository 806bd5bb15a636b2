//! Trees with names: the usual examples, published ones, and small ones that show one difference each.

use super::given::GivenTree;
use crate::phrases;
use crate::value::Player;
use bestmove_core::game::{Invalid, Parameter, quoted};

/// A tree to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedTree {
    /// A short name for programs, in kebab case.
    pub id: &'static str,
    /// The name.
    pub title: &'static str,
    /// What to look for, in a sentence or two.
    pub shows: &'static str,
    /// Where it comes from, and which numbers are our own.
    pub source: &'static str,
    /// The player to move at the root.
    pub root: Player,
    /// The tree, as [`GivenTree::parse`] reads it.
    pub text: &'static str,
}

impl NamedTree {
    /// The tree itself.
    ///
    /// # Panics
    ///
    /// Never: a test reads all of them.
    #[must_use]
    pub fn tree(&self) -> GivenTree {
        GivenTree::parse(self.text, self.root).expect("named trees are valid")
    }

    /// The tree with an id.
    ///
    /// # Errors
    ///
    /// [`Invalid`] that lists the ids.
    pub fn find(id: &str) -> Result<&'static Self, Invalid> {
        let ids = || NAMED_TREES.iter().map(|tree| tree.id).collect::<Parameter>();
        let found = NAMED_TREES.iter().find(|tree| tree.id == id);
        found.ok_or_else(|| Invalid::new(phrases::tree(), phrases::one_of_names(ids()), quoted(id)))
    }
}

const OURS: &str = "made for this laboratory";
const ANIMATION: &str = "the leaves of an animation of alpha-beta that many programs reprint; who moves first is open, so both are here";

/// All named trees.
pub const NAMED_TREES: [NamedTree; 26] = [
    NamedTree {
        id: "textbook-figure",
        title: "The textbook figure",
        shows: "Three moves and three cutoffs: 9 of 14 leaves are needed. Leaf 0.0.1.2 is never looked at: beside it \
                Min has a 4 already, and Max would rather take the 5 next to that node.",
        source: "the usual textbook figure with the value 6",
        root: Player::Max,
        text: "[[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]",
    },
    NamedTree {
        id: "textbook-figure-swapped",
        title: "The textbook figure with a better order",
        shows: "The first two replies to the first move are exchanged. Nine leaves become seven, as the better reply \
                now comes first; of the other, only the first two leaves are needed.",
        source: "the usual textbook figure, two branches exchanged",
        root: Player::Max,
        text: "[[[[3]], [[5, 6], [7, 4, 5]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]",
    },
    NamedTree {
        id: "lost-rook",
        title: "A move that loses a rook",
        shows: "The first move keeps the balance. The first reply to the second wins a rook, so its other replies do \
                not matter, not even one that wins a queen.",
        source: "the usual explanation in words; the numbers are ours: a rook is 5, a queen 9",
        root: Player::Max,
        text: "[[0, 3, 9], [-5, -9, 7]]",
    },
    NamedTree {
        id: "forced-mate",
        title: "A move into mate",
        shows: "After the second move the first reply forces mate. No other reply has to be looked at.",
        source: "the usual explanation in words; the numbers are ours: mate is 1000",
        root: Player::Max,
        text: "[[2, 2], [-1000, 3, 9]]",
    },
    NamedTree {
        id: "shallow-cutoff",
        title: "A shallow cutoff",
        shows: "Max is sure of 2. To the right Min gets 1 at once, and the rest of that node is cut by the bound of its \
                parent.",
        source: "the usual explanation; the last leaf is ours",
        root: Player::Max,
        text: "[[2], [1, 0]]",
    },
    NamedTree {
        id: "deep-cutoff",
        title: "A deep cutoff",
        shows: "The 2 at the root cuts three plies further down, where the parent's own children give no bound yet. \
                Branch and bound evaluates the 6.",
        source: "after Knuth and Moore 1975; the leaves are ours",
        root: Player::Max,
        text: "[[2], [[[1, 6], [7]], [3]]]",
    },
    NamedTree {
        id: "deep-cutoff-saves",
        title: "What deep cutoffs save",
        shows: "Max has 8 at the root, so after the 5 the second 3 cannot matter. Branch and bound, which only asks \
                the parent, knows of no more than the first 3 and looks at it.",
        source: OURS,
        root: Player::Max,
        text: "[8, [[3, [5, 3]], 4]]",
    },
    NamedTree {
        id: "equal-bounds",
        title: "Three moves, and a tie",
        shows: "The first reply to the second move is worth 5, as much as Max has. Alpha-beta cuts there, unless it is \
                told to cut only where the bounds have crossed.",
        source: "an example of lectures; the leaves that it leaves open, 30, 0 and 2, are ours",
        root: Player::Max,
        text: "[[5, 18], [5, 30], [1, 0, 2]]",
    },
    NamedTree {
        id: "tie",
        title: "The smallest tie",
        shows: "The first reply to the second move equals what Max has. Cutting where the bounds meet saves the last \
                leaf.",
        source: OURS,
        root: Player::Max,
        text: "[4, [4, 8]]",
    },
    NamedTree {
        id: "sixteen-leaves-max",
        title: "Sixteen leaves, Max first",
        shows: "Four plies of two moves, with equal leaves. The value is 8.",
        source: ANIMATION,
        root: Player::Max,
        text: SIXTEEN_LEAVES,
    },
    NamedTree {
        id: "sixteen-leaves-min",
        title: "Sixteen leaves, Min first",
        shows: "The same leaves with the other player to move. The value is 10, and other branches are cut.",
        source: ANIMATION,
        root: Player::Min,
        text: SIXTEEN_LEAVES,
    },
    NamedTree {
        id: "stockman",
        title: "Stockman's tree",
        shows: "Best first pays: alpha-beta needs 13 of the 16 leaves, SSS* 8. Its dual needs 13.",
        source: "Stockman 1979, as reprinted; that Max moves first is our reading",
        root: Player::Max,
        text: "[[[[30, 54], [21, 73]], [[9, 71], [43, 91]]], [[[28, 94], [78, 52]], [[22, 35], [53, 80]]]]",
    },
    NamedTree {
        id: "sss-star-saves",
        title: "SSS* saves a leaf",
        shows: "After the 6, SSS* turns to the second move, where the 7 is better. It never looks at the 8.",
        source: OURS,
        root: Player::Max,
        text: "[[6, 8], 7]",
    },
    NamedTree {
        id: "dual-star-saves",
        title: "DUAL* saves a leaf",
        shows: "The mirror image: one 3 is enough to know that Min has a better reply.",
        source: OURS,
        root: Player::Max,
        text: "[[[3, 3], 2], 1]",
    },
    NamedTree {
        id: "mtd-f-saves",
        title: "A right guess saves leaves",
        shows: "Told to try 5 first, MTD(f) evaluates three leaves. SSS* and DUAL*, which start from infinity, need \
                four.",
        source: OURS,
        root: Player::Max,
        text: "[[[5, 7], 3, 9], 5]",
    },
    NamedTree {
        id: "negascout-costs",
        title: "A second search costs",
        shows: "The null window only tells that the second move is better. Its exact score takes another search, which \
                evaluates a leaf twice.",
        source: OURS,
        root: Player::Max,
        text: "[1, [4, [1, 7]]]",
    },
    NamedTree {
        id: "negascout-saves",
        title: "A null window saves",
        shows: "The 4 is above the null window, which cuts the 1 behind it. Alpha-beta's open window does not.",
        source: OURS,
        root: Player::Max,
        text: "[2, [[4, 1], 1]]",
    },
    NamedTree {
        id: "pvs-repeats",
        title: "A leaf searched twice",
        shows: "Principal variation search asks the second leaf again after its null window. NegaScout knows that the \
                score of a leaf is exact.",
        source: OURS,
        root: Player::Max,
        text: "[4, 5]",
    },
    NamedTree {
        id: "scout-outside",
        title: "Scout leaves alpha-beta's tree",
        shows: "Pearl's test knows no bound from above, so Scout evaluates the leaf behind the 6 that alpha-beta cuts by \
                the 7 at the root.",
        source: OURS,
        root: Player::Max,
        text: "[7, [9, [[6, 9], 8]]]",
    },
    NamedTree {
        id: "last-move",
        title: "The last move is best",
        shows: "Lalphabeta only tests the last move against the best so far. It finds the right move but knows no more \
                than that it is worth at least 3; the value is 5.",
        source: OURS,
        root: Player::Max,
        text: "[2, [9, [3, 5]]]",
    },
    NamedTree {
        id: "best-first-costs",
        title: "Best first is not always cheapest",
        shows: "In an uneven tree the best reply may be the larger subtree. Two leaves are enough in the order given; \
                with the best child first it takes three.",
        source: "after a warning of Knuth and Moore 1975; the tree is ours",
        root: Player::Max,
        text: "[9, [8, [4, 3]]]",
    },
    NamedTree {
        id: "fail-soft",
        title: "Fail-soft and fail-hard",
        shows: "With the window from 3 to 6 fail-soft returns 2, a tighter bound than the 3 of fail-hard.",
        source: OURS,
        root: Player::Max,
        text: "[[1, 2], [2, 8]]",
    },
    NamedTree {
        id: "unavoidable-cutoffs",
        title: "Cutoffs that cannot be avoided",
        shows: "However the branches are arranged, alpha-beta cuts something: the 32,768 arrangements take from 7 to 15 \
                leaves. So the worst case, all leaves, does not exist on every tree.",
        source: "after a remark of Knuth and Moore 1975; the tree is ours",
        root: Player::Max,
        text: "[[[[3, 10], [14, 12]], [[16, 11], [5, 1]]], [[[9, 2], [6, 13]], [[8, 7], [4, 15]]]]",
    },
    NamedTree {
        id: "dice",
        title: "Dice between the moves",
        shows: "Nine times out of ten the first move brings 2 and the second 1, else 3 and 4. The means are 2.1 and 1.3, so \
                the first move is better, though the second may bring the most.",
        source: "a figure of Russell and Norvig 1995",
        root: Player::Max,
        text: "[{9: [2, 2], 1: [3, 3]}, {9: [1, 1], 1: [4, 4]}]",
    },
    NamedTree {
        id: "dice-other-scale",
        title: "The same dice on another scale",
        shows: "20, 30, 1 and 400 in place of 2, 3, 1 and 4: the order of the leaves is the same, and yet the second move is \
                better now. With chance the values have to be right, not only their order.",
        source: "a figure of Russell and Norvig 1995",
        root: Player::Max,
        text: "[{9: [20, 20], 1: [30, 30]}, {9: [1, 1], 1: [400, 400]}]",
    },
    NamedTree {
        id: "chance-cutoff",
        title: "Star1 cuts at a chance node",
        shows: "Max is sure of 4. Of the second chance node one half brings −4 or less, and no leaf is above 8: the mean is at \
                most 2, whatever the other half brings.",
        source: OURS,
        root: Player::Max,
        text: "[{[3, 7], [5, 8]}, {[-4, 7], [6, 4]}]",
    },
];

const SIXTEEN_LEAVES: &str =
    "[[[[10, 5], [7, 11]], [[12, 8], [9, 8]]], [[[5, 12], [11, 12]], [[9, 8], [7, 10]]]]";
