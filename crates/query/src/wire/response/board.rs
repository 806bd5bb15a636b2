//! Boards in answers: legal moves, and the list of games.

use super::best_move::OutcomeBody;
use super::coordinates::CoordinatesBody;
use crate::wire::json_text;
use crate::{AnyGame, LegalMove, LegalMoves, LimitPolicy, PositionInfo, Registry};
use bestmove_core::game::{
    BoardCell, BoardStyle, Display, DisplayUnit, Info, Layout, Level, Piece, PieceKind,
};
use bestmove_core::types::Verdict;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The answer to `POST /v1/{game}/legal-moves`.
#[derive(Serialize)]
pub struct LegalMovesAnswer<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    outcome: Option<OutcomeBody<'a>>,
    pieces: Vec<PlacedPieceBody<'a>>,
    moves: Vec<MoveBody<'a>>,
}

impl<'a> LegalMovesAnswer<'a> {
    /// The answer for a board of that layout.
    pub fn new(legal_moves: &'a LegalMoves, info: &Info, layout: &'a Layout) -> Self {
        let placed = |(cell, piece): (&'a BoardCell, &Option<Piece>)| {
            let Piece { owner, kind } = (*piece)?;
            Some(PlacedPieceBody {
                coordinates: CoordinatesBody(&cell.coordinates),
                owner: info.side(owner),
                kind,
            })
        };
        let PositionInfo { game, position, to_move, outcome } = &legal_moves.position_info;
        Self {
            game,
            position,
            to_move,
            outcome: outcome.as_ref().map(Into::into),
            pieces: layout.cells.iter().zip(&legal_moves.pieces).filter_map(placed).collect(),
            moves: legal_moves.moves.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize)]
struct MoveBody<'a> {
    notation: &'a str,
    #[serde(flatten)]
    coordinates: CoordinatesBody<'a>,
    position: &'a str,
    outcome: Option<OutcomeBody<'a>>,
    result: Option<&'static str>,
}

impl<'a> From<&'a LegalMove> for MoveBody<'a> {
    fn from(legal: &'a LegalMove) -> Self {
        Self {
            notation: &legal.text,
            coordinates: CoordinatesBody(&legal.coordinates),
            position: &legal.position,
            outcome: legal.outcome.as_ref().map(Into::into),
            result: legal.verdict.and_then(result_name),
        }
    }
}

/// A piece and its cell.
#[derive(Serialize)]
struct PlacedPieceBody<'a> {
    #[serde(flatten)]
    coordinates: CoordinatesBody<'a>,
    owner: &'static str,
    kind: &'static str,
}

/// The answer to `GET /v1/games` with these limits.
pub fn games_text(games: &Registry, limit_policy: &LimitPolicy) -> String {
    let limits = LimitsBody::from(limit_policy);
    let layouts: Vec<_> = games.games().map(|game| game.layout()).collect();
    let body = |(game, layout): (&Arc<dyn AnyGame>, _)| GameBody::new(game.as_ref(), layout, limits);
    json_text(&GamesAnswer { games: games.games().zip(&layouts).map(body).collect() })
}

/// The answer to `GET /v1/games`.
#[derive(Serialize)]
struct GamesAnswer<'a> {
    games: Vec<GameBody<'a>>,
}

#[derive(Serialize)]
struct GameBody<'a> {
    id: &'static str,
    title: &'static str,
    board: BoardBody<'a>,
    sides: [&'static str; 2],
    start: String,
    position: NotationBody,
    #[serde(rename = "move")]
    played: NotationBody,
    estimate_unit: &'static str,
    scores_all_moves: bool,
    display: DisplayBody,
    levels: Vec<LevelBody>,
    limits: LimitsBody,
}

/// A level of play.
#[derive(Serialize)]
struct LevelBody {
    level: u8,
    depth: Option<u8>,
    elo: Option<i16>,
}

