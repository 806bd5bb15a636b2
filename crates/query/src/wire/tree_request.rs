//! Requests of the laboratory on the wire.

use super::numbers::{name, number, value};
use super::position::{MoveTexts, PositionText, Turn, position_of};
use super::raw_field::RawField;
use super::request::{MAX_SEED, limit};
use super::suggestion::nearest;
use super::tree_parameters::{RandomTreeBody, UniformTreeBody, required};
use crate::{
    AnyGame, AnyTree, Detail, FieldError, LeafRule, LimitKind, LimitPolicy, NumberTree, TreeRequest,
    TreeSearch, phrases, searches_for,
};
use bestmove_core::game::{Invalid, phrases as core_phrases, quoted};
use bestmove_trees::{
    CATALOGUE, Choice, MAX_CHILDREN, MAX_VALUE, MINUS_INFINITY, Measurement, NAMED_TREES, Order,
    PLUS_INFINITY, Player, Reductions, Search, Settings, Ties, TreeSource, Value, Window, is_name,
    phrases as tree_phrases,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::time::Duration;

/// The most searches of a request.
const MAX_SEARCHES: usize = 32;
/// The most children that count at a node of M & N minimaxing.
const MAX_CHOICES: u64 = 8;
/// The most trees of a measurement.
const MAX_TREES: u64 = 100_000;
/// The trees of a measurement that names no number.
const DEFAULT_TREES: u64 = 100;

/// A body: fields of its own, and the settings of searches. Serde's `flatten` can't share these: it
/// lets unknown fields pass and loses the JSON as sent.
macro_rules! body {
    ($(#[$about:meta])* $name:ident { $($own:ident: $type:ty,)* }) => {
        body! {
            @ $(#[$about])* $name { $($own: $type,)* }
            searches: Vec<String>, ties: RawField, order: RawField, guess: RawField, margin: RawField,
            seed: RawField, choices: RawField, min_choices: RawField, bonus: RawField, order_depth: RawField,
            killers: RawField, full_depth_moves: RawField, reduction: RawField, time_ms: RawField
        }
    };
    (@ $(#[$about:meta])* $name:ident { $($own:ident: $own_type:ty,)* } $($shared:ident: $type:ty),*) => {
        $(#[$about])*
        #[derive(Debug, Default, Deserialize, Serialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($own: Option<$own_type>,)*
            $($shared: Option<$type>,)*
        }

        impl $name {
            /// The settings of its searches.
            pub fn settings(&self) -> SettingFields<'_> {
                SettingFields { $($shared: self.$shared.as_ref(),)* }
            }
        }
    };
}

body! {
    /// A tree, and the searches to run on it.
    TreeBody {
        tree: RawField,
        random: RawField,
        uniform: RawField,
        root: RawField,
        alpha: RawField,
        beta: RawField,
        detail: RawField,
        step: RawField,
    }
}

body! {
    /// A position, and the searches to run on its tree.
    PositionBody {
        position: PositionText,
        to_move: Turn,
        moves: MoveTexts,
        depth: RawField,
        leaf: RawField,
        alpha: RawField,
        beta: RawField,
        detail: RawField,
        step: RawField,
    }
}

body! {
    /// Random trees, and the searches to measure on them.
    MeasurementBody {
        random: RawField,
        trees: RawField,
        root: RawField,
    }
}

/// The settings of searches, as sent.
#[derive(Clone, Copy)]
pub struct SettingFields<'a> {
    searches: Option<&'a Vec<String>>,
    ties: Option<&'a RawField>,
    order: Option<&'a RawField>,
    guess: Option<&'a RawField>,
    margin: Option<&'a RawField>,
    seed: Option<&'a RawField>,
    choices: Option<&'a RawField>,
    min_choices: Option<&'a RawField>,
    bonus: Option<&'a RawField>,
    order_depth: Option<&'a RawField>,
    killers: Option<&'a RawField>,
    full_depth_moves: Option<&'a RawField>,
    reduction: Option<&'a RawField>,
    time_ms: Option<&'a RawField>,
}

impl TreeBody {
    /// The searches of the tree.
    pub fn search(&self) -> Result<TreeSearch, FieldError> {
        let (settings, tree) = (self.settings(), NumberTree::from(self.tree()?));
        Ok(TreeSearch {
            searches: settings.searches(tree.has_chance())?,
            tree: Box::new(tree),
            settings: settings.with(window(self.alpha.as_ref(), self.beta.as_ref())?)?,
            detail: name("detail", self.detail.as_ref(), Detail::ALL)?,
            step: step(self.step.as_ref())?,
        })
    }

    fn tree(&self) -> Result<TreeSource, FieldError> {
        let root = name("root", self.root.as_ref(), Player::ALL)?;
        let or_max = root.unwrap_or(Player::Max);
        match (&self.tree, &self.random, &self.uniform) {
            (Some(text), None, None) => parse_tree(text, root),
            (None, Some(random), None) => Ok(TreeSource::Random(RandomTreeBody::parse(random)?, or_max)),
            (None, None, Some(uniform)) => {
                Ok(TreeSource::Uniform(UniformTreeBody::parse(uniform)?.with_root(or_max)))
            }
            (None, None, None) => {
                Err(FieldError::new("tree", "a tree, or random or uniform", "nothing".to_owned()))
            }
            (_, _, uniform) => {
                let field = if uniform.is_some() { "uniform" } else { "random" };
                Err(FieldError::new(field, "one of tree, random and uniform", "more".to_owned()))
            }
        }
    }
}

impl PositionBody {
    /// The searches of the tree of the position.
    pub fn search(&self, game: &dyn AnyGame) -> Result<TreeSearch, FieldError> {
        let depth = number("depth", self.depth.as_ref(), 1, TreeRequest::MAX_DEPTH)?;
        let depth = required("depth", tree_phrases::plies(), depth)? as u8;
        let leaf = name("leaf", self.leaf.as_ref(), LeafRule::ALL)?.unwrap_or_default();
        let position = position_of(game, self.position.as_ref(), self.to_move.as_ref())?;
        let moves = self.moves.as_ref().map(MoveTexts::texts).unwrap_or_default();
        let settings = self.settings();
        Ok(TreeSearch {
            tree: game.tree(TreeRequest { position, moves, depth, leaf })?,
            searches: settings.searches(false)?,
            settings: settings.with(window(self.alpha.as_ref(), self.beta.as_ref())?)?,
            detail: name("detail", self.detail.as_ref(), Detail::ALL)?,
            step: step(self.step.as_ref())?,
        })
    }
}

impl MeasurementBody {
    /// The searches to measure on random trees.
    pub fn measurement(&self) -> Result<Measurement, FieldError> {
        let settings = self.settings();
        let first =
            RandomTreeBody::parse(required("random", phrases::a_random_tree(), self.random.as_ref())?)?;
        Ok(Measurement {
            first,
            trees: number("trees", self.trees.as_ref(), 1, MAX_TREES)?.unwrap_or(DEFAULT_TREES),
            root: name("root", self.root.as_ref(), Player::ALL)?.unwrap_or(Player::Max),
            searches: settings.searches(first.has_chance())?,
            settings: settings.with(Window::FULL)?,
        })
    }
}

/// The fields of a body as parameters of a URL, sorted: equal for requests that ask the same in the same words.
pub fn canonical_fields(body: &impl Serialize) -> Vec<(String, String)> {
    let fields = serde_json::to_value(body).expect("bodies were JSON");
    let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let given = fields.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let mut fields: Vec<_> = given
        .map(|(name, value)| {
            let list = value.as_array().map(|items| items.iter().map(text).collect::<Vec<_>>().join(","));
            (name.clone(), list.unwrap_or_else(|| text(value)))
        })
        .collect();
    fields.sort();
    fields
}

impl SettingFields<'_> {
    /// The milliseconds that all searches together may take.
    pub fn time(self, policy: &LimitPolicy) -> Result<Duration, FieldError> {
        let requested = limit(policy, LimitKind::Time, self.time_ms)?;
        Ok(requested.map_or(policy.default_time, Duration::from_millis))
    }

    fn searches(self, has_chance: bool) -> Result<Vec<Search>, FieldError> {
        let Some(names) = self.searches else { return searches_for(None, has_chance) };
        if !(1..=MAX_SEARCHES).contains(&names.len()) {
            let expected = phrases::at_most_searches(MAX_SEARCHES);
            return Err(FieldError::new("searches", expected, core_phrases::number(names.len())));
        }
        let mut searches: Vec<(String, Search)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let field = format!("searches[{index}]");
            let search: Search = name.parse().map_err(|_| unknown_search(&field, name))?;
            if searches.iter().any(|(_, other)| *other == search) {
                return Err(FieldError::new(
                    &field,
                    phrases::each_search_once(),
                    phrases::again(quoted(name)),
                ));
            }
            searches.push((field, search));
        }
        searches_for(Some(searches), has_chance)
    }

    fn with(self, window: Window) -> Result<Settings, FieldError> {
        let default = Settings::default();
        let margin = number("margin", self.margin, 1, MAX_VALUE as u64)?;
        Ok(Settings {
            window,
            ties: name("ties", self.ties, Ties::ALL)?.unwrap_or_default(),
            order: name("order", self.order, Order::ALL)?.unwrap_or_default(),
            guess: self.guess()?,
            margin: margin.map_or(default.margin, |margin| margin as Value),
            seed: number("seed", self.seed, 0, MAX_SEED)?.unwrap_or(default.seed),
            choice: self.choice(default.choice)?,
            order_depth: whole("order_depth", self.order_depth, (0, 64))?.unwrap_or(default.order_depth),
            killers: whole("killers", self.killers, (1, 2))?.unwrap_or(default.killers),
            reductions: self.reductions(default.reductions)?,
        })
    }

    fn choice(self, default: Choice) -> Result<Choice, FieldError> {
        let children = whole("choices", self.choices, (1, MAX_CHOICES))?;
        let of_min = whole("min_choices", self.min_choices, (1, MAX_CHOICES))?;
        let bonus = number("bonus", self.bonus, 0, MAX_VALUE as u64)?;
        Ok(Choice {
            max_children: children.unwrap_or(default.max_children),
            min_children: of_min.or(children).unwrap_or(default.min_children),
            bonus: bonus.map_or(default.bonus, |bonus| bonus as Value),
        })
    }

    fn reductions(self, mut reductions: Reductions) -> Result<Reductions, FieldError> {
        let full = whole("full_depth_moves", self.full_depth_moves, (1, MAX_CHILDREN as u64))?;
        reductions.full_depth_moves = full.unwrap_or(reductions.full_depth_moves);
        let plies = whole("reduction", self.reduction, (1, TreeRequest::MAX_DEPTH))?;
        reductions.plies = plies.unwrap_or(reductions.plies);
        Ok(reductions)
    }

    fn guess(self) -> Result<Option<Value>, FieldError> {
        match self.guess.and_then(RawField::string).as_deref() {
            Some("inf") => Ok(Some(PLUS_INFINITY)),
            Some("-inf") => Ok(Some(MINUS_INFINITY)),
            _ => value("guess", self.guess).map_err(|mut error| {
                error.invalid.expected = phrases::or_infinity(error.invalid.expected);
                error
            }),
        }
    }
}

