// The style sheet of the element. A page sets its colours by the custom properties --bestmove-*.

export const styles = globalThis.CSSStyleSheet && new CSSStyleSheet();

styles?.replaceSync(`
:host {
  --accent: var(--bestmove-accent, light-dark(#2a6a59, #74c7ad));
  --ink: var(--bestmove-ink, light-dark(#24211c, #ece7dc));
  --card: var(--bestmove-card, light-dark(#fffdf8, #24282d));
  --rule: var(--bestmove-rule, light-dark(#e0d8c6, #3a4047));
  --alarm: var(--bestmove-alarm, light-dark(#b3301b, #ff8d78));
  --grid: var(--bestmove-grid, light-dark(#cfc4ac, #454c55));
  --plate: var(--bestmove-plate, light-dark(#2b5b8c, #27507a));
  --pit: var(--bestmove-pit, light-dark(#f4efe5, #141619));
  --pale: var(--bestmove-pale, light-dark(#efe3ca, #c9bda4));
  --dark: var(--bestmove-dark, light-dark(#5b8474, #3f6356));
  --felt: var(--bestmove-felt, light-dark(#2f7d57, #25603f));
  --glow: var(--bestmove-glow, #ffd45e);
  --won: var(--bestmove-won, light-dark(#f9e4b1, #4a4024));
  --shadow: light-dark(rgb(70 55 25 / 0.22), rgb(0 0 0 / 0.5));
  --rim: 0px;
  display: block;
  max-width: var(--bestmove-max-width, 36rem);
  font: 100%/1.4 var(--bestmove-font, system-ui, sans-serif);
  color: var(--ink);
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }

.problem { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-top: 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--alarm); border-radius: 12px; background: var(--card); }
.problem p { flex: 1 1 14rem; margin: 0; overflow-wrap: anywhere; }
.problem strong { color: var(--alarm); }

.spoken { min-height: 1.4em; margin: 0.5rem 0 0; text-align: center; text-wrap: balance; }
/* A page that draws the board by itself has a status of its own. */
:host(:not([game])) .spoken {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: 0;
  overflow: hidden;
  clip-path: inset(50%);
}

.frame { container-type: inline-size; margin-inline: auto; max-width: calc(9.5rem * var(--columns)); }
.stage { position: relative; }
.board { display: grid; user-select: none; -webkit-user-select: none; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
.row { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); }
.cell { position: relative; aspect-ratio: 1; min-width: 0; outline: 0; cursor: pointer; }
.cell[aria-disabled="true"] { cursor: default; }
.cell:focus-visible::before { box-shadow: inset 0 0 0 3px var(--accent); z-index: 2; }
.cell::before, .cell::after { content: ""; position: absolute; inset: 0; pointer-events: none; }

.piece { position: absolute; inset: 0; z-index: 1; pointer-events: none; }
.piece svg { display: block; width: 100%; height: 100%; }
.dragged { z-index: 9; scale: 1.08; }

@keyframes appear { from { opacity: 0; scale: 0.6; } }
@keyframes pulse { 50% { opacity: 0.45; } }

/* Scores and labels */

.score {
  position: absolute;
  inset: 50% auto auto 50%;
  translate: -50% -50%;
  z-index: 3;
  padding: 0.1em 0.42em;
  border-radius: 0.5em;
  font-size: clamp(0.65rem, calc(21cqi / var(--columns)), 1rem);
  font-weight: 650;
  line-height: 1.35;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  pointer-events: none;
  background: #ece5d6;
  color: #36322a;
  box-shadow: 0 0 0 1px rgb(0 0 0 / 0.16);
}
.score:not(.on) { opacity: 0; visibility: hidden; }
.pending .score:not(.on) { transition: opacity 150ms 250ms, visibility 0s 400ms; }
.score[data-kind="win"] { background: #1c6b47; color: #fff; }
.score[data-kind="good"] { background: #d4ecdd; color: #124a30; }
.score[data-kind="bad"] { background: #f8e0cc; color: #73320c; }
.score[data-kind="loss"] { background: #9c2a18; color: #fff; }

.badge {
  position: absolute;
  top: -7%;
  right: -7%;
  z-index: 5;
  display: grid;
  place-items: center;
  width: clamp(1.1rem, calc(34cqi / var(--columns)), 1.9rem);
  aspect-ratio: 1;
  border-radius: 50%;
  font-size: clamp(0.62rem, calc(17cqi / var(--columns)), 1rem);
  font-weight: 750;
  letter-spacing: -0.04em;
  line-height: 1;
  color: #fff;
  background: #4d6f8f;
  border: 2px solid #fff;
  box-shadow: 0 2px 5px rgb(0 0 0 / 0.35);
  pointer-events: none;
  animation: appear 200ms ease-out;
}
.badge:empty { display: none; }
.badge[data-kind="best"], .badge[data-kind="only_move"], .badge[data-kind="good"] { background: #1c6b47; }
.badge[data-kind="inaccuracy"] { background: #8a6100; }
.badge[data-kind="mistake"] { background: #b04a10; }
.badge[data-kind="blunder"] { background: #9c2a18; }

/* Arrows */

.overlay { position: absolute; inset: var(--rim); z-index: 6; pointer-events: none; }
.arrow { opacity: 0.85; animation: appear 150ms ease-out; transform-origin: center; }
.arrow polyline { fill: none; stroke: currentColor; stroke-width: 0.14; stroke-linecap: round; stroke-linejoin: round; }
.arrow polygon { fill: currentColor; stroke: currentColor; stroke-width: 0.06; stroke-linejoin: round; }
.arrow.hint { color: var(--glow); }
.arrow.threat { color: #d8412a; }
.arrow.threat polyline { stroke-dasharray: 0.01 0.2; }

/* Typed moves, and moves without a cell */

.typed {
  position: absolute;
  left: 50%;
  bottom: 4%;
  translate: -50% 0;
  z-index: 8;
  padding: 0.35em 0.9em;
  border-radius: 99px;
  font-size: clamp(0.8rem, 4.4cqi, 1.1rem);
  white-space: nowrap;
  background: var(--card);
  color: var(--ink);
  border: 1px solid var(--rule);
  box-shadow: 0 4px 14px var(--shadow);
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  pointer-events: none;
}
.typed.unknown { color: var(--alarm); }
.other-moves:not(:empty) { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.5rem; margin-top: 0.75rem; }
:is(.other-moves, .problem) button {
  min-height: 44px;
  padding: 0.5rem 1.1rem;
  font: inherit;
  font-weight: 550;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--rule);
  border-radius: 99px;
  cursor: pointer;
}
.other-moves .main { background: var(--accent); border-color: var(--accent); color: var(--card); }
:is(.other-moves, .problem) button:hover { border-color: var(--accent); }
:is(.other-moves, .problem) button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

/* Boards on which no piece moves */

:is(.grid, .columns, .ruled) .cell:is(.hint, .threat)::after { inset: 16%; z-index: 3; border-radius: 50%; border: 4px dashed var(--alarm); }
:is(.grid, .columns, .ruled) .cell.hint::after { border: 4px solid var(--accent); animation: pulse 1.6s ease-in-out infinite; }
:is(.grid, .columns, .ruled).won .cell:not(.line) .piece { opacity: 0.4; transition: opacity 300ms 250ms; }

/* A grid of cells */

.board.grid { gap: 4px; overflow: clip; }
.grid .row { gap: 4px; }
.grid .cell { box-shadow: -4px 0 var(--grid), 0 -4px var(--grid), -4px -4px var(--grid); }
.grid .cell::before { inset: 6%; border-radius: 16%; transition: background 150ms; }
.grid .cell.last::before { background: color-mix(in srgb, var(--ink) 7%, transparent); }
.grid .cell.aimed::before { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.grid .cell.line::before { background: var(--won); animation: appear 300ms ease-out both; }
.grid .score { font-size: clamp(0.8rem, calc(15cqi / var(--columns)), 1.5rem); }
.grid .cell.region::before { background: color-mix(in srgb, var(--accent) 20%, transparent); }
.grid .badge { top: 3%; right: 3%; }

/* Columns that fill */

.strip { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); padding: 0 2%; margin-bottom: 0.35rem; }
.top { position: relative; height: 1.9rem; cursor: pointer; }
.top .score { padding-inline: 0.1em; }

.numbers { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); padding: 0 2%; text-align: center; font-size: clamp(0.75rem, calc(20cqi / var(--columns)), 0.95rem); font-weight: 600; line-height: 1.5; opacity: 0.8; font-variant-numeric: tabular-nums; }
.numbers:empty { display: none; }

.frame.columns { --rim: 2cqi; }
.board.columns {
  padding: var(--rim);
  background: var(--plate);
  border-radius: 5% / 5.8%;
  overflow: clip;
  isolation: isolate;
}
/* A disc that falls passes behind the rim. */
.board.columns { position: relative; }
.board.columns::before { content: ""; position: absolute; inset: 0 0 auto; z-index: 3; height: var(--rim); background: var(--plate); }
.stage.columns { border-radius: 5% / 5.8%; box-shadow: 0 10px 30px -12px var(--shadow); }
.columns .cell { background: var(--pit); }
.columns .cell::before {
  inset: -0.5px;
  z-index: 2;
  background: radial-gradient(circle closest-side, transparent 81%, color-mix(in srgb, #000 28%, var(--plate)) 83% 87%, var(--plate) 89%);
}
.columns .piece { inset: 8%; }
.columns .cell:focus-visible::before {
  box-shadow: none;
  background: radial-gradient(circle closest-side, transparent 79%, var(--glow) 81% 92%, var(--plate) 94%);
}
.columns .cell.aimed::after { inset: 9%; border-radius: 50%; opacity: 0.4; }
.columns[data-to-move="0"] .cell.aimed::after { background: var(--bestmove-disc-first, light-dark(#d64a32, #d9573f)); }
.columns[data-to-move="1"] .cell.aimed::after { background: var(--bestmove-disc-second, light-dark(#f0b93a, #e5b043)); }
.columns .last .emblem { stroke: #fff; opacity: 0.92; }
.columns .last path.emblem { fill: #fff; }
.columns .cell.line::after { inset: 17%; z-index: 3; border-radius: 50%; border: max(3px, 0.26rem) solid #fff; animation: appear 300ms 250ms both; }
.columns .cell.region { background: color-mix(in srgb, var(--accent) 32%, var(--pit)); }
.columns .badge { top: 2%; right: 2%; }

/* Squares: chequered, or ruled */

.frame:is(.chequered, .ruled) { --rim: clamp(3px, 1.2cqi - 1px, 6px); --ground: var(--dark); }
.stage:is(.chequered, .ruled) { padding: var(--rim); border-radius: 12px; background: color-mix(in srgb, #000 22%, var(--ground)); box-shadow: 0 10px 30px -12px var(--shadow); }
.board:is(.chequered, .ruled) { background: var(--pale); border-radius: 7px; overflow: clip; }
:is(.chequered, .ruled) .cell::before {
  content: attr(data-key);
  padding: 5% 7%;
  font-size: clamp(0.5rem, calc(12cqi / var(--columns)), 0.72rem);
  line-height: 1;
  color: rgb(255 255 255 / 0.62);
}
:is(.chequered, .ruled) .cell:focus-visible::before { box-shadow: inset 0 0 0 3px #fff, inset 0 0 0 4.5px #1c1a17; z-index: 2; }
:is(.chequered, .ruled) .piece { inset: 8%; filter: drop-shadow(0 0.1em 0.12em rgb(0 0 0 / 0.4)); transition: translate 120ms; }
:is(.chequered, .ruled) .badge { top: 1%; right: 1%; }

.chequered .row { grid-auto-rows: 1fr; }
.chequered .cell { background: var(--dark); }
.chequered .dragged { transition: none; }
.chequered .movable { touch-action: none; }
.chequered .cell.last { background: color-mix(in srgb, var(--glow) 36%, var(--dark)); }
.chequered .cell.selected { background: color-mix(in srgb, var(--glow) 62%, var(--dark)); }
.chequered .movable .piece { filter: drop-shadow(0 0 1px var(--glow)) drop-shadow(0 0 1.5px var(--glow)) drop-shadow(0 0 1.5px var(--glow)) drop-shadow(0 0.1em 0.12em rgb(0 0 0 / 0.4)); }
.chequered .movable:hover .piece:not(.dragged) { translate: 0 -3%; }
.chequered .cell.target::after {
  inset: 34%;
  border-radius: 50%;
  background: var(--glow);
  box-shadow: 0 0 0 1.5px rgb(0 0 0 / 0.25);
  animation: appear 150ms ease-out;
}
.chequered .cell.target:hover::after { inset: 29%; }
.chequered .cell.hint { box-shadow: inset 0 0 0 4px var(--glow); }
.chequered .movable .score { inset: auto auto 3% 50%; translate: -50% 0; font-size: clamp(0.6rem, calc(18cqi / var(--columns)), 0.85rem); }

/* Lines between squares of one colour, under the marks of their states. */
.squares .row:not(:first-child) .cell { border-top: 1px solid var(--line); }
.squares .cell:not(:first-child) { border-left: 1px solid var(--line); }
.frame.squares { --line: color-mix(in srgb, #000 45%, var(--dark)); }

/* Dots stand two squares from the edges of a board of eight by eight. */
.frame.ruled { --ruling: color-mix(in srgb, #000 52%, var(--felt)); --ground: var(--ruling); }
.board.ruled {
  background:
    radial-gradient(var(--ruling) 0.75cqi, transparent 0.9cqi) 0 0 / calc(400% / var(--columns)) calc(400% / var(--rows)),
    radial-gradient(color-mix(in srgb, #fff 9%, var(--felt)), var(--felt) 75%);
}
.ruled .cell { box-shadow: inset -1px -1px var(--ruling); }
.ruled .cell::before { content: attr(data-edge); color: rgb(255 255 255 / 0.85); }
.ruled .cell:is(.target, .last)::after { inset: 41%; z-index: 2; border-radius: 50%; background: rgb(0 0 0 / 0.42); }
.ruled .cell.last::after { background: #e2513b; }
.ruled .cell.aimed::after { inset: 34%; }
.ruled .cell:is(.line, .region)::before { background: color-mix(in srgb, var(--glow) 36%, transparent); }
.ruled .cell:is(.hint, .threat)::after { inset: 5%; z-index: 2; background: none; border-color: #ffb4a4; }
.ruled .cell.hint::after { border-color: var(--glow); }
.ruled .score { padding-inline: 0.2em; }

/* Editing */

.editing { outline: 2px dashed var(--accent); outline-offset: 5px; }
.stage.chequered .editing { outline-offset: 8px; }
.editing .cell { cursor: pointer; }
.editing .cell:hover::after { inset: 6%; border: 2px dashed color-mix(in srgb, var(--accent) 80%, #fff); border-radius: 12%; z-index: 4; opacity: 1; background: none; }

@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  .score, .badge { border: 1px solid; forced-color-adjust: none; }
  .cell, .piece, .board { forced-color-adjust: none; }
}
`);
