//! The tables, in versions. A migration expands them, and one of a later release removes what nobody uses any more: a
//! release works on the tables of the one before it and of the one after it.

use super::connections::failure;
use crate::StoreError;
use tokio_postgres::Client;

/// The migrations, each with the oldest version whose programs can use the tables after it.
const MIGRATIONS: &[(i32, &str)] = &[
    (1, include_str!("migrations/1.sql")),
    (1, include_str!("migrations/2.sql")),
    (1, include_str!("migrations/3.sql")),
    (1, include_str!("migrations/4.sql")),
    (1, include_str!("migrations/5.sql")),
    (1, include_str!("migrations/6.sql")),
    (1, include_str!("migrations/7.sql")),
    (1, include_str!("migrations/8.sql")),
    (1, include_str!("migrations/9.sql")),
];

/// The advisory lock under which programs migrate, released with the connection: "bestmove" in ASCII.
const LOCK: i64 = i64::from_be_bytes(*b"bestmove");

/// Brings the tables to this program's version, if they are older.
pub(super) async fn migrate(client: &Client) -> Result<(), StoreError> {
    let current = MIGRATIONS.len() as i32;
    let (version, oldest) = version(client).await?;
    if oldest > current {
        return Err(StoreError::Corrupt("its tables are those of a later release".to_owned()));
    }
    if version >= current {
        return Ok(());
    }
    let lock = |function: &str| format!("select pg_advisory_{function}({LOCK})");
    client.batch_execute(&lock("lock")).await.map_err(failure)?;
    // Another program may have migrated them meanwhile. A transaction that began before would not see it.
    let (version, _) = self::version(client).await?;
    client.batch_execute("begin").await.map_err(failure)?;
    if version == 0 {
        client.batch_execute(CREATE).await.map_err(failure)?;
    }
    for (number, (oldest, migration)) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > version) {
        client.batch_execute(migration).await.map_err(failure)?;
        let note = "insert into bestmove.migration (version, oldest) values ($1, $2)";
        client.execute(note, &[&number, oldest]).await.map_err(failure)?;
    }
    client.batch_execute("commit").await.map_err(failure)?;
    client.batch_execute(&lock("unlock")).await.map_err(failure)
}

const CREATE: &str = "
create schema if not exists bestmove;
create table bestmove.migration (
  version integer primary key,
  oldest integer not null,
  applied timestamptz not null default now()
)";

/// The version of the tables, 0 if there are none, and the oldest one whose programs can use them.
async fn version(client: &Client) -> Result<(i32, i32), StoreError> {
    let exists = "select to_regclass('bestmove.migration') is not null";
    let exists: bool = client.query_one(exists, &[]).await.map_err(failure)?.get(0);
    if !exists {
        return Ok((0, 0));
    }
    let versions = "select coalesce(max(version), 0), coalesce(max(oldest), 0) from bestmove.migration";
    let row = client.query_one(versions, &[]).await.map_err(failure)?;
    Ok((row.get(0), row.get(1)))
}
