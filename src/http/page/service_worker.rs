//! The service worker, which keeps the page for visits without a network.

use super::file::{File, SCRIPT};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Files of other pages, and what the page has in itself.
const OTHERS: [&str; 11] = [
    "/docs",
    "/laboratory",
    "/page/bundle.js",
    "/page/docs/",
    "/page/embed.",
    "/page/icons/maskable.png",
    "/page/laboratory/",
    "/page/offline/service-worker.js",
    "/page/panels.css",
    "/page/screens.css",
    "/page/style.css",
];

/// The script at `/service-worker.js`: the release and its files, then what `web/offline/service-worker.js` does
/// with them. The release is a hash of the content of these files, in this order, so that a browser sees
/// that the script has changed when one of them has.
/// `bundled` modules need not be kept one by one, except those that the engine's worker loads.
pub(super) fn file<'a>(files: impl Iterator<Item = &'a File>, bundled: &BTreeSet<String>) -> File {
    let is_kept = |file: &&File| {
        let is_single = !bundled.contains(file.url()) || file.url().starts_with("/local/");
        is_single && !OTHERS.iter().any(|other| file.url().starts_with(other))
    };
    let (mut release, mut urls) = (Sha256::new(), String::new());
    for file in files.filter(is_kept) {
        release.update(file.content());
        write!(urls, "{:?},", file.url()).expect("writing to memory does not fail");
    }
    let release: String = release.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let script = format!(
        "const RELEASE = \"{release}\";\nconst FILES = [{urls}];\nimportScripts(\"/page/offline/service-worker.js\");\n"
    );
    File::new("/service-worker.js".to_owned(), SCRIPT, script.into())
}
