//! The documents, checked against the repository: tests, benches, paths and links that they name.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The documents, by path from the root.
pub(crate) fn documents() -> Vec<(PathBuf, String)> {
    let inner = ["clients", "crates"].iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let inner = inner.map(|entry| entry.unwrap().path());
    let folders = [".", "docs", "benches", "crates/core/data", "examples"].map(PathBuf::from);
    let paths =
        folders.into_iter().chain(inner).flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| {
            let path = entry.unwrap().path();
            path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
        });
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Lines outside of fenced blocks, with their numbers from 1.
fn prose(document: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    (1..).zip(document.lines()).filter(move |(_, line)| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// The inline code of a document.
fn inline_code(document: &str) -> Vec<String> {
    let text: Vec<_> = prose(document).map(|(_, line)| line.trim()).collect();
    text.join(" ").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether the path names a test, or, with `::` at its end, a module with tests.
fn is_test(path: &str) -> bool {
    let (module, name) = path.rsplit_once("::").unwrap();
    let has_tests = |text: &str| text.contains("#[test]") || text.contains("#[tokio::test");
    texts(module).iter().any(|text| if name.is_empty() { has_tests(text) } else { has_test(text, name) })
}

/// The texts of the files of a module, in `tests` or `src` of the crates.
fn texts(module: &str) -> Vec<String> {
    let module = module.trim_end_matches("::tests").replace("::", "/");
    let files = [
        format!("tests/{module}.rs"),
        format!("src/{module}.rs"),
        format!("src/{module}/mod.rs"),
        format!("src/{module}/tests.rs"),
    ];
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    crates
        .chain([PathBuf::new()])
        .flat_map(|package| files.iter().map(move |file| package.join(file)))
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect()
}

/// Whether the code has a test of that name that is not ignored.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let definition = format!("fn {name}(");
    let is_definition = |line: &&str| line.trim_start_matches("async ").starts_with(&definition);
    let Some(at) = lines.iter().position(is_definition) else { return false };
    let attributes: Vec<_> = lines[..at].iter().rev().take_while(|line| line.starts_with("#[")).collect();
    let has = |start: &str| attributes.iter().any(|attribute| attribute.starts_with(start));
    (has("#[test]") || has("#[tokio::test")) && !has("#[ignore")
}

/// Whether a crate has a bench of that name in its `Cargo.toml`, whose file has a `main`.
fn is_bench(name: &str) -> bool {
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    crates.chain([PathBuf::new()]).any(|package| {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        let named = format!("name = \"{name}\"\n");
        let mut parts = manifest.split("\n\n");
        let Some(bench) = parts.find(|part| part.starts_with("[[bench]]") && part.contains(&named)) else {
            return false;
        };
        let path = bench.lines().find_map(|line| line.strip_prefix("path = ")).unwrap().trim_matches('"');
        fs::read_to_string(package.join(path)).is_ok_and(|text| text.contains("fn main()"))
    })
}

#[test]
fn promises_name_existing_tests_and_benches() {
    let promises = include_str!("../benches/promises.md");
    let numbers: Vec<_> = promises.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert!(numbers.len() >= 37, "{numbers:?}");
    for (number, heading) in (1..).zip(numbers) {
        assert!(heading.starts_with(&format!("{number}. ")), "{number}: {heading}");
    }
    let (_, held) = promises.split_once("\n## The promises\n").unwrap();
    assert_eq!(held.matches("\n- Verified:").count(), held.matches("\n### ").count());
    for name in inline_code(held) {
        assert!(name.contains(' ') || !name.contains("::") || is_test(&name), "{name} is no test");
    }
}

#[test]
fn named_benches_exist() {
    for (path, text) in documents() {
        for rest in text.split("--bench ").skip(1) {
            let name: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            assert!(name.is_empty() || is_bench(&name), "{}: {name} is no bench", path.display());
        }
    }
}

#[test]
fn documents_have_at_most_100_columns() {
    for (path, text) in documents() {
        let long: Vec<_> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.chars().count() > 100 && line.trim().contains(' '))
            // A long name may stand alone in a list.
            .filter(|(_, line)| line.trim().trim_start_matches("- ").contains(' '))
            .map(|(number, _)| number)
            .collect();
        assert!(long.is_empty(), "{}: lines {long:?}", path.display());
    }
}

#[test]
fn the_readme_and_the_design_have_at_most_200_lines() {
    for document in [include_str!("../README.md"), include_str!("../docs/design.md")] {
        assert!(document.lines().count() <= 200, "{}", document.lines().count());
    }
}

#[test]
fn documents_begin_with_their_contents() {
    for (path, text) in documents() {
        if !path.starts_with("docs") {
            continue;
        }
        let sections = prose(&text).filter_map(|(_, line)| line.strip_prefix("## "));
        let listed: Vec<_> = sections.map(|title| format!("- [{title}](#{})", anchor(title))).collect();
        let (contents, _) = text.split_once("\n## ").unwrap();
        for line in listed {
            assert!(contents.contains(&line), "{}: {line}", path.display());
        }
    }
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter(|sign| sign.is_alphanumeric() || [' ', '-', '_'].contains(sign));
    letters.map(|sign| if sign == ' ' { '-' } else { sign.to_ascii_lowercase() }).collect()
}

/// The targets of links outside of fenced blocks.
fn links(document: &str) -> Vec<String> {
    let text: Vec<_> = prose(document).map(|(_, line)| line).collect();
    let targets = text.join("\n");
    targets.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn links_have_targets() {
    let mut seen = 0;
    for (path, text) in documents() {
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            seen += 1;
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !fragment.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let anchors: HashSet<_> = prose(&text)
                    .filter(|(_, line)| line.starts_with('#'))
                    .map(|(_, line)| anchor(line.trim_start_matches('#').trim_start()))
                    .collect();
                assert!(anchors.contains(fragment), "{}: {link}", path.display());
            }
        }
    }
    assert!(seen > 40, "only {seen} links found: the parser is broken");
}

