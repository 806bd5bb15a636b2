//! Labels of reviewed moves, against an oracle that looks at every move.

use crate::positions::{Rng, by_ply, moves};
use bestmove_core::game::{Game, Notation, Rules, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::connect_four::Board;
use bestmove_core::games::connect_four::solver::ValueSolver;
use bestmove_core::games::{ConnectFour, TicTacToe};
use bestmove_core::review::{Label, MoveReview, MoveScore};
use bestmove_core::types::{Bound, Expectation, Verdict};

/// The result of a move with best play, for the side that plays it: 1, 0 or -1, and the plies to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outlook {
    pub(crate) result: i32,
    plies: i32,
}

impl Outlook {
    /// The better, the larger: quick wins, then draws, then slow losses.
    const fn rank(self) -> i32 {
        self.result * (1000 - self.plies)
    }

    fn score(self) -> MoveScore {
        let plies = u16::try_from(self.plies).ok();
        let verdict = match self.result {
            1 => Verdict::Win { plies },
            0 => Verdict::Draw,
            _ => Verdict::Loss { plies },
        };
        let expectation = Expectation::proven(verdict).unwrap();
        MoveScore { verdict, bound: Bound::Exact, expectation, depth: 0 }
    }

    /// The outlook of a move that leads to a position with this outlook for the other side.
    const fn before(self) -> Self {
        Self { result: -self.result, plies: self.plies + 1 }
    }

    /// Whether a move with this outlook gives away a result, or the game at once where the best move holds out.
    const fn is_error(self, best: Self) -> bool {
        let gives_up = self.result < 0 && self.plies <= 2 && best.rank() - self.rank() >= 4;
        self.result < best.result || gives_up
    }

    /// The accuracy of a move with this outlook, by the formula in `openapi.yaml`.
    fn accuracy(self, best: Self) -> f64 {
        let practical = |plies: i32| 0.5 - 0.5 * (-f64::from(plies) / 45.0).exp();
        let lost = match (self.result, best.result) {
            (-1, -1) => practical(best.plies) - practical(self.plies),
            (own, best) => f64::from(best - own) / 2.0,
        };
        (103.1668 * (-4.354_415 * lost).exp() - 2.1669).clamp(0.0, 100.0)
    }
}

/// The label of a move of which every alternative is known.
pub(crate) fn label_of(all: &[Outlook], played: usize) -> Label {
    let own = all[played];
    let best = all.iter().copied().max_by_key(|outlook| outlook.rank()).unwrap();
    let good = all.iter().filter(|other| !other.is_error(best)).count();
    match (best.result - own.result, best.rank() - own.rank()) {
        (2, _) => Label::Blunder,
        _ if own.is_error(best) => Label::Mistake,
        (_, 4..) => Label::Inaccuracy,
        (_, 1..) => Label::Good,
        _ if good == 1 && all.len() > 1 => Label::OnlyMove,
        _ => Label::Best,
    }
}

/// Plain minimax over the rules alone.
pub(crate) fn minimax<G: Game>(position: &G::Position) -> Outlook {
    match G::outcome(position) {
        Some(outcome) => {
            let won = |winner| if winner == G::to_move(position) { 1 } else { -1 };
            Outlook { result: outcome.winner.map_or(0, won), plies: 0 }
        }
        None => outlooks::<G>(position).into_iter().max_by_key(|outlook| outlook.rank()).unwrap(),
    }
}

/// The outlooks of all moves, in the order of the rules.
pub(crate) fn outlooks<G: Game>(position: &G::Position) -> Vec<Outlook> {
    let after = |played| minimax::<G>(&G::play(position, played)).before();
    moves::<G>(position).into_iter().map(after).collect()
}

