//! Results of classic searches of a tree.

use super::tree_event::{bound_name, path_text, tree_events};
use super::tree_picture::TreePicture;
use crate::{Check, SearchRun, StopCause, TreeOrigin, TreeSearch, checks, ignored_options, options_of};
use bestmove_trees::{
    Answer, CATALOGUE, Entry, NamedTree, PathList, Player, Recording, ResourceLimiter, Search, Sums, Tree,
    TreeMeasurement, Value,
};
use serde::{Serialize, Serializer};

/// The answer to `POST /v1/trees/search` and `POST /v1/{game}/search-tree`.
#[derive(Serialize)]
pub struct TreeSearchAnswer<'a> {
    tree: SearchedTree,
    results: Vec<SearchResultBody<'a>>,
    checks: Vec<CheckBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<TreePicture<'a>>,
}

/// What is said of the tree.
#[derive(Default, Serialize)]
struct SearchedTree {
    root: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    depth: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest_proof: Option<usize>,
}

#[derive(Serialize)]
struct SearchResultBody<'a> {
    search: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored_options: Vec<&'static str>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    bound: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    best: Option<u16>,
    line: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    evaluations: u64,
    distinct_leaves: Option<usize>,
    nodes: u64,
    cutoffs: CutoffsBody,
    second_searches: u64,
    passes: u64,
    memory_entries: Option<usize>,
    memory_hits: u64,
    largest_list: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<LeavesBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<EventsBody<'a>>,
}

/// Leaves as paths, each made as it is written.
struct LeavesBody<'a>(&'a PathList);

impl Serialize for LeavesBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(path_text))
    }
}

/// Events, each made as it is written.
struct EventsBody<'a>(&'a Recording);

impl Serialize for EventsBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(tree_events(self.0))
    }
}

#[derive(Serialize)]
struct CutoffsBody {
    alpha: u64,
    beta: u64,
    shallow: u64,
    deep: u64,
    window: u64,
    after_first_child: u64,
}

#[derive(Serialize)]
struct CheckBody {
    search: &'static str,
    within: &'static str,
    holds: bool,
}

impl<'a> TreeSearchAnswer<'a> {
    /// The answer. It lacks what would take more time when the limiter stops that.
    pub fn new(asked: &TreeSearch, runs: &'a [SearchRun], limiter: &dyn ResourceLimiter) -> Self {
        let tree = SearchedTree::new(asked, runs, limiter);
        let results = runs.iter().map(|run| SearchResultBody::new(run, asked)).collect();
        let checks = checks(runs, &asked.settings, limiter).into_iter().map(Into::into).collect();
        Self { tree, results, checks, picture: None }
    }

    /// The same without the events, which a stream has before it.
    pub fn without_events(mut self) -> Self {
        self.results.iter_mut().for_each(|result| result.events = None);
        self
    }

    /// The same with a picture, which has the events as its steps.
    pub fn with_picture(self, picture: TreePicture<'a>) -> Self {
        Self { picture: Some(picture), ..self.without_events() }
    }
}

impl<'a> SearchResultBody<'a> {
    fn new(run: &'a SearchRun, asked: &TreeSearch) -> Self {
        let SearchRun { search, outcome, counts, leaves, recording, .. } = run;
        let line = outcome.as_ref().map(|outcome| outcome.line.clone()).unwrap_or_default();
        let finished = outcome.as_ref().filter(|outcome| outcome.is_complete);
        Self {
            search: search.entry().id,
            ignored_options: ignored_options(*search, &asked.settings).collect(),
            complete: finished.is_some(),
            stopped_by: run.stopped_by.map(StopCause::name),
            value: outcome.as_ref().map(|outcome| outcome.value),
            mean: outcome.as_ref().and_then(|outcome| outcome.mean),
            // The last iteration of a search that was stopped knows nothing beyond its depth.
            bound: finished.filter(|_| search.is_sound()).map(|outcome| bound_name(outcome.bound)),
            depth: outcome.as_ref().and_then(|outcome| outcome.depth),
            best: outcome.as_ref().and_then(|outcome| outcome.best),
            moves: asked.tree.moves_of(&line),
            line,
            evaluations: counts.evaluations,
            distinct_leaves: counts.distinct(),
            nodes: counts.nodes,
            cutoffs: CutoffsBody {
                alpha: counts.alpha_cutoffs,
                beta: counts.beta_cutoffs,
                shallow: counts.shallow_cutoffs(),
                deep: counts.deep_cutoffs,
                window: counts.window_cutoffs,
                after_first_child: counts.first_child_cutoffs,
            },
            second_searches: counts.second_searches,
            passes: counts.passes,
            memory_entries: counts.memory_entries(),
            memory_hits: counts.hits,
            largest_list: counts.largest_list,
            leaves: leaves.as_ref().map(LeavesBody),
            events: recording.as_ref().map(EventsBody),
        }
    }
}

