//! `bestmove search-tree`.

use crate::config::{SearchTreeOptions, TreeFormat};
use anstyle::{AnsiColor, Style};
use bestmove_query::{Detail, MAX_EVENTS, SearchRun, TreeOrigin, TreeSearch, checks, ignored_options};
use bestmove_trees::claims::claims;
use bestmove_trees::picture::{Layout, Line, Picture};
use bestmove_trees::{Bound, CATALOGUE, NAMED_TREES, SearchAnswer, Status};
use std::cell::Cell;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

const GREY: Style = AnsiColor::BrightBlack.on_default();
const CUT: Style = AnsiColor::Red.on_default();
const BEST: Style = AnsiColor::Blue.on_default().bold();
const CURRENT: Style = AnsiColor::Yellow.on_default().bold();

/// The longest tree that is printed whole, in characters.
const PRINTED_TREE: usize = 100;
/// How often a terminal shows that the searches go on.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Runs classic searches on a tree, and prints what they count, or draws the first.
///
/// # Errors
///
/// If the tree is malformed or too large to draw, or the output can't be written.
pub fn search_tree(options: &SearchTreeOptions) -> Result<(), Box<dyn Error>> {
    let out = &mut anstream::AutoStream::auto(io::stdout().lock());
    if options.list {
        return Ok(list(out)?);
    }
    if options.claims {
        return Ok(list_claims(out)?);
    }
    let tree = options.tree()?;
    let mut search = TreeSearch {
        searches: options.searches(tree.as_ref())?,
        tree,
        settings: options.settings()?,
        detail: options.draw.then_some(Detail::Events),
        step: options.step,
    };
    let limiter = progress();
    let layout = if options.draw { Some(search.layout(&limiter)?) } else { None };
    search.make_tree(&limiter).expect("nothing limits the memory");
    let runs = search.run(&limiter);
    if let Some(layout) = layout {
        return draw(&search, &layout, &runs[0], options.format, out);
    }
    print_tree(&search, out)?;
    Ok(print_table(&search, &runs, out)?)
}

/// Never stops a search; a terminal on standard error shows how long it has been running.
fn progress() -> impl Fn() -> bool {
    let (began, shown) = (Instant::now(), Cell::new(Instant::now()));
    let is_watched = io::stderr().is_terminal();
    move || {
        if is_watched && shown.get().elapsed() > PROGRESS_INTERVAL {
            shown.set(Instant::now());
            drop(write!(io::stderr(), "\rsearching for {:.1} s ", began.elapsed().as_secs_f64()));
        }
        false
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Searches:")?;
    for entry in &CATALOGUE {
        writeln!(out, "  {:<26} {} ({})", entry.id, entry.summary, entry.paper)?;
    }
    writeln!(out, "\nTrees:")?;
    for named in &NAMED_TREES {
        writeln!(out, "  {:<26} {}", named.id, named.title)?;
    }
    Ok(())
}

fn list_claims(out: &mut impl Write) -> io::Result<()> {
    for claim in claims() {
        writeln!(out, "{} ({}): {}", claim.id, claim.source.title(), claim.printed)?;
        for figure in claim.figures {
            let printed = figure.printed.map(|printed| format!(", printed {printed}")).unwrap_or_default();
            let (label, count) = (figure.label, figure.count.name());
            writeln!(out, "  {label}: {} {count}{printed}", figure.measured)?;
        }
        writeln!(out, "  {}: {}\n", claim.verdict.name(), claim.reason)?;
    }
    Ok(())
}

fn draw(
    search: &TreeSearch,
    layout: &Layout,
    run: &SearchRun,
    format: TreeFormat,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    if run.is_truncated {
        return Err(format!("the search has more than {MAX_EVENTS} events: draw a smaller tree").into());
    }
    Ok(search.draw(layout, run, &|| false, |picture| match format {
        TreeFormat::Svg => write!(out, "{}", picture.svg()),
        TreeFormat::Dot => write!(out, "{}", picture.dot()),
        TreeFormat::Text => write_lines(picture, out),
    })??)
}

fn write_lines(picture: &Picture<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", picture.title)?;
    for line in picture.lines() {
        let style = style(&line);
        writeln!(out, "{style}{line}{style:#}")?;
    }
    Ok(())
}

fn style(line: &Line) -> Style {
    match line.status {
        _ if line.is_current => CURRENT,
        Status::LeftOut { .. } => CUT,
        _ if line.is_on_line => BEST,
        _ if line.is_left_out => GREY,
        _ => Style::new(),
    }
}

fn print_tree(search: &TreeSearch, out: &mut impl Write) -> io::Result<()> {
    match search.tree.origin(&|| false) {
        TreeOrigin::InMemory { text, leaves, nodes, smallest_proof } => {
            if let Some(text) = text {
                let end = if text.len() > PRINTED_TREE { "…" } else { "" };
                writeln!(out, "tree            {text:.PRINTED_TREE$}{end}")?;
            }
            writeln!(out, "leaves, nodes   {leaves}, {nodes}; depth {}", search.tree.depth())?;
            if let Some(leaves) = smallest_proof {
                writeln!(out, "smallest proof  {leaves}")?;
            }
        }
        TreeOrigin::Position { game, position } => {
            writeln!(out, "position        {position} ({game}), {} plies", search.tree.depth())?;
        }
    }
    writeln!(out)
}

fn print_table(search: &TreeSearch, runs: &[SearchRun], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<26} {:>9} {:>12} {:>12} {:>12} {:>9} {:>6} {:>7}  line",
        "search", "value", "evaluations", "distinct", "nodes", "cutoffs", "deep", "window"
    )?;
    for run in runs {
        let counts = &run.counts;
        let distinct = counts.distinct().map_or_else(|| "?".to_owned(), |distinct| distinct.to_string());
        let outcome = run.outcome.as_ref().expect("nothing stops the search");
        writeln!(
            out,
            "{:<26} {:>9} {:>12} {:>12} {:>12} {:>9} {:>6} {:>7}  {}",
            run.search.entry().id,
            value(outcome),
            counts.evaluations,
            distinct,
            counts.nodes,
            counts.cutoffs(),
            counts.deep_cutoffs,
            counts.window_cutoffs,
            line(search, &outcome.line)
        )?;
    }
    for run in runs {
        let ignored: Vec<_> = ignored_options(run.search, &search.settings).collect();
        if !ignored.is_empty() {
            writeln!(out, "{}: does not take {}", run.search.entry().id, ignored.join(", "))?;
        }
    }
    for check in checks(runs, &search.settings, &|| false) {
        let holds = if check.holds { "no leaf beyond those of" } else { "LEAVES BEYOND those of" };
        writeln!(out, "{}: {holds} {}", check.search.entry().id, check.within.entry().id)?;
    }
    Ok(())
}

/// A value, with ≤ or ≥ if it is a bound, and with three decimal places if it is a mean between integers.
fn value(outcome: &SearchAnswer) -> String {
    let sign = match outcome.bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    match outcome.mean.filter(|mean| mean.fract() != 0.0) {
        Some(mean) => format!("{sign}{mean:.3}"),
        None => format!("{sign}{}", outcome.value),
    }
}

/// A line by moves, or by numbers of children.
fn line(search: &TreeSearch, line: &[u16]) -> String {
    search.tree.moves_of(line).map_or_else(
        || line.iter().map(u16::to_string).collect::<Vec<_>>().join("."),
        |moves| moves.join(" "),
    )
}
