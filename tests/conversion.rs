//! Conversion of endings: the search wins what the tablebase calls won, and draws what it calls drawn.

use crate::positions::{Rng, moves, random_board};
use crate::processes::{Server, free_address};
use bestmove_core::game::{Evaluator, Notation, Rules, Side, Tablebase, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::{Board, Knowledge, Move};
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, adjudicate, search};
use reqwest::Client;
use serde_json::{Value, json};
use std::env;
use std::iter;
use std::path::Path as FilePath;
use tokio::runtime::Builder;

/// How the opponent plays.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    /// Keeps the tablebase result, and chooses at random among the moves that do.
    Stubborn,
    /// Chooses at random among the moves that do not lose within eight plies.
    Careful,
    /// Plays like the side under test.
    Equal,
}

const RESISTING: [Opponent; 2] = [Opponent::Stubborn, Opponent::Random];

/// The tablebase result as a number, worst first.
fn rank(tablebase_result: Option<TablebaseResult>) -> i32 {
    match tablebase_result {
        Some(TablebaseResult::Loss { plies }) => i32::from(plies.unwrap_or(0)) - 1000,
        Some(TablebaseResult::Draw) | None => 0,
        Some(TablebaseResult::Win { plies }) => 1000 - i32::from(plies.unwrap_or(0)),
    }
}

/// The tablebase result after all forced captures; `None` where the tables do not cover that.
fn tablebase_result(board: &Board, knowledge: &Knowledge) -> Option<TablebaseResult> {
    if Checkers::outcome(board).is_some() {
        return Some(TablebaseResult::Loss { plies: Some(0) });
    }
    Checkers::probe_dtw(board, knowledge).or_else(|| {
        let captures = moves::<Checkers>(board);
        if !captures.iter().all(|&played| Checkers::is_noisy(board, played)) {
            return None;
        }
        let after = |&played: &Move| tablebase_result(&Checkers::play(board, played), knowledge);
        let worst_for_them =
            captures.iter().map(after).min_by_key(|&tablebase_result| rank(tablebase_result))?;
        worst_for_them.map(|tablebase_result| match tablebase_result {
            TablebaseResult::Draw => TablebaseResult::Draw,
            TablebaseResult::Win { .. } => TablebaseResult::Loss { plies: None },
            TablebaseResult::Loss { .. } => TablebaseResult::Win { plies: None },
        })
    })
}

fn stubborn(board: &Board, knowledge: &Knowledge, rng: &mut Rng) -> Move {
    let rank_after = |played: Move| rank(tablebase_result(&Checkers::play(board, played), knowledge));
    let moves = moves::<Checkers>(board);
    let best = moves.iter().map(|&played| rank_after(played)).min().unwrap();
    let keeping: Vec<Move> = moves.into_iter().filter(|&played| rank_after(played) == best).collect();
    keeping[rng.below(keeping.len())]
}

fn careful(board: &Board, knowledge: &Knowledge, rng: &mut Rng) -> Move {
    let is_safe = |&played: &Move| {
        let after = tablebase_result(&Checkers::play(board, played), knowledge);
        !matches!(after, Some(TablebaseResult::Win { plies: Some(..8) }))
    };
    let moves = moves::<Checkers>(board);
    let safe: Vec<Move> = moves.iter().copied().filter(is_safe).collect();
    let choice = if safe.is_empty() { &moves[..] } else { &safe };
    choice[rng.below(choice.len())]
}

/// A game in progress.
struct Playing {
    start: Board,
    path: Path<Checkers>,
    moves: Vec<String>,
}

impl Playing {
    fn play(&mut self, played: Move) {
        self.moves.push(Checkers::print_move(self.path.position(), played));
        self.path.play(played);
    }
}

/// Plays from a board to the end, with `choose` for the side to move. Returns the winner.
fn play_out(
    start: Board,
    opponent: Opponent,
    knowledge: &Knowledge,
    rng: &mut Rng,
    choose: &mut impl FnMut(&Playing) -> Move,
) -> Option<Side> {
    let mut playing = Playing { start, path: Path::from(start), moves: Vec::new() };
    loop {
        if let Some(outcome) = playing.path.outcome() {
            return outcome.winner;
        }
        let at = *playing.path.position();
        let played = if Checkers::to_move(&at) == Checkers::to_move(&start) {
            choose(&playing)
        } else {
            match opponent {
                Opponent::Random => {
                    let moves = moves::<Checkers>(&at);
                    moves[rng.below(moves.len())]
                }
                Opponent::Stubborn => stubborn(&at, knowledge, rng),
                Opponent::Careful => careful(&at, knowledge, rng),
                Opponent::Equal => choose(&playing),
            }
        };
        playing.play(played);
    }
}

