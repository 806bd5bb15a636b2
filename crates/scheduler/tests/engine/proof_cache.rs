//! The proof cache: which answers it stores and serves.

use super::endless::endless;
use super::{LONG, ask, engine, long, until};
use crate::built_in;
use bestmove_core::search::StoppedBy;
use bestmove_core::types::Verdict;
use bestmove_query::{MoveSelection, Priority, Request, RequestedLimits, Source};
use std::time::Instant;

#[tokio::test]
async fn proofs_are_cached_and_fresh_requests_are_searched() {
    let (engine, game) = (engine(1, 5), built_in("tic-tac-toe"));
    let first = ask(&engine, game.clone(), "XX.OO....", RequestedLimits::default()).await.unwrap().unwrap();
    let again = ask(&engine, game.clone(), "XX./OO./...", RequestedLimits::default()).await.unwrap().unwrap();
    let fresh = ask(
        &engine,
        game.clone(),
        "XX.OO....",
        RequestedLimits { fresh: true, ..RequestedLimits::default() },
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!((first.source, again.source, fresh.source), (Source::Search, Source::Cache, Source::Search));
    assert_eq!((again.nodes, again.best().verdict), (0, Verdict::Win { plies: Some(1) }));
    assert_eq!(first.best().line, again.best().line);
    assert!(fresh.nodes > 0);
}

#[tokio::test]
async fn a_game_that_is_over_needs_no_worker() {
    let (engine, game) = (engine(1, 0), endless());
    let running = ask(&engine, game.clone(), "running", long());
    until("it runs", || game.begun() == 1).await;
    let over = ask(&engine, built_in("tic-tac-toe"), "XXXOO....", RequestedLimits::default())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((over.source, over.stopped_by, over.best_move()), (Source::Rules, StoppedBy::GameOver, None));
    assert_eq!(over.best().verdict, Verdict::Loss { plies: Some(0) });
    running.abort();
}

/// A proof for a path need not hold for its last position without the history.
#[tokio::test]
async fn proofs_that_depend_on_the_path_are_not_cached() {
    let (engine, game) = (engine(1, 5), built_in("checkers"));
    let moves = ["29-25", "4-8"].map(str::to_owned);
    let request = |position, moves| Request {
        game: game.as_ref(),
        position: Some(position),
        moves,
        selection: MoveSelection::default(),
        priority: Priority::Interactive,
        requested: RequestedLimits::default(),
        arrival: Instant::now(),
    };
    let by_path = engine.best_move(request("W:WK29,K11:BK4", &moves)).await.unwrap();
    let alone = engine.best_move(request("W:WK25,K11:BK8", &[])).await.unwrap();
    let again = engine.best_move(request("W:WK25,K11:BK8", &[])).await.unwrap();
    assert_eq!(by_path.best().verdict, Verdict::Win { plies: Some(1) });
    assert_eq!(
        [by_path.source, alone.source, again.source],
        [Source::Endgame, Source::Endgame, Source::Cache]
    );
}

#[tokio::test]
async fn a_line_cut_by_the_deadline_is_not_cached() {
    let (engine, game) = (engine(1, 5), built_in("connect-four"));
    let ask = async |time_ms| {
        let requested = RequestedLimits { time_ms: Some(time_ms), ..RequestedLimits::default() };
        let arrival = Instant::now();
        let selection = MoveSelection::default();
        engine
            .best_move(Request {
                game: game.as_ref(),
                // From Pons' test set L1_R2; solving it takes more than 2 ms.
                position: Some("32751571231557"),
                moves: &[],
                selection,
                requested,
                priority: Priority::Interactive,
                arrival,
            })
            .await
            .unwrap()
    };
    ask(2).await;
    let complete = ask(LONG).await;
    assert_eq!(complete.best().verdict, Verdict::Loss { plies: Some(24) });
    assert_eq!((complete.best().line.len(), complete.source), (24, Source::Search));
}
