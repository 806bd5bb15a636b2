//! Lists the files of the page, so that `src/http/page` embeds them: a new file needs no entry anywhere.
//! Converts `openapi.yaml` to JSON. Sets `bestmove_local_engine` if `clients/wasm/build` has been run.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders that are served.
const FOLDERS: [&str; 3] = ["web", "clients/typescript/src", "clients/wasm/src"];
/// The types of files that are served.
const EXTENSIONS: [&str; 6] = ["css", "html", "js", "png", "svg", "webmanifest"];
/// The engine for browsers, made by `clients/wasm/build`.
const DIST: &str = "clients/wasm/dist";
/// The list of its files, which is written last.
const ENGINE_LIST: &str = "clients/wasm/dist/files.js";

/// The engine for browsers.
#[derive(Default)]
struct Engine {
    modules: Vec<PathBuf>,
    /// Its data files by their names with and without the hash.
    data: Vec<(String, String)>,
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(bestmove_local_engine)");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    write_contract(&out)?;
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    let engine = engine()?;
    if !engine.modules.is_empty() {
        println!("cargo::rustc-cfg=bestmove_local_engine");
        files.push(PathBuf::from(ENGINE_LIST));
    }
    write_list(&out.join("page_files.rs"), files)?;
    write_list(&out.join("engine_modules.rs"), engine.modules)?;
    fs::write(out.join("engine_data.rs"), format!("&{:?}", engine.data))
}

/// Writes a list of files with their content, as Rust.
fn write_list(list: &Path, mut files: Vec<PathBuf>) -> io::Result<()> {
    files.sort();
    let entry = |path: &PathBuf| {
        let path = path.display();
        format!(
            "(\"{path}\", include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{path}\")).as_slice()),\n"
        )
    };
    let entries: String = files.iter().map(entry).collect();
    fs::write(list, format!("&[\n{entries}]\n"))
}

/// The engine for browsers; empty if it has not been built, or only in part, or with other data files.
fn engine() -> io::Result<Engine> {
    println!("cargo::rerun-if-changed={DIST}");
    let Ok(list) = fs::read_to_string(ENGINE_LIST) else { return Ok(Engine::default()) };
    let mut engine = Engine::default();
    // Each line names a file with its hash: "checkers.weights": { path: "checkers-5eb70beb2a7bd268.weights", …
    for name in list.split("path: \"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let path = Path::new(DIST).join(name);
        match extension(&path) {
            Some("wasm") if path.exists() => engine.modules.push(path),
            Some(_) if let Some(original) = original(&path) => engine.data.push((name.to_owned(), original)),
            _ => {
                println!("cargo::warning={} is out of date: run clients/wasm/build", path.display());
                return Ok(Engine::default());
            }
        }
    }
    Ok(engine)
}

/// The name of the same file in `crates/core/data`, without the hash.
fn original(path: &Path) -> Option<String> {
    let (name, _) = path.file_stem()?.to_str()?.rsplit_once('-')?;
    let original = format!("{name}.{}", extension(path)?);
    let data = Path::new("crates/core/data").join(&original);
    println!("cargo::rerun-if-changed={}", data.display());
    (fs::read(data).ok()? == fs::read(path).ok()?).then_some(original)
}

/// Writes the contract of the service as JSON.
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
        } else if extension(&path).is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            files.push(path);
        }
    }
    Ok(())
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}
