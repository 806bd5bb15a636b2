//! TLS that ends at HAProxy, as deploy/compose-tls.yml sets it up.

use super::replica;
use crate::processes::{ProxyPorts, Server, free_address};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A certificate that signs itself, for this machine, and the file that HAProxy reads: that with its key.
fn certificate() -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tls");
    fs::create_dir_all(&folder).unwrap();
    let request = "req -x509 -days 2 -noenc -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=localhost \
                   -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out certificate.pem";
    let made = Command::new("openssl").args(request.split(' ')).current_dir(&folder).output();
    let made = made.expect("install it with: apt-get install openssl");
    assert!(made.status.success(), "{made:?}");
    let [certificate, key, both] = ["certificate.pem", "key.pem", "both.pem"].map(|name| folder.join(name));
    let texts = [&certificate, &key].map(|file| fs::read_to_string(file).unwrap());
    fs::write(&both, texts.concat()).unwrap();
    (certificate, both)
}

/// The status and the headers of an answer, and its body.
fn curl(arguments: &[&str]) -> String {
    let output = Command::new("curl").args(["-sS", "-i"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_proxy_speaks_https_and_redirects_http() {
    let (certificate, both) = certificate();
    let (replica, ports) = (replica(free_address(), &[]), ProxyPorts::free());
    let _proxy = Server::haproxy_at(ports, &[replica.address], Some(&both));
    let trusted = certificate.to_str().unwrap();
    let url = format!("https://{}/v1/tic-tac-toe/best-move", ports.https);
    let body = r#"{"position":"XX.OO...."}"#;
    for (version, status) in [("--http1.1", "HTTP/1.1 200"), ("--http2", "HTTP/2 200")] {
        let answer =
            curl(&[version, "--cacert", trusted, "-H", "content-type: application/json", "-d", body, &url]);
        assert!(answer.starts_with(status), "{answer}");
        assert!(answer.contains("\nstrict-transport-security: max-age="), "{answer}");
        assert!(answer.contains("\"best_move\":\"3\""), "{answer}");
    }
    let old = ["-sS", "--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0", "--cacert", trusted, &url];
    let refused = Command::new("curl").args(old).output().unwrap();
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && reason.contains("protocol version"), "TLS 1.1: {reason}");

    let plain = curl(&[&format!("http://{}/docs?from=here", ports.http)]);
    assert!(plain.starts_with("HTTP/1.1 308"), "{plain}");
    assert!(plain.contains(&format!("\nlocation: https://{}/docs?from=here\r", ports.http)), "{plain}");
}
