//! The progress bar of long work.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `total` items of a unit, of which `done` are done already.
pub(super) fn progress_bar(unit: &str, total: u64, done: u64) -> ProgressBar {
    let template = format!(
        "{{wide_bar}} {{percent_precise}}% of {{len}} {unit}, {{per_sec}}, {{elapsed}} gone, {{eta}} to go"
    );
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total).with_style(style).with_position(done);
    bar.reset_eta();
    bar
}
