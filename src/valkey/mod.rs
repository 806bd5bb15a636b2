//! The proofs that replicas share, in Valkey or Redis.
//!
//! Nothing depends on it: what can't be had soon is searched for, and a server that fails is left alone for
//! a while ([`breaker`]). What is kept goes by the release that kept it and tells whether it is whole
//! ([`record`]).

mod breaker;
mod record;

use crate::engine::{Proof, SharedProofs, Topic};
use breaker::{Breaker, Leave};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, FromRedisValue, RedisError};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tracing::{info, warn};

/// How long a proof is kept: a week, as by caches of HTTP. It is true for ever; what nobody asks for makes room.
const KEPT_SECONDS: u64 = 7 * 24 * 60 * 60;
/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(1);

/// Where a server is: `redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`, or `unix:PATH`.
#[derive(Clone, Debug)]
pub struct ServerUrl(Client);

impl FromStr for ServerUrl {
    type Err = RedisError;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        Client::open(url).map(Self)
    }
}

/// A server, asked through one connection, which is made when it is needed and again when it is lost.
pub struct Valkey(Arc<Server>);

struct Server {
    client: Client,
    connection: Mutex<ConnectionManager>,
    patience: Duration,
    breaker: Breaker,
}

impl Valkey {
    /// Answers that take longer than `patience` are not waited for. To be called where tokio runs.
    ///
    /// # Errors
    ///
    /// If the URL asks for what this client can't do.
    pub fn new(ServerUrl(client): ServerUrl, patience: Duration) -> Result<Self, RedisError> {
        let connection = ConnectionManager::new_lazy_with_config(client.clone(), config())?;
        let connection = Mutex::new(connection);
        Ok(Self(Arc::new(Server { client, connection, patience, breaker: Breaker::default() })))
    }

    /// What the server says to a command, if it does so soon. Whether it does counts even if nobody waits any more, as
    /// those who are in a hurry don't.
    async fn told<T: FromRedisValue + Send + 'static>(&self, command: Cmd) -> Option<T> {
        let leave = self.0.breaker.leave(Instant::now())?;
        let server = Arc::clone(&self.0);
        let told = tokio::spawn(async move { server.told(&command, leave).await });
        timeout(self.0.patience, told).await.ok()?.ok()?
    }
}

fn config() -> ConnectionManagerConfig {
    ConnectionManagerConfig::new()
        .set_connection_timeout(Some(CONNECTING))
        .set_response_timeout(None)
        .set_number_of_retries(0)
}

impl Server {
    async fn told<T: FromRedisValue>(&self, command: &Cmd, leave: Leave) -> Option<T> {
        let failure = match self.ask(command, leave).await {
            Ok(told) => {
                if self.breaker.worked() {
                    info!("the server of shared answers is back");
                }
                return Some(told);
            }
            Err(failure) => failure,
        };
        if self.breaker.failed(Instant::now()) {
            warn!(failure, "the server of shared answers is left alone for a while");
        }
        None
    }

    async fn ask<T: FromRedisValue>(&self, command: &Cmd, leave: Leave) -> Result<T, String> {
        if leave == Leave::Trial {
            // The old connection may be dead without anybody having said so.
            let new = ConnectionManager::new_with_config(self.client.clone(), config()).await;
            *self.connection() = new.map_err(|error| error.to_string())?;
        }
        let mut connection = self.connection().clone();
        match timeout(self.patience, command.query_async(&mut connection)).await {
            Ok(told) => told.map_err(|error| error.to_string()),
            Err(_) => Err(format!("no answer within {:?}", self.patience)),
        }
    }

    fn connection(&self) -> MutexGuard<'_, ConnectionManager> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedProofs for Valkey {
    fn find<'a>(&'a self, topic: &'a Topic) -> BoxFuture<'a, Option<Proof>> {
        async {
            let key = record::key(topic);
            let value: Vec<u8> = self.told::<Option<_>>(Cmd::get(&key)).await??;
            record::read(&key, &value)
        }
        .boxed()
    }

    fn keep<'a>(&'a self, topic: &'a Topic, proof: &'a Proof) -> BoxFuture<'a, ()> {
        async {
            let key = record::key(topic);
            let Some(value) = record::written(&key, proof) else { return };
            self.told::<()>(Cmd::set_ex(&key, value, KEPT_SECONDS)).await;
        }
        .boxed()
    }
}
