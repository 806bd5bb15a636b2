//! What `docs/promises.md` names is there.

use std::fs;
use std::path::Path;

/// Words between backquotes in the table.
fn named(table: &str) -> impl Iterator<Item = &str> {
    let rows = table.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2))
}

/// Whether the file of its module, in `tests` or in `src`, has a test of this name.
fn is_test(path: &str) -> bool {
    let (module, name) = path.rsplit_once("::").unwrap();
    let module = module.trim_end_matches("::tests").replace("::", "/");
    let files = [format!("tests/{module}.rs"), format!("src/{module}.rs"), format!("src/{module}/mod.rs")];
    files.iter().any(|file| fs::read_to_string(file).is_ok_and(|text| has_test(&text, name)))
}

/// Whether a text defines a function of this name that is marked as a test, and not as one to be left out.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let definition = format!("fn {name}(");
    let is_definition = |line: &&str| line.trim_start_matches("async ").starts_with(&definition);
    let Some(at) = lines.iter().position(is_definition) else { return false };
    let attributes: Vec<_> = lines[..at].iter().rev().take_while(|line| line.starts_with("#[")).collect();
    let marks = |mark: &str| attributes.iter().any(|attribute| attribute.starts_with(mark));
    (marks("#[test]") || marks("#[tokio::test")) && !marks("#[ignore")
}

/// Whether `Cargo.toml` has a bench of this name, whose file has a program.
fn is_bench(name: &str) -> bool {
    let manifest = include_str!("../Cargo.toml");
    let named = format!("name = \"{name}\"\n");
    let Some(bench) =
        manifest.split("\n\n").find(|part| part.starts_with("[[bench]]") && part.contains(&named))
    else {
        return false;
    };
    let path = bench.lines().find_map(|line| line.strip_prefix("path = ")).unwrap().trim_matches('"');
    fs::read_to_string(Path::new(path)).is_ok_and(|text| text.contains("fn main()"))
}

#[test]
fn every_promise_is_held_by_something_that_exists() {
    let table = include_str!("../docs/promises.md");
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
    for (number, row) in (1..).zip(rows) {
        assert!(row.starts_with(&format!("| {number} |")), "{number}: {row}");
    }
    for name in named(table) {
        if let Some((_, bench)) = name.split_once("--bench ") {
            assert!(is_bench(bench), "{name} is no bench");
        } else if name.contains("::") && !name.contains(' ') {
            assert!(is_test(name), "{name} is no test");
        }
    }
}

#[test]
fn what_is_no_test_is_not_taken_for_one() {
    let text = "
        fn helper() {}
        #[test]
        fn plain() {}
        #[tokio::test(start_paused = true)]
        #[should_panic]
        async fn paused() {}
        #[test]
        #[ignore]
        fn left_out() {}
        // fn told() {}
    ";
    let tests = ["helper", "plain", "paused", "left_out", "told", "pla"].map(|name| has_test(text, name));
    assert_eq!(tests, [false, true, true, false, false, false]);
    assert_eq!(["soak", "common", "none"].map(is_bench), [true, false, false]);
    assert!(!is_test("documented::has_test"));
}
