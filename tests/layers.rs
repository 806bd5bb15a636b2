//! The layers of `docs/design.md`, checked against the code.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with the layers that it may use. Outside `games`, only `query/registry.rs` names them.
const ALLOWED: &[(&str, &[&str])] = &[
    ("types", &["types"]),
    ("clients", &["clients"]),
    ("game", &["game", "types"]),
    ("games", &["game", "types"]),
    ("search", &["search", "game", "types"]),
    ("opponent", &["search", "game", "types"]),
    ("explanation", &["search", "game", "types"]),
    ("classic", &["classic", "game", "types"]),
    ("review", &["types"]),
    ("query", &["query", "classic", "explanation", "opponent", "search", "game", "types"]),
    ("query/registry", &["query", "game", "games", "types"]),
    ("wire", &["wire", "query", "classic", "explanation", "opponent", "review", "search", "game", "types"]),
    ("local", &["wire", "query", "search", "game"]),
    ("engine", &["engine", "query", "explanation", "opponent", "search", "clients", "game", "types"]),
    (
        "http",
        &[
            "http",
            "engine",
            "wire",
            "classic",
            "opponent",
            "clients",
            "game",
            "log_summary",
            "review",
            "types",
        ],
    ),
    ("admin", &["admin", "engine", "http", "search", "net"]),
    ("net", &["net", "clients", "log_summary"]),
    ("lab", &["lab", "classic", "opponent", "search", "game", "games", "types"]),
    (
        "cli",
        &[
            "cli", "classic", "config", "engine", "game", "games", "http", "lab", "opponent", "search",
            "types",
        ],
    ),
    ("config", &["classic", "engine", "game", "http", "lab", "net"]),
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

/// Crates that a layer must not use.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("types", &["serde", "tokio", "tracing", "axum"]),
    ("game", &["serde", "tokio", "tracing", "axum"]),
    ("games", &["serde", "tokio", "tracing", "axum"]),
    ("search", &["serde", "tokio", "tracing", "axum"]),
    ("opponent", &["serde", "tokio", "tracing", "axum"]),
    ("explanation", &["serde", "tokio", "tracing", "axum"]),
    ("classic", &["serde", "tokio", "tracing", "axum"]),
    ("review", &["serde", "tokio", "tracing", "axum"]),
    ("query", &["serde", "tokio", "tracing", "axum"]),
    ("wire", &["tokio", "tracing", "axum"]),
    ("local", &["serde", "tokio", "tracing", "axum"]),
    ("engine", &["serde", "axum"]),
];

#[test]
fn layers_use_only_those_below() {
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
    assert!(seen > 20, "only {seen} uses found: the parser is broken");
}

