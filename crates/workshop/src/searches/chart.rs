//! A chart of mean leaves against depth: logarithms of both the measured means and the theory's curves.

use super::{Row, SearchGrid};
use bestmove_trees::{minimal_leaves, theory};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 50.0;
const TOP: f64 = 30.0;
/// Room for the names of the curves.
const RIGHT: f64 = 190.0;
/// The space between two names.
const LINE: f64 = 14.0;

const INK: &str = "#1f2328";
const COLOURS: [&str; 8] =
    ["#0969da", "#bf5f00", "#1a7f37", "#8250df", "#cf222e", "#116329", "#9a6700", "#57606a"];

struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    is_theory: bool,
}

/// The ranges of both axes: plies, and logarithms of leaves.
struct Scale {
    depths: (f64, f64),
    leaves: (f64, f64),
}

impl Scale {
    fn of(curves: &[Curve]) -> Self {
        let range = |pick: fn(&(f64, f64)) -> f64| {
            let all = curves.iter().flat_map(|curve| &curve.points).map(pick);
            let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            (low, high.max(low + 1.0))
        };
        Self { depths: range(|point| point.0), leaves: range(|point| point.1) }
    }

    fn x(&self, depth: f64) -> f64 {
        let (low, high) = self.depths;
        LEFT + (depth - low) / (high - low) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, log: f64) -> f64 {
        let (low, high) = self.leaves;
        HEIGHT - BOTTOM - (log - low) / (high - low) * (HEIGHT - BOTTOM - TOP)
    }
}

/// The chart of the first number of children in the grid.
pub(super) fn svg(grid: &SearchGrid, rows: &[Row]) -> String {
    let branching = grid.branching[0];
    let curves = curves(grid, rows, branching);
    let scale = Scale::of(&curves);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
         <title>Mean leaves evaluated on random trees with {branching} children a node</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    write_axes(&mut svg, &scale);
    write_curves(&mut svg, &scale, &curves);
    svg.push_str("</svg>\n");
    svg
}

fn write_axes(svg: &mut String, scale: &Scale) {
    for log in (scale.leaves.0.ceil() as i32)..=(scale.leaves.1.floor() as i32) {
        let at = scale.y(log.into());
        line(svg, (LEFT, at), (WIDTH - RIGHT, at), "#d0d7de");
        text(svg, LEFT - 6.0, at + 4.0, "end", INK, &10_f64.powi(log).to_string());
    }
    for depth in (scale.depths.0 as usize)..=(scale.depths.1 as usize) {
        text(svg, scale.x(depth as f64), HEIGHT - BOTTOM + 18.0, "middle", INK, &depth.to_string());
    }
    text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0, "middle", INK, "plies");
    text(svg, LEFT, TOP - 12.0, "middle", INK, "leaves");
}

/// Draws the curves, and their names below each other where they would overlap.
fn write_curves(svg: &mut String, scale: &Scale, curves: &[Curve]) {
    let mut names: Vec<(f64, &str, &str)> = Vec::new();
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let point = |&(depth, log): &(f64, f64)| format!("{:.1},{:.1}", scale.x(depth), scale.y(log));
        let points: Vec<_> = curve.points.iter().map(point).collect();
        let dash = if curve.is_theory { " stroke-dasharray=\"4 3\"" } else { "" };
        svg.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}/>\n",
            points.join(" ")
        ));
        names.extend(curve.points.last().map(|&(_, log)| (scale.y(log), curve.name.as_str(), *colour)));
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut least = TOP;
    for (at, name, colour) in names {
        let at = at.max(least);
        text(svg, WIDTH - RIGHT + 8.0, at + 4.0, "start", colour, name);
        least = at + LINE;
    }
}

fn curves(grid: &SearchGrid, rows: &[Row], branching: usize) -> Vec<Curve> {
    let mut depths = grid.depths.clone();
    depths.sort_unstable();
    let theory = |name: &str, leaves: &dyn Fn(usize) -> f64| Curve {
        name: name.to_owned(),
        points: depths.iter().map(|&depth| (depth as f64, leaves(depth).log10())).collect(),
        is_theory: true,
    };
    let minimal = |depth: usize| minimal_leaves(branching as u64, depth as u32).unwrap_or(u64::MAX) as f64;
    let growth = theory::random_order_growth(branching as u32);
    let mut curves = vec![
        theory("all leaves", &|depth| (branching as f64).powi(depth as i32)),
        theory("(ξ/(1 − ξ)) to the depth", &|depth| growth.powi(depth as i32)),
        theory("smallest proof", &minimal),
    ];
    for search in &grid.searches {
        let name = search.entry().id;
        let point = |&depth: &usize| {
            let is_own = |row: &&Row| (row.branching, row.depth, row.search) == (branching, depth, name);
            Some((depth as f64, rows.iter().find(is_own)?.mean.log10()))
        };
        let points = depths.iter().filter_map(point).collect();
        curves.push(Curve { name: name.to_owned(), points, is_theory: false });
    }
    curves
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    svg.push_str(&format!(
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>\n"
    ));
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, colour: &str, words: &str) {
    svg.push_str(&format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>\n"
    ));
}
