// German: what a text or a field is refused for, by the codes of the place, of what was expected there and of what was found.

import { wordsFor } from "/board/words.js";

/** Phrases by their codes, with the names of parameters in braces. */
const PHRASES = {
  verbatim: "{text}",
  number: "{number}",
  either: "{one} oder {other}",
  side: "{side}",

  within: "{place}, {part}",
  game: "Partie {number}",
  "numbered-move": "Zug {number}",
  "move-of-side": "Zug {number} ({side})",
  tag: "Angabe {name}",
  "any-tag": "Angabe",
  "two-properties": "{one} und {other}",
  column: "Spalte {number}",
  row: "Reihe {number}",
  cell: "Feld {number}",
  "numbered-square": "Feld {number}",
  square: "Feld {name}",
  "pieces-of-side": "Steine von {side}",
  entry: "{side}, Eintrag {number}",
  moved: "Zug",
  moves: "Züge",
  position: "Stellung",
  text: "Text",
  "to-move": "Seite am Zug",
  turn: "Seite am Zug",
  shape: "Form",
  counts: "Anzahl",
  winner: "Gewinner",
  "order-of-play": "Reihenfolge der Züge",
  discs: "Scheiben",
  section: "Abschnitt",
  "whole-game": "Partie",
  games: "Partien",
  comment: "Kommentar",
  variation: "Variante",
  bracket: "Klammer",
  "clock-time": "Uhrzeit",
  result: "Ergebnis",
  score: "Ergebnis",
  "margin-of-black": "Vorsprung von Schwarz",
  property: "Eigenschaft",

  none: "nichts",
  nothing: "nichts",
  more: "mehr",
  "at-most": "höchstens {most}",
  "at-most-kibibytes": "höchstens {most} KiB",
  "one-of-moves": "einer von {moves}",
  "no-move-after-end": "kein Zug, da das Spiel zu Ende ist",
  "side-of-position": "{side}, wie die Stellung sagt",
  "black-or-white-letter": "B oder W",
  "one-piece": "ein Stein",

  "rows-of-grid": "{shape}, die oberste zuerst",
  "three-rows": "drei Reihen von je drei Feldern",
  "six-rows": "sechs Reihen von je sieben Feldern",
  "eight-rows": "acht Reihen von je acht Feldern",
  cells: "{count} Felder",
  "one-cell": "ein Feld",
  "cells-in-words": "{count} Felder in {words} Wörtern",
  "rows-of-cells": "{rows} Reihen von {columns} Feldern",
  "letters-of-cells": "X, O oder .",
  "digits-of-cells": "0, 1 oder 2",
  "colours-of-cells": "R, Y oder .",
  "nothing-after-board": "nichts nach dem Brett",
  "nothing-after-side": "nichts nach dem Brett und der Seite",
  "discs-of-sides": "{x} X und {o} O",
  "equal-or-one-more": "gleich viele X und O oder ein X mehr",
  "equal-or-one-more-or-side": "gleich viele X und O oder ein X mehr, oder die Seite am Zug, da wohl O begonnen hat",
  "equal-or-one-less-before-x": "gleich viele X und O oder ein X weniger, da X am Zug ist",
  "equal-or-one-more-before-o": "gleich viele X und O oder ein X mehr, da O am Zug ist",
  "side-of-colours": "eine Seite am Zug, da jede Farbe begonnen haben kann",
  "one-more-of-winner": "ein {side} mehr als {other}, da {side} gewonnen hat",
  "equal-after-win": "gleich viele {side} und {other}, da {other} gewonnen hat",
  "at-most-one": "höchstens einer",
  "two-lines": "je eine Reihe von X und O",
  "two-fours": "je vier in einer Reihe von X und O",
  "no-floating-disc": "keine Scheibe, da das Feld darunter leer ist",
  "a-disc": "eine Scheibe",
  "discs-in-turn": "Scheiben, die X und O abwechselnd einwarfen, bis jemand gewann",
  "discs-out-of-turn": "Scheiben, die so nicht gefallen sein können",
  "a-column": "eine Spalte von 1 bis 7",
  "free-column": "eine Spalte, die nicht voll ist",
  "no-move-after-win": "kein Zug, da {side} gewonnen hat",
  "no-move-on-full-board": "kein Zug, da das Brett voll ist",

  "a-section": "ein Abschnitt :{letter}",
  "one-section": "ein Abschnitt",
  another: "noch einer",
  "side-before-squares": "W oder B vor den Feldern",
  "square-or-range": "ein Feld von 1 bis 32, K vor einer Dame, oder ein Bereich",
  "at-least-one-of-waiting-side": "mindestens einer, da {side} nicht am Zug ist",
  "king-in-last-row": "eine Dame, da {side} dort umwandelt",
  "man-of-side": "ein Stein von {side}",
  "either-in-full": "{moves}, vollständig, da jeder gemeint sein kann",
  "either-in-numbers": "{moves}, in Zahlen, da jeder gemeint sein kann",
  "any-in-full": "{moves}, vollständig, da jeder gemeint sein kann",
  "any-in-numbers": "{moves}, in Zahlen, da jeder gemeint sein kann",

  "position-or-pdn": "eine Stellung in PDN-FEN oder Partien in PDN",
  "move-of-beginner": 'ein Zug von Schwarz, das beginnt, oder [FEN "W:W21-32:B1-12"] vor den Zügen, falls Weiß beginnt',
  "english-draughts": "englische Dame",
  "english-draughts-by-number": "21, englische Dame",
  "english-draughts-by-letters": "21, englische Dame, da auch russische und tschechische Dame solche Felder haben",
  "draughts-by-number": "{kind}, {draughts} Dame",
  "draughts-by-tag": "{draughts} Dame nach der Angabe {tag}",
  "draughts-by-squares": "Felder über 32 wie in internationaler Dame",
  "position-of-set-up": "eine Stellung, da SetUp 1 ist",
  "result-codes": "1-0, 0-1, 1/2-1/2 oder *",
  "result-of-tag": "{result} wie in der Angabe Result",
  "result-without-move": "{result}, da {side} keinen Zug hat",
  "one-per-game": "eine je Partie",
  "name-and-value": "ein Name und ein Wert in Anführungszeichen",
  closing: "ein schließendes {sign}",
  "end-of-game": "das Ende der Partie",
  "no-nested-braces": "keine Klammern in Klammern",
  "closing-bracket": "eine, die etwas schließt",
  "in-braces": "geschweifte Klammern darum",

  "discs-of-position": "64 Felder und die Seite am Zug, eine Zeile in OBF oder die Züge vom Anfang wie f5d6c3",
  "records-of-discs": "Züge wie f5d6c3, Bretter von 64 Feldern mit Zügen, Zeilen in OBF oder Partien in GGF, SGF oder PGN",
  "at-least-four": "mindestens vier wie am Anfang",
  "at-least-four-discs": "mindestens vier Scheiben wie am Anfang",
  "a-square": "ein Feld, etwa e4",
  "a-property": "eine Eigenschaft, etwa B[F5]",
  "closing-value": "eine Klammer, die den Wert schließt",
  "move-of": "ein Zug von {side}",
  "game-of-discs": "Othello (2 in SGF)",
  "board-of-discs": "Othello auf 8 × 8 Feldern",
  "fewer-discs-win": "Anti-Othello, wo weniger Scheiben gewinnen",
  octagon: "das Achteck von 10 × 10",
  "board-of-random-start": "das Brett, da TY ein zufälliger Anfang ist",
  "board-before-moves": "ein Brett vor dem ersten Zug",
  "set-up-before-moves": "ein Aufbau vor dem ersten Zug",
  "board-in-ggf": "8, 64 Felder und * oder O",
  "forms-of-result": "die Scheiben von Schwarz weniger die von Weiß, etwa +12, oder ein Gewinner",
  "counted-discs": "{margin} nach der Zahl der Scheiben",
  "score-after-end": "das Ende der Partie davor",

  "records-of-game": "Stellungen oder Partien von {game}",
  "records-or-files-of-game": "Stellungen oder Partien von {game}; Dateien {extensions} liest der Befehl bestmove convert",
  "binary-file": "eine binäre Datei",
  "no-move-after-repetition": "kein Zug, da ein Unentschieden durch Stellungswiederholung möglich war",
  "no-move-without-progress": "kein Zug, da ein Unentschieden mangels Fortschritt möglich war",
};

