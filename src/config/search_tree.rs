//! Options of `bestmove search-tree`.

use super::values::from_to;
use bestmove_core::game::Invalid;
use bestmove_query::{AnyGame, AnyTree, FieldError, LeafRule, NumberTree, TreeRequest, searches_for};
use bestmove_trees::{
    CATALOGUE, Choice, MAX_VALUE, MINUS_INFINITY, Order, PLUS_INFINITY, Player, Reductions, Search, Settings,
    Ties, TreeSource, Value, Window,
};
use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::sync::Arc;

/// Options of `bestmove search-tree`.
#[derive(Args)]
pub struct SearchTreeOptions {
    /// The tree: a name, nested numbers as "[[3,5],[2,9]]", a random tree as
    /// random:branching=3,depth=4,seed=7, a uniform one as
    /// uniform:branching=40,depth=8,order=best -- or a game, for the tree of a position
    #[arg(env = "BESTMOVE_TREE", required_unless_present_any = ["list", "claims"])]
    tree: Option<String>,
    /// The position of a game [default: the start position]
    #[arg(env = "BESTMOVE_POSITION")]
    position: Option<String>,
    /// List the named trees and the searches
    #[arg(long, env = "BESTMOVE_LIST", value_parser = BoolishValueParser::new())]
    pub list: bool,
    /// List what texts claim of the searches, and what has been measured
    #[arg(long, env = "BESTMOVE_CLAIMS", value_parser = BoolishValueParser::new())]
    pub claims: bool,
    /// Moves played from the position first, separated by commas
    #[arg(long, env = "BESTMOVE_MOVES", value_delimiter = ',')]
    moves: Vec<String>,
    /// Depth of the tree of a position in plies
    #[arg(long, env = "BESTMOVE_DEPTH", value_name = "PLIES", default_value = "4", value_parser = from_to::<u8>(1..=TreeRequest::MAX_DEPTH))]
    depth: u8,
    /// Values of leaves before the end of the game
    #[arg(long, env = "BESTMOVE_LEAF", value_name = "RULE", default_value = "quiescence", value_parser = one_of(LeafRule::ALL))]
    leaf: LeafRule,
    /// Player to move at the root [default: that of the named tree, or max]
    #[arg(long, env = "BESTMOVE_ROOT", value_name = "PLAYER", value_parser = one_of(Player::ALL))]
    root: Option<Player>,
    /// Searches to run, separated by commas; `--list` names them [default: alpha-beta, or
    /// expectiminimax with chance nodes]
    #[arg(long, env = "BESTMOVE_SEARCH", value_name = "SEARCHES", value_delimiter = ',', value_parser = search())]
    search: Vec<Search>,
    /// What Max is sure of at the root [default: nothing]
    #[arg(long, env = "BESTMOVE_ALPHA", value_name = "VALUE", allow_hyphen_values = true, value_parser = value())]
    alpha: Option<Value>,
    /// What Min is sure of at the root [default: nothing]
    #[arg(long, env = "BESTMOVE_BETA", value_name = "VALUE", allow_hyphen_values = true, value_parser = value())]
    beta: Option<Value>,
    /// Whether to cut where bounds meet, or only where they cross
    #[arg(long, env = "BESTMOVE_TIES", value_name = "RULE", default_value = "cut", value_parser = one_of(Ties::ALL))]
    ties: Ties,
    /// Order of children
    #[arg(long, env = "BESTMOVE_ORDER", value_name = "ORDER", default_value = "given", value_parser = one_of(Order::ALL))]
    order: Order,
    /// Seed of the order `random`
    #[arg(long, env = "BESTMOVE_ORDER_SEED", value_name = "N", default_value = "1", value_parser = from_to::<u64>(0..=u64::MAX))]
    order_seed: u64,
    /// First guess of mtd-f and aspiration [default: the static value of the root]
    #[arg(long, env = "BESTMOVE_GUESS", value_name = "VALUE", allow_hyphen_values = true, value_parser = value())]
    guess: Option<Value>,
    /// Half the width of the first window of aspiration
    #[arg(long, env = "BESTMOVE_MARGIN", value_name = "VALUE", default_value = "2", value_parser = from_to::<Value>(1..=MAX_VALUE as u64))]
    margin: Value,
    /// Order children only where so many plies are left below a node
    #[arg(long, env = "BESTMOVE_ORDER_DEPTH", value_name = "PLIES", default_value = "0", value_parser = from_to::<usize>(0..=TreeRequest::MAX_DEPTH))]
    order_depth: usize,
    /// Killers of each ply; with 2, those of two plies above are tried too
    #[arg(long, env = "BESTMOVE_KILLERS", value_name = "N", default_value = "1", value_parser = from_to::<usize>(1..=2))]
    killers: usize,
    /// Children that late-move-reductions searches with the full depth
    #[arg(long, env = "BESTMOVE_FULL_DEPTH_MOVES", value_name = "N", default_value = "2", value_parser = from_to::<usize>(1..=u64::from(u16::MAX)))]
    full_depth_moves: usize,
    /// Plies by which it searches the others less deep
    #[arg(long, env = "BESTMOVE_REDUCTION", value_name = "PLIES", default_value = "1", value_parser = from_to::<usize>(1..=TreeRequest::MAX_DEPTH))]
    reduction: usize,
    /// Best children that count at a node of Max in M & N minimaxing
    #[arg(long, env = "BESTMOVE_CHOICES", value_name = "M", default_value = "2", value_parser = from_to::<usize>(1..=8))]
    choices: usize,
    /// Best children that count at a node of Min [default: as many]
    #[arg(long, env = "BESTMOVE_MIN_CHOICES", value_name = "N", value_parser = from_to::<usize>(1..=8))]
    min_choices: Option<usize>,
    /// What a second choice is worth in M & N minimaxing
    #[arg(long, env = "BESTMOVE_BONUS", value_name = "VALUE", default_value = "4", value_parser = from_to::<Value>(0..=MAX_VALUE as u64))]
    bonus: Value,
    /// Draw the tree as the first search leaves it
    #[arg(long, env = "BESTMOVE_DRAW", value_parser = BoolishValueParser::new())]
    pub draw: bool,
    /// What to draw: characters, or a picture to redirect to a file
    #[arg(long, env = "BESTMOVE_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub format: TreeFormat,
    /// Events to draw [default: all]
    #[arg(long, env = "BESTMOVE_STEP", value_name = "N", value_parser = from_to::<usize>(0..=u64::MAX))]
    pub step: Option<usize>,
}

