// German: the lines of the programs that speak in words. Keywords and names of variables stay.

const LINES = {
  "leaf: return its number": "Blatt: return seine Zahl",
  "leaf: its number, kept in α … β": "Blatt: seine Zahl, begrenzt auf α … β",
  "for each child:": "for jedes Kind:",
  "best ← the worst for the mover": "best ← das Schlechteste für den Zieher",
  "if v is better: best ← v": "if v besser: best ← v",
  "if β ≤ α: leave the loop": "if β ≤ α: Schleife verlassen",
  "α ← most best of Max on the path": "α ← größtes best von Max am Weg",
  "β ← least best of Min on the path": "β ← kleinstes best von Min am Weg",
  "search(node, bound of the parent):": "search(node, Schranke darüber):",
  "if best reaches the bound: stop": "if best erreicht die Schranke: Ende",
  "first child:": "erstes Kind:",
  "others: only test, v > α or not?": "andere: nur prüfen, ob v > α",
  "if α < v < β: search it again": "if α < v < β: noch einmal suchen",
  "γ ← f, or f + 1 if f = lower": "γ ← f, oder f + 1, wenn f = lower",
  "test(node, γ):   window (γ − 1, γ)": "test(node, γ):   Fenster (γ − 1, γ)",
  "if the memory answers: return that": "if Speicher weiß es: return das",
  "if best decides γ: leave the loop": "if best entscheidet γ: Schleife verlassen",
  "remember best as a bound; return it": "best als Schranke merken; return best",
  "chance: sum ← sum + p · v": "Zufall: sum ← sum + p · v",
  "chance: return sum": "Zufall: return sum",
  "Max, Min: for each child:": "Max, Min: for jedes Kind:",
  "chance: for each child:": "Zufall: for jedes Kind:",
  "a ← (α − sum − rest · most) / p": "a ← (α − sum − Rest · größtes) / p",
  "b ← (β − sum − rest · least) / p": "b ← (β − sum − Rest · kleinstes) / p",
  "if v ≤ a or b ≤ v: stop": "if v ≤ a or b ≤ v: Ende",
  "return best, sum or a bound": "return best, sum oder eine Schranke",
};

export const line = (text) => LINES[text] ?? text;