fn window(alpha: Option<&RawField>, beta: Option<&RawField>) -> Result<Window, FieldError> {
    let alpha = value("alpha", alpha)?.unwrap_or(MINUS_INFINITY);
    let beta = value("beta", beta)?.unwrap_or(PLUS_INFINITY);
    if alpha >= beta {
        return Err(FieldError::new("beta", phrases::number_above_alpha(), core_phrases::number(beta)));
    }
    Ok(Window { alpha, beta })
}

fn whole(field: &str, raw: Option<&RawField>, (low, high): (u64, u64)) -> Result<Option<usize>, FieldError> {
    Ok(number(field, raw, low, high)?.map(|number| number as usize))
}

fn step(raw: Option<&RawField>) -> Result<Option<usize>, FieldError> {
    Ok(number("step", raw, 0, u64::MAX)?.map(|step| step as usize))
}

/// A tree by its name, as nested numbers or by the arguments of a random tree.
fn parse_tree(raw: &RawField, root: Option<Player>) -> Result<TreeSource, FieldError> {
    let text = raw.string();
    let text = text.as_deref().unwrap_or_else(|| raw.text());
    TreeSource::parse(text, root).map_err(|invalid| {
        let names = || NAMED_TREES.iter().map(|named| named.id);
        let meant = if is_name(text) { nearest(text, names()).map(str::to_owned) } else { None };
        FieldError::within("tree")(Invalid { meant, ..invalid })
    })
}

fn unknown_search(field: &str, id: &str) -> FieldError {
    let meant = nearest(id, CATALOGUE.iter().map(|entry| entry.id)).map(str::to_owned);
    let invalid = Invalid { meant, ..Invalid::new(field, phrases::a_search(), quoted(id)) };
    FieldError { field: field.to_owned(), invalid }
}
