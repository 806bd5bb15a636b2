//! Pages that explain problems.

use super::document::document;
use super::error::Problem;
use super::extract::PathSegment;
use axum::response::Response;
use bestmove_query::wire::problems::{ProblemKind, ProblemSpec};

/// `GET /problems/{slug}`: what the problem means and what to do about it.
pub(super) async fn explain(PathSegment(slug): PathSegment) -> Result<Response, Problem> {
    let kind =
        ProblemKind::ALL.iter().find(|kind| kind.spec().slug == slug).ok_or_else(Problem::unknown_path)?;
    let (ProblemSpec { status, title, .. }, explanation) = (kind.spec(), kind.explanation());
    let text = format!("{title} (status {status})\n\n{explanation}");
    Ok(document("text/plain; charset=utf-8", text))
}
