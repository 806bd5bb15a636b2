//! Checks of requests before their handlers. Unlike `from_fn`, a check allocates nothing for those that pass.

use super::error::Problem;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, Ready, ready};
use std::task::{Context, Poll};
use tower::{Layer, Service};

/// The layer of a check, which may change the request.
#[derive(Clone, Copy)]
pub(super) struct Check(pub(super) fn(&mut Request) -> Result<(), Problem>);

/// A service for the requests that pass a check.
#[derive(Clone, Copy)]
pub(super) struct Checked<S> {
    check: Check,
    inner: S,
}

impl<S> Layer<S> for Check {
    type Service = Checked<S>;

    fn layer(&self, inner: S) -> Checked<S> {
        Checked { check: *self, inner }
    }
}

impl<S: Service<Request, Response = Response>> Service<Request> for Checked<S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response, S::Error>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let Check(check) = self.check;
        match check(&mut request) {
            Ok(()) => Either::Left(self.inner.call(request)),
            Err(problem) => Either::Right(ready(Ok(problem.into_response()))),
        }
    }
}