/// Reviews each move of a position and compares the label with the oracle's. Returns the labels.
fn check(all: &[Outlook], scores: &[MoveScore], context: &str) -> Vec<Label> {
    let review = |played: usize| {
        let others: Vec<_> = [&scores[..played], &scores[played + 1..]].concat();
        let review = MoveReview::new(scores[played], &others);
        assert_eq!(review.label, label_of(all, played), "{context}, move {played}: {all:?}");
        assert!(!review.is_estimate, "{context}");
        let best = all.iter().map(|outlook| outlook.result).max().unwrap();
        let lost = best - all[played].result;
        assert_eq!(review.expected_points_lost, f64::from(lost) / 2.0);
        let best_move = *all.iter().max_by_key(|outlook| outlook.rank()).unwrap();
        let accuracy = all[played].accuracy(best_move);
        assert!((review.accuracy() - accuracy).abs() < 0.001, "{context}, move {played}: {all:?}");
        assert_eq!((review.missed_win, review.missed_draw), (best == 1 && lost > 0, best == 0 && lost > 0));
        review.label
    };
    (0..all.len()).map(review).collect()
}

#[test]
fn all_moves_of_tic_tac_toe_are_labelled_as_by_minimax() {
    let mut labels = Vec::new();
    let positions = by_ply::<TicTacToe>(8).into_iter().flatten();
    for (text, position) in positions.filter(|(_, position)| TicTacToe::outcome(position).is_none()) {
        let all = outlooks::<TicTacToe>(&position);
        let scores: Vec<_> = all.iter().map(|outlook| outlook.score()).collect();
        labels.extend(check(&all, &scores, &text));
    }
    assert_eq!(labels.len(), 16_167);
    for label in [Label::Best, Label::OnlyMove, Label::Good, Label::Mistake, Label::Blunder] {
        assert!(labels.contains(&label), "{label:?}");
    }
}

fn discs(board: &Board) -> i32 {
    ConnectFour::print(board).chars().filter(|sign| "XO".contains(*sign)).count() as i32
}

/// The outlook of a move by the values of the position after it, with the plies from the number of discs at
/// the end of the game.
fn solved(memory: &SolverMemory, after: &Board) -> Outlook {
    let discs = discs(after);
    if let Some(outcome) = ConnectFour::outcome(after) {
        return Outlook { result: i32::from(outcome.winner.is_some()), plies: 1 };
    }
    let value = ValueSolver::new(memory, SolveLimits::default()).solve(after).value().unwrap();
    let most = 2 * (22 - value.abs());
    // The winner makes the last move.
    let mover_wins = value > 0;
    let is_odd = (discs % 2 == 1) ^ mover_wins;
    let end = if (most % 2 == 1) == is_odd { most } else { most - 1 };
    Outlook { result: value.signum(), plies: end - discs }.before()
}

#[test]
fn three_thousand_moves_of_connect_four_are_labelled_as_by_the_solver() {
    let (memory, mut rng, mut labels) = (SolverMemory::new(1 << 22), Rng(7), Vec::new());
    while labels.len() < 3000 {
        let mut board = ConnectFour::start();
        while ConnectFour::outcome(&board).is_none() {
            let cells = moves::<ConnectFour>(&board);
            if discs(&board) >= 20 {
                let all: Vec<_> =
                    cells.iter().map(|&cell| solved(&memory, &ConnectFour::play(&board, cell))).collect();
                let solutions = ConnectFour::solve_moves(&board, &cells, 0, &memory, &SolveLimits::default());
                let score = |cell| {
                    let solution = solutions.iter().find(|one| one.line[0] == cell).unwrap();
                    let verdict = solution.verdict();
                    let expectation = Expectation::proven(verdict).unwrap();
                    MoveScore { verdict, bound: solution.bound, expectation, depth: 0 }
                };
                let scores: Vec<_> = cells.iter().map(|&cell| score(cell)).collect();
                labels.extend(check(&all, &scores, &format!("{board:?}")));
            }
            board = ConnectFour::play(&board, cells[rng.below(cells.len())]);
        }
    }
    for label in Label::ALL {
        assert!(labels.contains(&label), "{label:?}");
    }
}