/// Plays `games` random endings that the tablebase calls won or drawn. Returns the won ones that ended in a
/// draw. Checks that none was lost.
fn missed_wins(
    games: usize,
    pieces: usize,
    opponents: &[Opponent],
    knowledge: &Knowledge,
    choose: impl FnMut(&Playing) -> Move,
) -> Vec<(Board, String)> {
    missed_wins_of(games, pieces, |_| true, opponents, knowledge, choose)
}

/// The same of random endings that fit a condition.
fn missed_wins_of(
    games: usize,
    pieces: usize,
    fits: impl Fn(&Board) -> bool,
    opponents: &[Opponent],
    knowledge: &Knowledge,
    mut choose: impl FnMut(&Playing) -> Move,
) -> Vec<(Board, String)> {
    let (mut rng, mut missed, mut count) = (Rng(pieces as u64), Vec::new(), 0);
    while count < games {
        let Some(board) = random_board(&mut rng, pieces).filter(&fits) else { continue };
        let tablebase_result = tablebase_result(&board, knowledge);
        let is_skipped = matches!(tablebase_result, None | Some(TablebaseResult::Loss { .. }));
        if is_skipped || Checkers::outcome(&board).is_some() {
            continue;
        }
        let opponent = opponents[count % opponents.len()];
        let winner = play_out(board, opponent, knowledge, &mut rng, &mut choose);
        let fen = Checkers::print(&board);
        assert_ne!(
            winner,
            Some(!Checkers::to_move(&board)),
            "{fen} is {tablebase_result:?}, and lost against {opponent:?}"
        );
        if winner.is_none() && matches!(tablebase_result, Some(TablebaseResult::Win { .. })) {
            missed.push((board, format!("{fen} {tablebase_result:?} {opponent:?}")));
        }
        count += 1;
    }
    missed
}

