//! Mean numbers of leaves that the classic searches evaluate on random trees, as a table and a chart.

mod chart;

use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use crate::classic::{
    CATALOGUE, Leaves, Measurement, Player, RandomTree, Search, Settings, Sums, TreeMeasurement,
};
use crate::game::Invalid;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

const HEAD: &str =
    "branching,depth,leaves,quality,trees,search,evaluations_sum,distinct_sum,distinct_mean,standard_error\n";

/// A grid of measurements.
#[derive(Clone, Copy, Debug)]
pub struct SearchGrid<'a> {
    /// The numbers of children.
    pub branching: &'a [usize],
    /// The depths in plies.
    pub depths: &'a [usize],
    /// Trees of each kind, with the seeds from 1.
    pub trees: u64,
    /// The leaves.
    pub leaves: Leaves,
    /// The chance that the best child comes first.
    pub quality: f64,
    /// The searches.
    pub searches: &'a [Search],
    /// Measurements at the same time.
    pub threads: NonZeroUsize,
    /// The table, in CSV. Rows that are there already are not measured again.
    pub out: &'a Path,
    /// The chart, in SVG, if it is wanted.
    pub chart: Option<&'a Path>,
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
pub fn measure_searches(grid: &SearchGrid<'_>) -> Result<(), Box<dyn Error>> {
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
    let mut out = OpenOptions::new().append(true).open(grid.out)?;
    let bar = progress_bar("measurements", missing.len() as u64, 0);
    let measure = || |number: u64| missing[number as usize].run(&|| false, &mut |_| {});
    for_each_completed(0..missing.len() as u64, grid.threads, measure, |number, measured| {
        let RandomTree { branching, depth, .. } = missing[number as usize].first;
        let text = grid.rows_of(branching, depth, &measured);
        out.write_all(text.as_bytes())?;
        rows.extend(text.lines().filter_map(parse));
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish();
    if let Some(path) = grid.chart {
        fs::write(path, chart::svg(grid, &rows))?;
    }
    Ok(())
}

/// The rows of the table, which is created if it does not exist. A row that a crash has cut off is removed.
fn read(grid: &SearchGrid<'_>) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = match fs::read_to_string(grid.out) {
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
    PartialFile::create(grid.out)?.finish(whole.as_bytes())?;
    Ok(whole.lines().skip(1).filter_map(parse).collect())
}

fn parse(line: &str) -> Option<Row> {
    let columns: Vec<_> = line.split(',').collect();
    let search = CATALOGUE.iter().find(|entry| Some(&entry.id) == columns.get(5))?.id;
    let mean = columns.get(8)?.parse().ok()?;
    Some(Row { branching: columns[0].parse().ok()?, depth: columns[1].parse().ok()?, search, mean })
}

impl SearchGrid<'_> {
    fn measurement(&self, branching: usize, depth: usize, searches: Vec<Search>) -> Measurement {
        let first = RandomTree { branching, depth, seed: 1, leaves: self.leaves, quality: self.quality };
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
        let alpha_beta = ["alpha-beta".parse().unwrap()];
        let distinct = SearchGrid {
            branching: &[2],
            depths: &[1, 2],
            trees: 3,
            leaves: Leaves::Distinct,
            quality: 0.0,
            searches: &alpha_beta,
            threads: NonZeroUsize::MIN,
            out: &out,
            chart: None,
        };
        measure_searches(&distinct).unwrap();
        let rows = fs::read_to_string(&out).unwrap();
        assert_eq!(rows.lines().count(), 3, "{rows}");
        let others = [
            SearchGrid { leaves: Leaves::Binary { one: 0.5 }, ..distinct },
            SearchGrid { quality: 0.5, ..distinct },
            SearchGrid { trees: 4, ..distinct },
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
