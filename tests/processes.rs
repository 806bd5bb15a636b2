//! Processes that tests start on this machine.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

/// The time within which a process must listen.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The CPU time of a process so far, in user and kernel mode, in seconds; Linux counts hundredths.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    stat_seconds(process, [14, 15])
}

/// That of its processes that have ended and been waited for.
pub(crate) fn cpu_seconds_of_ended(process: u32) -> f64 {
    stat_seconds(process, [16, 17])
}

/// The sum of two fields of `/proc/PID/stat`, numbered from 1 as in proc(5).
fn stat_seconds(process: u32, fields: [usize; 2]) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, rest) = text.rsplit_once(") ").unwrap();
    let ticks = |field: usize| rest.split(' ').nth(field - 3).unwrap().parse::<f64>().unwrap();
    fields.into_iter().map(ticks).sum::<f64>() / 100.0
}

/// A running process, killed when dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// The service with these flags.
    pub(crate) fn bestmove(address: SocketAddr, flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
        command.args(["--listen", &address.to_string()]).args(flags);
        Self::start(command, address, "cargo builds it for the tests")
    }

    /// The example `hexapawn`, which serves a game of one's own.
    pub(crate) fn hexapawn(address: SocketAddr) -> Self {
        let mut command = hexapawn();
        command.args(["--listen", &address.to_string(), "--table-mib", "1"]);
        Self::start(command, address, "cargo builds it with all tests")
    }

    /// The example `fatal` with these flags.
    #[cfg(feature = "system-tests")]
    pub(crate) fn fatal(address: SocketAddr, flags: &[&str]) -> Self {
        let mut command = fatal();
        command.args(["--listen", &address.to_string()]).args(flags);
        Self::start(command, address, "cargo builds it with all tests")
    }

    /// The service with a clock that differs so much: `+1h`.
    #[cfg(feature = "system-tests")]
    pub(crate) fn with_clock(shift: &str, address: SocketAddr, flags: &[&str]) -> Self {
        let mut command = with_clock(shift);
        command.args(["--listen", &address.to_string()]).args(flags);
        Self::start(command, address, "cargo builds it for the tests")
    }

    /// The service with SIGHUP ignored, as `nohup` starts it.
    pub(crate) fn ignoring_hangup(address: SocketAddr, flags: &[&str]) -> Self {
        Self::from_shell("trap '' HUP", address, flags)
    }

    /// The service with a limit on open files.
    pub(crate) fn with_open_files(limit: u32, address: SocketAddr, flags: &[&str]) -> Self {
        Self::from_shell(&format!("ulimit -n {limit}"), address, flags)
    }

    /// The service, which trusts this authority alone.
    pub(crate) fn trusting(authority: &Path, address: SocketAddr, flags: &[&str]) -> Self {
        Self::from_shell(&format!("export SSL_CERT_FILE='{}'", authority.display()), address, flags)
    }

    /// The service, started by a shell after this command.
    fn from_shell(setup: &str, address: SocketAddr, flags: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{setup}; exec \"$@\""), "sh"]);
        command.args([env!("CARGO_BIN_EXE_bestmove"), "--listen", &address.to_string()]).args(flags);
        Self::start(command, address, "every Unix has it")
    }

    /// HAProxy as shipped, in front of these replicas.
    pub(crate) fn haproxy(replicas: &[SocketAddr]) -> Self {
        Self::haproxy_at(ProxyPorts::free(), replicas, None)
    }

    /// HAProxy at these addresses; with a certificate also with TLS.
    pub(crate) fn haproxy_at(ports: ProxyPorts, replicas: &[SocketAddr], certificate: Option<&Path>) -> Self {
        let address = ports.http;
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("haproxy-{}.cfg", address.port()));
        fs::write(&file, haproxy_config(ports, replicas)).unwrap();
        let mut command = Command::new("haproxy");
        command.args(["-db", "-f"]).arg(&file).envs(certificate.map(|path| ("TLS_CERTIFICATE", path)));
        let server = Self::start(command, address, "install it with: apt-get install haproxy");
        fs::remove_file(file).unwrap();
        server
    }

    fn start(mut command: Command, address: SocketAddr, advice: &str) -> Self {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{name} does not start ({advice}): {error}"));
        let log = Arc::default();
        collect(process.stdout.take().unwrap(), &log);
        collect(process.stderr.take().unwrap(), &log);
        let mut server = Self { process, address, log };
        let since = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = server.process.try_wait().unwrap();
            let fails = ended.is_some() || since.elapsed() > START_TIMEOUT;
            assert!(!fails, "{name} does not listen on {address}: {ended:?} {:#?}", server.log());
            thread::sleep(Duration::from_millis(10));
        }
        server
    }

    /// The lines written so far.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Suspends the process with SIGSTOP.
    pub(crate) fn suspend(&self) {
        kill_process(Pid::from_child(&self.process), Signal::STOP).unwrap();
    }

    /// Sends SIGTERM and waits for the exit. Returns whether the exit code is 0.
    pub(crate) fn exits_successfully(&mut self) -> bool {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        self.process.wait().unwrap().success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The example `hexapawn`.
pub(crate) fn hexapawn() -> Command {
    static BUILT: Once = Once::new();
    example("hexapawn", &[], &BUILT)
}

/// The example `fatal`, which serves a game that ends the process.
#[cfg(feature = "system-tests")]
pub(crate) fn fatal() -> Command {
    static BUILT: Once = Once::new();
    example("fatal", &["--all-features"], &BUILT)
}

/// An example: `cargo test` builds it, unless it is told to build some tests only.
fn example(name: &str, flags: &[&str], built: &Once) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_bestmove")).with_file_name("examples").join(name);
    built.call_once(|| {
        let build =
            || Command::new(env!("CARGO")).args(["build", "--quiet", "--example", name]).args(flags).status();
        assert!(program.exists() || build().unwrap().success());
    });
    Command::new(program)
}

