//! What well-known texts say of the classic searches, and what a run says of that.
//!
//! Each claim has the figures that decide it, each figure the search that measures it: a test runs all of them again,
//! and so can a reader, by the link.

mod chess_programming_wiki;
mod figure;
mod lectures;
mod papers;
mod run;
mod timeline;
mod wikipedia;
mod wikipedia_heuristics;

pub use figure::{Count, Figure, Formula, Run};
pub use timeline::{Milestone, TIMELINE};

/// A statement of a text that a run can check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// A short name for programs, in kebab case.
    pub id: &'static str,
    /// The text.
    pub source: Source,
    /// The place in it.
    pub place: &'static str,
    /// What it says, in other words or in a short quotation.
    pub printed: &'static str,
    /// What has been measured, the deciding figure first.
    pub figures: &'static [Figure],
    /// What to make of it.
    pub verdict: Verdict,
    /// Why, in a sentence or two.
    pub reason: &'static str,
}

/// A text that makes claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An encyclopedia of chess programming.
    ChessProgrammingWiki,
    /// A general encyclopedia.
    Wikipedia,
    /// Slides of a lecture.
    Slides,
    /// Notes of a lecture.
    Notes,
    /// An article on a program that plays Reversi.
    ReversiArticle,
    /// Counts of the whole tree of tic-tac-toe that many programs print.
    TicTacToeCounts,
    /// The paper that proved the minimal tree.
    KnuthMoore,
    /// The paper with the branching factor.
    Pearl,
    /// The paper on alpha-beta with chance nodes.
    Ballard,
}

impl Source {
    /// Author or publisher, and title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::ChessProgrammingWiki => "Chess Programming Wiki, “Alpha-Beta”",
            Self::Wikipedia => "Wikipedia, “Alpha–beta pruning”",
            Self::Slides => "Lecture slides, “Alpha-beta pruning”",
            Self::Notes => "Lecture notes, “Alpha-beta pruning”",
            Self::ReversiArticle => "Article on a Reversi program, alpha-beta part",
            Self::TicTacToeCounts => "Published counts of tic-tac-toe",
            Self::KnuthMoore => "Knuth and Moore, “An analysis of alpha-beta pruning”, 1975",
            Self::Pearl => {
                "Pearl, “The solution for the branching factor of the alpha-beta pruning algorithm”, 1982"
            }
            Self::Ballard => {
                "Ballard, “The *-minimax search procedure for trees containing chance nodes”, 1983"
            }
        }
    }
}

/// What to make of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The runs agree.
    Right,
    /// The idea is right, and a figure or a letter is not.
    Misprint,
    /// The runs contradict it.
    Wrong,
    /// It holds under a condition that the text does not name.
    Asterisk,
}

impl Verdict {
    /// All with their names.
    pub const ALL: &[(&str, Self)] = &[
        ("right", Self::Right),
        ("misprint", Self::Misprint),
        ("wrong", Self::Wrong),
        ("asterisk", Self::Asterisk),
    ];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// All claims, text by text.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    let texts: [&'static [Claim]; 5] = [
        chess_programming_wiki::CLAIMS,
        wikipedia::CLAIMS,
        wikipedia_heuristics::CLAIMS,
        lectures::CLAIMS,
        papers::CLAIMS,
    ];
    texts.into_iter().flatten()
}
