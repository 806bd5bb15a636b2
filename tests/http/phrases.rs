//! German for the phrases of errors.

use bestmove_core::game::{Wording, phrases};
use std::collections::BTreeSet;

const TABLES: [&[Wording]; 3] =
    [phrases::WORDINGS, bestmove_query::phrases::WORDINGS, bestmove_trees::phrases::WORDINGS];

/// The words of the page and those of the laboratory.
const GERMAN: [&str; 2] = [
    include_str!("../../web/words/de-refusals.js"),
    include_str!("../../web/laboratory/words/de-refusals.js"),
];

/// The names in braces.
fn parameters(template: &str) -> BTreeSet<&str> {
    template.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

/// The German for a code, each in a line of its own.
fn german_of(code: &str) -> Vec<&'static str> {
    let word = |line: &'static str| {
        let (key, german) = line.trim().split_once(": ")?;
        (key.trim_matches('"') == code && german.starts_with(['"', '\''])).then_some(german)
    };
    GERMAN.iter().flat_map(|file| file.lines()).filter_map(word).collect()
}

#[test]
fn every_code_has_german_with_the_same_parameters() {
    let wordings: Vec<_> = TABLES.into_iter().flatten().collect();
    let codes: BTreeSet<_> = wordings.iter().map(|wording| wording.code()).collect();
    assert_eq!(codes.len(), wordings.len(), "two phrases have one code");
    for wording in wordings {
        let code = wording.code();
        let own: BTreeSet<_> = wording.parameters.iter().copied().collect();
        assert_eq!(parameters(wording.english), own, "the English for {code}");
        assert!(!own.contains("code"), "{code}");
        let german = german_of(&code);
        assert!(!german.is_empty(), "there is no German for {code}: {}", wording.english);
        for text in german {
            assert_eq!(parameters(text), own, "the German for {code}");
        }
    }
}
