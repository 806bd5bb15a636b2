//! Claims of texts on the classic searches, and their history.

use bestmove_trees::claims::{Claim, Figure, Formula, Milestone, Run, TIMELINE, claims};
use bestmove_trees::{GivenTree, Leaves, RandomTree, TreeSource};
use serde::Serialize;
use serde_json::{Value, json};

/// The most leaves of a tree that is shown as a small picture.
const MAX_PICTURED_LEAVES: usize = 36;
const SEARCH: &str = "/v1/trees/search";

/// The answer to `GET /v1/claims`.
#[derive(Serialize)]
pub struct ClaimsAnswer {
    claims: Vec<ClaimBody>,
    timeline: Vec<MilestoneBody>,
}

#[derive(Serialize)]
struct ClaimBody {
    id: &'static str,
    source: &'static str,
    place: &'static str,
    printed: &'static str,
    measured: Vec<FigureBody>,
    verdict: &'static str,
    reason: &'static str,
    path: String,
    request: Value,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

#[derive(Serialize)]
struct FigureBody {
    label: &'static str,
    search: &'static str,
    count: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    printed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<&'static str>,
    path: String,
    request: Value,
    url: String,
}

#[derive(Serialize)]
struct MilestoneBody {
    year: u16,
    who: &'static str,
    what: &'static str,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl ClaimsAnswer {
    /// All claims, and the timeline.
    pub fn all() -> Self {
        Self {
            claims: claims().map(Into::into).collect(),
            timeline: TIMELINE.iter().map(Into::into).collect(),
        }
    }
}

impl From<&'static Claim> for ClaimBody {
    fn from(claim: &'static Claim) -> Self {
        let first = &claim.figures[0];
        Self {
            id: claim.id,
            source: claim.source.title(),
            place: claim.place,
            printed: claim.printed,
            measured: claim.figures.iter().map(|figure| FigureBody::new(figure, claim)).collect(),
            verdict: claim.verdict.name(),
            reason: claim.reason,
            path: path(&first.run),
            request: request(first),
            url: url(first, claim),
            picture: picture(first),
        }
    }
}

impl FigureBody {
    fn new(figure: &Figure, claim: &Claim) -> Self {
        Self {
            label: figure.label,
            search: figure.search.entry().id,
            count: figure.count.name(),
            value: figure.measured,
            printed: figure.printed,
            expected: figure.formula.and_then(Formula::value),
            formula: figure.formula.map(Formula::text),
            path: path(&figure.run),
            request: request(figure),
            url: url(figure, claim),
        }
    }
}

impl From<&'static Milestone> for MilestoneBody {
    fn from(milestone: &'static Milestone) -> Self {
        let of_search = milestone.search.map(|search| format!("/laboratory#search={}", search.entry().id));
        let &Milestone { year, who, what, source, game, .. } = milestone;
        Self { year, who, what, source, url: of_search.or_else(|| game.map(|game| format!("/#{game}"))) }
    }
}

/// Where to post the request of a run.
fn path(run: &Run) -> String {
    match run {
        Run::Tree(..) => SEARCH.to_owned(),
        Run::Position(game, _) => format!("/v1/{game}/search-tree"),
        Run::Mean(..) => "/v1/trees/measure".to_owned(),
    }
}

/// The body that measures a figure.
fn request(figure: &Figure) -> Value {
    let (mut body, options) = match figure.run {
        Run::Tree(tree, options) => (json!({ "tree": tree }), options),
        Run::Position(_, options) => (json!({}), options),
        Run::Mean(arguments, trees, options) => {
            let random: RandomTree = arguments.parse().expect("the trees of claims are valid");
            (json!({ "random": random_body(&random), "trees": trees }), options)
        }
    };
    body["searches"] = json!([figure.search.entry().id]);
    for (name, text) in options {
        body[name] = text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number));
    }
    body
}

fn random_body(random: &RandomTree) -> Value {
    let leaves = match random.leaves {
        Leaves::Distinct => json!({ "kind": "distinct" }),
        Leaves::Integers { low, high } => json!({ "kind": "integers", "low": low, "high": high }),
        Leaves::Binary { one } => json!({ "kind": "binary", "one": one }),
        Leaves::Growing { step } => json!({ "kind": "growing", "step": step }),
    };
    let &RandomTree { branching, depth, seed, quality, chance, .. } = random;
    let mut body = json!({ "branching": branching, "depth": depth, "seed": seed, "leaves": leaves });
    if quality != 0.0 {
        body["quality"] = json!(quality);
    }
    if chance != 0 {
        body["chance"] = json!(chance);
    }
    body
}

/// The laboratory with the run of a figure, and those of the others of the claim on the same tree. A run on many trees
/// is there with the first of them.
fn url(figure: &Figure, claim: &Claim) -> String {
    let (mut fields, options) = match figure.run {
        Run::Tree(tree, options) => (vec![("tree", tree.to_owned())], options),
        Run::Position(game, options) => (vec![("game", game.to_owned())], options),
        Run::Mean(arguments, _, options) => (vec![("tree", format!("random:{arguments}"))], options),
    };
    let own = figure.search.entry().id;
    let mut searches = vec![own];
    for other in claim.figures.iter().filter(|other| other.run == figure.run) {
        let id = other.search.entry().id;
        if !searches.contains(&id) {
            searches.push(id);
        }
    }
    fields.extend(options.iter().map(|&(name, text)| (name, text.to_owned())));
    fields.extend([("searches", searches.join(",")), ("search", own.to_owned())]);
    let fields: Vec<_> = fields.iter().map(|(name, text)| format!("{name}={text}")).collect();
    format!("/laboratory#{}", fields.join("&"))
}

/// The picture of a run on a small tree.
fn picture(figure: &Figure) -> Option<String> {
    let Run::Tree(text, options) = figure.run else { return None };
    let leaves = match TreeSource::parse(text, None).ok()? {
        TreeSource::InMemory(tree) => GivenTree::leaf_count(&tree),
        TreeSource::Random(random, _) => random.size().leaves,
        TreeSource::Uniform(uniform) => uniform.size().leaves,
    };
    let options: String = options.iter().map(|(name, text)| format!("&{name}={text}")).collect();
    let search = figure.search.entry().id;
    (leaves <= MAX_PICTURED_LEAVES).then(|| format!("{SEARCH}?tree={text}&searches={search}{options}"))
}
