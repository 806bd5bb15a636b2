//! The terms of `docs/glossary.md` are used; names and phrases of earlier versions are refused.

use std::fs;
use std::path::{Path, PathBuf};

/// Names in code that standard terms have replaced.
const RETIRED_NAMES: &str = "
    Allowance Analyst Asked Asking Blame Counting Deepening Desk Duel Erased Flown Found Given
    Grounds Halt Inquiry Keeping LANES Landing MOST_PIECES Neighbours Patience Recurrence Remembered
    Roots Shares Thinking Wish Wording bearable_wait best_of by_chances doubt enable_huge_pages
    forget_blocking inquire is_likely knowledge_in known_at_root known_in_full known_result
    known_winner likely_win most_promising_first permille_full plies_to_progress probable_cutoff
    provokes put_off quiet_plies sealed sees_ends stands_above step_aside_blocking written_off
";

/// Phrases that plain English replaces.
const RETIRED_PHRASES: &[&str] = &["by heart", "be it ", "a sign of life", "who asks", "what is told"];

fn texts(folder: &Path, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let has_extension = |file: &PathBuf| {
        file.extension().is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted))
    };
    let own = files.into_iter().filter(has_extension).map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        (file, text)
    });
    own.chain(folders.iter().flat_map(|folder| texts(folder, extensions))).collect()
}

/// The files in these folders, except this one.
fn repository_texts(folders: &[&str], extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let texts = folders.iter().flat_map(|folder| texts(Path::new(folder), extensions));
    texts.filter(|(file, _)| !file.ends_with("vocabulary.rs")).collect()
}

/// The retired names in code without comments.
fn retired_names(code: &str) -> Vec<&str> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric() && sign != '_'));
    words.filter(|word| RETIRED_NAMES.split_whitespace().any(|name| name == *word)).collect()
}

#[test]
fn retired_names_stay_out_of_the_code() {
    let files = repository_texts(&["src", "tests", "benches"], &["rs"]);
    assert!(files.len() > 200, "only {} files found", files.len());
    for (file, text) in files {
        let names = retired_names(&text);
        assert!(names.is_empty(), "{}: {names:?}; docs/glossary.md has the terms", file.display());
    }
    assert_eq!(retired_names("// Duel\nlet duel = Duel::new(doubt);"), ["Duel", "doubt"]);
}

#[test]
fn retired_phrases_stay_out_of_code_and_documents() {
    let extensions = ["rs", "md", "yaml", "yml", "js", "css", "html", "txt", "cfg"];
    let folders = ["src", "tests", "benches", "docs", "deploy", "web", "scripts"];
    for (file, text) in repository_texts(&folders, &extensions) {
        let text = text.to_lowercase();
        for phrase in RETIRED_PHRASES {
            assert!(!text.contains(phrase), "{}: {phrase:?}", file.display());
        }
    }
}

#[test]
fn glossary_terms_name_their_files() {
    let glossary = include_str!("../docs/glossary.md");
    let terms: Vec<_> = glossary.split("\n- **").skip(1).collect();
    assert!(terms.len() > 50, "only {} terms found", terms.len());
    for term in terms {
        assert!(term.contains("`src/"), "no file: {term}");
    }
}
