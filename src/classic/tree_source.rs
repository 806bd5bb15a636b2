//! Trees by a short text: a name, nested numbers, or the arguments of a random tree.

use super::{GivenTree, NamedTree, Player, RandomTree};
use crate::game::Invalid;

impl GivenTree {
    /// The tree of a name, of nested numbers (see [`GivenTree::parse`]) or of `random:` and the arguments of a
    /// [`RandomTree`], with this player at the root; with that of the named tree, or Max, if `None`.
    ///
    /// ```
    /// use bestmove::classic::{GivenTree, Player};
    ///
    /// let random = GivenTree::from_text("random:branching=2,depth=3,seed=1", None)?;
    /// assert_eq!(random.to_string(), "[[[1, 4], [8, 2]], [[3, 7], [6, 5]]]");
    /// let named = GivenTree::from_text("textbook-figure", Some(Player::Min))?;
    /// assert_eq!(named.leaf_count(), 14);
    /// # Ok::<(), bestmove::game::Invalid>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the place or the argument at fault.
    pub fn from_text(text: &str, root: Option<Player>) -> Result<Self, Invalid> {
        let text = text.trim();
        if let Some(arguments) = text.strip_prefix("random:") {
            return arguments.parse::<RandomTree>()?.generate(root.unwrap_or(Player::Max));
        }
        if is_name(text) {
            let named = NamedTree::find(text)?;
            return Self::parse(named.text, root.unwrap_or(named.root));
        }
        Self::parse(text, root.unwrap_or(Player::Max))
    }
}

/// Whether a text is a name rather than numbers.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}
