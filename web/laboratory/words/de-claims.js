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

export default {
  claims: {
    title: "Behauptungen über die Suche in Spielbäumen, gemessen · bestmove",
    heading: "Behauptungen",
    lead: "Was Texte von den klassischen Suchen sagen, und was ein Lauf misst.",
    laboratory: "Labor",
    about: "Worum es geht",
    intro: "Jede Behauptung steht hier kurz so, wie ihr Text sie hat, neben Zahlen, die dieser Dienst gemessen hat. Ein Link misst jede von ihnen noch einmal. Die meisten stimmen; manche brauchen eine Bedingung, und einige oft abgeschriebene Zahlen sind falsch.",
    data: "Als Daten:",
    chosen: "Urteile, die gezeigt werden",
    verdict: { right: "Stimmt", misprint: "Druckfehler", wrong: "Falsch", asterisk: "Mit Einschränkung" },
    several: { right: "stimmen", misprint: "mit Druckfehler", wrong: "falsch", asterisk: "mit Einschränkung" },
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
