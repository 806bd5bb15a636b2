// German.

import { line } from "./de-code.js";
import page from "./de-page.js";

const plies = (count) => (count === 1 ? "einem Halbzug" : `${count} Halbzügen`);
const player = (isMax) => (isMax ? "Max" : "Min");
const side = (isMax) => (isMax ? "mehr" : "weniger");
const children = (count) => (count === 1 ? "ein Kind" : `${count} Kinder`);
const ofChildren = (count) => (count === 1 ? "einem Kind" : `${count} Kindern`);
const REACHES = { shallow: "flacher", deep: "tiefer", window: "durch das Fenster:" };
const KINDS = { alpha: "Alpha", beta: "Beta" };

export default {
  ...page,
  theRoot: "Wurzel",

  opening: "Max △ will die größte Zahl und Min ▽ die kleinste: Die Lektion zeigt an acht kleinen Bäumen, wie eine Suche den besten Zug findet, ohne jedes Blatt anzusehen.",
  searchOpening: "Max △ will die größte Zahl und Min ▽ die kleinste: Geh die Suche Schritt für Schritt durch, und jeder Schritt wird hier erklärt.",
  lessonOpening: "Geh die Suche mit „Erster Schritt“ durch: Jeder Schritt wird hier erzählt.",
  lessonButton: "Lektion beginnen",
  begin: "Erster Schritt",
  next: "Nächster Schritt",
  step: (step) => `Schritt ${step}: `,
  beforeFirst: "Vor dem ersten Schritt",
  reach: ({ bounds, reach, kind }) => ` β ≤ α: ${bounds} · ${REACHES[reach]} ${KINDS[kind]}-Cutoff`,
  noStates: "leer",
  state: (node, isSolved, bound) => `${node} ${bound}${isSolved ? ", gelöst" : ""}`,

  child: (number) => `Kind ${number}`,
  code: {
    label: "Programm",
    line,
    node: "Knoten",
    movers: "Zahlen, wie die Seite am Zug sie sieht: An einem Min-Knoten tauschen −β und −α die Plätze.",
  },

  events: {
    pass: ({ depth, window }) => `ein Durchgang${depth === null ? "" : ` von ${plies(depth)}`} mit dem Fenster ${window}`,
    bounds: ({ lower, upper }) => (lower === upper ? `die Schranken treffen sich: Der Wert ist ${lower}` : `bisher liegt der Wert zwischen ${lower} und ${upper}`),
    enter: ({ node, window }) => `betritt ${node} mit dem Fenster ${window}`,
    leaf: ({ node, value, horizon }) => `bewertet ${node}${horizon ? " am Horizont" : ""}: ${value}`,
    improve: ({ node, child, score }) => `${child} bringt den bisher besten Wert bei ${node}: ${score}`,
    cut: ({ node, skipped }) => `schneidet ${children(skipped)} von ${node} ab`,
    research: ({ node, window }) => `durchsucht ${node} noch einmal mit dem Fenster ${window}`,
    reduce: ({ node, plies: less }) => `probiert ${node}, einen späten Zug, mit ${plies(less)} weniger`,
    probe_child: ({ node }) => `macht eine Probe an ${node}: durchsucht nur das erste Kind`,
    fail: ({ score, bound }) => `der Durchgang endet ${bound === "lower" ? "über" : "unter"} seinem Fenster: Der Wert ist ${score} oder ${bound === "lower" ? "mehr" : "weniger"}`,
    probe: ({ node, lower, upper, hit }) => `weiß noch, dass der Wert von ${node} zwischen ${lower} und ${upper} liegt, und das genügt${hit ? "" : " nicht"}`,
    leave: ({ node, score, bound }) => `verlässt ${node}: Wert ${{ exact: "=", lower: "≥", upper: "≤" }[bound]} ${score}`,
    insert: ({ node, merit, solved }) => `setzt ${node} in die Liste, ${solved ? "gelöst" : "offen"} mit der Schranke ${merit}`,
    drop: ({ node }) => `streicht ${node} aus der Liste`,
    solved: ({ node, merit }) => `nimmt ${node} aus der Liste, gelöst: ${merit}`,
    list: ({ states }) => (states === 1 ? "ein Zustand in der Liste" : `${states} Zustände in der Liste`),
  },
  // Values for the player to move: negamax.
  movers: {
    of: (text, isMax) => `${text} für ${player(isMax)}`,
    improve: ({ child, node, score, negated, isMax }) => `${child} bringt den bisher besten Wert bei ${node}: −(${negated}) = ${score} für ${player(isMax)}`,
    sure: ({ isMax, own, negated, there }) => `${player(!isMax)} hat bei ${there} schon ${own} oder mehr sicher, also ${negated} oder weniger für ${player(isMax)}`,
    and: ({ first, isMax, score, here }) => `${first}, und ${player(isMax)} kann bei ${here} ${score} oder mehr bekommen`,
  },
  // A single value for each node.
  stored: {
    enter: ({ node, own, held }) => `betritt ${node}: Sein ${own} beginnt bei ${held}`,
    improve: ({ node, own, isMax, score, child }) => `das ${own} von ${node} ${isMax ? "steigt" : "fällt"} auf ${score}, durch ${child}`,
    leave: ({ node, own, score, bound }) => `verlässt ${node}: Sein ${own} ist endgültig: ${score}${bound === "exact" ? "" : `, und sein Wert ist das oder ${bound === "lower" ? "mehr" : "weniger"}`}`,
    cut: ({ isMax, own, other, here, score, there, held }) => `das ${own} von ${here}, ${score}, liegt nicht ${isMax ? "unter" : "über"} dem ${other} ${there === undefined ? "des Fensters" : `von ${there}`}, ${held}`,
  },
  // A stack with a single value for each ply.
  stack: {
    enter: ({ node, ply, held, isMax, above }) => `legt ${node} auf den Stapel: Schranke ${ply} beginnt bei ${held} für ${player(isMax)}, wie ${above === undefined ? "das Fenster" : `Schranke ${above}`}`,
    leaf: ({ node, ply, value, isMax }) => `bewertet ${node}: Schranke ${ply} ist ${value} für ${player(isMax)}`,
    improve: ({ child, node, score, negated, ply, held, isMax }) => `${child} bringt den bisher besten Wert bei ${node}: −(${negated}) = ${score}, und Schranke ${ply} ist ${held} für ${player(isMax)}`,
    leave: ({ node, ply, score, isMax }) => `nimmt ${node} vom Stapel: Schranke ${ply} ist ${score} geworden für ${player(isMax)}`,
    cut: ({ ply, score, above, isMax, there }) => `Schranke ${ply}, ${score}, hat −(${above}) erreicht, das Negative ${ply > 0 ? `von Schranke ${ply - 1}` : "der anderen Schranke des Fensters"}${there === undefined ? "" : `, die ${player(!isMax)} bei ${there} sicher hat`}`,
  },
  reasons: {
    sure: ({ isMax, sure, there }) => `${player(!isMax)} hat bei ${there} schon ${sure} oder ${side(!isMax)} sicher`,
    nullWindow: ({ isMax, window, end }) => `das Nullfenster ${window} fragt nur, ob der Wert ${isMax ? "mindestens" : "höchstens"} ${end} ist`,
    window: ({ window, end }) => `das Fenster ${window} endet bei ${end}`,
    chance: ({ first, isMax, score, here, rest, probed }) => `${first}, und das Mittel von ${here} ist ${score} oder ${side(isMax)}, auch wenn der Rest das ${isMax ? "Wenigste" : "Meiste"} bringt${probed ? ", das seine Proben zulassen" : `, ${rest}`}`,
    and: ({ first, isMax, score, here }) => `${first}, und ${isMax ? `Max kann bei ${here} ${score} oder mehr bekommen` : `Min kann ${here} auf ${score} oder weniger drücken`}`,
    leftOut: ({ reason, here, searched, children: all }) => `nie angesehen: ${reason}. Darum wurde ${here} nach ${searched} von ${ofChildren(all)} abgeschnitten`,
    cutAfter: ({ searched, children: all, reason }) => `Abgeschnitten nach ${searched} von ${ofChildren(all)}: ${reason}`,
    done: ({ ply }) => `nie angesehen: ${ply === 0 ? "die Wurzel hatte ihren Wert" : `der Vorfahr auf Halbzug ${ply} hatte seinen Wert`} auch so`,
  },
  about: {
    leaf: (value) => `ein Blatt mit dem Wert ${value}`,
    leafFor: (value, isMax) => `ein Blatt mit dem Wert ${value} für ${player(isMax)}`,
    toMove: (isMax) => `${player(isMax)} am Zug`,
    chance: () => "der Zufall entscheidet",
    odds: (chance) => `Chance ${chance}`,
    move: (name) => `Zug ${name}`,
    value: (sign, score) => `Wert ${sign} ${score}`,
    best: (score) => `bisher bester Wert ${score}`,
    window: (window) => `Fenster ${window}`,
    listed: (isSolved, merit) => `in der Liste, ${isSolved ? "gelöst" : "offen"} mit der Schranke ${merit}`,
    visits: (numbers, isMany) => `${isMany ? "Besuche" : "Besuch"} ${numbers}`,
    evaluations: (numbers, isMany) => `${isMany ? "Bewertungen" : "Bewertung"} ${numbers}`,
  },

  // Why a step is taken.
  because: {
    begin: "hier beginnt die Suche; noch ist nichts bekannt, also kann der Wert jede Zahl sein",
    open: "auf dem Weg hierher ist nichts bekannt: Jeder Wert zählt",
    every: "diese Suche sieht jedes Kind jedes Knotens an",
    known: ({ isMax, value, there }) => `${player(isMax)} hat ${there ? `${value} bei ${there} sicher` : `${value} durch das gegebene Fenster`}`,
    inside: (known, isBoth) => `${known.join(", und ")}; nur ${isBoth ? "ein Wert dazwischen" : "etwas Besseres"} kann am Ergebnis noch etwas ändern`,
    afterChance: (window) => `nur ein Wert innerhalb von ${window} kann das Mittel darüber in dessen Fenster bringen`,
    mean: ({ parent }) => `alle Kinder sind bekannt, also ${parent ? `geht ihr Mittel, jedes mit seiner Chance, hinauf zu ${parent}` : "ist ihr Mittel, jedes mit seiner Chance, der Wert des Baumes"}`,
    question: (value) => `ein Nullfenster stellt nur eine Frage, nämlich ob der Wert ${value} oder mehr ist`,
    atInfinity: (isUpper) => `kein Wert ist ${isUpper ? "+∞, also kann diese Suche nur unter ihrem Nullfenster enden: Zurück kommt eine obere" : "−∞, also kann diese Suche nur über ihrem Nullfenster enden: Zurück kommt eine untere"} Schranke`,
    again: "das Nullfenster hat gesagt, dass dieses Kind besser ist, aber nicht, um wie viel",
    leaf: ({ horizon }) => (horizon ? "dieser Durchgang sieht nicht tiefer, also muss ein statischer Wert genügen" : "unter einem Blatt ist nichts: Seine Zahl ist, was es für Max wert ist"),
    up: ({ parent }) => (parent ? `unter einem Blatt ist nichts, also geht seine Zahl hinauf zu ${parent}` : "das Blatt ist der ganze Baum"),
    first: ({ isMax, node }) => `es ist der erste Wert, den ${player(isMax)} bei ${node} bekommen kann`,
    onlyBound: ({ isMax, child, score }) => `${child} ist ${score} oder ${isMax ? "weniger" : "mehr"} wert, darauf kann ${player(isMax)} also nicht zählen`,
    better: ({ isMax, score, before }) => `${score} ist ${side(isMax)} als ${before}, und ${player(isMax)} nimmt das ${isMax ? "Größere" : "Kleinere"}`,
    empty: ({ window, alpha, beta }) => `Das Fenster ${window} ist leer: Nichts liegt über ${alpha} und unter ${beta}`,
    shallow: ({ isMax, isBetter, here, there, parent, isParent }) => `Weitere Kinder können ${here} nur ${isMax ? "größer" : "kleiner"} machen, und ${player(!isMax)} hat bei ${there}${isParent ? ", gleich darüber," : ""} schon etwas ${isBetter ? "Besseres" : "ebenso Gutes"}${isParent ? "" : `. Auch das bisher Beste bei ${parent}, gleich darüber, würde abschneiden`}: ein flacher Cutoff`,
    deep: ({ isMax, isBetter, here, there, parent }) => `Weitere Kinder können ${here} nur ${isMax ? "größer" : "kleiner"} machen, und ${player(!isMax)} hat bei ${there} schon etwas ${isBetter ? "Besseres" : "ebenso Gutes"}. Die Schranke kommt nicht vom Elternknoten ${parent}, sondern von weiter oben: ein tiefer Cutoff`,
    window: () => "die Frage ist beantwortet, egal, was die anderen Kinder wert sind",
    exact: ({ parent }) => (parent ? `alles, was hier zählt, ist bekannt, also geht der Wert hinauf zu ${parent}` : "alles, was zählt, ist bekannt: Das ist der Wert des Baumes"),
    afterCut: ({ isLower, score, parent }) => `der Rest wurde abgeschnitten, also ist das nur eine Schranke: Der wahre Wert kann ${isLower ? "mehr" : "weniger"} sein als ${score}${parent ? ". Mehr muss man nicht wissen" : ""}`,
    bothProofs: ({ node, score, isMax }) => `die erste Suche hat gezeigt, dass ${node} ${score} oder ${side(!isMax)} wert ist, diese, dass es ${score} oder ${side(isMax)} ist: Zusammen ist das sein Wert`,
    clamped: ({ value, score }) => `das Blatt ist ${value} wert, außerhalb des Fensters: Fail-hard liefert das Ende des Fensters, ${score}`,
    inexact: ({ isLower, score }) => `die Schranke eines Kindes macht auch das hier zu einer: Es ist ${score} oder ${isLower ? "mehr" : "weniger"}`,
    reduced: "alles ist bekannt, soweit weniger tiefe Suchen es sehen",
    noMatter: ({ isMax, value }) => `kein Kind mit ${value} oder ${isMax ? "weniger" : "mehr"} zählt, was die Auswahl auch bringt`,
    outside: ({ window, isLower, score }) => `${score} liegt außerhalb des Fensters ${window}, also sagt die Suche nur „${score} oder ${isLower ? "mehr" : "weniger"}“, und das genügt`,
    research: "sein Nullfenster hat „besser“ gesagt, aber nicht, um wie viel",
    probe_child: "der Wert eines Kindes ist eine Schranke dieses Knotens, und die Schranken aller entscheiden vielleicht das Mittel",
    reduce: "die ersten Züge sind wohl die besten, also genügt es vielleicht, einen späten weniger tief anzusehen",
    fail: ({ bound }) => `die Schätzung war zu ${bound === "lower" ? "niedrig" : "hoch"}: Das nächste Fenster ist auf dieser Seite offen`,
    probe: ({ hit }) => (hit ? "der Speicher antwortet, also wird darunter nichts noch einmal durchsucht" : "was der Speicher hat, beantwortet diese Frage nicht"),
    pass: ({ depth }) => (depth === null ? "eine Frage an den ganzen Baum; die Antwort verschiebt eine Schranke" : "einen Halbzug tiefer als der Durchgang davor, dessen beste Züge zuerst"),
    bounds: ({ lower, upper }) => (lower === upper ? "der Wert kann nicht kleiner und nicht größer sein" : "der Durchgang hat eine Seite bewiesen; die nächste Frage liegt innerhalb dieser Schranken"),
    insert: "ein Zustand der Liste ist ein Knoten mit einer Schranke: Keine Zugfolge durch ihn kann besser enden",
    drop: "sein Vorfahr ist auch ohne ihn gelöst",
    solved: "er hatte die beste Schranke in der Liste, also kann nichts Offenes ihn schlagen",
    list: "der Zustand mit der besten Schranke kommt als nächster",
  },
};
