// English: the page of claims. The claims themselves are as the service has them.

const asIs = (text) => text;

const VERDICTS = { right: "Right", misprint: "Misprint", wrong: "Wrong", asterisk: "Right with a caveat" };
const SEVERAL = { right: "right", misprint: "misprinted", wrong: "wrong", asterisk: "with a caveat" };

export default {
  claims: {
    title: "Claims on game-tree searches, measured · bestmove",
    heading: "Claims",
    lead: "What texts say of the classic searches, and what a run measures.",
    laboratory: "Laboratory",
    about: "What this is",
    intro: "Each claim stands here as its text has it, in short, beside figures that this service has measured. A link runs each of them again. Most claims are right; some need a condition, and a few widely copied figures are wrong.",
    data: "As data:",
    contents: (texts, claims) => `Contents: ${texts} texts, ${claims} claims`,
    contentsLabel: "Contents",
    chosen: "Verdicts to show",
    verdict: VERDICTS,
    choice: (verdict, count) => `${VERDICTS[verdict]} (${count})`,
    several: (verdict, count) => `${count} ${SEVERAL[verdict]}`,
    summary: (claims, verdicts) => `${claims} claims: ${verdicts.join(", ")}.`,
    figures: (claim) => `Figures: ${claim}`,
    theory: (formula) => `Theory: ${formula}`,
    again: "Load the picture again",
    run: "Open this run in the laboratory",
    pictures: "In the pictures:",
    tree: (search, label, value) => `The tree as ${search} leaves it: ${label}, ${value}`,
    columns: { label: "What", printed: "Printed", measured: "Measured", expected: "Theory" },
    legend: { printed: "printed", measured: "measured", expected: "theory" },
    bar: (label, value, printed) => `${label}: ${value}${printed ? `, printed ${printed}` : ""}`,
    logarithms: "Lengths are logarithms.",
    timeline: "Who found what",
    play: "Play checkers here",
    see: "See it in the laboratory",
    claim: asIs,
    milestone: asIs,
  },
};
