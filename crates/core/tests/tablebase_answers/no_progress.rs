//! Tablebase wins near the no-progress limit and near repetitions.

use super::{analyse, analyse_nodes, captures, session};
use crate::positions::{Rng, moves, random_board};
use crate::proofs::run;
use bestmove_core::game::{Evaluator, Moves, Notation, Side, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::endgame::Tables;
use bestmove_core::games::checkers::{Board, Move};
use bestmove_core::search::{
    Limits, Path, RootMoves, SearchContext, Settings, TranspositionTable, adjudicate, search_root_moves,
};
use bestmove_core::types::{Bound, Depth, Verdict};
use bestmove_query::{AnalysisLine, Session};
use serde::Deserialize;
use std::iter;
use std::mem;
use std::num::NonZeroUsize;

/// A win may take 60 plies to the next irreversible move; here fewer are left.
#[test]
fn a_win_that_does_not_fit_the_rules_is_an_estimate() {
    let (session, mut rng, mut seen) = (session(), Rng(60), 0);
    let start = Checkers::parse("W:WK30,K31,K32:BK1,K2").unwrap();
    while seen < 20 {
        let (mut path, mut texts) = (Path::<Checkers>::from(start), Vec::new());
        while path.outcome().is_none() && path.no_progress_plies() < 30 {
            let legal = moves::<Checkers>(path.position());
            let played = legal[rng.below(legal.len())];
            texts.push(Checkers::print_move(path.position(), played));
            path.play(played);
        }
        let at = *path.position();
        let is_won = matches!(Tables::embedded().probe(&at), Some(TablebaseResult::Win { plies: None }));
        if !is_won || path.no_progress_plies() < 30 {
            continue;
        }
        seen += 1;
        let with_room = analyse(&session, &at, &[], NonZeroUsize::MIN).best().verdict;
        assert!(matches!(with_room, Verdict::Win { .. }), "{}", Checkers::print(&at));
        let without = analyse(&session, &start, &texts, NonZeroUsize::MIN).best().verdict;
        assert_ne!(without, Verdict::Win { plies: None }, "{texts:?}");
    }
}

/// A random game from `start` of `plies` king moves without a capture or a threat, if one is found.
fn quiet_game(rng: &mut Rng, start: Board, plies: u16) -> Option<Vec<String>> {
    let (mut path, mut texts) = (Path::<Checkers>::from(start), Vec::new());
    while path.no_progress_plies() < plies {
        let at = *path.position();
        let after = |&played: &Move| {
            let mut next = path.clone();
            next.play(played);
            let is_quiet = !Checkers::opponent_threatens(next.position()) && !captures(next.position());
            let is_reversible =
                next.outcome().is_none() && next.no_progress_plies() > path.no_progress_plies();
            (is_quiet && is_reversible).then_some((played, next))
        };
        let quiet: Vec<_> = moves::<Checkers>(&at).iter().filter_map(after).collect();
        let (played, next) = quiet.get(rng.below(quiet.len().max(1)))?.clone();
        texts.push(Checkers::print_move(&at, played));
        path = next;
    }
    Some(texts)
}

/// The verdict that a full-width search proves for a game that is near the no-progress limit.
fn truth(start: &Board, texts: &[String]) -> Option<(Verdict, Bound)> {
    let mut path = Path::<Checkers>::from(*start);
    for text in texts {
        path.play(Checkers::parse_move(path.position(), text).unwrap());
    }
    let table = TranspositionTable::new(1 << 22);
    let found = run(&path, Some(300_000), Some(12), Settings::FULL_WIDTH, &table);
    found.best().verdict.is_proven().then_some((found.best().verdict, found.best().bound))
}

/// Checks that each proof of the engine is true for a game: with the position and its history. Returns the
/// number of proofs.
fn assert_proofs_hold(truth: (Verdict, Bound), session: &Session, start: &Board, texts: &[String]) -> usize {
    let is_true = |nodes: &u64| {
        let analysis = analyse_nodes(*nodes, session, start, texts, NonZeroUsize::MIN);
        let &AnalysisLine { verdict, bound, .. } = analysis.best();
        let both_exact = (bound, truth.1) == (Bound::Exact, Bound::Exact);
        let is_same = match (verdict, truth.0) {
            (Verdict::Win { plies: Some(claimed) }, Verdict::Win { plies: Some(true_plies) })
            | (Verdict::Loss { plies: Some(claimed) }, Verdict::Loss { plies: Some(true_plies) }) => {
                !both_exact || claimed == true_plies
            }
            _ => mem::discriminant(&verdict) == mem::discriminant(&truth.0),
        };
        let fen = Checkers::print(start);
        assert!(
            !verdict.is_proven() || is_same,
            "{verdict:?} {bound:?} at {nodes}, not {truth:?}: {fen} {texts:?}"
        );
        verdict.is_proven()
    };
    [1, 200, 5_000].iter().filter(|nodes| is_true(nodes)).count()
}

/// Here tablebase wins may not fit the no-progress rule, and the best defence may differ from that of the
/// tablebase.
#[test]
fn proofs_hold_near_the_no_progress_limit() {
    let (session, mut rng, mut proofs) = (session(), Rng(40), [0; 3]);
    for pieces in [3, 4, 5, 6].into_iter().cycle().take(1_500) {
        let start = iter::from_fn(|| Some(random_board(&mut rng, pieces))).flatten().next().unwrap();
        let plies = 73 + rng.below(7) as u16;
        let Some(texts) = quiet_game(&mut rng, start, plies) else { continue };
        let Some(truth) = truth(&start, &texts) else { continue };
        let class = match truth.0 {
            Verdict::Win { .. } => 0,
            Verdict::Draw => 1,
            Verdict::Loss { .. } | Verdict::Margin(_) | Verdict::Estimate(_) => 2,
        };
        proofs[class] += assert_proofs_hold(truth, &session, &start, &texts);
    }
    assert!(proofs.iter().all(|&count| count > 10), "{proofs:?}");
}

/// A win by a move that is not the fastest, and two draws. In one of them the longest defence makes progress,
/// in the other the move with the best evaluation does.
#[test]
fn the_defence_differs_from_that_of_the_tablebase() {
    #[derive(Deserialize)]
    struct Line {
        start: String,
        moves: Vec<String>,
    }
    let lines: Vec<Line> = serde_json::from_str(include_str!("../data/checkers-no-progress.json")).unwrap();
    let truths = [Verdict::Win { plies: Some(7) }, Verdict::Draw, Verdict::Draw];
    let session = session();
    for (line, truth) in lines.iter().zip(truths) {
        assert_proofs_hold(
            (truth, Bound::Exact),
            &session,
            &Checkers::parse(&line.start).unwrap(),
            &line.moves,
        );
    }
}

/// The position has occurred twice. After the next move, the only winning line repeats it.
#[test]
fn a_win_through_a_third_repetition_is_no_win() {
    let session = session();
    for (fen, moves) in [
        ("W:WK5,K10,K18:BK13,K24", ["18-14", "13-9", "14-18", "9-13"]),
        ("W:WK13,K19,K28:BK5,K14", ["13-9", "14-10", "9-13", "10-14"]),
        ("W:WK3,K8:BK6", ["8-4", "6-2", "4-8", "2-6"]),
    ] {
        let (start, texts) = (Checkers::parse(fen).unwrap(), moves.map(str::to_owned));
        let every = analyse_nodes(100, &session, &start, &texts, NonZeroUsize::MAX);
        let verdict = every.lines.iter().find(|line| line.line[0] == texts[0]).unwrap().verdict;
        assert!(!matches!(verdict, Verdict::Win { .. }), "{fen}: {verdict:?}");
        let after = [&texts[..], &texts[..2]].concat();
        let then = analyse(&session, &start, &after, NonZeroUsize::MIN).best().verdict;
        assert!(!matches!(then, Verdict::Win { .. }), "{fen}: {then:?}");
    }
}

/// The verdict on each legal move.
fn verdicts(session: &Session, start: &Board, texts: &[String]) -> Vec<(String, Verdict)> {
    let every = analyse_nodes(30, session, start, texts, NonZeroUsize::MAX);
    every.lines.iter().map(|line| (line.line[0].clone(), line.verdict)).collect()
}

/// The tables alone would call the first a loss and the second a win.
#[test]
fn a_third_repetition_is_a_draw_whatever_the_tablebase_says() {
    let session = session();
    let lost = Checkers::parse("B:WK28,K4:BK5,K10,K18,K22").unwrap();
    let texts = ["5-1", "28-32", "1-5", "32-28", "5-1", "28-32", "1-5"].map(str::to_owned);
    let best = analyse(&session, &lost, &texts, NonZeroUsize::MIN);
    assert_eq!(
        (best.best_move(), best.best().verdict, best.best().bound),
        (Some("32-28"), Verdict::Draw, Bound::Exact)
    );

    let won = Checkers::parse("W:WK28:BK1,K10,K18").unwrap();
    let texts = ["28-32", "1-5", "32-28", "5-1", "28-32", "1-5", "32-28"].map(str::to_owned);
    let verdicts = verdicts(&session, &won, &texts);
    assert!(verdicts.contains(&("5-1".to_owned(), Verdict::Draw)), "{verdicts:?}");
    assert!(
        verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Estimate(25_000..))),
        "{verdicts:?}"
    );
}

