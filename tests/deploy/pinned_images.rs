//! `scripts/pin-images`, with stand-ins for the programs that ask the registries.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the stand-ins answer for an image: a digest that its name determines.
const DIGEST: &str = "printf 'sha256:%s\\n' \"$(printf '%s' \"$image\" | sha256sum | cut -d' ' -f1)\"";
const DOCKER: &str = "[ \"$2\" = version ] && exit\n[ \"$2 $3\" = 'imagetools inspect' ] || exit 1\nimage=$6";
const SKOPEO: &str = "[ \"$1\" = inspect ] || exit 1\nimage=${5#docker://}";

/// A copy of the script and of the files that it changes.
struct Checkout(PathBuf);

impl Checkout {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pin-images-{name}"));
        drop(fs::remove_dir_all(&folder));
        for file in files() {
            fs::create_dir_all(folder.join(&file).parent().unwrap()).unwrap();
            fs::copy(&file, folder.join(&file)).unwrap();
        }
        fs::create_dir_all(folder.join("scripts")).unwrap();
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::copy("scripts/pin-images", folder.join("scripts/pin-images")).unwrap();
        Self(folder)
    }

    /// Adds a program.
    fn with(self, name: &str, script: &str) -> Self {
        let path = self.0.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn run(&self) -> Output {
        let path = format!("{}:/usr/bin:/bin", self.0.join("bin").display());
        Command::new(self.0.join("scripts/pin-images")).env("PATH", path).output().unwrap()
    }

    /// The lines of all files.
    fn lines(&self) -> Vec<String> {
        let read = |file: PathBuf| fs::read_to_string(self.0.join(file)).unwrap();
        files()
            .into_iter()
            .map(read)
            .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }
}

fn files() -> Vec<PathBuf> {
    let manifests = fs::read_dir("deploy/kubernetes").unwrap().map(|entry| entry.unwrap().path());
    let others = ["Dockerfile", "docker-compose.yml", "deploy/compose-alerts.yml"].map(PathBuf::from);
    let mut files: Vec<_> = manifests.chain(others).collect();
    files.sort();
    files
}

/// The image of others that a line names, without its digest.
fn image(line: &str) -> Option<&str> {
    let named = line.strip_prefix("FROM ").or_else(|| line.trim().strip_prefix("image: "))?;
    let image = named.split([' ', '@']).next()?;
    image.contains(':').then_some(image)
}

#[test]
fn images_are_pinned_by_either_program() {
    for (program, script) in [("docker", DOCKER), ("skopeo", SKOPEO)] {
        let checkout = Checkout::new(program).with(program, &format!("{script}\n{DIGEST}"));
        let before = checkout.lines();
        for _ in 0..2 {
            let output = checkout.run();
            assert!(output.status.success(), "{program}: {output:?}");
            let mut images = 0;
            for (line, pinned) in before.iter().zip(checkout.lines()) {
                let Some(image) = image(line) else {
                    assert_eq!(*line, pinned);
                    continue;
                };
                images += 1;
                let (_, digest) = pinned.split_once("@sha256:").unwrap_or_else(|| panic!("{pinned}"));
                let digest = digest.split(' ').next().unwrap();
                assert!(digest.len() == 64 && !pinned.contains("@@"), "{pinned}");
                assert_eq!(pinned.replace(&format!("@sha256:{digest}"), ""), *line, "{image}");
            }
            assert!(images >= 7, "{images}");
        }
    }
}

#[test]
fn nothing_changes_without_all_digests() {
    let refusing = format!("{DOCKER}\n[ \"$image\" = haproxy:2.6 ] && exit 1\n{DIGEST}");
    let wordy = format!("{DOCKER}\necho not found");
    for (name, script) in [("refused", refusing), ("wordy", wordy), ("missing", "exit 1".to_owned())] {
        let checkout = Checkout::new(name).with("docker", &script);
        let before = checkout.lines();
        let output = checkout.run();
        assert!(!output.status.success() && !output.stderr.is_empty(), "{name}: {output:?}");
        assert_eq!(checkout.lines(), before, "{name}");
    }
}
