//! Trees by a short text: a name, nested numbers, or the arguments of a random tree.

use super::given::GivenTree;
use super::named::NamedTree;
use super::random::RandomTree;
use super::uniform::UniformTree;
use crate::value::Player;
use bestmove_core::game::Invalid;

/// A tree that is valid, but not generated yet if it is random: that may take a tenth of a second.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeSource {
    /// It is in memory.
    InMemory(GivenTree),
    /// Its arguments, which are within their ranges, and the player to move at the root.
    Random(RandomTree, Player),
    /// Its values follow from its arguments, which are within their ranges.
    Uniform(UniformTree),
}

impl TreeSource {
    /// A name, nested numbers (see [`GivenTree::parse`]), `random:` and the arguments of a
    /// [`RandomTree`], or `uniform:` and those of a [`UniformTree`], with this player at the root;
    /// with that of the named tree, or Max, if `None`.
    ///
    /// ```
    /// use bestmove_trees::{Player, TreeSource};
    ///
    /// let random = TreeSource::parse("random:branching=2,depth=3,seed=1", None)?.into_tree();
    /// assert_eq!(random.to_string(), "[[[1, 4], [8, 2]], [[3, 7], [6, 5]]]");
    /// let named = TreeSource::parse("textbook-figure", Some(Player::Min))?.into_tree();
    /// assert_eq!(named.leaf_count(), 14);
    /// # Ok::<(), bestmove_core::game::Invalid>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the place or the argument at fault.
    pub fn parse(text: &str, root: Option<Player>) -> Result<Self, Invalid> {
        let text = text.trim();
        if let Some(arguments) = text.strip_prefix("random:") {
            return Ok(Self::Random(arguments.parse()?, root.unwrap_or(Player::Max)));
        }
        if let Some(arguments) = text.strip_prefix("uniform:") {
            let uniform: UniformTree = arguments.parse()?;
            return Ok(Self::Uniform(uniform.with_root(root.unwrap_or(Player::Max))));
        }
        let (text, own_root) = match is_name(text) {
            true => NamedTree::find(text).map(|named| (named.text, named.root))?,
            false => (text, Player::Max),
        };
        GivenTree::parse(text, root.unwrap_or(own_root)).map(Self::InMemory)
    }

    /// The tree.
    ///
    /// # Panics
    ///
    /// If the arguments of a random tree are out of range, see [`RandomTree::check`], or a uniform tree is larger than
    /// a tree in memory may be.
    #[must_use]
    pub fn into_tree(self) -> GivenTree {
        match self {
            Self::InMemory(tree) => tree,
            Self::Random(random, root) => random.generate(root).expect("the arguments have been checked"),
            Self::Uniform(uniform) => uniform.to_given().expect("the tree fits in memory"),
        }
    }
}

/// Whether a text is a name rather than numbers.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}