/// Every move without progress draws.
#[test]
fn the_last_move_without_progress_is_a_draw_whatever_the_tablebase_says() {
    let (session, mut rng, mut draws) = (session(), Rng(79), 0);
    for pieces in [4, 5, 6].into_iter().cycle().take(300) {
        let start = iter::from_fn(|| Some(random_board(&mut rng, pieces))).flatten().next().unwrap();
        let Some(texts) = quiet_game(&mut rng, start, 79) else { continue };
        let mut path = Path::<Checkers>::from(start);
        texts.iter().for_each(|text| path.play(Checkers::parse_move(path.position(), text).unwrap()));
        for (text, verdict) in verdicts(&session, &start, &texts) {
            let mut next = path.clone();
            next.play(Checkers::parse_move(path.position(), &text).unwrap());
            if next.outcome().is_some_and(|outcome| outcome.winner.is_none()) {
                assert_eq!(verdict, Verdict::Draw, "{text} after {texts:?} from {}", Checkers::print(&start));
                draws += 1;
            }
        }
    }
    assert!(draws > 100, "{draws}");
}

/// The tablebase has the winner but not the distance, and a search with reductions may miss a longer defence.
#[test]
fn a_distance_is_exact_or_is_a_bound() {
    let (session, first) = (session(), NonZeroUsize::MIN);
    let at_once = Checkers::parse("B:WK4:BK8,K29,3,K26,7").unwrap();
    let answer = analyse(&session, &at_once, &[], first);
    assert_eq!((answer.best().verdict, answer.best().bound), (Verdict::Win { plies: Some(1) }, Bound::Exact));
    let late = Checkers::parse("W:WK28:BK8,K10,20,K23").unwrap();
    let answer = analyse_nodes(20_000, &session, &late, &[], first);
    assert!(
        answer.best().bound != Bound::Exact || answer.best().verdict == Verdict::Loss { plies: Some(8) },
        "{answer:?}"
    );
}

