//! `bestmove health`: the health check of a container that has no shell and no curl.

use crate::config::ListenOptions;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// A service that takes longer is not healthy.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Checks that the service at the address is ready.
///
/// # Errors
///
/// If it is not ready, does not answer, or is not there.
pub fn health(options: &ListenOptions) -> io::Result<()> {
    let address = reachable(options.listen);
    let status =
        status(address).map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
    if status.starts_with("HTTP/1.1 200 ") {
        Ok(())
    } else {
        Err(io::Error::other(format!("{address} answers {:?}", status.trim_end())))
    }
}

/// The status line of the answer.
fn status(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut status = String::new();
    BufReader::new(stream).read_line(&mut status)?;
    Ok(status)
}

/// The address to call for a service that listens at `listen`, which may be unspecified.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let loopback = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        specified => specified,
    };
    SocketAddr::new(loopback, listen.port())
}
