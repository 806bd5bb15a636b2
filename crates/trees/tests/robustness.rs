//! Observers that stop searches, deep trees, extreme values, settings out of range.

use crate::recorder::{run, run_with};
use crate::trees::any_tree;
use bestmove_trees::{
    Answer, Bound, CATALOGUE, Choice, Event, GivenTree, MAX_VALUE, MINUS_INFINITY, NodeId, Observer, Order,
    PLUS_INFINITY, Player, Search, Settings, Stopped, Ties, Tree, Value, Window,
};

const ORDERS: [Order; 5] = [Order::AsGiven, Order::Static, Order::Best, Order::Worst, Order::Random];

/// Stops at an event or a step of silent work, and counts those that come after that.
struct StopAt {
    steps: usize,
    late: usize,
}

impl StopAt {
    fn step(&mut self) -> Result<(), Stopped> {
        match self.steps {
            0 => {
                self.late += 1;
                Err(Stopped)
            }
            1 => {
                self.steps = 0;
                Err(Stopped)
            }
            _ => {
                self.steps -= 1;
                Ok(())
            }
        }
    }
}

impl Observer for StopAt {
    fn observe(&mut self, _: NodeId<'_>, _: Event) -> Result<(), Stopped> {
        self.step()
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.step()
    }
}

#[test]
fn every_search_stops_at_any_event() {
    let tree = GivenTree::parse("[[[5, 6], [7, 4, 5]], [[3], [9, [6, 2]]], 4]", Player::Max).unwrap();
    for entry in &CATALOGUE {
        for order in ORDERS {
            let settings = Settings { order, ..Settings::default() };
            let mut finished = false;
            for steps in 1..10_000 {
                let mut observer = StopAt { steps, late: 0 };
                let outcome = run_with(entry.search, &tree, &settings, &mut observer);
                assert_eq!(observer.late, 0, "{}, {order:?}: goes on after step {steps}", entry.id);
                if observer.steps > 0 {
                    assert!(outcome.is_ok_and(|outcome| outcome.is_complete));
                    finished = true;
                    break;
                }
                // Iterative deepening has an answer after its first iteration.
                assert!(
                    outcome.is_err() || outcome.is_ok_and(|outcome| outcome.depth.is_some()),
                    "{}",
                    entry.id
                );
            }
            assert!(finished, "{}, {order:?}", entry.id);
        }
    }
}

/// Hears nothing.
struct Deaf;

impl Observer for Deaf {
    fn observe(&mut self, _: NodeId<'_>, _: Event) -> Result<(), Stopped> {
        Ok(())
    }
}

/// At each ply a leaf and a child that goes on, so that no search finds a cutoff before the end.
struct Comb {
    plies: u32,
}

impl Tree for Comb {
    type Node = (u32, bool);

    fn root(&self) -> Self::Node {
        (0, false)
    }

    fn root_player(&self) -> Player {
        Player::Max
    }

    fn children(&self, (ply, is_leaf): &Self::Node) -> impl ExactSizeIterator<Item = Self::Node> {
        let children = if *is_leaf || *ply == self.plies { 0 } else { 2 };
        let ply = *ply;
        (0..children).map(move |number| (ply + 1, number == 0))
    }

    fn value(&self, (ply, is_leaf): &Self::Node) -> Value {
        match (is_leaf, ply % 2) {
            (false, _) => 0,
            // Max could have gone to this leaf.
            (true, 1) => -1,
            (true, _) => 1,
        }
    }
}

#[test]
fn trees_of_a_thousand_plies_fit_the_stack_of_a_worker() {
    let search_all = || {
        let tree = Comb { plies: 1000 };
        let others = [Search::MNMinimax, Search::MNAlphaBeta, Search::Expectimax];
        for entry in CATALOGUE.iter().filter(|entry| !others.contains(&entry.search)) {
            for order in ORDERS {
                if order != Order::AsGiven
                    && matches!(entry.search, Search::IterativeDeepening | Search::RefutationTable)
                {
                    continue;
                }
                let settings = Settings { order, ..Settings::default() };
                let outcome = run_with(entry.search, &tree, &settings, &mut Deaf).unwrap();
                assert_eq!(outcome.value, 0, "{}, {order:?}", entry.id);
                assert_eq!(outcome.line.len(), 1000, "{}, {order:?}", entry.id);
            }
        }
        for search in others {
            run_with(search, &tree, &Settings::default(), &mut Deaf).unwrap();
        }
    };
    // As much as the threads of the service have.
    std::thread::Builder::new().stack_size(2 << 20).spawn(search_all).unwrap().join().unwrap();
}

/// Settings at the ends of their ranges.
fn extreme_settings() -> Vec<Settings> {
    let ends = [MINUS_INFINITY, -MAX_VALUE, 0, MAX_VALUE, PLUS_INFINITY];
    let mut all = Vec::new();
    for (number, guess) in ends.into_iter().enumerate() {
        for margin in [1, MAX_VALUE] {
            for beta in &ends[1..] {
                for ties in [Ties::Cut, Ties::Search] {
                    let window = Window {
                        alpha: if *beta > 0 { ends[number % 3] } else { MINUS_INFINITY },
                        beta: *beta,
                    };
                    let choice = Choice { max_children: 1 + number, min_children: 65_535, bonus: MAX_VALUE };
                    let guess = Some(guess);
                    all.push(Settings { window, ties, guess, margin, choice, ..Settings::default() });
                }
            }
        }
    }
    all
}

