//! A PostgreSQL server of Debian on a free port, in a temporary directory. It ends with its owner,
//! or with the process of the tests, however that ends.

use bestmove_jobs::{JobId, Postgres};
use rustix::process::{Pid, geteuid};
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::Duration;

/// A running server.
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// The server, unless it is stopped.
    process: Option<Child>,
    /// Kills the server and removes its folder when its input ends.
    undertaker: Child,
}

/// Ends what is in a folder: the server by the number in its file, which is checked against its working directory.
const UNDERTAKER: &str = r#"
trap '' HUP INT TERM
cat >/dev/null
pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
runs() { [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$0/data" ]; }
if runs; then
  kill -CONT "$pid"
  kill -QUIT "$pid"
  while runs; do sleep 0.1; done
fi
rm -rf "$0"
"#;

/// What makes a key and its certificate: of an authority, or signed by it.
const CERTIFICATE: &str = "req -x509 -days 2 -noenc -newkey ec -pkeyopt ec_paramgen_curve:prime256v1";
const AUTHORITY: &str = "-subj /CN=authority -keyout authority.key -out authority.crt";
const SIGNED: &str = "-subj /CN=server -keyout server.key -out server.crt -CA authority.crt -CAkey authority.key \
    -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE";

/// The server that tests share, each with a database of its own.
pub(crate) fn shared() -> &'static Server {
    static SERVER: LazyLock<Server> = LazyLock::new(Server::start);
    &SERVER
}

/// The folder of the programs of the newest version.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed: see scripts/test");
    let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.unwrap().path()).max_by_key(version).unwrap();
    newest.join("bin")
}

/// A program run as a user who may own a database, which root may not.
fn unprivileged(program: &Path) -> Command {
    if !geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"]).arg(program);
    command
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

impl Server {
    /// Starts a server, which survives what tests do to it, but not the machine.
    pub(crate) fn start() -> Self {
        let programs = programs();
        let folder = std::env::temp_dir().join(format!("bestmove-postgres-{}", JobId::random().unwrap()));
        fs::create_dir(&folder).unwrap();
        if geteuid().is_root() {
            run(Command::new("chown").arg("postgres").arg(&folder));
        }
        let undertaker =
            Command::new("sh").args(["-c", UNDERTAKER]).arg(&folder).stdin(Stdio::piped()).spawn().unwrap();
        let mut initdb = unprivileged(&programs.join("initdb"));
        initdb.args(["--username=bestmove", "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"]);
        run(initdb.arg("-D").arg(folder.join("data")));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Self { programs, folder, port, process: None, undertaker };
        server.restart();
        server
    }

    /// Starts it again, after it was stopped or killed, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        while !self.answers() {
            // It does not start until the last process of the one before has ended.
            let has_ended = |process: &mut Child| process.try_wait().unwrap().is_some();
            if self.process.as_mut().is_none_or(has_ended) {
                self.process = Some(self.command().spawn().unwrap());
            }
            sleep(Duration::from_millis(50));
        }
    }

    fn command(&self) -> Command {
        let log = fs::File::options().create(true).append(true).open(self.folder.join("log")).unwrap();
        let mut command = unprivileged(&self.programs.join("postgres"));
        command.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        command.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]);
        command.stdout(log.try_clone().unwrap()).stderr(log);
        command
    }

    fn answers(&self) -> bool {
        let mut command = Command::new(self.programs.join("pg_isready"));
        command.args([
            "-q",
            "-h",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "-d",
            "postgres",
            "-U",
            "bestmove",
        ]);
        command.status().unwrap().success()
    }

    /// Encrypts connections that ask for it from now on, or soon after. Returns the certificate of
    /// the authority that signed the server's.
    pub(crate) fn encrypt(&self) -> PathBuf {
        let data = self.folder.join("data");
        for arguments in [AUTHORITY, SIGNED] {
            let arguments = CERTIFICATE.split_whitespace().chain(arguments.split_whitespace());
            run(unprivileged(Path::new("openssl")).args(arguments).current_dir(&data));
        }
        self.sql("postgres", "alter system set ssl = on; select pg_reload_conf()");
        data.join("authority.crt")
    }

    /// Kills it.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Its processes.
    pub(crate) fn processes(&self) -> Vec<Pid> {
        let first = self.process.as_ref().unwrap().id();
        let children = fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap();
        let children = children.split_whitespace().map(|id| id.parse().unwrap());
        [first as i32].into_iter().chain(children).map(|id| Pid::from_raw(id).unwrap()).collect()
    }

    /// Limits the size of its files, or lets them grow again.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        let soft = bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string());
        for id in self.processes() {
            let mut command = unprivileged(Path::new("prlimit"));
            let id = id.as_raw_nonzero().to_string();
            run(command.args(["--pid", &id, &format!("--fsize={soft}:unlimited")]));
        }
    }

    /// The URL of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://bestmove@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs SQL.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        let mut command = Command::new(self.programs.join("psql"));
        command.args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-d", &self.url(database)]).stdin(Stdio::piped());
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(sql.as_bytes()).unwrap();
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{sql}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// An empty database.
    pub(crate) fn create_database(&self, name: &str) {
        self.sql("postgres", &format!("create database \"{name}\""));
    }

    /// The store in a database, with patience for a busy machine.
    pub(crate) fn open(&self, database: &str) -> Postgres {
        Postgres::new(&self.url(database)).unwrap().with_patience(Duration::from_secs(120))
    }

    /// A store in a database of its own.
    pub(crate) fn store(&self, name: &str) -> Postgres {
        self.create_database(name);
        self.open(name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.undertaker.stdin.take());
        drop(self.undertaker.wait());
        if let Some(mut process) = self.process.take() {
            drop(process.wait());
        }
    }
}