/// The move of the search, with a transposition table of its own for each game.
fn searched(nodes: u64, knowledge: &Knowledge) -> impl FnMut(&Playing) -> Move {
    let table = TranspositionTable::new(4 << 20);
    move |playing| {
        if playing.moves.is_empty() {
            table.clear();
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let context = SearchContext::new(knowledge, &table, limits);
        search(&playing.path, context, &mut |_| {}).best_move().unwrap()
    }
}

#[test]
fn endings_with_four_and_five_pieces_are_won() {
    let knowledge = Knowledge::default();
    for pieces in [4, 5] {
        let missed = missed_wins(200, pieces, &RESISTING, &knowledge, searched(5_000, &knowledge));
        assert!(missed.is_empty(), "{missed:#?}");
    }
}

/// Plays `games` drawn endings with four pieces against a careful opponent, and counts those not won.
fn drawn_endings_not_won(
    games: usize,
    knowledge: &Knowledge,
    mut choose: impl FnMut(&Playing) -> Move,
) -> usize {
    let (mut rng, mut replies) = (Rng(4), Rng(1));
    let boards = iter::from_fn(|| Some(random_board(&mut rng, 4)));
    let is_drawn = |board: &Board| tablebase_result(board, knowledge) == Some(TablebaseResult::Draw);
    let mut is_won = |board: &Board| {
        let winner = play_out(*board, Opponent::Careful, knowledge, &mut replies, &mut choose);
        winner == Some(Checkers::to_move(board))
    };
    boards.flatten().filter(is_drawn).take(games).filter(|board| !is_won(board)).count()
}

/// Compares the search with a player that only keeps the tablebase result.
#[test]
fn swindling_wins_drawn_endings() {
    let (knowledge, mut rng) = (Knowledge::default(), Rng(2));
    let keep = |playing: &Playing| stubborn(playing.path.position(), &knowledge, &mut rng);
    let keeping = drawn_endings_not_won(300, &knowledge, keep);
    let swindling = drawn_endings_not_won(300, &knowledge, searched(5_000, &knowledge));
    assert!(2 * swindling < keeping, "{swindling} not won, {keeping} by only keeping the draw");
}

/// If all moves capture, the results after them decide.
#[test]
fn results_before_captures_follow_from_those_after() {
    let (knowledge, mut rng, mut drawn, mut won) = (Knowledge::default(), Rng(3), 0, 0);
    for pieces in [5, 6] {
        for board in (0..20_000).filter_map(|_| random_board(&mut rng, pieces)) {
            let captures =
                || moves::<Checkers>(&board).iter().all(|&played| Checkers::is_noisy(&board, played));
            if Checkers::outcome(&board).is_some() || !captures() {
                continue;
            }
            let mover = Checkers::to_move(&board);
            let winner = adjudicate::<Checkers>(&Path::from(board), &knowledge);
            let fen = Checkers::print(&board);
            match tablebase_result(&board, &knowledge) {
                Some(TablebaseResult::Draw) => assert_eq!(winner, Some(None), "{fen}"),
                Some(TablebaseResult::Win { .. }) => {
                    assert!(winner.is_none_or(|side| side == Some(mover)), "{fen}");
                }
                Some(TablebaseResult::Loss { .. }) => {
                    assert!(winner.is_none_or(|side| side == Some(!mover)), "{fen}");
                }
                None => panic!("{fen} is not covered"),
            }
            drawn += u32::from(winner == Some(None));
            won += u32::from(winner.flatten().is_some());
        }
    }
    assert!(drawn > 500 && won > 500, "{drawn} drawn, {won} won");
}

/// The directory `BESTMOVE_TABLES`, and the tables there.
fn with_tables() -> (String, Knowledge) {
    let dir = env::var("BESTMOVE_TABLES").expect("BESTMOVE_TABLES must be a directory of tables");
    let knowledge = Checkers::load_knowledge(FilePath::new(&dir)).unwrap();
    (dir, knowledge)
}

/// About three milliseconds a move for each side.
#[test]
fn endings_with_six_pieces_are_won() {
    let (knowledge, opponents) =
        (Knowledge::default(), [Opponent::Equal, Opponent::Stubborn, Opponent::Random]);
    let missed = missed_wins(1_000, 6, &opponents, &knowledge, searched(2_000, &knowledge));
    assert!(missed.is_empty(), "{missed:#?}");
}

/// About seven milliseconds a move for each side.
#[test]
#[ignore = "takes a minute"]
fn four_thousand_endings_with_six_pieces_are_won_against_itself() {
    let knowledge = Knowledge::default();
    let missed = missed_wins(4_000, 6, &[Opponent::Equal], &knowledge, searched(10_000, &knowledge));
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Uses the tables in the directory `BESTMOVE_TABLES`. These have results only, and a win may need more plies
/// than the rules allow: so a few are missed.
#[test]
#[ignore = "needs tables for seven pieces"]
fn nearly_all_won_endings_of_four_pieces_against_three_are_won() {
    let (_, knowledge) = with_tables();
    let is_quiet =
        |board: &Board| !moves::<Checkers>(board).iter().any(|&played| Checkers::is_noisy(board, played));
    let is_won =
        |board: &Board| matches!(tablebase_result(board, &knowledge), Some(TablebaseResult::Win { .. }));
    let fits = |board: &Board| {
        let fen = Checkers::print(board);
        let [one, other] = [1, 2].map(|side| fen.split(':').nth(side).unwrap().split(',').count());
        let is_four_against_three = one.abs_diff(other) == 1;
        is_four_against_three && is_quiet(board) && is_won(board)
    };
    let four_kings = Checkers::parse("W:WK32,K31,K30,K29:BK1,K2,K3").unwrap();
    assert!(fits(&four_kings), "BESTMOVE_TABLES must have tables for seven pieces");
    for (nodes, most) in [(2_000, 30), (10_000, 10)] {
        let choose = searched(nodes, &knowledge);
        let missed = missed_wins_of(1_000, 7, fits, &[Opponent::Equal], &knowledge, choose);
        assert!(missed.len() < most, "{} at {nodes} nodes: {missed:#?}", missed.len());
    }
}

/// Uses the tables in the directory `BESTMOVE_TABLES` and the default time limit. With DTW tables for five
/// pieces this takes a minute; without them, each move that needs a search takes a second.
#[test]
#[ignore = "needs tables for five pieces"]
fn a_thousand_endings_are_won_over_the_service() {
    let (dir, knowledge) = with_tables();
    let server = Server::bestmove(free_address(), &["--tables", &dir]);
    let (url, client) = (format!("http://{}/v1/checkers/best-move", server.address), Client::new());
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let mut choose = |playing: &Playing| {
        let request = json!({ "position": Checkers::print(&playing.start), "moves": playing.moves });
        let answer = async { client.post(&url).json(&request).send().await.unwrap().json().await.unwrap() };
        let answer: Value = runtime.block_on(answer);
        let played = answer["best_move"].as_str().unwrap_or_else(|| panic!("{request}: {answer}"));
        Checkers::parse_move(playing.path.position(), played).unwrap()
    };
    for pieces in [4, 5] {
        let missed = missed_wins(500, pieces, &RESISTING, &knowledge, &mut choose);
        assert!(missed.is_empty(), "{missed:#?}");
    }
}
