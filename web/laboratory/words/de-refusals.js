// German: what the service refuses, built from the place, what was expected there and what was found.

import page from "../../words/de.js";

/** Places, what is expected and what is found, by the English words. */
const PHRASES = {
  "character (\\d+)": "Zeichen $1",
  tree: "Baum",
  "random tree": "zufälliger Baum",
  "random(?:\\.(?:leaves\\.)?(\\w+))?": "zufälliger Baum",
  plies: "Halbzüge",
  depth: "Tiefe",
  position: "Stellung",
  moves: "Züge",
  window: "Fenster",
  alpha: "α",
  beta: "β",
  guess: "Schätzung",
  margin: "Abstand",
  seed: "Startwert",
  choices: "Kinder, die zählen",
  bonus: "Zuschlag",
  searches: "Suchen",
  detail: "Einzelheiten",
  branching: "Kinder",
  leaves: "Blätter",

  "the end of the (?:tree|text)": "das Ende",
  "a number or a list": "eine Zahl oder eine Liste",
  "a chance and a colon before each child, or before none": "eine Chance und ein Doppelpunkt vor jedem Kind oder vor keinem",
  "a chance": "eine Chance",
  "a chance from (\\S+) to (\\S+)": "eine Chance von $1 bis $2",
  "(\\d+) weights": "$1 Gewichte",
  "one of (.+), as the tree has chance nodes": "eine von $1, da der Baum Zufallsknoten hat",
  "0 in a tree with chance nodes": "0 in einem Baum mit Zufallsknoten",
  "searches\\[\\d+\\]": "Suchen",
  quality: "Ordnung",
  "a list of children": "eine Liste von Kindern",
  "a list of at least one child": "eine Liste mit mindestens einem Kind",
  "an empty list": "eine leere Liste",
  "a list": "eine Liste",
  "\",\" or \"([\\]}])\"": "„,“ oder „$1“",
  "a number": "eine Zahl",
  "an integer": "eine ganze Zahl",
  "(?:an integer|a whole number) from (\\S+) to (\\S+)": "eine ganze Zahl von $1 bis $2",
  "(?:an integer|a whole number) from (\\S+) to (\\S+), inf or -inf": "eine ganze Zahl von $1 bis $2, inf oder -inf",
  "a number above alpha": "eine Zahl über α",
  "at most (\\d+) (?:nodes|leaves|children of a node)": "höchstens $1",
  "at most (\\d+) nodes: (\\d+) plies can be drawn": "höchstens $1 Knoten: $2 Halbzüge lassen sich zeichnen",
  "a leaf after at most (\\d+) plies": "ein Blatt nach höchstens $1 Halbzügen",
  "a tree that every search leaves within (\\d+) events": "ein Baum, den jede Suche in $1 Schritten verlässt",
  "a larger one": "ein größerer",
  "at most (\\d+) leaves, that is branching to the power of depth": "höchstens $1 Blätter, also Kinder hoch Tiefe",
  "(\\d+) to the power of (\\d+)": "$1 hoch $2",
  "move (\\d+)": "Zug $1",
  "one of (.+)": "eines von $1",
  "more nodes": "mehr Knoten",
  more: "mehr",
  nothing: "nichts",
};

/** The German words for a phrase; undefined if there are none. What the person has written stays as it is. */
function phrase(text) {
  if (/^(["'].*["'…]|[\d/*.-]+)$/s.test(text) && !/^"," or/.test(text)) return text;
  const found = Object.entries(PHRASES).find(([english]) => RegExp(`^${english}$`).test(text));
  return found && text.replace(RegExp(`^${found[0]}$`), found[1]);
}

const TITLES = {
  "invalid-field": "Ungültige Eingabe.",
  "unknown-game": "Dieses Spiel gibt es hier nicht.",
  "unknown-tree": "Diesen Baum gibt es hier nicht.",
  "quota-exceeded": "Die Rechenzeit, die dir zusteht, reicht für diese Anfrage nicht.",
  overloaded: "Der Dienst nimmt gerade keine weiteren Anfragen an.",
  "shutting-down": "Der Dienst wird beendet.",
  "out-of-memory": "Der Speicher, der dir zusteht, reicht für diese Anfrage nicht.",
  internal: "Fehler im Dienst: Er ist unter der Nummer der Anfrage vermerkt.",
};

/** A refusal in German. What there are no words for, here or on the other page, stays as the service has it. */
export function refusal(problem) {
  const { type = "", field, part = field, expected, got, detail, title } = problem;
  if (expected && got && part) {
    const texts = [part, expected, got];
    const known = texts.map(phrase);
    const others = known.includes(undefined) && page.problem(problem).detail;
    const [where, wanted, found] = known.map((text, at) => text ?? texts[at]);
    return others || `${where}: erwartet: ${wanted}; gefunden: ${found}.`;
  }
  return TITLES[type.replace("/problems/", "")] ?? detail ?? title;
}
