// German: the searches, the trees and the games that the service lists.

/** By the search: its name, if German has another one, and what it does. */
const SEARCHES = {
  minimax: [, "Besucht jeden Knoten; ein Max-Knoten ist so viel wert wie sein größtes Kind, ein Min-Knoten wie sein kleinstes."],
  negamax: [, "Minimax mit einer Regel für beide: Ein Knoten ist so viel wert wie das größte negierte Kind."],
  "alpha-beta-negamax": ["Alpha-Beta als Negamax", "Alpha-Beta mit einer Regel für beide: Ein Kind hat das Fenster (−β, −α), und sein Wert wird negiert."],
  "alpha-beta-fail-hard": ["Alpha-Beta, fail-hard", "Eine Regel für Max und eine für Min, deren Werte das Fenster nie verlassen."],
  "alpha-beta": ["Alpha-Beta, fail-soft", "Lässt Kinder aus, die nichts ändern können; ein Wert außerhalb des Fensters ist eine Schranke."],
  "alpha-beta-stored-bounds": ["Alpha-Beta mit gespeicherten Schranken", "Jeder Knoten behält seinen eigenen besten Wert und wird abgeschnitten, wo der den eines Vorfahren der Gegenseite trifft."],
  "alpha-beta-iterative": ["Alpha-Beta ohne Rekursion", "Alpha-Beta als Schleife über ein Feld mit einer Schranke je Halbzug."],
  "branch-and-bound": ["Branch-and-Bound", "Alpha-Beta ohne tiefe Cutoffs: Ein Knoten kennt nur den besten Wert seines Elternknotens."],
  scout: [, "Bewertet das erste Kind und prüft die anderen; die besseren bewertet es noch einmal."],
  pvs: ["Hauptvariantensuche", "Nach dem ersten Kind prüfen Nullfenster die anderen; bessere werden noch einmal durchsucht."],
  negascout: [, "Hauptvariantensuche, die Nullfenstern gleich über den Blättern vertraut."],
  "l-alpha-beta": [, "Alpha-Beta, das nur prüft, ob der letzte Zug der Wurzel der beste ist."],
  aspiration: ["Aspirationsfenster", "Alpha-Beta mit einem Fenster um eine Schätzung, und noch einmal mit einem offenen, wenn der Wert außerhalb liegt."],
  "mtd-f": [, "Nullfenster und ein Speicher von Schranken führen von einer ersten Schätzung zum Wert."],
  "mtd-bisect": ["C*, MTD durch Halbieren", "Nullfenster und ein Speicher von Schranken halbieren das Fenster."],
  "sss-star": [, "Bestes zuerst: eine Liste von Zuständen, aus der der mit der höchsten oberen Schranke als nächster kommt."],
  "dual-star": [, "SSS* mit vertauschten Seiten: Die niedrigste untere Schranke kommt als nächste."],
  "iterative-deepening": ["Iterative Vertiefung", "Alpha-Beta bis Tiefe 1, 2 und so weiter, die besten Kinder der vorigen Runde zuerst."],
  "refutation-table": ["Widerlegungstabelle", "Iterative Vertiefung, die zuerst der Variante folgt, die jeden Zug der Wurzel widerlegt hat."],
  killer: ["Killer-Heuristik", "Alpha-Beta, das zuerst den Zug versucht, der zuletzt auf demselben Halbzug abgeschnitten hat, oder die letzten zwei."],
  history: ["History-Heuristik", "Alpha-Beta, das die Züge zuerst versucht, die bisher irgendwo am meisten abgeschnitten haben."],
  "m-n-minimax": ["M-&-N-Minimax", "Minimax, in dem eine Auswahl etwas wert ist: Die M oder N besten Kinder zählen."],
  "m-n-alpha-beta": ["M-&-N-Alpha-Beta", "M-&-N-Minimax ohne die Kinder, deren Werte samt der Auswahl, die sie hinzufügen, nichts ändern können."],
  "late-move-reductions": ["Reduktion später Züge", "Alpha-Beta, das nach den ersten Kindern weniger tief sieht, und noch einmal ganz, wo sie sich als besser erweisen; der Wert kann falsch sein."],
  "minimax-table": ["Minimax mit Transpositionstabelle", "Minimax, das jede Stellung eines Spiels einmal besucht, auf welchem Weg es auch dorthin kommt."],
  "alpha-beta-table": ["Alpha-Beta mit Transpositionstabelle", "Alpha-Beta, das sich Schranken jeder Stellung eines Spiels merkt."],
  expectimax: [, "Der Gegner spielt zufällig: Ein Knoten von ihm ist so viel wert wie das Mittel seiner Kinder."],
  expectiminimax: [, "Minimax auf einem Baum mit Zufallsknoten, von denen jeder so viel wert ist wie das Mittel seiner Kinder."],
  star2: [, "Star1, das zuerst ein Kind jedes Kindes eines Zufallsknotens durchsucht: Oft entscheiden schon diese Proben das Mittel."],
  star1: [, "Alpha-Beta auf einem Baum mit Zufallsknoten, die abgeschnitten werden, wo ihr Mittel nicht mehr ins Fenster kommen kann."],
};

