//! The program beside the tree: each step has its line, and what the line says of its values is true.

use super::laboratory::open_laboratory;
use serde_json::{Value, json};

/// All steps of all searches of the trees: lines without a step in `unlit`, false conditions and steps without a line
/// in `faults`. A condition with an else branch may be false, where the search goes on there.
const WALK: &str = "
    const get = async (path) => (await fetch(path)).json();
    const [{ searches }, { trees }] = await Promise.all(['/v1/searches', '/v1/trees'].map(get));
    const { Trace } = await import('/page/laboratory/trace.js');
    const { filledIn, inForce, programOf, ruleFacts } = await import('/page/laboratory/code.js');
    const number = (text) => Number(text.replace('−', '-').replace('∞', 'Infinity'));
    const SIGNS = { '<': (one, other) => one < other, '>': (one, other) => one > other, '≤': (one, other) => one <= other, '≥': (one, other) => one >= other };
    const holds = (condition) => condition.split(' or ').some((chain) => {
      const parts = chain.split(' ');
      return parts.every((part, at) => at % 2 === 0 || SIGNS[part](number(parts[at - 1]), number(parts[at + 1])));
    });
    const random = 'random:branching=2,depth=6,seed=3,leaves=integers,low=-9,high=9';
    const asked = [...trees, { id: random, tree: random }].flatMap(({ id, tree }) => searches
      .filter(({ chance }) => chance || !tree.includes('{')).map((search) => [search, id, '']));
    const search = (name) => searches.find(({ id }) => id === name);
    asked.push([search('aspiration'), 'stockman', '&guess=99'], [search('late-move-reductions'), 'textbook-figure', '&full_depth_moves=1']);
    const [faults, lit] = [new Set(), new Set()];
    let conditions = 0;
    for (const [{ id, convention }, tree, options] of asked) {
      const query = `/v1/trees/search?tree=${tree}&searches=${id}${options}&detail=`;
      const [{ picture }, { results: [{ events }] }] = await Promise.all([get(`${query}picture`), get(`${query}events`)]);
      const trace = new Trace(events, picture.nodes, ['mover', 'stack'].includes(convention));
      const program = programOf(id);
      let lower = -Infinity;
      for (let step = 1; step <= events.length; step += 1) {
        const { current: event } = trace.go(step);
        const lines = inForce(program, event, ruleFacts(trace));
        if (lines.length === 0) faults.add(`${id} ${event.event}: no line`);
        for (const { text } of lines) {
          lit.add(`${id}: ${text}`);
          const condition = filledIn(program, text, trace);
          if (!condition) continue;
          conditions += 1;
          const expected = event.event !== 'bounds' || event.lower !== lower;
          if (holds(condition) !== expected) faults.add(`${id} ${tree} ${step}: ${text}: ${condition}`);
        }
        if (event.event === 'bounds') ({ lower } = event);
      }
    }
    const unlit = searches.flatMap(({ id }) => programOf(id).lines.filter(({ text, events }) => events[0] && !lit.has(`${id}: ${text}`)).map(({ text }) => `${id}: ${text}`));
    return { conditions, faults: [...faults].slice(0, 20), unlit };";

/// Only positions come back to the tables.
#[tokio::test]
async fn lit_conditions_are_true() {
    let browser = open_laboratory("").await;
    let found: Value = browser.run(WALK).await;
    assert!(found["conditions"].as_u64() > Some(2_000), "{found}");
    assert_eq!(found["faults"], json!([]));
    let of_tables = ["minimax-table", "alpha-beta-table"]
        .map(|search| format!("{search}: if the table has it: return that"));
    assert_eq!(found["unlit"], json!(of_tables));
}

/// German has every line that speaks in words.
#[tokio::test]
async fn programs_are_german_too() {
    let browser = open_laboratory("").await;
    let left = browser
        .run(
            "const { line } = await import('/page/laboratory/words/de-code.js');
             const { PROGRAMS } = await import('/page/laboratory/programs.js');
             const { programOf } = await import('/page/laboratory/code.js');
             const English = /\\b(the|its|leaf|child:|children|others|late|put|take|give|with|better|first|last)\\b/;
             const told = Object.keys(PROGRAMS).flatMap((search) => programOf(search).lines.map(({ text }) => line(text)));
             return [told.length > 250, [...new Set(told.filter((text) => English.test(text.replace(/\\((child|node|root)[^)]*\\)/g, ''))))],
               told.filter((text) => text.length > 46)];",
        )
        .await;
    assert_eq!(left, json!([true, [], []]));
}

/// The values are those before the assignment; the rule of a second search is that of the parent.
#[tokio::test]
async fn conditions_are_filled_in_as_the_search_finds_them() {
    for (fragment, line, filled) in [
        ("search=minimax&step=8", "if v < best: best ← v", "5 < +∞"),
        ("tree=negascout-costs&search=pvs&step=22", "if α < v < β: search it again", "1 < 4 < +∞"),
    ] {
        let browser = open_laboratory(&format!("#{fragment}")).await;
        assert_eq!(browser.texts("#code [aria-current] code").await, [line], "{fragment}");
        assert_eq!(browser.texts("#code .filled").await, [filled], "{fragment}");
    }
}
