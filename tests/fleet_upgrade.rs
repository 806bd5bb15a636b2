//! A store whose tables are those of the next release for a while, and workers of this release and the next.

use super::fleet::{Worker, accepted, assert_complete, database, front_end, get, lines, postgres};
use bestmove_jobs::{Claimant, Class, JobId, Postgres, Store};
use reqwest::Client;
use std::time::Duration;

const LINES: usize = 120;
/// What the next release adds: a table, a column, a kind of job.
const MIGRATION: &str = "
begin;
create table bestmove.match (id uuid primary key);
alter table bestmove.chunk add column pairs integer not null default 0;
insert into bestmove.migration (version, oldest) values (98, 1);
commit";

/// A chunk of a kind that only the release 99 knows, before all others.
fn unknown_kind(sql: &dyn Fn(&str) -> String) -> JobId {
    let id = JobId::random().unwrap();
    sql(&format!(
        "with job as (
           insert into bestmove.job (id, owner, kind, spec, needs, state, items, retention)
           values ('{id}', 'somebody', 'match', '', 99, 'running', 1, 3600000000)
         )
         insert into bestmove.chunk (job, first, items, cost, state, tag, needs, since, input)
         values ('{id}', 0, 1, 1000, 'ready', -1, 99, now(), 'of the next release')"
    ));
    id
}

/// Nothing is lost, nothing fails, and what only the next release knows waits for it.
#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_and_its_return_lose_nothing() {
    let store = database(postgres::shared());
    let (_, name) = store.rsplit_once('/').unwrap();
    let sql = |sql: &str| postgres::shared().sql(name, sql);
    let (client, old) = (Client::new(), front_end(&store));
    let _before = Worker::start(&store);
    let path = accepted(&client, &old, 30_000, lines(LINES)).await;
    while get(&client, &old, &path).await["finished_items"] == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    sql(MIGRATION);
    let unknown = unknown_kind(&sql);
    // Processes of this release start and stop on the later tables, as after a return to it.
    let (new, mut worker) = (front_end(&store), Worker::start(&store));
    let second = accepted(&client, &new, 20_000, lines(LINES)).await;
    while get(&client, &old, &path).await["state"] != "finished" {
        worker.stop();
        worker = Worker::start(&store);
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    for (service, path) in [(&new, &path), (&old, &second)] {
        assert_complete(&client, service, path, LINES).await;
    }
    let left = "select state || ' ' || fence from bestmove.chunk where state <> 'finished'";
    assert_eq!(sql(left), "ready 0", "nobody has taken what he does not know");
    let next = Claimant {
        name: "next".to_owned(),
        release: 99,
        class: Class::Archive,
        lease: Duration::from_secs(60),
    };
    let claim = Postgres::new(&store).unwrap().claim(&next).await.unwrap().unwrap();
    assert_eq!((claim.lease.job, claim.kind.as_str()), (unknown, "match"));
}