const OURS = "für dieses Labor gemacht";
const ANIMATION = "die Blätter einer Animation von Alpha-Beta, die viele Programme abdrucken; wer zuerst zieht, ist offen, also gibt es beides";

/** By the tree: its title, what it shows, and its source. */
const TREES = {
  "textbook-figure": ["Der Baum der Lehrbücher", "Drei Züge und drei Cutoffs: 9 von 14 Blättern sind nötig. Blatt 0.0.1.2 wird nie angesehen: Daneben hat Min schon eine 4, und Max nähme lieber die 5 neben diesem Knoten.", "die übliche Abbildung der Lehrbücher mit dem Wert 6"],
  "textbook-figure-swapped": ["Derselbe Baum in besserer Reihenfolge", "Die ersten beiden Antworten auf den ersten Zug sind vertauscht. Aus neun Blättern werden sieben, denn die bessere Antwort kommt nun zuerst; von der anderen sind nur die ersten zwei Blätter nötig.", "die übliche Abbildung der Lehrbücher, zwei Zweige vertauscht"],
  "lost-rook": ["Ein Zug, der einen Turm verliert", "Der erste Zug hält das Gleichgewicht. Die erste Antwort auf den zweiten gewinnt einen Turm, also sind seine anderen Antworten gleichgültig, selbst eine, die eine Dame gewinnt.", "die übliche Erklärung in Worten; die Zahlen sind unsere: ein Turm ist 5, eine Dame 9"],
  "forced-mate": ["Ein Zug ins Matt", "Nach dem zweiten Zug erzwingt die erste Antwort das Matt. Keine andere Antwort muss man ansehen.", "die übliche Erklärung in Worten; die Zahlen sind unsere: Matt ist 1000"],
  "shallow-cutoff": ["Ein flacher Cutoff", "Max hat 2 sicher. Rechts bekommt Min sofort 1, und der Rest dieses Knotens wird durch die Schranke seines Elternknotens abgeschnitten.", "die übliche Erklärung; das letzte Blatt ist unseres"],
  "deep-cutoff": ["Ein tiefer Cutoff", "Die 2 an der Wurzel schneidet drei Halbzüge tiefer ab, wo die Kinder des Elternknotens noch keine Schranke geben. Branch-and-Bound bewertet die 6.", "nach Knuth und Moore 1975; die Blätter sind unsere"],
  "deep-cutoff-saves": ["Was tiefe Cutoffs sparen", "Max hat 8 an der Wurzel, also ist nach der 5 die zweite 3 gleichgültig. Branch-and-Bound, das nur den Elternknoten fragt, kennt nicht mehr als die erste 3 und sieht sie an.", OURS],
  "equal-bounds": ["Drei Züge und ein Gleichstand", "Die erste Antwort auf den zweiten Zug ist 5 wert, so viel, wie Max hat. Alpha-Beta schneidet dort ab, wenn es nicht nur dort abschneiden soll, wo sich die Schranken gekreuzt haben.", "ein Beispiel aus Vorlesungen; die Blätter, die es offen lässt, 30, 0 und 2, sind unsere"],
  tie: ["Der kleinste Gleichstand", "Die erste Antwort auf den zweiten Zug gleicht dem, was Max hat. Abzuschneiden, wo sich die Schranken treffen, spart das letzte Blatt.", OURS],
  "sixteen-leaves-max": ["Sechzehn Blätter, Max zuerst", "Vier Halbzüge mit je zwei Zügen, auch gleiche Blätter. Der Wert ist 8.", ANIMATION],
  "sixteen-leaves-min": ["Sechzehn Blätter, Min zuerst", "Dieselben Blätter mit der anderen Seite am Zug. Der Wert ist 10, und andere Zweige werden abgeschnitten.", ANIMATION],
  stockman: ["Stockmans Baum", "Bestes zuerst lohnt sich: Alpha-Beta braucht 13 der 16 Blätter, SSS* 8. Sein Gegenstück braucht 13.", "Stockman 1979, nach einem Nachdruck; dass Max zuerst zieht, ist unsere Lesart"],
  "sss-star-saves": ["SSS* spart ein Blatt", "Nach der 6 wendet sich SSS* dem zweiten Zug zu, wo die 7 besser ist. Die 8 sieht es nie an.", OURS],
  "dual-star-saves": ["DUAL* spart ein Blatt", "Das Spiegelbild: Eine 3 genügt, um zu wissen, dass Min eine bessere Antwort hat.", OURS],
  "mtd-f-saves": ["Eine richtige Schätzung spart Blätter", "Soll MTD(f) zuerst 5 versuchen, bewertet es drei Blätter. SSS* und DUAL*, die bei unendlich anfangen, brauchen vier.", OURS],
  "negascout-costs": ["Eine zweite Suche kostet", "Das Nullfenster sagt nur, dass der zweite Zug besser ist. Sein genauer Wert braucht noch eine Suche, die ein Blatt zweimal bewertet.", OURS],
  "negascout-saves": ["Ein Nullfenster spart", "Die 4 liegt über dem Nullfenster, das die 1 dahinter abschneidet. Das offene Fenster von Alpha-Beta tut das nicht.", OURS],
  "pvs-repeats": ["Ein Blatt, zweimal besucht", "Die Hauptvariantensuche besucht das zweite Blatt nach ihrem Nullfenster noch einmal. NegaScout weiß, dass der Wert eines Blattes genau ist.", OURS],
  "scout-outside": ["Scout verlässt den Baum von Alpha-Beta", "Pearls Prüfung kennt keine Schranke von oben, also bewertet Scout das Blatt hinter der 6, das Alpha-Beta wegen der 7 an der Wurzel abschneidet.", OURS],
  "last-move": ["Der letzte Zug ist der beste", "Lalphabeta prüft den letzten Zug nur gegen den bisher besten. Es findet den richtigen Zug, weiß aber nur, dass er mindestens 3 wert ist; der Wert ist 5.", OURS],
  "best-first-costs": ["Bestes zuerst ist nicht immer am billigsten", "In einem ungleichen Baum kann die beste Antwort der größere Teilbaum sein. In der gegebenen Reihenfolge genügen zwei Blätter; mit dem besten Kind zuerst sind es drei.", "nach einer Warnung von Knuth und Moore 1975; der Baum ist unserer"],
  "fail-soft": ["Fail-soft und fail-hard", "Mit dem Fenster von 3 bis 6 liefert fail-soft 2, eine engere Schranke als die 3 von fail-hard.", OURS],
  "unavoidable-cutoffs": ["Unvermeidliche Cutoffs", "Wie man die Zweige auch ordnet, Alpha-Beta schneidet etwas ab: Die 32.768 Anordnungen brauchen 7 bis 15 Blätter. Den schlimmsten Fall, alle Blätter, gibt es also nicht auf jedem Baum.", "nach einer Bemerkung von Knuth und Moore 1975; der Baum ist unserer"],
  dice: ["Würfel zwischen den Zügen", "In neun von zehn Fällen bringt der erste Zug 2 und der zweite 1, sonst 3 und 4. Die Mittel sind 2,1 und 1,3: Der erste Zug ist besser, obwohl der zweite das Meiste bringen kann.", "eine Abbildung von Russell und Norvig 1995"],
  "dice-other-scale": ["Dieselben Würfel auf anderer Skala", "20, 30, 1 und 400 statt 2, 3, 1 und 4: Die Reihenfolge der Blätter ist dieselbe, und doch ist jetzt der zweite Zug besser. Mit Zufall müssen die Werte stimmen, nicht nur ihre Reihenfolge.", "eine Abbildung von Russell und Norvig 1995"],
  "chance-cutoff": ["Star1 schneidet an einem Zufallsknoten ab", "Max hat 4 sicher. Vom zweiten Zufallsknoten bringt eine Hälfte −4 oder weniger, und kein Blatt ist mehr wert als 8: Das Mittel ist höchstens 2, gleich, was die andere Hälfte bringt.", OURS],
};

const GAMES = { "Tic-tac-toe": "Tic-Tac-Toe", "Connect four": "Vier gewinnt", Checkers: "Dame" };

/** What the service has stays where there are no words. */
export const search = (id, part, text) => SEARCHES[id]?.[["name", "summary"].indexOf(part)] ?? text;
export const tree = (id, part, text) => TREES[id]?.[["title", "summary", "source"].indexOf(part)] ?? text;
export const game = (title) => GAMES[title] ?? title;
export const paper = (text) => text.replaceAll(" and ", " und ");
