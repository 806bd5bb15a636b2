//! Mean numbers of leaves that the classic searches evaluate on random trees, as a table and a chart.

mod chart;

use super::options::{ThreadOptions, from_to};
use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use bestmove_core::game::Invalid;
use bestmove_trees::{
    CATALOGUE, Leaves, Measurement, Player, RandomTree, Search, Settings, Sums, TreeMeasurement,
};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

const HEAD: &str =
    "branching,depth,leaves,quality,trees,search,evaluations_sum,distinct_sum,distinct_mean,standard_error\n";

/// A grid of measurements.
#[derive(Args, Clone, Debug)]
pub struct SearchGrid {
    /// Numbers of children of a node, separated by commas
    #[arg(long, default_value = "2", value_delimiter = ',', value_parser = from_to::<usize>(1..=1_000))]
    pub branching: Vec<usize>,
    /// Depths in plies, separated by commas
    #[arg(long, default_value = "1,2,3,4,5,6,7,8", value_delimiter = ',', value_parser = from_to::<usize>(0..=64))]
    pub depths: Vec<usize>,
    /// Trees of each kind
    #[arg(long, default_value_t = 200, value_parser = from_to::<u64>(1..=1_000_000))]
    pub trees: u64,
    /// Leaves: all different, 0 or 1, from -9 to 9, or growing by up to 9 a ply
    #[arg(long, default_value = "distinct", value_parser = leaves())]
    pub leaves: Leaves,
    /// Chance that the best child of a node comes first
    #[arg(long, default_value_t = 0.0)]
    pub quality: f64,
    /// Searches, separated by commas
    #[arg(long = "search", value_name = "SEARCHES", default_value = "minimax,alpha-beta,negascout,sss-star,mtd-f", value_delimiter = ',', value_parser = search())]
    pub searches: Vec<Search>,
    /// Table to write, in CSV
    #[arg(long, default_value = "target/lab/searches.csv")]
    pub out: PathBuf,
    /// Chart to draw, in SVG, of the first number of children [default: none]
    #[arg(long)]
    pub chart: Option<PathBuf>,
    /// Measurements at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

fn leaves() -> impl TypedValueParser<Value = Leaves> {
    let named = |name, help| PossibleValue::new(name).help(help);
    let names = [
        named("distinct", "All different"),
        named("binary", "0 or 1"),
        named("integers", "From -9 to 9"),
        named("growing", "Growing by up to 9 a ply"),
    ];
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "binary" => Leaves::Binary { one: 0.5 },
        "integers" => Leaves::Integers { low: -9, high: 9 },
        "growing" => Leaves::Growing { step: 9 },
        _ => Leaves::Distinct,
    })
}

fn search() -> impl TypedValueParser<Value = Search> {
    PossibleValuesParser::new(CATALOGUE.iter().map(|entry| entry.id))
        .map(|id| id.parse().expect("the parser accepts only these names"))
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    branching: usize,
    depth: usize,
    search: &'static str,
    mean: f64,
}

