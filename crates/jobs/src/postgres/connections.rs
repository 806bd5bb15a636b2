//! A few connections for all tasks of a process, opened when needed and again after they broke.
//!
//! Every statement is a transaction of its own, so tasks share a connection: their statements wait
//! for each other on the server and not here.

use super::migrations::migrate;
use super::tls::Tls;
use crate::StoreError;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::error::Error;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex as AsyncMutex;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};

/// How long a statement may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// One on a few rows.
    Short,
    /// One on all chunks of a job.
    Long,
}

/// Short patience, unless a program has more.
const SHORT: Duration = Duration::from_secs(2);
/// Long patience, unless short patience is longer.
const LONG: Duration = Duration::from_secs(30);

/// Has the server end a statement, such as one that waits for a lock, soon after its client is gone: connections are few.
/// Servers on some systems cannot look.
const END_WITH_CLIENT: &str = "
do $$ begin
  set client_connection_check_interval = 500;
exception when invalid_parameter_value then
end $$";

type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// The connections to a database. The last of them is for statements that take long.
pub(super) struct Connections {
    config: Config,
    tls: Tls,
    lanes: Vec<Lane>,
    is_migrated: AtomicBool,
    /// How long a statement on a few rows may take.
    patience: Duration,
}

/// The place of a connection.
#[derive(Default)]
struct Lane {
    session: AsyncMutex<Option<Arc<Session>>>,
    /// The statements that wait for it, the long ones weighted.
    load: AtomicUsize,
}

struct Session {
    client: Client,
    connection: JoinHandle<()>,
    prepared: Mutex<HashMap<&'static str, Statement>>,
}

impl Connections {
    pub(super) fn new(url: &str, count: usize) -> Result<Self, StoreError> {
        let invalid = |error: tokio_postgres::Error| StoreError::Unavailable(describe(&error));
        // Certificates are always verified.
        let mut config: Config =
            url.replace("sslmode=verify-full", "sslmode=require").parse().map_err(invalid)?;
        config.application_name("bestmove");
        let tls = Tls::new(&config);
        let lanes = (0..count.max(2)).map(|_| Lane::default()).collect();
        Ok(Self { config, tls, lanes, is_migrated: AtomicBool::new(false), patience: SHORT })
    }

    pub(super) const fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The first row that a statement returns.
    pub(super) async fn row(
        &self,
        patience: Patience,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(patience, statement, parameters).await?.into_iter().next())
    }

    /// The rows that a statement returns. It is repeated once if the connection breaks, or if another one was quicker.
    pub(super) async fn rows(
        &self,
        patience: Patience,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let lane = self.lane(patience);
        let _load = Load::new(lane, patience);
        if patience == Patience::Short {
            return self.within(self.patience, lane, self.repeated(lane, statement, parameters)).await;
        }
        // A server that does not answer at all should not be waited for as long as one that works.
        self.within(self.patience, lane, self.repeated(lane, "select 1", &[])).await?;
        self.within(LONG.max(self.patience), lane, self.repeated(lane, statement, parameters)).await
    }

    fn lane(&self, patience: Patience) -> &Lane {
        let lane = match patience {
            Patience::Short => self.lanes.iter().min_by_key(|lane| lane.load.load(Ordering::Relaxed)),
            Patience::Long => self.lanes.last(),
        };
        lane.expect("there are at least two")
    }

    /// Gives up the connection if it has not answered in time.
    async fn within<T>(
        &self,
        time: Duration,
        lane: &Lane,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if let Ok(result) = timeout(time, work).await {
            return result;
        }
        if let Ok(mut session) = lane.session.try_lock() {
            *session = None;
        }
        Err(StoreError::Unavailable(format!("no answer within {} s", time.as_secs())))
    }

    async fn repeated(
        &self,
        lane: &Lane,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let session = self.session(lane).await?;
        match session.rows(statement, parameters).await {
            Err(error) if is_broken(&error) || is_overtaken(&error) || lacks_tables(&error) => {
                if lacks_tables(&error) {
                    self.is_migrated.store(false, Ordering::Relaxed);
                    *lane.session.lock().await = None;
                }
                let session = self.session(lane).await?;
                session.rows(statement, parameters).await.map_err(failure)
            }
            result => result.map_err(failure),
        }
    }

    /// The connection of a lane, opened if there is none.
    async fn session(&self, lane: &Lane) -> Result<Arc<Session>, StoreError> {
        let mut place = lane.session.lock().await;
        if let Some(session) = &*place
            && !session.client.is_closed()
        {
            return Ok(Arc::clone(session));
        }
        *place = None;
        let (client, connection) = self.config.connect(self.tls.clone()).await.map_err(failure)?;
        // Its error reaches those that wait for an answer.
        let connection = tokio::spawn(async move { drop(connection.await) });
        // Every statement has an index, and claims read one in its order; a plan made before the server knows how
        // large the tables are must not scan them later, nor sort all chunks that wait. Where one does nevertheless,
        // its estimated cost is so high that the server would compile it for most of a second.
        let settings = format!(
            "set statement_timeout = {}; set idle_in_transaction_session_timeout = 10000; set enable_seqscan = off; \
             set enable_sort = off; set jit = off",
            LONG.max(self.patience).as_millis()
        );
        client.batch_execute(&settings).await.map_err(failure)?;
        client.batch_execute(END_WITH_CLIENT).await.map_err(failure)?;
        if !self.is_migrated.load(Ordering::Relaxed) {
            migrate(&client).await?;
            self.is_migrated.store(true, Ordering::Relaxed);
        }
        let session = Arc::new(Session { client, connection, prepared: Mutex::default() });
        *place = Some(Arc::clone(&session));
        Ok(session)
    }
}

