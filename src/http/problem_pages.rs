//! Pages that explain problems.

use super::document::document;
use super::error::Problem;
use super::extract::PathSegment;
use crate::wire::problems::{ProblemKind, ProblemSpec};
use axum::response::Response;

/// `GET /problems/{slug}`: what the problem means and what to do about it.
pub(super) async fn explain(PathSegment(slug): PathSegment) -> Result<Response, Problem> {
    let mut problems = ProblemKind::ALL.iter().map(|kind| kind.spec());
    let ProblemSpec { status, title, explanation, .. } =
        problems.find(|spec| spec.slug == slug).ok_or_else(Problem::unknown_path)?;
    let text = format!("{title} (status {})\n\n{explanation}", status);
    Ok(document("text/plain; charset=utf-8", text))
}