/// Measures what is missing in the table, and draws the chart.
///
/// # Errors
///
/// If a tree would be too large, a file can't be read or written, or the table is of other trees.
pub fn measure_searches(grid: &SearchGrid) -> Result<(), Box<dyn Error>> {
    if let Some(dir) = grid.out.parent() {
        fs::create_dir_all(dir)?;
    }
    let mut rows = read(grid)?;
    let cells =
        grid.branching.iter().flat_map(|&branching| grid.depths.iter().map(move |&depth| (branching, depth)));
    let mut missing = Vec::new();
    for (branching, depth) in cells {
        let is_missing = |search: &&Search| {
            !rows
                .iter()
                .any(|row| (row.branching, row.depth, row.search) == (branching, depth, search.entry().id))
        };
        let searches: Vec<_> = grid.searches.iter().filter(is_missing).copied().collect();
        if !searches.is_empty() {
            let measurement = grid.measurement(branching, depth, searches);
            measurement.first.check()?;
            missing.push(measurement);
        }
    }
    let mut out = OpenOptions::new().append(true).open(&grid.out)?;
    let bar = progress_bar("measurements", missing.len() as u64, 0);
    let measure = || |number: u64| missing[number as usize].run(&|| false);
    for_each_completed(0..missing.len() as u64, grid.threads.count(), measure, |number, measured| {
        let RandomTree { branching, depth, .. } = missing[number as usize].first;
        let text = grid.rows_of(branching, depth, &measured);
        out.write_all(text.as_bytes())?;
        rows.extend(text.lines().filter_map(parse));
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish();
    if let Some(path) = &grid.chart {
        fs::write(path, chart::svg(grid, &rows))?;
    }
    Ok(())
}

/// The rows of the table, which is created if it does not exist. A row that a crash has cut off is removed.
fn read(grid: &SearchGrid) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = match fs::read_to_string(&grid.out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => HEAD.to_owned(),
        text => text?,
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    if !whole.starts_with(HEAD) {
        return Err(format!("{} is not a table of searches", grid.out.display()).into());
    }
    let own = grid.trees_columns();
    if let Some(other) = whole.lines().skip(1).find(|line| !line.contains(&format!(",{own},"))) {
        let expected = format!("rows with the leaves, quality and trees {own}");
        return Err(Invalid::new(grid.out.display().to_string(), expected, other).into());
    }
    PartialFile::create(&grid.out)?.finish(whole.as_bytes())?;
    Ok(whole.lines().skip(1).filter_map(parse).collect())
}

fn parse(line: &str) -> Option<Row> {
    let columns: Vec<_> = line.split(',').collect();
    let search = CATALOGUE.iter().find(|entry| Some(&entry.id) == columns.get(5))?.id;
    let mean = columns.get(8)?.parse().ok()?;
    Some(Row { branching: columns[0].parse().ok()?, depth: columns[1].parse().ok()?, search, mean })
}

impl SearchGrid {
    fn measurement(&self, branching: usize, depth: usize, searches: Vec<Search>) -> Measurement {
        let first =
            RandomTree { branching, depth, seed: 1, leaves: self.leaves, quality: self.quality, chance: 0 };
        Measurement { first, trees: self.trees, root: Player::Max, searches, settings: Settings::default() }
    }

    /// The columns that all rows share.
    fn trees_columns(&self) -> String {
        format!("{},{},{}", self.leaves, self.quality, self.trees)
    }

    fn rows_of(&self, branching: usize, depth: usize, measured: &TreeMeasurement) -> String {
        let row = |(search, sums): &(Search, Sums)| {
            format!(
                "{branching},{depth},{},{},{},{},{:.4},{:.4}\n",
                self.trees_columns(),
                search.entry().id,
                sums.evaluations,
                sums.distinct,
                sums.mean_distinct().unwrap_or_default(),
                sums.standard_error().unwrap_or_default(),
            )
        };
        measured.sums.iter().map(row).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;

    #[test]
    fn rows_of_other_trees_are_refused() {
        let out = std::env::temp_dir().join(format!("bestmove-searches-{}.csv", std::process::id()));
        let distinct = SearchGrid {
            branching: vec![2],
            depths: vec![1, 2],
            trees: 3,
            leaves: Leaves::Distinct,
            quality: 0.0,
            searches: vec!["alpha-beta".parse().unwrap()],
            threads: ThreadOptions { threads: Some(1) },
            out: out.clone(),
            chart: None,
        };
        measure_searches(&distinct).unwrap();
        let rows = fs::read_to_string(&out).unwrap();
        assert_eq!(rows.lines().count(), 3, "{rows}");
        let others = [
            SearchGrid { leaves: Leaves::Binary { one: 0.5 }, ..distinct.clone() },
            SearchGrid { quality: 0.5, ..distinct.clone() },
            SearchGrid { trees: 4, ..distinct.clone() },
        ];
        for other in others {
            let error = measure_searches(&other).unwrap_err().to_string();
            assert!(error.contains("distinct,0,3"), "{error}");
        }
        measure_searches(&distinct).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), rows);
        fs::remove_file(out).unwrap();
    }
}
