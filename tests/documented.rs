//! What `docs/promises.md` names is there.

use std::fs;
use std::path::Path;

/// Words between backquotes in the table.
fn named(table: &str) -> impl Iterator<Item = &str> {
    let rows = table.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2))
}

/// Whether a function of this name is in the file of its module, in `tests` or in `src`.
fn is_test(path: &str) -> bool {
    let (module, name) = path.rsplit_once("::").unwrap();
    let module = module.trim_end_matches("::tests").replace("::", "/");
    let files = [format!("tests/{module}.rs"), format!("src/{module}.rs"), format!("src/{module}/mod.rs")];
    let definition = format!("fn {name}(");
    files.iter().any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains(&definition)))
}

#[test]
fn every_promise_is_held_by_something_that_exists() {
    let table = include_str!("../docs/promises.md");
    let numbers = (1..=22).filter(|number| table.contains(&format!("\n| {number} |")));
    assert_eq!(numbers.count(), 22);
    for name in named(table) {
        if let Some((_, bench)) = name.split_once("--bench ") {
            let file = [format!("benches/{bench}.rs"), format!("benches/{bench}/main.rs")];
            assert!(file.iter().any(|file| Path::new(file).exists()), "{name} is no bench");
        } else if name.contains("::") && !name.contains(' ') {
            assert!(is_test(name), "{name} is no test");
        }
    }
}
