// German: the page of claims.

import { FORMULAS, LABELS, MILESTONES, PLACES, SOURCES } from "./de-claim-parts.js";
import { CLAIMS } from "./de-claim-texts.js";

/** What the service has stays where there are no words. */
const told = (words, text) => words[text] ?? text;
const people = (who) => who.replace(" and others", " und andere").replace(" and ", " und ");

function claim({ measured, ...rest }) {
  const [printed, reason] = CLAIMS[rest.id] ?? [rest.printed, rest.reason];
  const figure = ({ label, formula, ...numbers }) => ({ ...numbers, label: told(LABELS, label), formula: formula && told(FORMULAS, formula) });
  return { ...rest, printed, reason, source: told(SOURCES, rest.source), place: told(PLACES, rest.place), measured: measured.map(figure) };
}

function milestone({ who, year, what, source, ...rest }) {
  const [german = what, place = source] = MILESTONES[`${who}, ${year}`] ?? [];
  return { ...rest, year, who: people(who), what: german, source: place };
}

const VERDICTS = { right: "Stimmt", misprint: "Druckfehler", wrong: "Falsch", asterisk: "Mit Einschränkung" };
const SEVERAL = { right: "richtig", misprint: "mit Druckfehler", wrong: "falsch", asterisk: "mit Einschränkung" };

export default {
  claims: {
    title: "Behauptungen über die Suche in Spielbäumen, gemessen · bestmove",
    heading: "Behauptungen",
    lead: "Was Texte über die klassischen Suchen sagen und was ein Lauf misst.",
    laboratory: "Labor",
    about: "Worum es geht",
    intro: "Jede Behauptung steht hier in Kurzform neben Zahlen, die dieser Dienst gemessen hat. Jede Zahl lässt sich über ihren Link noch einmal messen. Die meisten Behauptungen stimmen; manche brauchen eine Bedingung, und einige oft abgeschriebene Zahlen sind falsch.",
    data: "Als Daten:",
    contents: (texts, claims) => `Inhalt: ${texts} Texte, ${claims} Behauptungen`,
    contentsLabel: "Inhalt",
    chosen: "Urteile, die gezeigt werden",
    verdict: VERDICTS,
    choice: (verdict, count) => `${VERDICTS[verdict]} (${count})`,
    several: (verdict, count) => `${count} ${SEVERAL[verdict]}`,
    summary: (claims, verdicts) => `${claims} Behauptungen: ${verdicts.join(", ")}.`,
    figures: (text) => `Zahlen: ${text}`,
    theory: (formula) => `Theorie: ${formula}`,
    again: "Bild noch einmal laden",
    run: "Diesen Lauf im Labor öffnen",
    pictures: "In den Bildern:",
    tree: (search, label, value) => `Der Baum, wie ${search} ihn hinterlässt: ${label}, ${value}`,
    columns: { label: "Was", printed: "Gedruckt", measured: "Gemessen", expected: "Theorie" },
    legend: { printed: "gedruckt", measured: "gemessen", expected: "nach der Theorie" },
    bar: (label, value, printed) => `${label}: ${value}${printed ? `, gedruckt ${printed}` : ""}`,
    logarithms: "Die Längen sind Logarithmen.",
    timeline: "Wer was gefunden hat",
    play: "Hier Dame spielen",
    see: "Im Labor ansehen",
    claim,
    milestone,
  },
};