#[test]
fn extreme_values_do_not_overflow() {
    let trees = [
        "1000000000",
        "-1000000000",
        "[1000000000, -1000000000]",
        "[[-1000000000, 1000000000], [0, 1000000000]]",
    ];
    for (text, player) in trees.iter().flat_map(|text| [(text, Player::Max), (text, Player::Min)]) {
        let tree = GivenTree::parse(text, player).unwrap();
        for settings in extreme_settings() {
            settings.check().unwrap();
            for entry in &CATALOGUE {
                let outcome = run_with(entry.search, &tree, &settings, &mut Deaf).unwrap();
                let is_exact = entry.options.is_empty() && entry.answer == Answer::Exact;
                if is_exact || matches!(entry.search, Search::MtdF | Search::Aspiration) {
                    let truth = crate::trees::root_value(&tree);
                    assert_eq!(outcome.value, truth, "{text}, {player:?}, {settings:?}, {}", entry.id);
                }
            }
        }
    }
}

#[test]
fn settings_out_of_range_are_named() {
    let check = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        settings.check().map_err(|error| error.to_string())
    };
    assert_eq!(check(&|_| ()), Ok(()));
    type Change<'a> = &'a dyn Fn(&mut Settings);
    let refused: [(Change<'_>, &str); 9] = [
        (
            &|settings| settings.window = Window { alpha: 5, beta: 3 },
            "window: expected alpha below beta, got 5 and 3",
        ),
        (
            &|settings| settings.window = Window { alpha: 3, beta: 3 },
            "window: expected alpha below beta, got 3 and 3",
        ),
        (
            &|settings| settings.window.alpha = MAX_VALUE + 1,
            "window.alpha: expected an integer from -1000000000 to 1000000000, got 1000000001",
        ),
        (
            &|settings| settings.window.beta = -MAX_VALUE - 1,
            "window.beta: expected an integer from -1000000000 to 1000000000, got -1000000001",
        ),
        (
            &|settings| settings.guess = Some(Value::MIN),
            "guess: expected an integer from -1000000000 to 1000000000, got -2147483648",
        ),
        (&|settings| settings.margin = 0, "margin: expected an integer from 1 to 1000000000, got 0"),
        (&|settings| settings.choice.max_children = 0, "m: expected an integer from 1 to 65535, got 0"),
        (
            &|settings| settings.choice.min_children = 65_536,
            "n: expected an integer from 1 to 65535, got 65536",
        ),
        (&|settings| settings.choice.bonus = -1, "bonus: expected an integer from 0 to 1000000000, got -1"),
    ];
    for (change, message) in refused {
        assert_eq!(check(change), Err(message.to_owned()));
    }
}

#[test]
fn the_catalogue_names_each_search_once() {
    for (number, entry) in CATALOGUE.iter().enumerate() {
        assert_eq!((entry.search as usize, entry.search.entry()), (number, entry));
        assert_eq!(entry.id.parse(), Ok(entry.search));
        assert_eq!(
            CATALOGUE.iter().filter(|other| other.name == entry.name || other.id == entry.id).count(),
            1
        );
        assert!(entry.paper.chars().any(|sign| sign.is_ascii_digit()), "{}: a year", entry.id);
        assert!(entry.summary.ends_with('.'), "{}", entry.id);
    }
    let error = "alphabeta".parse::<Search>().unwrap_err().to_string();
    assert!(error.starts_with("search: expected one of minimax, negamax,"), "{error}");
    assert!(error.ends_with(", got alphabeta"), "{error}");
}

#[test]
fn settings_that_a_search_does_not_take_have_no_effect() {
    for seed in 0..50 {
        let tree = any_tree(seed);
        let odd = Settings {
            window: Window { alpha: 0, beta: 1 },
            ties: Ties::Search,
            guess: Some(7),
            margin: 1,
            choice: Choice { max_children: 3, min_children: 3, bonus: 9 },
            ..Settings::default()
        };
        for entry in CATALOGUE.iter().filter(|entry| entry.options.is_empty()) {
            let outcome = |settings| run_with(entry.search, &tree, settings, &mut Deaf);
            assert_eq!(outcome(&odd), outcome(&Settings::default()), "{}", entry.id);
        }
    }
}

/// Where all leaves are equal C* finds the first move if the range that it is told has their value.
/// Where the range is that value alone there is nothing to search, and beside the range there is a
/// bound; then no move is known to be the best.
#[test]
fn c_star_may_find_a_value_without_a_best_move() {
    let first: &[u16] = &[0, 0];
    for root in [Player::Max, Player::Min] {
        let tree = GivenTree::parse("[[5, 5], [5, 5]]", root).unwrap();
        for (alpha, beta, bound, line) in [
            (MINUS_INFINITY, PLUS_INFINITY, Bound::Exact, first),
            (4, 6, Bound::Exact, first),
            (5, 9, Bound::Upper, first),
            (-9, 5, Bound::Lower, first),
            (5, 5, Bound::Upper, &[]),
            (7, 9, Bound::Upper, &[]),
            (1, 3, Bound::Lower, &[]),
        ] {
            let settings = Settings { window: Window { alpha, beta }, ..Settings::default() };
            let (answer, recorder) = run(Search::MtdBisect, &tree, &settings);
            let place = format!("{root:?}, {alpha} to {beta}");
            assert_eq!((answer.value, answer.bound), (5, bound), "{place}");
            assert_eq!((answer.best, &*answer.line), (line.first().copied(), line), "{place}");
            assert_eq!(recorder.evaluated().is_empty(), alpha == beta, "{place}");
        }
    }
}