/** Fields of requests. */
const FIELDS = { position: "Stellung", moves: "Züge", text: "Text", to_move: "Seite am Zug" };

const SIDES = { black: "Schwarz", white: "Weiß" };

/** Types of draughts. */
const DRAUGHTS = {
  international: "internationale",
  Italian: "italienische",
  Spanish: "spanische",
  Russian: "russische",
  Brazilian: "brasilianische",
  Canadian: "kanadische",
  Portuguese: "portugiesische",
  Czech: "tschechische",
  Turkish: "türkische",
  Thai: "thailändische",
  Frisian: "friesische",
};

/** German for the values of parameters, by the names of these. */
const VALUES = {
  side: (side) => SIDES[side] ?? side,
  other: (side) => SIDES[side] ?? side,
  draughts: (name) => DRAUGHTS[name] ?? name,
  game: (title) => wordsFor("de").name(title),
};

/** The value of a parameter in German: of several texts, of a phrase, or of a text or a number. */
function germanValue(name, value, { phrases, values }) {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? phrase(value, { phrases, values }) : (values[name]?.(value) ?? String(value));
}

/** A phrase in German; undefined if there are no words for all of it. */
function phrase({ code, ...parameters }, words) {
  const german = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, germanValue(name, value, words)]));
  if (Object.values(german).includes(undefined)) return undefined;
  return words.phrases[code]?.replace(/\{(\w+)\}/g, (_, name) => german[name]);
}

/** More words than these, for another page. */
export const withWords = ({ phrases, fields, values }) => ({
  phrases: { ...PHRASES, ...phrases },
  fields: { ...FIELDS, ...fields },
  values: { ...VALUES, ...values },
});

const WORDS = withWords({});

/** What a refusal says: a place, what was expected there and what was found; undefined if there are no words for one of them. */
export function described({ field = "text", codes }, words = WORDS) {
  if (!codes) return undefined;
  const place = codes.part ? phrase(codes.part, words) : words.fields[field];
  const [wanted, found] = [codes.expected, codes.got].map((text) => phrase(text, words));
  return [place, wanted, found].includes(undefined) ? undefined : `${place}: erwartet: ${wanted}; gefunden: ${found}`;
}
