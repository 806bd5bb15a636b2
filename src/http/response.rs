//! What answers look like on the wire.

use super::kept::Keeping;
use crate::engine::{Allowance, Ended, LegalMove, Listing, Report, Source, StoppedBy, Subject};
use crate::game::{BoardCell, Coordinate, Coordinates, Info, Layout, Piece, PieceKind};
use crate::types::{Bound, TablebaseVerdict, Verdict};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::time::Duration;

/// For answers that are true now and for this caller.
pub(super) const NO_STORE: &str = "no-store";
/// For answers that change with a new release only: five minutes.
pub(super) const SHORTLY: &str = "public, max-age=300";

/// A JSON answer that nobody may keep.
pub(super) fn json(body: &impl Serialize) -> Response {
    respond("application/json", NO_STORE, json_text(body))
}

/// A text that came with the program.
pub(super) fn document(media_type: &'static str, text: impl IntoResponse) -> Response {
    respond(media_type, SHORTLY, text)
}

fn respond(media_type: &'static str, keep: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, media_type), (CACHE_CONTROL, keep)], body).into_response()
}

pub(super) fn json_text(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("answers have string keys and finite numbers")
}

/// The answer to `POST /v1/{game}/best-move`.
#[derive(Debug, Serialize)]
pub struct BestMove<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    best_move: Option<&'a str>,
    principal_variation: &'a [String],
    score: ScoreBody,
    bound: &'static str,
    depth: u8,
    selective_depth: u16,
    #[serde(flatten)]
    cost: Option<Cost>,
    stopped_by: &'static str,
    outcome: Option<OutcomeBody<'a>>,
}

/// What an answer cost this time. It has no place in an answer that may be kept.
#[derive(Debug, Serialize)]
pub(super) struct Cost {
    nodes: u64,
    elapsed_ms: f64,
    budget_ms: u64,
    degraded: bool,
    source: &'static str,
}

impl Cost {
    /// What is told of it in an answer to GET.
    pub(super) fn unless_kept(report: &Report) -> Option<Self> {
        (Keeping::of(report) == Keeping::Poor).then(|| report.into())
    }
}

impl From<&Report> for Cost {
    fn from(report: &Report) -> Self {
        Self {
            nodes: report.nodes,
            elapsed_ms: report.elapsed.as_micros() as f64 / 1000.0,
            budget_ms: report.budget.as_millis() as u64,
            degraded: report.degraded,
            source: source_name(report.source),
        }
    }
}

impl<'a> From<&'a Report> for BestMove<'a> {
    fn from(report: &'a Report) -> Self {
        let Subject { game, position, to_move, outcome } = &report.subject;
        Self {
            game,
            position,
            to_move,
            best_move: report.best_move.as_deref(),
            principal_variation: &report.principal_variation,
            score: report.verdict.into(),
            bound: bound_name(report.bound),
            depth: report.depth,
            selective_depth: report.selective_depth,
            cost: Some(report.into()),
            stopped_by: stopped_by_name(report.stopped_by),
            outcome: outcome.as_ref().map(Into::into),
        }
    }
}

impl<'a> BestMove<'a> {
    /// Without what it cost this time, if it may be kept.
    pub(super) fn kept(report: &'a Report) -> Self {
        Self { cost: Cost::unless_kept(report), ..report.into() }
    }
}

/// The answer to `POST /v1/{game}/legal-moves`.
#[derive(Serialize)]
pub(super) struct LegalMovesAnswer<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    outcome: Option<OutcomeBody<'a>>,
    pieces: Vec<StandingBody<'a>>,
    moves: Vec<MoveBody<'a>>,
}

impl<'a> LegalMovesAnswer<'a> {
    /// On the board of that layout.
    pub(super) fn new(listing: &'a Listing, info: &Info, layout: &'a Layout) -> Self {
        let standing = |(cell, piece): (&'a BoardCell, &Option<Piece>)| {
            let Piece { owner, kind } = (*piece)?;
            Some(StandingBody { places: PlacesBody(&cell.coordinates), owner: info.side(owner), kind })
        };
        let Subject { game, position, to_move, outcome } = &listing.subject;
        Self {
            game,
            position,
            to_move,
            outcome: outcome.as_ref().map(Into::into),
            pieces: layout.cells.iter().zip(&listing.pieces).filter_map(standing).collect(),
            moves: listing.moves.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize)]
struct MoveBody<'a> {
    notation: &'a str,
    #[serde(flatten)]
    places: PlacesBody<'a>,
    position: &'a str,
    outcome: Option<OutcomeBody<'a>>,
    result: Option<&'static str>,
}

impl<'a> From<&'a LegalMove> for MoveBody<'a> {
    fn from(legal: &'a LegalMove) -> Self {
        Self {
            notation: &legal.text,
            places: PlacesBody(&legal.coordinates),
            position: &legal.position,
            outcome: legal.outcome.as_ref().map(Into::into),
            result: legal.verdict.and_then(result_name),
        }
    }
}

