//! Lists the files of the page, so that `src/http/page.rs` embeds them: a new file needs no entry anywhere.
//! Converts `openapi.yaml` to JSON.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders that are served.
const FOLDERS: [&str; 2] = ["web", "clients/typescript/src"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    #[cfg(feature = "service")]
    write_contract(&out)?;
    let mut files = Vec::new();
    if cfg!(feature = "service") {
        for folder in FOLDERS {
            println!("cargo::rerun-if-changed={folder}");
            collect(Path::new(folder), &mut files)?;
        }
    }
    files.sort();
    let entry = |path: &PathBuf| {
        let path = path.display();
        format!(
            "(\"{path}\", include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{path}\")).as_slice()),\n"
        )
    };
    let list: String = files.iter().map(entry).collect();
    fs::write(out.join("page_files.rs"), format!("&[\n{list}]\n"))
}

/// Writes the contract of the service as JSON.
#[cfg(feature = "service")]
fn write_contract(out: &Path) -> io::Result<()> {
    const YAML: &str = "openapi.yaml";
    println!("cargo::rerun-if-changed={YAML}");
    let contract: serde_json::Value =
        serde_norway::from_str(&fs::read_to_string(YAML)?).map_err(io::Error::other)?;
    fs::write(out.join("openapi.json"), contract.to_string())
}

/// Adds the files in a folder and in those below that are of a type to serve.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if matches!(extension(&path), Some("css" | "html" | "js" | "svg")) {
            files.push(path);
        }
    }
    Ok(())
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}
