use super::*;
use std::iter;

mod simulation;

const CLIENT: Client = Client::Key(1);

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const fn micros_of(seconds: i64) -> i64 {
    seconds * 1_000_000
}

/// The slices of one of three replicas, of which the store has heard.
fn leasing(now: Instant) -> Slices {
    let slices = Slices::new(20, now);
    slices.hear(3, now);
    slices
}

/// Answers all questions as a store that leases so much, and has lacked so much since; returns the questions.
fn synced(slices: &Slices, granted: u64, backlog: u64, now: Instant) -> Vec<Question> {
    let questions = slices.questions(now);
    for question in &questions {
        let lease = QuotaLease { granted: seconds(granted), backlog: seconds(backlog) };
        slices.answer(question, Some(lease), now);
    }
    slices.hear(3, now);
    questions
}

const fn refusal(wait: u64, may_be_leased: bool) -> Refusal {
    Refusal { wait: seconds(wait), may_be_leased }
}

fn question(debit: i64, credit: i64, need: Option<i64>) -> Question {
    let [owed, overdraft] = [0, micros_of(debit)];
    Question { client: CLIENT, owed, overdraft, credit: micros_of(credit), need: need.map(micros_of) }
}

#[test]
fn a_new_client_takes_the_float_before_the_store_has_heard_of_it() {
    let now = Instant::now();
    let slices = leasing(now);
    assert_eq!(slices.take(CLIENT, seconds(3), now), Ok(()));
    assert_eq!(slices.take(CLIENT, seconds(2), now), Ok(()));
    assert_eq!(slices.backlog(&CLIENT, now), seconds(5));
    assert_eq!(slices.take(CLIENT, seconds(1), now), Err(refusal(1, true)), "more than a twelfth");
    assert_eq!(synced(&slices, 5, 5, now), [question(0, 0, Some(5))], "what is missing in the float");
    assert_eq!(slices.take(CLIENT, seconds(6), now), Err(refusal(1, true)));
    assert_eq!(synced(&slices, 1, 6, now), [question(0, 0, Some(1))]);
    assert_eq!(slices.take(CLIENT, seconds(6), now), Ok(()));
}

#[test]
fn nobody_takes_what_the_fleet_has_not() {
    let now = Instant::now();
    let slices = leasing(now);
    assert_eq!(slices.take(CLIENT, seconds(61), now).map_err(|refusal| refusal.may_be_leased), Err(false));
    synced(&slices, 0, 45, now);
    assert_eq!(slices.take(CLIENT, seconds(5), now), Ok(()), "the float");
    assert_eq!(slices.take(CLIENT, seconds(5), now), Err(refusal(5, false)));
    assert_eq!(slices.take(CLIENT, seconds(5), now + seconds(5)), Err(refusal(1, true)), "it is replenished");
}

#[test]
fn a_request_for_more_than_is_ever_leased_takes_that_and_is_owed() {
    let now = Instant::now();
    let slices = leasing(now);
    assert_eq!(slices.take(CLIENT, seconds(60), now), Err(refusal(1, true)));
    assert_eq!(synced(&slices, 40, 40, now), [question(0, 0, Some(40))]);
    assert_eq!(slices.take(CLIENT, seconds(60), now), Ok(()));
    assert_eq!(synced(&slices, 0, 55, now), [question(15, 0, Some(5))]);
    assert_eq!(slices.take(CLIENT, seconds(1), now), Err(refusal(11, false)), "until the debt is paid");
}

#[test]
fn leases_are_renewed_while_they_are_used_and_then_returned() {
    let now = Instant::now();
    let slices = leasing(now);
    slices.take(CLIENT, seconds(3), now).unwrap();
    assert_eq!(synced(&slices, 0, 0, now), [question(0, 0, Some(3))]);
    assert_eq!(synced(&slices, 12, 12, now + seconds(1)), [question(0, 0, Some(3))]);
    slices.take(CLIENT, seconds(1), now + seconds(1)).unwrap();
    assert_eq!(synced(&slices, 8, 8, now + seconds(2)), [question(0, 8, Some(8))]);
    assert_eq!(synced(&slices, 0, 0, now + seconds(3)), [question(0, 8, None)]);
    for later in [4, 10] {
        assert_eq!(synced(&slices, 0, 0, now + seconds(later)), [question(0, 0, None)]);
    }
    assert_eq!(synced(&slices, 0, 0, now + seconds(11)), [question(0, 0, None)]);
    assert_eq!(slices.questions(now + seconds(11)), []);
    assert!(slices.clients.is_empty());
}

#[test]
fn a_debt_is_kept_until_the_store_has_heard_of_it() {
    let now = Instant::now();
    let slices = leasing(now);
    slices.settle(CLIENT, Duration::ZERO, seconds(14), now);
    let asked = slices.questions(now);
    assert_eq!(asked, [question(9, 0, Some(5))], "what is beyond the float");
    assert_eq!(slices.questions(now), [], "it is being asked");
    slices.answer(&asked[0], None, now);
    slices.miss();
    assert_eq!(slices.questions(now), [], "is the store there?");
    slices.hear(3, now);
    assert_eq!(slices.questions(now), asked);
}

#[test]
fn a_replica_that_has_never_heard_from_the_store_grants_its_share() {
    let now = Instant::now();
    let slices = Slices::new(20, now);
    let granted = |seconds: u64| {
        let times = iter::repeat_n(Duration::from_millis(100), 1_000);
        times.filter(|time| slices.take(CLIENT, *time, now + self::seconds(seconds)).is_ok()).count()
    };
    assert_eq!(granted(0), 7, "a quarter of a twentieth of a minute");
    assert_eq!(granted(20), 10, "a twentieth of the time");
    assert_eq!(granted(3600), 30, "a twentieth of a minute");
}

#[test]
fn what_is_granted_without_the_store_is_owed() {
    let now = Instant::now();
    let slices = leasing(now);
    slices.take(CLIENT, seconds(5), now).unwrap();
    synced(&slices, 30, 30, now);
    let later = now + seconds(30);
    assert_eq!(slices.take(CLIENT, seconds(21), later), Err(refusal(3, false)), "a third at most");
    assert_eq!(slices.take(CLIENT, seconds(20), later), Ok(()));
    assert_eq!(slices.take(CLIENT, seconds(4), later + seconds(9)), Err(refusal(3, false)));
    assert_eq!(slices.questions(later), [], "nobody is there");
    slices.hear(3, later + seconds(12));
    // Ten of the lease were cut; then four were earned.
    assert_eq!(slices.take(CLIENT, seconds(4), later + seconds(12)), Ok(()));
    let told = synced(&slices, 0, 0, later + seconds(12));
    assert_eq!(told, [question(0, 6, None)]);
    assert_eq!(slices.take(CLIENT, seconds(1), later + seconds(15)), Ok(()));
    let told = synced(&slices, 0, 0, later + seconds(15));
    assert_eq!(told, [Question { owed: micros_of(1), ..question(0, 0, None) }]);
}
