//! Compression of whole answers before they are sent: an encoder takes a hundred times the memory of what it encodes,
//! and must not wait for a client. The time that it takes is charged as search time.

use super::caching::{has_strong_etag, vary_by};
use super::coding::Encoder;
use super::error::Problem;
use super::fair_use::ClientAccess;
use super::memory::IsLeased;
use super::negotiation::ContentCoding;
use axum::body::{Body, HttpBody, to_bytes};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use axum::response::{IntoResponse, Response};
use std::io::Write;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::yield_now;

/// Answers of fewer bytes fit one packet and are not compressed.
pub(super) const COMPRESSED_ABOVE: u64 = 1024;
/// What is compressed before other tasks of the runtime have their turn.
const PART_BYTES: usize = 32 * 1024;
/// Encoders of more than one part at the same time, each with its memory.
static LARGE: Semaphore = Semaphore::const_new(2);

/// Compresses answers whose size is known and whose memory is not leased yet, so neither streams nor answers about
/// trees.
pub(super) async fn compress(
    mut response: Response,
    coding: ContentCoding,
    access: Option<&ClientAccess>,
) -> Response {
    if !is_worthwhile(&response) {
        return response;
    }
    vary_by(&mut response, "accept-encoding");
    if coding == ContentCoding::Identity {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(text) = to_bytes(body, usize::MAX).await else {
        return Problem::internal().into_response();
    };
    let (encoded, spent) = encode(coding, &text).await;
    if let Some(access) = access {
        access.charge(spent);
    }
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    Response::from_parts(head, Body::from(encoded))
}

fn is_worthwhile(response: &Response) -> bool {
    let headers = response.headers();
    response.body().size_hint().exact().is_some_and(|bytes| bytes > COMPRESSED_ABOVE)
        && response.extensions().get::<IsLeased>().is_none()
        && !headers.contains_key(CONTENT_ENCODING)
        && !has_strong_etag(headers)
}

/// The encoded text, and the time that it took.
async fn encode(coding: ContentCoding, text: &[u8]) -> (Vec<u8>, Duration) {
    let is_large = text.len() > PART_BYTES;
    let _permit = if is_large { LARGE.acquire().await.ok() } else { None };
    let (mut encoder, mut spent) = (Encoder::new(coding, Vec::new()), Duration::ZERO);
    for part in text.chunks(PART_BYTES) {
        let began = Instant::now();
        encoder.write_all(part).expect("writing to memory does not fail");
        spent += began.elapsed();
        if is_large {
            yield_now().await;
        }
    }
    let began = Instant::now();
    let mut encoded = encoder.finish().expect("writing to memory does not fail");
    encoded.shrink_to_fit();
    (encoded, spent + began.elapsed())
}