#[test]
fn the_core_uses_no_crates_of_the_service() {
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
fn games_do_not_use_each_other() {
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

/// A module: its path in the crate, its code without comments and tests, and its file.
struct Module {
    path: Vec<String>,
    code: String,
    file: PathBuf,
}

/// The modules of a crate whose root file is `root` in `folder`.
fn modules(folder: &str, root: &str) -> Vec<Module> {
    let files = rust_files(Path::new(folder)).into_iter();
    let is_in_crate = |file: &PathBuf| {
        let is_other_root = folder == "src" && (file.ends_with("main.rs") || file.ends_with("tests.rs"));
        !is_other_root && !file.starts_with("src/bin")
    };
    let read = |file: PathBuf| {
        let relative = file.strip_prefix(folder).unwrap().with_extension("");
        let mut path: Vec<_> = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if relative == Path::new(root) || path.last().unwrap() == "mod" {
            path.pop();
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = code(text.split("\n#[cfg(test)]\n").next().unwrap());
        Module { path, code, file }
    };
    files.filter(is_in_crate).map(read).collect()
}

/// The paths in a tree of `use`: `a::{b, c::{d, e}}` has three.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((stem, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let (body, mut depth, mut start) = (rest.strip_suffix('}').unwrap(), 0, 0);
    let mut parts = Vec::new();
    for (at, sign) in body.char_indices().chain([(body.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(leaves).map(|leaf| format!("{stem}{leaf}")).collect()
}

/// The segments of a path in a module, from the root of the crate; `None` for another crate.
fn absolute(module: &[String], path: &str, paths: &HashSet<Vec<String>>) -> Option<Vec<String>> {
    let segments: Vec<_> = path.split("::").map(|part| part.trim().to_owned()).collect();
    let supers = segments.iter().take_while(|part| *part == "super").count();
    let [base, rest]: [&[String]; 2] = match segments[0].as_str() {
        "crate" => [&[], &segments[1..]],
        "self" => [module, &segments[1..]],
        "super" => [&module[..module.len() - supers], &segments[supers..]],
        _ => [module, &segments],
    };
    let whole = [base, rest].concat();
    let is_own = matches!(segments[0].as_str(), "crate" | "self" | "super");
    (is_own || paths.contains(&whole[..=module.len()])).then_some(whole)
}

/// The uses of a module: paths, and whether each is a re-export.
fn use_paths(code: &str) -> Vec<(String, bool)> {
    let mut uses = Vec::new();
    for statement in code.split(';') {
        let line = statement.trim_start().rsplit("\n\n").next().unwrap().trim();
        let line = line.rsplit_once("]\n").map_or(line, |(_, rest)| rest).replace('\n', " ");
        let (is_public, rest) = match line.strip_prefix("pub") {
            Some(rest) => (true, rest.trim_start_matches(|sign| sign != 'u')),
            None => (false, line.as_str()),
        };
        if let Some(tree) = rest.trim_start().strip_prefix("use ") {
            uses.extend(leaves(tree).into_iter().map(|leaf| (leaf, is_public)));
        }
    }
    uses
}

/// A re-exported name counts as a name of the file that defines it.
#[test]
fn files_form_no_cycles() {
    for (folder, root) in
        [("src", "lib"), ("tests", "tests"), ("benches/load", "main"), ("benches/soak", "main")]
    {
        let cyclic = cyclic_files(&modules(folder, root));
        assert!(
            cyclic.is_empty(),
            "{folder}: these files form cycles, or depend on files that do: {cyclic:?}"
        );
    }
}

/// The files that form cycles, or depend on such files.
fn cyclic_files(modules: &[Module]) -> BTreeSet<String> {
    let paths: HashSet<_> = modules.iter().map(|module| module.path.clone()).collect();
    let root = modules.iter().find(|module| module.path.is_empty()).map_or("", |module| &module.code);
    let is_elsewhere =
        |path: &[String]| path.first().is_some_and(|name| root.contains(&format!("mod {name};")));
    let mut exports: HashMap<Vec<String>, Vec<String>> = HashMap::new();
    for module in modules {
        for (path, _) in use_paths(&module.code).into_iter().filter(|(_, is_public)| *is_public) {
            if let Some(target) = absolute(&module.path, &path, &paths) {
                let name = [&module.path[..], &target[target.len() - 1..]].concat();
                exports.insert(name, target);
            }
        }
    }
    let resolve = |mut path: Vec<String>| loop {
        let end = (0..=path.len()).rev().find(|&end| paths.contains(&path[..end]))?;
        match path.get(..=end).and_then(|name| exports.get(name)) {
            Some(target) if *target != path => path.clone_from(target),
            // A module with `#[path]`, shared with other crates.
            _ if end == 0 && is_elsewhere(&path) => return None,
            _ => return Some(path[..end].to_vec()),
        }
    };
    let mut arrows: HashMap<Vec<String>, BTreeSet<Vec<String>>> = HashMap::new();
    for module in modules {
        let is_index = module.file.ends_with("mod.rs") || module.file.ends_with("lib.rs");
        let uses = use_paths(&module.code).into_iter().filter(|(_, is_public)| !(*is_public && is_index));
        let targets = uses.filter_map(|(path, _)| resolve(absolute(&module.path, &path, &paths)?));
        arrows.insert(module.path.clone(), targets.filter(|target| *target != module.path).collect());
    }
    assert!(
        arrows.values().map(BTreeSet::len).sum::<usize>() > modules.len(),
        "the parser of uses is broken"
    );
    // Remove files that depend on no remaining file until none can be removed.
    while let Some(free) = arrows.iter().find(|(_, on)| on.iter().all(|file| !arrows.contains_key(file))) {
        let free = free.0.clone();
        arrows.remove(&free);
    }
    arrows.keys().map(|path| path.join("/")).collect()
}

#[test]
fn uses_are_read_from_trees() {
    let code = "use a::{b, c::{d, e as f}};\npub(crate) use super::g;\nfn h() {}\n";
    let expected = [("a::b", false), ("a::c::d", false), ("a::c::e", false), ("super::g", true)];
    assert_eq!(use_paths(code), expected.map(|(path, is_public)| (path.to_owned(), is_public)));
}

/// The row with the longest prefix of `place`.
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

/// The lines that are not comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}

#[test]
fn files_have_at_most_400_lines() {
    for file in ["src", "tests", "benches"].iter().flat_map(|folder| rust_files(Path::new(folder))) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 400, "{} has {lines} lines", file.display());
    }
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
