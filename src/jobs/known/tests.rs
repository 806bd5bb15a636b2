use super::*;
use bestmove_jobs::Embedded;

const CONFIG: KnownConfig = KnownConfig { min_nodes: 1_000, retention: Duration::from_hours(1) };
const DEEP: Work = Work::of_review(Some(5_000), None);

fn store() -> Arc<dyn Store> {
    Arc::new(Embedded::in_memory(1 << 20).unwrap())
}

fn secret(letter: char) -> StoreSecret {
    String::from_iter([letter; 40]).parse().unwrap()
}

fn known(store: &Arc<dyn Store>, letter: char) -> KnownResults {
    KnownResults::new(Arc::clone(store), secret(letter), CONFIG)
}

fn result(number: u8, work: Work) -> NewResult {
    NewResult {
        key: [number; 32],
        work,
        text: RawValue::from_string(format!("{{\"number\":{number}}}")).unwrap(),
    }
}

/// The answer to a question, if one is known that took so much.
async fn find(known: &KnownResults, number: u8, effort: u64) -> Option<String> {
    let found = known.find(&[([number; 32], effort)]).await.unwrap();
    found.get(&[number; 32]).map(|text| text.get().to_owned())
}

#[tokio::test]
async fn what_is_kept_is_found() {
    let known = known(&store(), 'a');
    known.keep(vec![result(1, DEEP)]).await;
    assert_eq!(find(&known, 1, 5_000).await.as_deref(), Some("{\"number\":1}"));
    assert_eq!(find(&known, 1, 5_001).await, None, "it took less");
    assert_eq!(find(&known, 2, 0).await, None);
    let KnownCounters { found, missing, shallow, refused, unavailable, kept } = &known.counters;
    let counts = [found, missing, shallow, refused, unavailable, kept].map(|count| count.load(Relaxed));
    assert_eq!(counts, [1, 1, 1, 0, 0, 1]);
}

#[tokio::test]
async fn only_deep_and_proven_results_are_kept() {
    let known = known(&store(), 'a');
    let results = [(1, Some(999), None), (2, Some(1_000), None), (3, None, None), (4, None, Some(3))];
    known.keep(results.map(|(n, nodes, depth)| result(n, Work::of_review(nodes, depth))).into()).await;
    let mut found = Vec::new();
    for number in 1..=4 {
        found.push(find(&known, number, 0).await.is_some());
    }
    assert_eq!(found, [false, true, true, false]);
    assert!(find(&known, 3, Work::FINAL).await.is_some(), "a proof answers any effort");
}

/// Changes the content of what is stored, keeps it, and expects that it is refused once and then gone.
async fn assert_refused(change: impl Fn(&mut KnownResult), what: &str) {
    let store = store();
    let known = known(&store, 'a');
    known.keep(vec![result(1, DEEP)]).await;
    let mut stored = store.known(&[[1; 32]]).await.unwrap().remove(0);
    store.forget(&[[1; 32]]).await.unwrap();
    change(&mut stored);
    let key = stored.key;
    store.keep(vec![stored], CONFIG.retention).await.unwrap();
    assert_eq!(known.find(&[(key, 0)]).await.unwrap().len(), 0, "{what}");
    assert_eq!(known.counters.refused.load(Relaxed), 1, "{what}");
    assert_eq!(store.known(&[key]).await.unwrap(), [], "{what}: a better one must not find its place taken");
}

#[tokio::test]
async fn forged_results_are_refused_and_removed() {
    assert_refused(|result| result.key = [2; 32], "the result of another question").await;
    assert_refused(|result| result.content.clear(), "nothing").await;
    assert_refused(|result| result.content.truncate(MAC), "a code alone").await;
    assert_refused(|result| result.content.truncate(MAC + 3), "half an effort").await;
    for at in [0, MAC - 1, MAC, MAC + EFFORT - 1, MAC + EFFORT, MAC + EFFORT + 10] {
        assert_refused(|result| result.content[at] ^= 1, &format!("byte {at}")).await;
    }
    assert_refused(|result| result.content.push(b' '), "a longer text").await;
}

#[tokio::test]
async fn results_of_another_secret_are_refused() {
    let store = store();
    known(&store, 'a').keep(vec![result(1, DEEP)]).await;
    let other = known(&store, 'b');
    assert_eq!(find(&other, 1, 0).await, None);
    assert_eq!(other.counters.refused.load(Relaxed), 1);
}

/// Neither under its own key, which differs, nor under ours.
#[tokio::test]
async fn results_of_another_release_are_not_served() {
    let store = store();
    let ours = known(&store, 'a');
    let theirs = KnownResults { release: "0.0.9", ..known(&store, 'a') };
    let game = bestmove_query::Registry::built_in();
    let query = game.find("checkers").unwrap().prepare(None, &[], Default::default()).unwrap();
    let question = Question::of_analysis(query.key(), None);
    let [own, other] = [ours.key(&question), theirs.key(&question)];
    assert_ne!(own, other);
    for key in [own, other] {
        theirs.keep(vec![NewResult { key, ..result(1, DEEP) }]).await;
    }
    assert_eq!(ours.find(&[(own, 0)]).await.unwrap().len(), 0);
    assert_eq!(theirs.find(&[(other, 0)]).await.unwrap().len(), 1);
}

#[test]
fn questions_differ_in_each_part() {
    let games = bestmove_query::Registry::built_in();
    let key = |game: &str, moves: &[&str], lines: usize, only: Option<&str>| {
        let (moves, only): (Vec<_>, Option<Vec<_>>) =
            (moves.iter().map(|&text| text.to_owned()).collect(), only.map(|text| vec![text.to_owned()]));
        let selection = bestmove_query::MoveSelection {
            lines: lines.try_into().unwrap(),
            only: only.as_deref(),
            ..Default::default()
        };
        games.find(game).unwrap().prepare(None, &moves, selection).unwrap().key().clone()
    };
    let questions = [
        (key("connect-four", &["4"], 1, None), None),
        (key("connect-four", &["4"], 1, None), Some(3)),
        (key("connect-four", &["4"], 2, None), None),
        (key("connect-four", &["4"], 1, Some("4")), None),
        (key("connect-four", &["5"], 1, None), None),
        (key("connect-four", &["4", "5"], 1, None), None),
        (key("tic-tac-toe", &["4"], 1, None), None),
    ];
    let digests: std::collections::HashSet<_> =
        questions.iter().map(|(key, depth)| Question::of_analysis(key, *depth).digest("1")).collect();
    assert_eq!(digests.len(), questions.len());
    assert!(!format!("{:?}", secret('x')).contains('x'));
    assert!("short".parse::<StoreSecret>().unwrap_err().contains("32 characters, got 5"));
}

/// The code is HMAC-SHA256 as Python's `hmac` computes it.
#[test]
fn the_code_is_the_standard_one() {
    let known = KnownResults { release: "1", ..known(&store(), 'a') };
    let code = known.code(&[1; 32], &[2; EFFORT], b"{}").finalize().into_bytes();
    let hex: String = code.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "e31c3b6f9e530e21dae6068e2648ad6ee1c55b2e14c804c56b34cc3548a9b02a");
}