/// Whether inline code is a path: from the root, from `src` or another folder, or a file name alone.
fn is_path(text: &str) -> bool {
    let has_form = text.ends_with(".rs") || text.ends_with(".md") || text.starts_with("src/");
    has_form && !text.contains([' ', '*', '<', ':'])
}

#[test]
fn named_paths_exist() {
    let files: Vec<_> = ["src", "crates", "tests", "docs", "benches"]
        .iter()
        .flat_map(|root| files(Path::new(root)))
        .collect();
    let mut seen = 0;
    for (path, text) in documents() {
        for name in inline_code(&text).iter().filter(|name| is_path(name)) {
            seen += 1;
            let name = name.trim_end_matches('/');
            let is_end = files.iter().any(|file| file.ends_with(name));
            let exists = [Path::new(""), path.parent().unwrap()].iter().any(|at| at.join(name).exists());
            assert!(exists || is_end, "{}: {name}", path.display());
        }
    }
    assert!(seen > 50, "only {seen} paths found: the parser is broken");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut here): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    here.extend(folders.iter().flat_map(|folder| files(folder)));
    here
}

#[test]
fn the_parsers_of_this_test_work() {
    let text = "
        fn helper() {}
        #[test]
        fn plain() {}
        #[tokio::test(start_paused = true)]
        #[should_panic]
        async fn paused() {}
        #[test]
        #[ignore]
        fn ignored() {}
        // fn commented() {}
    ";
    let tests = ["helper", "plain", "paused", "ignored", "commented", "pla"].map(|name| has_test(text, name));
    assert_eq!(tests, [false, true, true, false, false, false]);
    assert_eq!(["soak", "common", "none"].map(is_bench), [true, false, false]);
    assert!(is_test("documents::links_have_targets"));
    assert!(!is_test("documents::has_test"));
    assert!(is_test("documents::") && !is_test("processes::") && !is_test("no_module::"));
    assert_eq!(anchor("A request, step by step"), "a-request-step-by-step");
}