/// A statement on its lane.
struct Load<'a>(&'a Lane, usize);

impl<'a> Load<'a> {
    fn new(lane: &'a Lane, patience: Patience) -> Self {
        // Short ones take any other lane before they wait for a long one.
        let load = if patience == Patience::Short { 1 } else { 1_000 };
        lane.load.fetch_add(load, Ordering::Relaxed);
        Self(lane, load)
    }
}

impl Drop for Load<'_> {
    fn drop(&mut self) {
        self.0.load.fetch_sub(self.1, Ordering::Relaxed);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A statement that was given up would keep it.
        self.connection.abort();
    }
}

impl Session {
    async fn rows(
        &self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let prepared = self.prepared.lock().get(statement).cloned();
        let prepared = match prepared {
            Some(prepared) => prepared,
            None => {
                let new = self.client.prepare(statement).await?;
                self.prepared.lock().insert(statement, new.clone());
                new
            }
        };
        self.client.query(&prepared, parameters).await
    }
}

/// Whether the connection is of no more use, and another one may be.
fn is_broken(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => *code == SqlState::ADMIN_SHUTDOWN || *code == SqlState::CRASH_SHUTDOWN,
        None => error.is_closed() || error.source().is_some_and(<dyn Error>::is::<io::Error>),
    }
}

/// Whether the tables are gone: the database is another one.
fn lacks_tables(error: &tokio_postgres::Error) -> bool {
    error.code().is_some_and(|code| [SqlState::UNDEFINED_TABLE, SqlState::INVALID_SCHEMA_NAME].contains(code))
}

/// Whether a simultaneous statement has taken the idempotency key, which a repeated one will see.
fn is_overtaken(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().is_some_and(|error| error.constraint() == Some("job_key"))
}

/// What an error of the database means for the store.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn failure(error: tokio_postgres::Error) -> StoreError {
    let text = describe(&error);
    let Some(code) = error.code() else { return StoreError::Unavailable(text) };
    let constraint = error.as_db_error().and_then(|error| error.constraint());
    match (code, code.code().get(..2)) {
        (code, _) if *code == SqlState::DISK_FULL => StoreError::Full,
        (code, _) if *code == SqlState::UNIQUE_VIOLATION && constraint == Some("chunk_pkey") => {
            StoreError::InvalidChunks
        }
        // Corrupted data, or tables and columns that are missing.
        (_, Some("XX" | "42" | "22")) => StoreError::Corrupt(text),
        _ => StoreError::Unavailable(text),
    }
}

/// The error and its causes.
fn describe(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}