/// Two kings against one win, unless the win needs a repetition.
#[test]
fn games_are_adjudicated_where_the_win_fits_the_rules() {
    let (start, knowledge) = (Checkers::parse("W:WK23,K27:BK1").unwrap(), Default::default());
    let mut path = Path::<Checkers>::from(start);
    assert_eq!(adjudicate(&path, &knowledge), Some(Some(Side::Second)));
    let mut winners = Vec::new();
    for text in ["23-26", "1-5", "26-23", "5-1", "23-26", "1-5"] {
        path.play(Checkers::parse_move(path.position(), text).unwrap());
        winners.push(adjudicate(&path, &knowledge));
    }
    assert_eq!(winners[3], Some(Some(Side::Second)), "the second occurrence");
    assert_eq!(winners[4..], [None, None], "a third occurrence would be a draw");
    let drawn = Path::<Checkers>::from(Checkers::parse("W:WK14:BK1").unwrap());
    assert_eq!(adjudicate(&drawn, &knowledge), Some(None));
}

/// After a wasted move the fastest win goes through the root, which would be a repetition. So the distance
/// found without it is only a bound.
#[test]
fn a_win_through_the_root_is_not_overlooked() {
    let start = Checkers::parse("W:WK1,K2,K20,K9,K26:BK21").unwrap();
    let path = Path::<Checkers>::from(start);
    let wasted = Moves::from_iter([Checkers::parse_move(&start, "26-31").unwrap()]);
    let limits = Limits { depth: Some(Depth::new(11)), ..Limits::default() };
    let roots = RootMoves { path: &path, moves: &wasted, multi_pv: NonZeroUsize::MIN };
    let (table, knowledge) = (TranspositionTable::new(1 << 20), Default::default());
    let settings = Settings::FULL_WIDTH;
    let context = SearchContext { settings, ..SearchContext::new(&knowledge, &table, limits) };
    let found = search_root_moves(roots, context, &mut |_| {});
    let Verdict::Win { plies: Some(plies) } = found.best().verdict else {
        panic!("{:?}", found.best().verdict)
    };
    assert!(found.best().bound == Bound::Lower && plies >= 7, "{:?} {plies}", found.best().bound);
}