/// The form of a drawn tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// Characters.
    Text,
    /// A picture.
    Svg,
    /// The language of Graphviz.
    Dot,
}

impl SearchTreeOptions {
    /// The tree.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the part of the tree or the position at fault.
    pub fn tree(&self) -> Result<Box<dyn AnyTree>, FieldError> {
        let text = self.tree.as_deref().unwrap_or_default();
        if let Some(game) = crate::games().find(text) {
            return self.tree_of(game);
        }
        match TreeSource::parse(text, self.root) {
            Ok(source) => Ok(Box::new(NumberTree::from(source))),
            Err(invalid) => Err(FieldError { field: "tree".to_owned(), invalid }),
        }
    }

    fn tree_of(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn AnyTree>, FieldError> {
        let (position, moves) = (self.position.as_deref(), self.moves.as_slice());
        game.tree(TreeRequest { position, moves, depth: self.depth, leaf: self.leaf })
    }

    /// The searches to run on a tree.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] if the tree has chance nodes, which a search does not know.
    pub fn searches(&self, tree: &dyn AnyTree) -> Result<Vec<Search>, FieldError> {
        let asked = self.search.iter().map(|&search| ("search".to_owned(), search)).collect();
        searches_for(Some(asked).filter(|asked: &Vec<_>| !asked.is_empty()), tree.has_chance())
    }

    /// What all searches have in common.
    ///
    /// # Errors
    ///
    /// [`Invalid`] if alpha is not below beta.
    pub fn settings(&self) -> Result<Settings, Invalid> {
        let alpha = self.alpha.unwrap_or(MINUS_INFINITY);
        let settings = Settings {
            window: Window { alpha, beta: self.beta.unwrap_or(PLUS_INFINITY) },
            ties: self.ties,
            order: self.order,
            seed: self.order_seed,
            guess: self.guess,
            margin: self.margin,
            order_depth: self.order_depth,
            killers: self.killers,
            reductions: Reductions { full_depth_moves: self.full_depth_moves, plies: self.reduction },
            choice: Choice {
                max_children: self.choices,
                min_children: self.min_choices.unwrap_or(self.choices),
                bonus: self.bonus,
            },
        };
        settings.check()?;
        Ok(settings)
    }
}

/// One of the values with a name.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).map(|given| {
        let found = all.iter().find(|(name, _)| *name == given);
        found.expect("the parser accepts only these names").1
    })
}

fn value() -> impl TypedValueParser<Value = Value> {
    |text: &str| {
        let number = text.parse().ok().filter(|number| (-MAX_VALUE..=MAX_VALUE).contains(number));
        number.ok_or_else(|| format!("expected a whole number from -{MAX_VALUE} to {MAX_VALUE}"))
    }
}

pub(super) fn search() -> impl TypedValueParser<Value = Search> {
    PossibleValuesParser::new(CATALOGUE.iter().map(|entry| entry.id))
        .map(|id| id.parse().expect("the parser accepts only these names"))
}
