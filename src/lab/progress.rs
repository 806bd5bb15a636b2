//! How far long work is.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many of a unit, of which some are done already.
pub(super) fn progress_bar(unit: &str, all: u64, done: u64) -> ProgressBar {
    let template = format!(
        "{{wide_bar}} {{percent_precise}}% of {{len}} {unit}, {{per_sec}}, {{elapsed}} gone, {{eta}} to go"
    );
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(all).with_style(style).with_position(done);
    bar.reset_eta();
    bar
}