/// A piece and the cell that it stands on.
#[derive(Serialize)]
struct StandingBody<'a> {
    #[serde(flatten)]
    places: PlacesBody<'a>,
    owner: &'static str,
    kind: &'static str,
}

/// The answer to `GET /v1/games`.
#[derive(Serialize)]
pub(super) struct GamesAnswer<'a> {
    pub(super) games: Vec<GameBody<'a>>,
}

#[derive(Serialize)]
pub(super) struct GameBody<'a> {
    id: &'static str,
    title: &'static str,
    board: BoardBody<'a>,
    sides: [&'static str; 2],
    start: String,
    position: NotationBody,
    #[serde(rename = "move")]
    played: NotationBody,
    estimate_unit: &'static str,
    limits: LimitsBody,
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
    places: PlacesBody<'a>,
    x: u8,
    y: u8,
    label: &'a str,
}

impl<'a> From<&'a BoardCell> for CellBody<'a> {
    fn from(cell: &'a BoardCell) -> Self {
        Self { places: PlacesBody(&cell.coordinates), x: cell.x, y: cell.y, label: &cell.label }
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

/// By the name of the request's field.
#[derive(Clone, Copy, Serialize)]
pub(super) struct LimitsBody {
    time_ms: LimitBody,
    depth: LimitBody,
    nodes: LimitBody,
}

#[derive(Clone, Copy, Serialize)]
struct LimitBody {
    default: Option<u64>,
    maximum: u64,
}

impl From<&Allowance> for LimitsBody {
    fn from(allowance: &Allowance) -> Self {
        let ms = |time: Duration| time.as_millis() as u64;
        Self {
            time_ms: LimitBody { default: Some(ms(allowance.default_time)), maximum: ms(allowance.max_time) },
            depth: LimitBody { default: None, maximum: Allowance::MAX_DEPTH },
            nodes: LimitBody { default: None, maximum: allowance.max_nodes },
        }
    }
}

impl<'a> GameBody<'a> {
    pub(super) fn new(info: &Info, start: String, layout: &'a Layout, limits: LimitsBody) -> Self {
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
            start,
            position: NotationBody { notation: info.position_notation, example: info.position_example },
            played: NotationBody { notation: info.move_notation, example: info.move_example },
            estimate_unit: info.estimate_unit,
            limits,
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum ScoreBody {
    Win {
        plies: Option<u16>,
    },
    Loss {
        plies: Option<u16>,
    },
    Draw,
    Estimate {
        value: i16,
        #[serde(skip_serializing_if = "Option::is_none")]
        tablebase: Option<&'static str>,
    },
}

impl From<Verdict> for ScoreBody {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win { plies } => Self::Win { plies },
            Verdict::Loss { plies } => Self::Loss { plies },
            Verdict::Draw => Self::Draw,
            Verdict::Estimate(value) => {
                Self::Estimate { value, tablebase: verdict.tablebase().map(tablebase_name) }
            }
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct OutcomeBody<'a> {
    result: &'static str,
    winner: Option<&'static str>,
    reason: &'static str,
    line: Vec<PlacesBody<'a>>,
}

impl<'a> From<&'a Ended> for OutcomeBody<'a> {
    fn from(ended: &'a Ended) -> Self {
        Self {
            result: if ended.winner.is_some() { "win" } else { "draw" },
            winner: ended.winner,
            reason: ended.ending.id,
            line: ended.line.iter().map(PlacesBody).collect(),
        }
    }
}

/// Coordinates by their names: `{"column": 4, "row": 1}`, `{"from": 11, "to": 15}`.
#[derive(Debug)]
struct PlacesBody<'a>(&'a Coordinates);

impl Serialize for PlacesBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, place) in self.0 {
            match place {
                Coordinate::One(number) => map.serialize_entry(name, number)?,
                Coordinate::Many(numbers) => map.serialize_entry(name, numbers)?,
            }
        }
        map.end()
    }
}

/// Who wins by a proof, from the side to move.
const fn result_name(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Win { .. } => Some("win"),
        Verdict::Draw => Some("draw"),
        Verdict::Loss { .. } => Some("loss"),
        Verdict::Estimate(_) => None,
    }
}

pub(super) const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

const fn tablebase_name(verdict: TablebaseVerdict) -> &'static str {
    match verdict {
        TablebaseVerdict::Win => "win",
        TablebaseVerdict::Loss => "loss",
    }
}

pub(crate) const fn source_name(source: Source) -> &'static str {
    match source {
        Source::Search => "search",
        Source::Book => "book",
        Source::Endgame => "endgame",
        Source::Cache => "cache",
        Source::Rules => "rules",
    }
}

pub(crate) const fn stopped_by_name(stopped_by: StoppedBy) -> &'static str {
    match stopped_by {
        StoppedBy::Proven => "proven",
        StoppedBy::Depth => "depth",
        StoppedBy::Nodes => "nodes",
        StoppedBy::Time => "time",
        StoppedBy::Cancelled => "cancelled",
        StoppedBy::GameOver => "game_over",
    }
}

/// The answer to `GET /health/*` when all is well.
#[derive(Serialize)]
pub(super) struct Health {
    pub(super) status: &'static str,
}