impl SearchedTree {
    fn new(asked: &TreeSearch, runs: &[SearchRun], limiter: &dyn ResourceLimiter) -> Self {
        let tree = asked.tree.as_ref();
        let body = Self { root: player_name(tree.root()), depth: tree.depth(), ..Self::default() };
        match tree.origin(limiter) {
            TreeOrigin::InMemory { text, leaves, nodes, smallest_proof } => {
                let (leaves, nodes) = (Some(leaves as u64), Some(nodes as u64));
                Self { tree: text, leaves, nodes, smallest_proof, ..body }
            }
            TreeOrigin::Position { game, position } => {
                let (leaves, nodes) =
                    asked.counted_size(runs, limiter).map(|size| (size.leaves, size.nodes)).unzip();
                Self { game: Some(game), position: Some(position), leaves, nodes, ..body }
            }
        }
    }
}

impl From<Check> for CheckBody {
    fn from(Check { search, within, holds }: Check) -> Self {
        Self { search: search.entry().id, within: within.entry().id, holds }
    }
}

const fn player_name(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}

/// The answer to `GET /v1/searches`.
#[derive(Serialize)]
pub struct SearchesAnswer {
    searches: Vec<SearchBody>,
}

#[derive(Serialize)]
struct SearchBody {
    id: &'static str,
    name: &'static str,
    paper: &'static str,
    summary: &'static str,
    options: Vec<&'static str>,
    convention: &'static str,
    result: &'static str,
    leaves_within: Option<&'static str>,
    chance: bool,
}

impl SearchesAnswer {
    /// All searches.
    pub fn all() -> Self {
        Self { searches: CATALOGUE.iter().map(Into::into).collect() }
    }
}

impl From<&'static Entry> for SearchBody {
    fn from(entry: &'static Entry) -> Self {
        Self {
            id: entry.id,
            name: entry.name,
            paper: entry.paper,
            summary: entry.summary,
            options: options_of(entry.search).chain(["order", "order_depth", "seed"]).collect(),
            convention: entry.convention.name(),
            result: match entry.answer {
                Answer::Exact => "exact",
                Answer::Bound => "bound",
                Answer::Other => "other",
            },
            leaves_within: entry.within.map(|search| search.entry().id),
            chance: entry.search.knows_chance(),
        }
    }
}

/// The answer to `POST /v1/trees/measure`.
#[derive(Serialize)]
pub struct MeasurementAnswer {
    trees: u64,
    complete: bool,
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<u64>,
    results: Vec<MeasuredSearch>,
}

#[derive(Serialize)]
struct MeasuredSearch {
    search: &'static str,
    evaluations_sum: u64,
    distinct_sum: u64,
    evaluations_mean: Option<f64>,
    distinct_mean: Option<f64>,
    standard_error: Option<f64>,
}

impl From<&TreeMeasurement> for MeasurementAnswer {
    fn from(measured: &TreeMeasurement) -> Self {
        let result = |(search, sums): &(Search, Sums)| MeasuredSearch {
            search: search.entry().id,
            evaluations_sum: sums.evaluations,
            distinct_sum: sums.distinct,
            evaluations_mean: sums.mean_evaluations(),
            distinct_mean: sums.mean_distinct(),
            standard_error: sums.standard_error(),
        };
        let TreeMeasurement { trees, is_complete, leaves, minimal, ref sums } = *measured;
        Self { trees, complete: is_complete, leaves, minimal, results: sums.iter().map(result).collect() }
    }
}

/// The answer to `GET /v1/trees`.
#[derive(Serialize)]
pub struct TreesAnswer {
    /// The trees.
    pub trees: Vec<NamedTreeBody>,
}

/// A tree with a name.
#[derive(Serialize)]
pub struct NamedTreeBody {
    id: &'static str,
    title: &'static str,
    summary: &'static str,
    source: &'static str,
    root: &'static str,
    leaves: usize,
    depth: usize,
    tree: String,
}

impl From<&NamedTree> for NamedTreeBody {
    fn from(named: &NamedTree) -> Self {
        let tree = named.tree();
        Self {
            id: named.id,
            title: named.title,
            summary: named.shows,
            source: named.source,
            root: player_name(tree.root_player()),
            leaves: tree.leaf_count(),
            depth: tree.depth(),
            tree: tree.to_string(),
        }
    }
}
