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

  opening: "Max △ will die größte Zahl, Min ▽ die kleinste. Sieh zu, wie eine Suche den besten Zug findet, ohne jedes Blatt anzusehen.",
  lessonButton: "Lektion",
  begin: "Erster Schritt",
  next: "Nächster Schritt",
  step: (step) => `Schritt ${step}: `,
  beforeFirst: "Vor dem ersten Schritt",
  reach: ({ bounds, reach, kind }) => ` β ≤ α: ${bounds} · ${REACHES[reach]} ${KINDS[kind]}-Cutoff`,
  state: (node, isSolved, merit) => `${node} ${isSolved ? "gelöst" : "offen"} ${merit}`,

  child: (number) => `Kind ${number}`,
  code: {
    line,
    node: "Knoten",
    movers: "Zahlen, wie die Seite am Zug sie sieht: An einem Min-Knoten tauschen −β und −α die Plätze.",
  },

  lesson: {
    title: (number, all, title) => `${number} von ${all}: ${title}`,
    look: "Schau hin:",
    question: "Frage:",
    right: "Richtig.",
    wrong: "Nicht ganz.",
    back: "Zurück",
    on: "Weiter",
    cut: "Zum nächsten Cutoff",
    end: "Lektion beenden",
    links: {
      rook: {
        title: "der verlorene Turm",
        text: "Max △ hat zwei Züge, B und C. Die Zahlen gelten für Max: Nach B nimmt Min ▽ das Kleinste von 0, 3 und 9, also ist B 0 wert. Nach C gewinnt schon die erste Antwort einen Turm: −5.",
        look: "drücke „Erster Schritt“ und geh weiter, bis zwei Striche die Kanten unter C abschneiden.",
        question: "C hat noch eine Antwort, die sogar eine Dame gewinnt (−9). Warum sieht die Suche sie nicht an?",
        answers: [
          ["Sie ist schlecht für Max", false, "Das kann die Suche nicht wissen: Sie sieht die −9 nie. Auch eine +7 sähe sie dort nicht an."],
          ["C ist schon widerlegt", true, "Max hat 0 durch B. Eine Antwort, die C auf −5 oder weniger drückt, genügt: Max spielt C nicht, was dort auch sonst noch ist."],
          ["Min spielte sie nicht", false, "Min spielte sie sehr gern. Es ist gleichgültig, denn Max geht nie nach C."],
        ],
      },
      shallow: {
        title: "der flache Cutoff",
        text: "Das Fenster (α, β) über einem Knoten sagt, was Max (α) und Min (β) auf dem Weg dorthin sicher haben. Wo ein Min-Knoten auf α fällt oder ein Max-Knoten auf β steigt, werden seine übrigen Kinder abgeschnitten.",
        look: "nach B hat A 2 sicher, also bekommt C das Fenster (2, +∞). Sein erstes Blatt ist 1.",
        question: "Woher kommt die Schranke, die bei C abschneidet?",
        answers: [
          ["Von Cs eigenem Blatt", false, "Das Blatt sagt, dass C 1 oder weniger wert ist. Dass das zu wenig ist, weiß man erst durch eine zweite Zahl."],
          ["Von A, dem Elternknoten", true, "A hat 2 durch B sicher. 1 ≤ 2, also wird C abgeschnitten. Ein Cutoff durch das, was die fertigen Kinder des Elternknotens gezeigt haben, heißt flach."],
          ["Vom Fenster des Anfangs", false, "Die Suche begann mit (−∞, +∞), und das schneidet nichts ab."],
        ],
      },
      beta: {
        title: "der Beta-Cutoff",
        text: "Das Spiegelbild, an einem Max-Knoten. Min ▽ hat bei B 4 durch die erste Antwort, C, also bekommt D das Fenster (−∞, 4). D ist ein Max-Knoten △: Sein Wert steigt mit jedem Kind, und Min will das Kleinste.",
        look: "das erste Blatt von D ist 7. Max hat dort 7 oder mehr, also schneiden die Striche die 1 dahinter ab.",
        question: "Warum braucht D kein zweites Blatt?",
        answers: [
          ["7 ist die größte Zahl", false, "Das weiß die Suche nicht. Auch eine 9 hinter der 7 würde abgeschnitten."],
          ["Min geht nicht nach D", true, "D ist 7 oder mehr wert, und Min hat 4 durch C. Der Wert ist auf β = 4 gestiegen: ein Beta-Cutoff. Die Cutoffs davor, wo Mins Wert auf α fiel, sind Alpha-Cutoffs."],
          ["Max will die 1 nicht", false, "Stimmt, ist aber kein Grund: Das zweite Blatt könnte auch mehr als 7 sein. Selbst dann meidet Min D."],
        ],
      },
      equality: {
        title: "Gleichheit",
        text: "Max hat 4 durch den ersten Zug. Die erste Antwort auf den zweiten ist auch 4 wert.",
        look: "4 ≤ 4: Die Schranken treffen sich, sie haben sich nicht gekreuzt.",
        question: "Darf die Suche das letzte Blatt, 8, abschneiden?",
        answers: [
          ["Ja", true, "Der Knoten B ist jetzt 4 oder weniger wert. Er kann höchstens gleichziehen, also ist der Wert des Baumes so oder so 4."],
          ["Nein, B könnte 8 wert sein", false, "Bei B zieht Min und nimmt das Kleinere: Mit einer 4 dort ist B nie 8 wert."],
          ["Nein, erst jenseits der Schranke", false, "Manche Texte sagen das. Dann sieht die Suche mehr Blätter an und findet denselben Wert."],
        ],
      },
      deep: {
        title: "der tiefe Cutoff",
        text: "Eine Schranke gilt den ganzen Weg hinunter, nicht nur einen Halbzug weit. Hier hat Max 2 an der Wurzel A sicher. Drei Halbzüge tiefer, an einem Min-Knoten, ist ein Blatt 1 wert.",
        look: "drück immer wieder auf „Nächster Schritt“: Die Pfeile tragen α = 2 hinunter, von A über C und D bis F. Dort ist das erste Blatt 1.",
        question: "D, der Elternknoten von F, hat noch kein fertiges Kind. Was schneidet bei F ab?",
        answers: [
          ["Die Schranke von D", false, "D hat noch nichts sicher: Keines seiner Kinder ist fertig."],
          ["Die Schranke von A", true, "Käme das Spiel zu F, bekäme Max 1 oder weniger, und dann wäre es besser, B zu spielen und 2 zu haben. Wählen D oder C etwas anderes, ist F auch gleichgültig. Eine Schranke von weiter oben als dem Elternknoten macht einen tiefen Cutoff."],
          ["Nichts: Die 6 muss man sehen", false, "Branch-and-Bound sieht die 6 tatsächlich an, denn es fragt nur den Elternknoten. Alpha-Beta nicht."],
        ],
      },
      order: {
        title: "warum die Reihenfolge zählt",
        text: "Das ist die Figur der Lehrbücher mit zwei vertauschten Antworten auf den ersten Zug: Die bessere kommt zuerst. Der Wert ist derselbe.",
        look: "jedes Blatt, das die Suche ansieht, bekommt eine Nummer. Geh in beiden Reihenfolgen mit dem letzten Pfeil unter dem Baum zum Ende und vergleiche die größten Nummern.",
        other: "Die Reihenfolge der Figur",
        own: "Die bessere Reihenfolge",
        question: "Warum spart ein guter Zug am Anfang Blätter?",
        answers: [
          ["Das Fenster wird früh klein", true, "7 Blätter statt 9: Je eher der beste bekannt ist, desto kleiner ist das Fenster für alle anderen, und desto eher ist jeder widerlegt. In der besten Reihenfolge sieht Alpha-Beta etwa das Doppelte der Wurzel aus allen Blättern an."],
          ["Die anderen werden nicht besucht", false, "Jeder andere Zug wird noch besucht, bis eine Antwort ihn widerlegt."],
          ["Der Wert wird größer", false, "Alpha-Beta findet in jeder Reihenfolge denselben Wert. Nur die Arbeit ist verschieden."],
        ],
      },
      nullWindow: {
        title: "das Nullfenster",
        text: "Ist der erste Zug wohl der beste, brauchen die anderen keinen genauen Wert. Ein Fenster ohne Zwischenraum, etwa (2, 3), fragt nur: Ist dieser Zug besser als 2?",
        look: "nach dem ersten Blatt wird der zweite Zug mit (2, 3) gesucht. Die 4 entscheidet schon über ihren Knoten, und die 1 dahinter wird abgeschnitten. Hier lautet die Antwort nein; mit einem besseren zweiten Zug lautet sie ja.",
        other: "Ein besserer zweiter Zug",
        own: "Der schlechtere zweite Zug",
        question: "Und wenn die Antwort „besser“ lautet?",
        answers: [
          ["Der Zug ist der beste, fertig", false, "Er ist besser als der erste, aber um wie viel, weiß man nicht, und ein späterer kann noch besser sein."],
          ["Noch einmal suchen", true, "Der genaue Wert braucht eine zweite Suche mit offenem Fenster. Bei guter Reihenfolge ist das selten, also lohnen sich die Nullfenster."],
          ["Die Suche ist gescheitert", false, "„Fails high“ heißt es zwar, und doch ist es eine Antwort: mehr, als das Fenster fasst."],
        ],
      },
      bestFirst: {
        title: "bestes zuerst",
        text: "SSS* geht nicht von links nach rechts. Seine Liste hat für jeden offenen Knoten eine obere Schranke, und der mit der höchsten kommt als nächster.",
        look: "die Liste unter dem Bild. Nach der 6 ist der erste Zug höchstens 6 wert, und der zweite ist noch offen: +∞.",
        question: "Warum wird die 8 nie angesehen?",
        answers: [
          ["8 ist mehr als 7", false, "Die Suche kennt die 8 nicht. Sie weiß nur, dass deren Elternknoten 6 oder weniger wert ist."],
          ["7 schlägt die Schranke 6", true, "Der zweite Zug ist 7 wert, und der erste kann nicht mehr als 6 sein: fertig. Der Preis ist eine Liste im Speicher."],
          ["Der Speicher war voll", false, "Hier hat die Liste nur wenige Zustände. Auf großen Bäumen ist ihre Länge der Preis."],
        ],
      },
    },
  },

  events: {
    pass: ({ depth, window }) => `ein Durchgang${depth === null ? "" : ` von ${plies(depth)}`} mit dem Fenster ${window}`,
    bounds: ({ lower, upper }) => (lower === upper ? `die Schranken treffen sich: Der Wert ist ${lower}` : `bisher liegt der Wert zwischen ${lower} und ${upper}`),
    enter: ({ node, window }) => `betritt ${node} mit dem Fenster ${window}`,
    leaf: ({ node, value, horizon }) => `bewertet ${node}${horizon ? " am Horizont" : ""}: ${value}`,
    improve: ({ node, child, score }) => `${child} ist das bisher beste bei ${node}: ${score}`,
    cut: ({ node, skipped }) => `schneidet ${children(skipped)} von ${node} ab`,
    research: ({ node, window }) => `sucht ${node} noch einmal mit dem Fenster ${window}`,
    reduce: ({ node, plies: less }) => `versucht ${node}, einen späten Zug, mit ${plies(less)} weniger`,
    fail: ({ score, bound }) => `der Durchgang endet ${bound === "lower" ? "über" : "unter"} seinem Fenster: Der Wert ist ${score} oder ${bound === "lower" ? "mehr" : "weniger"}`,
    probe: ({ node, lower, upper, hit }) => `erinnert sich, dass ${node} von ${lower} bis ${upper} wert ist, und das genügt${hit ? "" : " nicht"}`,
    leave: ({ node, score, bound }) => `verlässt ${node}: Wert ${{ exact: "=", lower: "≥", upper: "≤" }[bound]} ${score}`,
    insert: ({ node, merit, solved }) => `setzt ${node} in die Liste, ${solved ? "gelöst" : "offen"} mit der Schranke ${merit}`,
    drop: ({ node }) => `streicht ${node} aus der Liste`,
    solved: ({ node, merit }) => `nimmt ${node} aus der Liste, gelöst: ${merit}`,
    list: ({ states }) => (states === 1 ? "ein Zustand in der Liste" : `${states} Zustände in der Liste`),
  },
  // Values for the player to move: negamax.
  movers: {
    of: (text, isMax) => `${text} für ${player(isMax)}`,
    improve: ({ child, node, score, negated, isMax }) => `${child} ist das bisher beste bei ${node}: −(${negated}) = ${score} für ${player(isMax)}`,
    sure: ({ isMax, own, negated, there }) => `${player(!isMax)} hat bei ${there} schon ${own} oder mehr sicher, also ${negated} oder weniger für ${player(isMax)}`,
    and: ({ first, isMax, score, here }) => `${first}, und ${player(isMax)} kann bei ${here} ${score} oder mehr bekommen`,
  },
  // A single value for each node.
  stored: {
    enter: ({ node, own, held }) => `betritt ${node}: Sein ${own} beginnt bei ${held}`,
    improve: ({ node, own, isMax, score, child }) => `das ${own} von ${node} ${isMax ? "steigt" : "fällt"} auf ${score}, durch ${child}`,
    leave: ({ node, own, score, bound }) => `verlässt ${node}: Sein ${own} ist endgültig, ${score}${bound === "exact" ? "" : `, und sein Wert das oder ${bound === "lower" ? "mehr" : "weniger"}`}`,
    cut: ({ isMax, own, other, here, score, there, held }) => `das ${own} von ${here}, ${score}, liegt nicht ${isMax ? "unter" : "über"} dem ${other} ${there === undefined ? "des Fensters" : `von ${there}`}, ${held}`,
  },
  // A stack with a single value for each ply.
  stack: {
    enter: ({ node, ply, held, isMax, above }) => `legt ${node} auf den Stapel: Schranke ${ply} beginnt bei ${held} für ${player(isMax)}, wie ${above === undefined ? "das Fenster" : `Schranke ${above}`}`,
    leaf: ({ node, ply, value, isMax }) => `bewertet ${node}: Schranke ${ply} ist ${value} für ${player(isMax)}`,
    improve: ({ child, node, score, negated, ply, held, isMax }) => `${child} ist das bisher beste bei ${node}: −(${negated}) = ${score}, und Schranke ${ply} ist ${held} für ${player(isMax)}`,
    leave: ({ node, ply, score, isMax }) => `nimmt ${node} vom Stapel: Schranke ${ply} ist ${score} geworden für ${player(isMax)}`,
    cut: ({ ply, score, above, isMax, there }) => `Schranke ${ply}, ${score}, hat −(${above}) erreicht, das Negative ${ply > 0 ? `von Schranke ${ply - 1}` : "der anderen Schranke des Fensters"}${there === undefined ? "" : `, die ${player(!isMax)} bei ${there} sicher hat`}`,
  },
  reasons: {
    sure: ({ isMax, sure, there }) => `${player(!isMax)} hat bei ${there} schon ${sure} oder ${side(!isMax)} sicher`,
    nullWindow: ({ isMax, window, end }) => `das Nullfenster ${window} fragt nur, ob der Wert ${isMax ? "mindestens" : "höchstens"} ${end} ist`,
    window: ({ window, end }) => `das Fenster ${window} endet bei ${end}`,
    chance: ({ first, isMax, score, here, rest }) => `${first}, und das Mittel von ${here} ist ${score} oder ${side(isMax)}, auch wenn der Rest das ${isMax ? "Wenigste" : "Meiste"} bringt, ${rest}`,
    and: ({ first, isMax, score, here }) => `${first}, und ${isMax ? `Max kann bei ${here} ${score} oder mehr bekommen` : `Min kann ${here} auf ${score} oder weniger halten`}`,
    leftOut: ({ reason, here, searched, children: all }) => `nie angesehen: ${reason}. Darum wurde ${here} nach ${searched} von ${ofChildren(all)} abgeschnitten`,
    cutAfter: ({ searched, children: all, reason }) => `Abgeschnitten nach ${searched} von ${ofChildren(all)}: ${reason}`,
    done: ({ ply }) => `nie angesehen: ${ply === 0 ? "die Wurzel hatte ihren Wert" : `der Vorfahr auf Halbzug ${ply} hatte seinen Wert`} auch ohne ihn`,
  },
  about: {
    leaf: (value) => `ein Blatt mit dem Wert ${value}`,
    leafFor: (value, isMax) => `ein Blatt mit dem Wert ${value} für ${player(isMax)}`,
    toMove: (isMax) => `${player(isMax)} am Zug`,
    chance: () => "der Zufall entscheidet",
    odds: (chance) => `Chance ${chance}`,
    move: (name) => `Zug ${name}`,
    value: (sign, score) => `Wert ${sign} ${score}`,
    best: (score) => `bisher bestes ${score}`,
    window: (window) => `Fenster ${window}`,
    listed: (isSolved, merit) => `in der Liste, ${isSolved ? "gelöst" : "offen"} mit der Schranke ${merit}`,
    visits: (numbers, isMany) => `${isMany ? "Besuche" : "Besuch"} ${numbers}`,
    evaluations: (numbers, isMany) => `${isMany ? "Bewertungen" : "Bewertung"} ${numbers}`,
  },

  // Why a step is taken.
  because: {
    begin: "hier beginnt die Suche; noch ist nichts bekannt, also kann der Wert jede Zahl sein",
    open: "das ist das nächste Kind, und auf dem Weg hierher ist nichts bekannt: Jeder Wert zählt",
    every: "diese Suche sieht jedes Kind jedes Knotens an",
    known: ({ isMax, value, there }) => `${player(isMax)} hat ${there ? `${value} bei ${there} sicher` : `${value} durch das gegebene Fenster`}`,
    inside: (known, isBoth) => `${known.join(", und ")}; nur ${isBoth ? "ein Wert dazwischen" : "etwas Besseres"} kann am Ergebnis noch etwas ändern`,
    afterChance: (window) => `nur ein Wert innerhalb von ${window} kann das Mittel darüber in dessen Fenster bringen`,
    mean: ({ parent }) => `alle Kinder sind bekannt, also ${parent ? `geht ihr Mittel, jedes mit seiner Chance, hinauf zu ${parent}` : "ist ihr Mittel, jedes mit seiner Chance, der Wert des Baumes"}`,
    question: (value) => `ein Nullfenster stellt nur eine Frage, nämlich ob der Wert ${value} oder mehr ist`,
    atInfinity: (isUpper) => `kein Wert ist ${isUpper ? "+∞, also kann diese Suche nur unter ihrem Nullfenster enden: Zurück kommt eine obere" : "−∞, also kann diese Suche nur über ihrem Nullfenster enden: Zurück kommt eine untere"} Schranke`,
    again: "das Nullfenster hat gesagt, dass dieses Kind besser ist, aber nicht, um wie viel",
    leaf: ({ horizon }) => (horizon ? "dieser Durchgang sieht nicht tiefer, also muss ein statischer Wert genügen" : "an einem Blatt endet das Spiel: Seine Zahl ist, was es für Max wert ist"),
    up: ({ parent }) => (parent ? `unter einem Blatt ist nichts, also geht seine Zahl hinauf zu ${parent}` : "das Blatt ist der ganze Baum"),
    first: ({ isMax, node }) => `es ist der erste Wert, den ${player(isMax)} bei ${node} bekommen kann`,
    better: ({ isMax, score, before }) => `${score} ist ${side(isMax)} als ${before}, und ${player(isMax)} nimmt das ${isMax ? "Größere" : "Kleinere"}`,
    shallow: ({ isMax, isBetter, here, there }) => `weitere Kinder können ${here} nur ${isMax ? "größer" : "kleiner"} machen, und ${player(!isMax)} hat bei ${there}, gleich darüber, schon etwas ${isBetter ? "Besseres" : "ebenso Gutes"}. Das ist ein flacher Cutoff`,
    deep: ({ isMax, isBetter, here, there, parent }) => `weitere Kinder können ${here} nur ${isMax ? "größer" : "kleiner"} machen, und ${player(!isMax)} hat bei ${there} schon etwas ${isBetter ? "Besseres" : "ebenso Gutes"}. Die Schranke kommt nicht vom Elternknoten ${parent}, sondern von weiter oben: ein tiefer Cutoff`,
    window: () => "die Frage ist beantwortet, egal, was die anderen Kinder wert sind",
    exact: ({ parent }) => (parent ? `alles, was hier zählt, ist bekannt, also geht der Wert hinauf zu ${parent}` : "alles, was zählt, ist bekannt: Das ist der Wert des Baumes"),
    afterCut: ({ isLower, score, parent }) => `der Rest wurde abgeschnitten, also ist das nur eine Schranke: Der wahre Wert kann ${isLower ? "mehr" : "weniger"} sein als ${score}${parent ? `. Für ${parent} genügt das` : ""}`,
    bothProofs: ({ node, score, isMax }) => `die erste Suche hat gezeigt, dass ${node} ${score} oder ${side(!isMax)} wert ist, diese, dass es ${score} oder ${side(isMax)} ist: Zusammen ist das sein Wert`,
    outside: ({ window, isLower, score }) => `${score} liegt außerhalb des Fensters ${window}, also sagt die Suche nur „${score} oder ${isLower ? "mehr" : "weniger"}“, und das genügt`,
    research: "sein Nullfenster hat „besser“ gesagt, aber nicht, um wie viel",
    reduce: "die ersten Züge sind wohl die besten, also genügt es vielleicht, einen späten weniger tief anzusehen",
    fail: ({ bound }) => `die Schätzung war zu ${bound === "lower" ? "niedrig" : "hoch"}: Das nächste Fenster ist auf dieser Seite offen`,
    probe: ({ hit }) => (hit ? "der Speicher antwortet, also wird darunter nichts noch einmal gesucht" : "was der Speicher hat, beantwortet diese Frage nicht"),
    pass: ({ depth }) => (depth === null ? "eine Frage an den ganzen Baum; die Antwort verschiebt eine Schranke" : "einen Halbzug tiefer als der Durchgang davor, dessen beste Züge zuerst"),
    bounds: ({ lower, upper }) => (lower === upper ? "der Wert kann nicht kleiner und nicht größer sein" : "der Durchgang hat eine Seite bewiesen; die nächste Frage liegt innerhalb dieser Schranken"),
    insert: "ein Zustand der Liste ist ein Knoten mit einer Schranke: Kein Spiel durch ihn kann besser ausgehen",
    drop: "sein Vorfahr ist auch ohne ihn gelöst",
    solved: "er hatte die beste Schranke in der Liste, also kann nichts Offenes ihn schlagen",
    list: "der Zustand mit der besten Schranke kommt als nächster",
  },
};
