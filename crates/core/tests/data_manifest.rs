//! The files in `data`: hashes, sizes, and the commands that made them.

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn listed_hashes() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../data/SHA256SUMS").lines().map(|line| line.split_once("  ").unwrap())
}

#[test]
fn every_file_has_its_hash() {
    let mut listed = BTreeSet::from(["README.md", "SHA256SUMS"].map(str::to_owned));
    for (hash, name) in listed_hashes() {
        let digest = Sha256::digest(fs::read(Path::new("data").join(name)).unwrap());
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, hash, "{name} has changed: update data/SHA256SUMS and data/README.md");
        listed.insert(name.to_owned());
    }
    let entries = fs::read_dir("data").unwrap();
    let files: BTreeSet<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, listed);
}

#[test]
fn every_file_has_its_size_and_its_origin() {
    let readme = include_str!("../data/README.md");
    for (_, name) in listed_hashes() {
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let columns: Vec<_> =
            row.unwrap_or_else(|| panic!("data/README.md has no row for {name}")).split(" | ").collect();
        let bytes: u64 = columns[1].replace(',', "").parse().unwrap();
        assert_eq!(bytes, fs::metadata(Path::new("data").join(name)).unwrap().len(), "{name}");
        assert!(columns[2].len() > 5, "{name}: no origin");
    }
}
