//! Leases of quotas.

use bestmove_jobs::{Grantor, QuotaDemand, QuotaLeases, Store};
use futures_util::future::join_all;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// So long that nothing of it is replenished meanwhile, to a second.
const WINDOW: Duration = Duration::from_secs(10_000);

fn grantor(name: &str) -> Grantor {
    Grantor { name: name.to_owned(), lifetime: Duration::from_secs(60), window: WINDOW }
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn need(client: &str, need: u64) -> QuotaDemand {
    QuotaDemand {
        client: client.to_owned(),
        debit: Duration::ZERO,
        credit: Duration::ZERO,
        need: Some(seconds(need)),
    }
}

async fn lease(store: &dyn Store, name: &str, demands: Vec<QuotaDemand>) -> QuotaLeases {
    store.lease_quotas(&grantor(name), demands).await.unwrap()
}

/// What one demand gets, in seconds, and what is missing to the full quota.
async fn granted(store: &dyn Store, name: &str, demand: QuotaDemand) -> (f64, f64) {
    let lease = lease(store, name, vec![demand]).await.leases[0];
    (lease.granted.as_secs_f64().round(), lease.backlog.as_secs_f64().round())
}

pub(super) async fn a_quota_is_leased_once(store: &dyn Store) {
    assert_eq!(lease(store, "one", Vec::new()).await, QuotaLeases { grantors: 1, leases: Vec::new() });
    assert_eq!(granted(store, "one", need("ann", 9_000)).await, (9_000.0, 9_000.0));
    assert_eq!(granted(store, "one", need("ann", 9_000)).await, (1_000.0, 10_000.0), "the rest");
    assert_eq!(granted(store, "one", need("ann", 1)).await, (0.0, 10_000.0));
    assert_eq!(granted(store, "one", need("bob", 9_000)).await, (9_000.0, 9_000.0), "each has its own");
}

pub(super) async fn a_lease_is_a_share_of_the_rest(store: &dyn Store) {
    for name in ["one", "two"] {
        lease(store, name, Vec::new()).await;
    }
    let leases = lease(store, "three", vec![need("zoe", 0), need("ann", 3_000), need("eve", 1)]).await;
    let granted: Vec<_> = leases.leases.iter().map(|lease| lease.granted.as_secs_f64().round()).collect();
    assert_eq!((leases.grantors, granted), (3, vec![1_667.0, 3_000.0, 1_667.0]));
    let refresh = QuotaDemand { need: None, ..need("ann", 0) };
    assert_eq!(self::granted(store, "one", refresh).await, (0.0, 3_000.0));
}

pub(super) async fn what_is_returned_is_leased_again(store: &dyn Store) {
    granted(store, "one", need("ann", 10_000)).await;
    let back = QuotaDemand { credit: seconds(4_000), need: None, ..need("ann", 0) };
    assert_eq!(granted(store, "one", back.clone()).await, (0.0, 6_000.0));
    assert_eq!(granted(store, "two", need("ann", 5_000)).await, (4_000.0, 10_000.0));
    let too_much = QuotaDemand { credit: seconds(90_000), ..back };
    assert_eq!(granted(store, "one", too_much).await, (0.0, 0.0), "a quota is not more than full");
}

/// By the clock of the store.
pub(super) async fn a_debt_is_paid_by_time(store: &dyn Store) {
    let short = Grantor { window: Duration::from_millis(200), ..grantor("one") };
    let milliseconds = Duration::from_millis;
    let owe = QuotaDemand { debit: milliseconds(300), ..need("ann", 0) };
    let first = store.lease_quotas(&short, vec![owe]).await.unwrap().leases[0];
    assert!(first.granted.is_zero() && first.backlog > milliseconds(200), "{first:?}");
    sleep(milliseconds(350)).await;
    store.expire().await.unwrap();
    let later = store.lease_quotas(&short, vec![need("ann", 1_000)]).await.unwrap().leases[0];
    assert_eq!(later.granted, milliseconds(200), "a quota saves no more than one window");
}

pub(super) async fn simultaneous_leases_are_together_no_more_than_the_quota(store: &dyn Store) {
    let names: Vec<_> = (0..8).map(|number| number.to_string()).collect();
    let demands = || vec![need("ann", 3_000), need("bob", 1_500)];
    let began = Instant::now();
    let all = join_all(names.iter().map(|name| lease(store, name, demands()))).await;
    let replenished = began.elapsed().as_secs_f64();
    let sum = |index: usize| all.iter().map(|leases| leases.leases[index].granted.as_secs_f64()).sum::<f64>();
    for granted in [sum(0), sum(1)] {
        assert!((10_000.0..10_000.1 + replenished).contains(&granted), "{granted} and {replenished}");
    }
}

pub(super) async fn the_dead_lease_no_share(store: &dyn Store) {
    let dead = Grantor { lifetime: seconds(2), ..grantor("dead") };
    store.lease_quotas(&dead, Vec::new()).await.unwrap();
    assert_eq!(lease(store, "one", Vec::new()).await.grantors, 2);
    sleep(seconds(2)).await;
    assert_eq!(lease(store, "one", Vec::new()).await.grantors, 1);
}
