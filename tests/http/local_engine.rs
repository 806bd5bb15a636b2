use super::wire::with_coding;
use super::{get, service};
use axum::Router;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;

const SERVICE_WORKER: &str = "/service-worker.js";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

async fn text(service: &Router, url: &str) -> String {
    let answer = get(service, url).await;
    assert_eq!(answer.status, 200, "{url}");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

/// The release that the service worker keeps, and its files.
async fn release(service: &Router) -> (String, Vec<String>) {
    let script = text(service, SERVICE_WORKER).await;
    let constant = |name: &str| {
        let (_, rest) = script.split_once(&format!("const {name} = ")).unwrap();
        rest.split(';').next().unwrap().replace(",]", "]")
    };
    let [release, files] = ["RELEASE", "FILES"].map(constant);
    (serde_json::from_str(&release).unwrap(), serde_json::from_str(&files).unwrap())
}

#[tokio::test]
async fn the_release_is_a_hash_of_the_files_of_the_page() {
    let service = service();
    let (release, files) = release(&service).await;
    let mut hash = Sha256::new();
    for url in &files {
        hash.update(get(&service, url).await.body);
    }
    let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(release, hex);
}

/// All files that the page needs without a network, and nothing of the API.
#[tokio::test]
async fn the_service_worker_keeps_the_page_alone() {
    let (_, files) = release(&service()).await;
    for url in ["/", "/page/icon.svg", "/local/src/worker.js", "/local/dist/files.js"] {
        assert!(files.iter().any(|file| file == url), "{url}");
    }
    let others = ["/v1", "/docs", "/page/docs", "/page/embed", "/embed", "/openapi", SERVICE_WORKER];
    let other = files.iter().find(|file| others.iter().any(|other| file.starts_with(other)));
    assert_eq!(other, None);
    assert!(files.iter().all(|file| !file.contains("wasm") && !file.contains("book")), "{files:?}");
}

/// <https://www.w3.org/TR/appmanifest/>, and the sizes that Chromium asks for.
#[tokio::test]
async fn the_manifest_makes_the_page_installable() {
    let service = service();
    assert!(
        text(&service, "/").await.contains("<link rel=\"manifest\" href=\"/page/manifest.webmanifest\">")
    );
    let manifest: Value = serde_json::from_str(&text(&service, "/page/manifest.webmanifest").await).unwrap();
    for (name, value) in [("start_url", "/"), ("scope", "/"), ("display", "standalone")] {
        assert_eq!(manifest[name], value);
    }
    assert!(manifest["name"].is_string() && manifest["short_name"].is_string());
    let mut sizes = Vec::new();
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = get(&service, icon["src"].as_str().unwrap()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, icon["type"].as_str().unwrap())
        );
        let size = icon["sizes"].as_str().unwrap();
        if icon["type"] == "image/png" {
            // Width and height in the header of a PNG.
            let [width, height] =
                [16, 20].map(|at| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap()));
            assert_eq!(size, format!("{width}x{height}"));
        }
        sizes.push(size);
    }
    assert!(sizes.contains(&"192x192") && sizes.contains(&"512x512"), "{sizes:?}");
}

/// The files of the engine, by `clients/wasm/dist`: the page asks for these.
fn engine_files() -> Vec<String> {
    let names = fs::read_dir("clients/wasm/dist")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "files.js" && name != ".keep").collect()
}

#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn files_of_the_engine_are_served_for_ever() {
    let service = service();
    let files = engine_files();
    assert_eq!(files.len(), 5 + 9, "{files:?}");
    for name in files {
        let url = format!("/local/dist/{name}");
        let answer = with_coding(&service, &url, "br").await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, IMMUTABLE), "{name}");
        let content = fs::read(format!("clients/wasm/dist/{name}")).unwrap();
        if name.ends_with(".wasm") {
            assert_eq!(answer.header("content-type"), "application/wasm");
            assert_eq!(answer.header("content-encoding"), "br");
            assert!(answer.body.len() < content.len() / 2);
            assert!(get(&service, &url).await.body == content, "{name}");
        } else {
            assert_eq!(answer.header("content-encoding"), "");
            assert!(answer.body == content, "{name}");
        }
    }
}

#[tokio::test]
#[cfg_attr(bestmove_local_engine, ignore = "clients/wasm/build has been run")]
async fn without_the_engine_its_list_is_empty() {
    assert_eq!(text(&service(), "/local/dist/files.js").await, "export const files = {};\n");
}