/// The program with another clock, by libfaketime. Timers go on as they are.
#[cfg(feature = "system-tests")]
pub(crate) fn with_clock(shift: &str) -> Command {
    let folders = fs::read_dir("/usr/lib").unwrap().map(|folder| folder.unwrap().path());
    let library = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|path| path.exists());
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
    command.env("LD_PRELOAD", library.expect("install it with: apt-get install faketime"));
    command.env("FAKETIME", shift).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    command
}

/// Where HAProxy listens.
#[derive(Clone, Copy)]
pub(crate) struct ProxyPorts {
    pub(crate) http: SocketAddr,
    pub(crate) https: SocketAddr,
    pub(crate) metrics: SocketAddr,
}

impl ProxyPorts {
    pub(crate) fn free() -> Self {
        Self { http: free_address(), https: free_address(), metrics: free_address() }
    }
}

/// The configuration of HAProxy as shipped, with other addresses, and with small tables, as nobody waits for the
/// large ones to be full.
fn haproxy_config(ports: ProxyPorts, replicas: &[SocketAddr]) -> String {
    let shipped = include_str!("../deploy/haproxy/haproxy.cfg");
    let (before, _) = shipped.split_once(" resolvers dns init-addr none\n").unwrap();
    let before = format!("{before}\n").replace("size 100k", "size 16");
    let server = |(number, address)| format!("    server bestmove-{number} {address}\n");
    let servers: String = replicas.iter().enumerate().map(server).collect();
    let binds = [("8080", ports.http), ("8443", ports.https), ("8405", ports.metrics)];
    let moved = binds.into_iter().fold(before, |text, (port, address)| {
        let bind = format!("bind :{port}");
        assert!(text.contains(&bind), "{bind}");
        text.replacen(&bind, &format!("bind {address}"), 1)
    });
    moved + &servers
}

/// Appends all lines to the log, on a thread of its own.
fn collect(from: impl Read + Send + 'static, log: &Arc<Mutex<Vec<String>>>) {
    let log = Arc::clone(log);
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            log.lock().unwrap().push(line);
        }
    });
}

/// An address of this machine without a listener. Its port is outside the range of ephemeral ports, so no
/// other process takes it meanwhile; other runs of these tests mostly begin at other ports.
pub(crate) fn free_address() -> SocketAddr {
    static NEXT: LazyLock<AtomicU16> =
        LazyLock::new(|| AtomicU16::new(20_000 + (process::id() % 100) as u16 * 100));
    loop {
        let address = SocketAddr::from(([127, 0, 0, 1], NEXT.fetch_add(1, Ordering::Relaxed)));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}