#[derive(Serialize)]
struct DisplayBody {
    board: &'static str,
    sides: [&'static str; 2],
    #[serde(skip_serializing_if = "str::is_empty")]
    winning_line: &'static str,
    estimate: DisplayUnitBody,
    first_level: u8,
}

#[derive(Serialize)]
struct DisplayUnitBody {
    size: u16,
    name: &'static str,
}

impl From<Display> for DisplayBody {
    fn from(display: Display) -> Self {
        let Display { board, sides, winning_line, estimate: DisplayUnit { size, name }, first_level } =
            display;
        let board = match board {
            BoardStyle::Grid => "grid",
            BoardStyle::Columns => "columns",
            BoardStyle::Chequered => "chequered",
            BoardStyle::Squares => "squares",
            BoardStyle::Ruled => "ruled",
        };
        Self { board, sides, winning_line, estimate: DisplayUnitBody { size, name }, first_level }
    }
}

#[derive(Serialize)]
struct BoardBody<'a> {
    columns: u8,
    rows: u8,
    cells: Vec<CellBody<'a>>,
    pieces: Vec<PieceBody>,
}

#[derive(Serialize)]
struct CellBody<'a> {
    #[serde(flatten)]
    coordinates: CoordinatesBody<'a>,
    x: u8,
    y: u8,
    label: &'a str,
}

impl<'a> From<&'a BoardCell> for CellBody<'a> {
    fn from(cell: &'a BoardCell) -> Self {
        Self { coordinates: CoordinatesBody(&cell.coordinates), x: cell.x, y: cell.y, label: &cell.label }
    }
}

#[derive(Serialize)]
struct PieceBody {
    owner: &'static str,
    kind: &'static str,
    label: &'static str,
}

#[derive(Serialize)]
struct NotationBody {
    notation: &'static str,
    example: &'static str,
}

/// Limits by the name of the request's field.
#[derive(Clone, Copy, Serialize)]
struct LimitsBody {
    time_ms: LimitBody,
    depth: LimitBody,
    nodes: LimitBody,
}

#[derive(Clone, Copy, Serialize)]
struct LimitBody {
    default: Option<u64>,
    maximum: u64,
}

impl From<&LimitPolicy> for LimitsBody {
    fn from(limit_policy: &LimitPolicy) -> Self {
        let ms = |time: Duration| time.as_millis() as u64;
        Self {
            time_ms: LimitBody {
                default: Some(ms(limit_policy.default_time)),
                maximum: ms(limit_policy.max_time),
            },
            depth: LimitBody { default: None, maximum: LimitPolicy::MAX_DEPTH },
            nodes: LimitBody { default: None, maximum: limit_policy.max_nodes },
        }
    }
}

impl<'a> GameBody<'a> {
    fn new(game: &dyn AnyGame, layout: &'a Layout, limits: LimitsBody) -> Self {
        let (info, levels) = (game.info(), game.levels());
        let level = |level: Level| LevelBody {
            level: level.number(),
            depth: levels.rule(level).map(|rule| rule.depth.plies()),
            elo: levels.elo(level),
        };
        let piece = |&PieceKind { piece: Piece { owner, kind }, label }: &PieceKind| PieceBody {
            owner: info.side(owner),
            kind,
            label,
        };
        Self {
            id: info.id,
            title: info.title,
            board: BoardBody {
                columns: info.columns,
                rows: info.rows,
                cells: layout.cells.iter().map(Into::into).collect(),
                pieces: layout.pieces.iter().map(piece).collect(),
            },
            sides: info.sides,
            start: game.start(),
            position: NotationBody { notation: info.position_notation, example: info.position_example },
            played: NotationBody { notation: info.move_notation, example: info.move_example },
            estimate_unit: info.estimate_unit,
            scores_all_moves: game.scores_all_moves(),
            display: info.display.into(),
            levels: Level::all().map(level).collect(),
            limits,
        }
    }
}

/// The proven result, for the side to move.
const fn result_name(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Win { .. } | Verdict::Margin(1..) => Some("win"),
        Verdict::Draw => Some("draw"),
        Verdict::Loss { .. } | Verdict::Margin(_) => Some("loss"),
        Verdict::Estimate(_) => None,
    }
}
