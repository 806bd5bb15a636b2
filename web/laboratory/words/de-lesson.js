// German: the lesson.

export default {
  lesson: {
    title: (number, all, title) => `${number} von ${all}: ${title}`,
    look: "Schau hin:",
    question: "Frage:",
    right: "Richtig.",
    wrong: "Nicht ganz.",
    back: "Zurück",
    on: "Weiter",
    cut: "Bis zum Cutoff",
    last: "Zum Ende",
    end: "Lektion beenden",
    links: {
      rook: {
        title: "der verlorene Turm",
        text: "Max △ hat zwei Züge, B und C. Die Zahlen gelten für Max: Nach B nimmt Min ▽ das Kleinste von 0, 3 und 9, also ist B 0 wert. Nach C gewinnt schon die erste Antwort einen Turm: −5.",
        look: "Drücke „Erster Schritt“ und geh weiter, bis zwei Striche die Kanten unter C abschneiden.",
        question: "C hat noch eine Antwort, die sogar eine Dame gewinnt (−9). Warum sieht die Suche sie nicht an?",
        answers: [
          ["Sie ist schlecht für Max", false, "Das kann die Suche nicht wissen: Sie sieht die −9 nie. Auch eine +7 sähe sie dort nicht an."],
          ["C ist schon widerlegt", true, "Max hat 0 durch B. Eine Antwort, die C auf −5 oder weniger drückt, genügt: Max spielt C nicht, was dort auch sonst noch ist."],
          ["Min würde sie nicht spielen", false, "Min würde sie sehr gern spielen. Es ist gleichgültig, denn Max geht nie nach C."],
        ],
      },
      shallow: {
        title: "der flache Cutoff",
        text: "Das Fenster (α, β) über einem Knoten: Auf dem Weg dorthin hat Max α sicher, Min β. Nur eine Zahl dazwischen zählt. Sobald β ≤ α ist, wie in (2, 1), gibt es keine: Der Rest des Knotens wird abgeschnitten.",
        look: "Nach B hat A 2 sicher, also bekommt C das Fenster (2, +∞). Sein erstes Blatt, 1, schließt es.",
        question: "Woher kommt die Schranke, die bei C abschneidet?",
        answers: [
          ["Vom Blatt von C", false, "Das Blatt sagt, dass C 1 oder weniger wert ist. Dass das zu wenig ist, weiß man erst durch eine zweite Zahl."],
          ["Von A, dem Elternknoten", true, "A hat 2 durch B sicher. 1 ≤ 2, also wird C abgeschnitten. Ein Cutoff durch das, was die fertigen Kinder des Elternknotens gezeigt haben, heißt flach."],
          ["Vom Fenster des Anfangs", false, "Die Suche begann mit (−∞, +∞), und das schneidet nichts ab."],
        ],
      },
      beta: {
        title: "der Beta-Cutoff",
        text: "Das Spiegelbild, an einem Max-Knoten. Min ▽ hat bei B 4 durch die erste Antwort, C, also bekommt D das Fenster (−∞, 4). D ist ein Max-Knoten △: Sein Wert kann nur steigen, und Min will das Kleinste.",
        look: "Das erste Blatt von D ist 7. Max hat dort 7 oder mehr, also schneiden die Striche die 1 dahinter ab.",
        question: "Warum braucht D kein zweites Blatt?",
        answers: [
          ["7 ist die größte Zahl", false, "Das weiß die Suche nicht. Auch eine 9 hinter der 7 würde abgeschnitten."],
          ["Min geht nicht nach D", true, "D ist 7 oder mehr wert, und Min hat 4 durch C. Der Wert hat β = 4 erreicht: ein Beta-Cutoff. Die Cutoffs davor, wo Mins Wert auf α fiel, sind Alpha-Cutoffs."],
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
        look: "Drück immer wieder auf „Nächster Schritt“: Die Pfeile tragen α = 2 hinunter, von A über C und D bis F. Dort ist das erste Blatt 1.",
        question: "D, der Elternknoten von F, hat noch kein fertiges Kind. Was schneidet bei F ab?",
        answers: [
          ["Die Schranke von D", false, "D hat noch nichts sicher: Keines seiner Kinder ist fertig."],
          ["Die Schranke von A", true, "Käme das Spiel zu F, bekäme Max 1 oder weniger, und dann wäre es besser, B zu spielen und 2 zu haben. Wählt Max bei D oder Min bei C etwas anderes, spielt F ohnehin keine Rolle. Eine Schranke von weiter oben als dem Elternknoten macht einen tiefen Cutoff."],
          ["Nichts: Die 6 muss man sehen", false, "Branch-and-Bound sieht die 6 tatsächlich an, denn es fragt nur den Elternknoten. Alpha-Beta nicht."],
        ],
      },
      order: {
        title: "warum die Reihenfolge zählt",
        text: "Zwei Bäume mit denselben neun Blättern und demselben Wert, 3. In einem kommen überall der schlechteste Zug und die schlechteste Antwort zuerst, im anderen die besten.",
        look: "Geh in beiden Reihenfolgen zum Ende und vergleiche, wie viele Blätter die Suche angesehen hat.",
        choice: "Blätter:",
        own: "Schlechte zuerst",
        other: "Gute zuerst",
        question: "Warum spart ein guter Zug am Anfang Blätter?",
        answers: [
          ["Das Fenster wird früh klein", true, "5 Blätter statt 9: Ist die 3 von Anfang an bekannt, widerlegt eine einzige Antwort jeden anderen Zug. In der besten Reihenfolge sieht Alpha-Beta etwa das Doppelte der Wurzel aus der Zahl aller Blätter an, hier 2 · √9 − 1 = 5."],
          ["Die anderen werden nicht besucht", false, "Jeder andere Zug wird noch besucht, bis eine Antwort ihn widerlegt."],
          ["Der Wert wird größer", false, "Alpha-Beta findet in jeder Reihenfolge denselben Wert. Nur die Arbeit ist verschieden."],
        ],
      },
      nullWindow: {
        title: "das Nullfenster",
        text: "Gilt der erste Zug als bester, genügt für die anderen ein Nullfenster: (2, 3), in das nichts passt, fragt nur „besser als 2?“. So fragen PVS, hier gezeichnet, und NegaScout vom zweiten Kind an, MTD(f) fragt nur das.",
        look: "B mit (2, 3): Ist B schlechter, entscheidet die 4 über C, und das Blatt dahinter fällt weg.",
        choice: "B:",
        own: "schlechter als 2",
        other: "besser als 2",
        question: "Und wenn die Antwort „besser“ lautet?",
        answers: [
          ["Der Zug ist der beste, fertig", false, "Er ist besser als der erste, aber um wie viel, weiß man nicht, und ein späterer kann noch besser sein."],
          ["Noch einmal suchen", true, "Der genaue Wert braucht eine zweite Suche mit offenem Fenster. Bei guter Reihenfolge ist das selten, also lohnen sich die Nullfenster."],
          ["Die Suche ist gescheitert", false, "„Fails high“ heißt es zwar, und doch ist es eine Antwort: mehr, als das Fenster fasst."],
        ],
      },
      bestFirst: {
        title: "bestes zuerst",
        text: "SSS* geht nicht von links nach rechts. Es hat eine Liste der offenen Knoten. Die Schranke eines Knotens ist, was er höchstens noch wert sein kann. Die höchste kommt zuerst.",
        look: "Die Liste über dem Bild. Nach der 6 ist der erste Zug höchstens 6 wert. Der zweite hat noch die Schranke +∞, also geht die Suche dorthin.",
        question: "Warum wird die 8 nie angesehen?",
        answers: [
          ["8 ist mehr als 7", false, "Die Suche kennt die 8 nicht. Sie weiß nur, dass deren Elternknoten 6 oder weniger wert ist."],
          ["7 schlägt die Schranke 6", true, "Der zweite Zug ist 7 wert, und der erste kann nicht mehr als 6 sein: fertig. Der Preis ist eine Liste im Speicher."],
          ["Der Speicher war voll", false, "Hier hat die Liste nur wenige Zustände. Auf großen Bäumen ist ihre Länge der Preis."],
        ],
      },
    },
  },
};
