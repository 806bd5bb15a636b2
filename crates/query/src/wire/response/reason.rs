//! Reasons in words in answers.

use bestmove_core::explanation::{Pieces, Reason};
use serde::Serialize;

/// A reason as data and as English text. What does not apply to its kind is left out.
#[derive(Debug, Default, Serialize)]
pub(super) struct ReasonBody<'a> {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    moves: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<Vec<PiecesBody>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<PiecesBody>>,
}

#[derive(Debug, Serialize)]
struct PiecesBody {
    count: u32,
    piece: &'static str,
}

impl<'a> From<&'a Reason> for ReasonBody<'a> {
    fn from(reason: &'a Reason) -> Self {
        let (kind, text, moves) = (kind_name(reason), reason.to_string(), reason.moves());
        let body = Self { kind, text, moves, ..Self::default() };
        match reason {
            Reason::WinsAtOnce { ending } | Reason::DrawsAtOnce { ending } => {
                Self { ending: Some(ending.id), ..body }
            }
            Reason::DoubleThreat(threat) | Reason::AllowsDoubleThreat(threat) => {
                Self { ply: Some(threat.ply), plies: Some(threat.plies), ..body }
            }
            Reason::WinsAgainstEveryReply { plies }
            | Reason::ResistsLongest { plies }
            | Reason::RepeatsPosition { plies } => Self { plies: Some(*plies), ..body },
            Reason::WinsMaterial(exchange) | Reason::LosesMaterial(exchange) => {
                let (won, lost) = (Some(pieces(&exchange.won)), Some(pieces(&exchange.lost)));
                Self { plies: Some(exchange.plies), won, lost, ..body }
            }
            Reason::Promotes { piece, plies } => Self { piece: Some(piece), plies: Some(*plies), ..body },
            _ => body,
        }
    }
}

fn pieces(pieces: &[Pieces]) -> Vec<PiecesBody> {
    pieces.iter().map(|&Pieces { count, kind }| PiecesBody { count, piece: kind }).collect()
}

const fn kind_name(reason: &Reason) -> &'static str {
    match reason {
        Reason::WinsAtOnce { .. } => "wins_at_once",
        Reason::DrawsAtOnce { .. } => "draws_at_once",
        Reason::OnlyLegalMove => "only_legal_move",
        Reason::DoubleThreat(_) => "double_threat",
        Reason::AllowsDoubleThreat(_) => "allows_double_threat",
        Reason::WinsAgainstEveryReply { .. } => "wins_against_every_reply",
        Reason::PreventsWin { .. } => "prevents_win",
        Reason::AllowsWinAtOnce { .. } => "allows_win_at_once",
        Reason::OnlyWinningMove => "only_winning_move",
        Reason::OnlyDrawingMove => "only_drawing_move",
        Reason::OthersLose => "others_lose",
        Reason::ResistsLongest { .. } => "resists_longest",
        Reason::WinsMaterial(_) => "wins_material",
        Reason::LosesMaterial(_) => "loses_material",
        Reason::Promotes { .. } => "promotes",
        Reason::ForcesPass => "forces_pass",
        Reason::TakesCorner => "takes_corner",
        Reason::AllowsCorner { .. } => "allows_corner",
        Reason::KeepsParity { .. } => "keeps_parity",
        Reason::LimitsMobility { .. } => "limits_mobility",
        Reason::RepeatsPosition { .. } => "repeats_position",
        Reason::TablebaseWin => "tablebase_win",
        Reason::TablebaseLoss => "tablebase_loss",
    }
}
