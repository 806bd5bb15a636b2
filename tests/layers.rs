//! Who may know whom: the picture in `docs/design.md`, held against the code.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with the layers it may name. Of the service, `engine/registry.rs` alone names the games,
/// and `lib.rs` names none.
const ALLOWED: &[(&str, &[&str])] = &[
    ("types", &["types"]),
    ("clients", &["clients"]),
    ("game", &["game", "types"]),
    ("games", &["game", "types"]),
    ("search", &["search", "game", "types"]),
    ("engine", &["engine", "search", "clients", "game", "types"]),
    ("engine/query/registry", &["engine", "game", "games", "types"]),
    ("http", &["http", "engine", "clients", "game", "log_summary", "types"]),
    ("admin", &["admin", "engine", "http", "search", "net"]),
    ("net", &["net", "clients", "log_summary"]),
    ("lab", &["lab", "search", "game", "games", "types"]),
    ("bin", &["huge_pages", "lab", "game", "games"]),
    ("cli", &["cli", "config", "engine", "game", "http", "search", "types"]),
    ("config", &["engine", "http", "net"]),
    ("telemetry", &["config"]),
    (
        "main",
        &["admin", "cli", "config", "engine", "http", "huge_pages", "search", "net", "signals", "telemetry"],
    ),
    ("huge_pages", &[]),
    ("signals", &[]),
    ("log_summary", &[]),
    ("lib", &[]),
];

/// Crates that a layer must not name.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("types", &["serde", "tokio", "tracing", "axum"]),
    ("game", &["serde", "tokio", "tracing", "axum"]),
    ("games", &["serde", "tokio", "tracing", "axum"]),
    ("search", &["serde", "tokio", "tracing", "axum"]),
    ("engine", &["serde", "axum"]),
];

#[test]
fn arrows_point_down() {
    let mut seen = 0;
    for file in rust_files(Path::new("src")) {
        let text = fs::read_to_string(&file).unwrap();
        let place = file.strip_prefix("src").unwrap().to_str().unwrap();
        let (_, allowed) =
            most_specific(ALLOWED, place).unwrap_or_else(|| panic!("src/{place} is in no layer"));
        let is_program = place == "main.rs" || place.starts_with("bin/");
        let own = if is_program { "bestmove::" } else { "crate::" };
        for used in uses(&text, own) {
            seen += 1;
            assert!(allowed.contains(&used.as_str()), "src/{place} must not name {used}");
        }
    }
    assert!(seen > 20, "only {seen} uses found: the reader is broken");
}

#[test]
fn the_core_is_free_of_the_world() {
    for file in rust_files(Path::new("src")) {
        let text = fs::read_to_string(&file).unwrap();
        let place = file.strip_prefix("src").unwrap().to_str().unwrap();
        let Some((_, forbidden)) = most_specific(FORBIDDEN, place) else { continue };
        for name in *forbidden {
            assert!(!words(&code(&text)).any(|word| word == *name), "src/{place} must not name {name}");
        }
    }
}

#[test]
fn games_do_not_know_each_other() {
    let games: Vec<_> = fs::read_dir("src/games")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    assert!(!games.is_empty());
    for game in &games {
        for file in rust_files(game) {
            let text = fs::read_to_string(&file).unwrap();
            for other in games.iter().filter(|other| *other != game) {
                let name = other.file_name().unwrap().to_str().unwrap();
                assert!(!words(&code(&text)).any(|word| word == name), "{} names {name}", file.display());
            }
        }
    }
}

/// The row whose place is the longest prefix of `place`.
fn most_specific<'a, T>(rows: &'a [(&'a str, T)], place: &str) -> Option<&'a (&'a str, T)> {
    let covers = |row: &&(&str, T)| {
        [".rs", "/"].iter().any(|end| format!("{place}/").starts_with(&format!("{}{end}", row.0)))
    };
    rows.iter().filter(covers).max_by_key(|row| row.0.len())
}

/// The first path segments after each `root`, in a group or alone.
fn uses(text: &str, root: &str) -> Vec<String> {
    let code = code(text);
    let paths = code.split(root).skip(1).flat_map(|rest| match rest.strip_prefix('{') {
        Some(group) => group.split('}').next().unwrap_or_default().split(',').collect(),
        None => vec![rest],
    });
    paths.filter_map(|path| words(path).next().map(str::to_owned)).collect()
}

/// The lines that are no comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}

#[test]
fn uses_are_found_in_every_form() {
    assert_eq!(uses("use crate::a::B;\nuse crate::{c, d::E};\n// crate::f", "crate::"), ["a", "c", "d"]);
    assert!(words("use tokio;").any(|word| word == "tokio"));
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}
