//! What is said of cutoffs: the node that is named holds the bound, and the parent is the parent.

use super::laboratory::open_laboratory;
use super::laboratory_words::speak;
use serde_json::{Value, json};

/// Tells all cutoffs of many random trees with the paths of nodes in brackets, and compares what is said of each node
/// with the scores that the events have brought: a fold of its own.
const WALK: &str = "
    const { Trace } = await import('/page/laboratory/trace.js');
    const { Narrator } = await import('/page/laboratory/narrator.js');
    const { explain } = await import('/page/laboratory/questions.js');
    const get = async (path) => (await fetch(path)).json();
    const above = (path) => path.split('.').slice(0, -1).join('.');
    const parent = /(?:\\[([\\d.]*)\\], (?:just above|gleich dar\u{fc}ber|the parent|dem Elternknoten)|(?:the parent|Elternknoten) \\[([\\d.]*)\\])/g;
    const holder = /(?:sure of [^\\[]*? at|(?:Max|Min) (?:at|hat bei)|hat bei|comes from|kommt von) \\[([\\d.]*)\\]/g;
    const { searches } = await get('/v1/searches');
    const names = ['alpha-beta', 'alpha-beta-fail-hard', 'alpha-beta-negamax', 'alpha-beta-stored-bounds', 'alpha-beta-iterative', 'branch-and-bound', 'pvs', 'mtd-f'];
    const faults = new Set();
    const counts = { cuts: 0, parents: 0, others: 0 };
    const seeds = [924014, ...Array.from({ length: 24 }, (_, at) => at + 1)];
    for (const seed of seeds) for (const search of names) {
      const { convention } = searches.find(({ id }) => id === search);
      const isMovers = ['mover', 'stack'].includes(convention);
      const query = `/v1/trees/search?tree=random:branching=2,depth=${seed % 2 ? 6 : 5},seed=${seed},leaves=integers,low=-9,high=9&searches=${search}&detail=`;
      const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
      const trace = new Trace(events, picture.nodes, isMovers);
      const name = (path) => `[${path}]`;
      const narrate = (of) => new Narrator(of, name, search, convention);
      const kinds = new Map(picture.nodes.map(({ path, kind }) => [path, kind]));
      const best = new Map();
      const keep = (path, score) => best.set(path, (best.get(path) ?? []).concat(score));
      for (const [at, event] of trace.events.entries()) {
        if (event.event === 'enter') best.set(event.path, []);
        if (event.event === 'leave' && event.path !== '' && event.bound !== (kinds.get(above(event.path)) === 'max' ? 'upper' : 'lower')) keep(above(event.path), event.score);
        if (event.event === 'probe') keep(event.path, kinds.get(event.path) === 'max' ? event.lower : event.upper);
        if (event.event !== 'cut') continue;
        counts.cuts += 1;
        const { path, cutoff: { kind, from, reach, score } } = event;
        const told = narrate(trace.go(at + 1));
        const texts = [told.sentence, told.because];
        if (reach !== 'window') texts.push(explain({ kind: 'reach', path, right: reach }, reach, trace.copy().go(at), trace.copy().go(at + 1), narrate, name));
        const holds = (node) => kinds.get(node) === (kind === 'beta' ? 'min' : 'max') && path.startsWith(node) && node !== path
          && (best.get(node) ?? []).some((sure) => (kind === 'beta' ? sure <= score : sure >= score));
        for (const text of texts) {
          for (const [, one, other] of text.matchAll(parent)) {
            counts.parents += 1;
            if ((one ?? other) !== above(path)) faults.add(`${search} ${seed} ${at + 1}: no parent: ${text}`);
          }
          for (const [, node] of text.matchAll(holder)) if (!holds(node)) faults.add(`${search} ${seed} ${at + 1}: no bound: ${text}`);
          if (reach === 'shallow' && from !== above(path) && /(just above|gleich dar)/.test(text)) counts.others += 1;
        }
      }
    }
    return [counts, [...faults].slice(0, 6)];";

#[tokio::test]
async fn the_node_that_a_cutoff_names_holds_the_bound() {
    let browser = open_laboratory("").await;
    for language in ["en", "de"] {
        speak(&browser, language).await;
        let Value::Array(found) = browser.run(WALK).await else { panic!("the walk gives two values") };
        assert!(found[0]["cuts"].as_u64() > Some(2_000), "{found:?}");
        assert!(found[0]["parents"].as_u64() > Some(2_000), "{found:?}");
        assert!(found[0]["others"].as_u64() > Some(20), "shallow by the parent, sure by another: {found:?}");
        assert_eq!(found[1], json!([]), "{language}");
    }
}
