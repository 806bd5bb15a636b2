//! Clients that take long for a large answer.

use crate::http::socket::Running;
use std::fs;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::{Instant, sleep};

/// Small, so that the answer waits in the service instead of the network.
const RECEIVE_BUFFER: u32 = 64 * 1024;

/// The largest file of the engine for browsers, at half a megabit a second.
#[tokio::test(start_paused = true)]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn large_files_reach_slow_readers() {
    let files = fs::read_dir("clients/wasm/dist").unwrap().map(|entry| entry.unwrap());
    let largest = files.max_by_key(|file| file.metadata().unwrap().len()).unwrap();
    let service = Running::start().await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
    let mut stream = socket.connect(service.address).await.unwrap();
    let name = largest.file_name().into_string().unwrap();
    let request = format!("GET /local/dist/{name} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let (started, mut received) = (Instant::now(), Vec::new());
    let content = fs::read(largest.path()).unwrap();
    while received.len() < content.len() {
        let mut part = vec![0; RECEIVE_BUFFER as usize];
        let len = stream.read(&mut part).await.unwrap();
        assert!(len > 0, "{} bytes after {:?}", received.len(), started.elapsed());
        received.extend_from_slice(&part[..len]);
        sleep(Duration::from_secs(1)).await;
    }
    let head_len = received.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let missing = head_len + content.len() - received.len();
    let mut rest = vec![0; missing];
    stream.read_exact(&mut rest).await.unwrap();
    received.extend(rest);
    assert!(received[head_len..] == content);
    assert!(started.elapsed() > Duration::from_secs(60), "{:?}", started.elapsed());
}
