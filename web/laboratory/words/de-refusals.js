// German: what the service refuses, by the codes of the place, of what was expected there and of what was found.

import { described, withWords } from "../../words/de-refusals.js";

/** Fields of requests and arguments of trees. */
const FIELDS = {
  tree: "Baum",
  random: "zufälliger Baum",
  uniform: "gleichförmiger Baum",
  branching: "Kinder",
  depth: "Tiefe",
  leaves: "Blätter",
  quality: "Ordnung",
  chance: "Zufallsknoten",
  order: "Ordnung",
  low: "kleinster Wert",
  high: "größter Wert",
  alpha: "α",
  beta: "β",
  guess: "Schätzung",
  margin: "Abstand",
  seed: "Startwert",
  choices: "Kinder, die zählen",
  bonus: "Zuschlag",
  min_choices: "Kinder, die für Min zählen",
  order_depth: "Tiefe der Ordnung",
  killers: "Killer",
  full_depth_moves: "Kinder ohne Reduktion",
  reduction: "Reduktion",
  searches: "Suchen",
  detail: "Einzelheiten",
  step: "Schritt",
};

const WORDS = withWords({
  fields: FIELDS,
  values: { argument: (name) => FIELDS[name] ?? name },
  phrases: {
    "one-of-moves": "eines von {moves}",

    character: "Zeichen {number}",
    argument: "{argument}",
    "random-tree": "zufälliger Baum",
    "uniform-tree": "gleichförmiger Baum",
    tree: "Baum",
    plies: "Halbzüge",

    arguments: "Name=Wert, durch Kommas getrennt",
    "one-of-names": "eines von {names}",
    "argument-once": "das Argument nur einmal",
    "argument-twice": "es zweimal",
    "a-number": "eine Zahl",
    "an-integer": "eine ganze Zahl",
    "integer-between": "eine ganze Zahl von {low} bis {high}",
    "number-from-0-to-1": "eine Zahl von 0 bis 1",
    "at-most-plies": "höchstens {most} Halbzüge",
    "at-most-leaves-of-power": "höchstens {most} Blätter, also Kinder hoch Tiefe",
    power: "{base} hoch {exponent}",
    "zero-with-binary-leaves": "0 in einem Baum mit Blättern von 0 und 1",
    "zero-with-chance": "0 in einem Baum mit Zufallsknoten",

    "number-or-list": "eine Zahl oder eine Liste",
    children: "eine Liste von Kindern",
    "one-child": "eine Liste mit mindestens einem Kind",
    "empty-list": "eine leere Liste",
    "a-list": "eine Liste",
    "leaf-within-plies": "ein Blatt nach höchstens {most} Halbzügen",
    "at-most-nodes": "höchstens {most} Knoten",
    "at-most-leaves": "höchstens {most} Blätter",
    "at-most-children": "höchstens {most} Kinder eines Knotens",
    "comma-or": "„,“ oder „{sign}“",
    "end-of-tree": "das Ende des Baumes",
    "end-of-text": "das Ende",
    "chance-or-weights": "„chance“ oder „weights“",
    weights: "{count} Gewichte",
    "chances-of-all-or-none": "eine Chance und ein Doppelpunkt vor jedem Kind oder vor keinem",
    "chances-in-proportion": "Chancen im Verhältnis ganzer Zahlen bis {most}",
    "a-chance": "eine Chance",
    "chance-between": "eine Chance von {low} bis {high}",

    "drawn-plies": "höchstens {most} Knoten: {plies} Halbzüge lassen sich zeichnen",
    "more-nodes": "mehr Knoten",

    "whole-number-between": "eine ganze Zahl von {low} bis {high}",
    "or-infinity": "{numbers}, inf oder -inf",
    "number-above-alpha": "eine Zahl über α",
    "a-random-tree": "ein zufälliger Baum",
    "a-search": "eine Suche aus /v1/searches",
    "at-most-searches": "1 bis {most} Suchen",
    "each-search-once": "jede Suche einmal",
    again: "{text} noch einmal",
    "searches-with-chance": "eine von {searches}, da der Baum Zufallsknoten hat",
    "searched-within": "ein Baum, den jede Suche in {most} Schritten verlässt",
    larger: "ein größerer",
    "listed-evaluations": "Zahlen: eine Suche darf hier höchstens {most} Bewertungen auflisten",
    "shorter-answer": "weniger: eine Antwort darf höchstens {most} MiB haben",
  },
});

const TITLES = {
  "unknown-game": "Dieses Spiel gibt es hier nicht.",
  "unknown-tree": "Diesen Baum gibt es hier nicht.",
  "quota-exceeded": "Die Rechenzeit, die dir zusteht, reicht für diese Anfrage nicht.",
  overloaded: "Der Dienst nimmt gerade keine weiteren Anfragen an.",
  "shutting-down": "Der Dienst wird beendet.",
  "out-of-memory": "Der Speicher, der dir zusteht, reicht für diese Anfrage nicht.",
  internal: "Fehler im Dienst: Er ist unter der Nummer der Anfrage vermerkt.",
};

/** The last name in the path of a field: of `searches[2]`, `searches`. */
const lastName = (field) => field.split("[")[0].split(".").pop();

/** A refusal in German. What has no codes and no title here stays as the service has it. */
export function refusal({ type = "", field, codes, meant, detail, title }) {
  const text = field && described({ field: lastName(field), codes }, WORDS);
  if (text) return `${text}.${meant ? ` Gemeint vielleicht: "${meant}"` : ""}`;
  return TITLES[type.replace("/problems/", "")] ?? detail ?? title;
}
