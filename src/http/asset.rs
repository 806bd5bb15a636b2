//! Static texts, each compressed once, on the first request that accepts the coding.

use super::negotiation::ContentCoding;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Compression takes seconds for large texts. One at a time leaves the other threads to the searches.
static COMPRESSION: Semaphore = Semaphore::const_new(1);
/// Brotli's quality, from 0 to 11.
const BROTLI_QUALITY: i32 = 11;

/// A static text.
pub(super) struct Asset {
    media_type: &'static str,
    text: Bytes,
    gzip: Arc<OnceLock<Bytes>>,
    brotli: Arc<OnceLock<Bytes>>,
}

impl Asset {
    /// A text that is part of the program.
    pub(super) fn new(media_type: &'static str, text: &'static str) -> Self {
        Self::of(media_type, Bytes::from_static(text.as_bytes()))
    }

    pub(super) fn of(media_type: &'static str, text: Bytes) -> Self {
        Self { media_type, text, gzip: Arc::default(), brotli: Arc::default() }
    }

    /// The text in the negotiated coding.
    pub(super) async fn answer(&self, request: &HeaderMap) -> Response {
        let coding = ContentCoding::negotiate(request).unwrap_or(ContentCoding::Identity);
        let body = Body::from(self.encoded(coding).await);
        let headers = [(CONTENT_TYPE, self.media_type), (VARY, "accept-encoding")];
        let mut response = (headers, body).into_response();
        if coding != ContentCoding::Identity {
            let name = HeaderValue::from_static(coding.name());
            response.headers_mut().insert(CONTENT_ENCODING, name);
        }
        response
    }

    async fn encoded(&self, coding: ContentCoding) -> Bytes {
        match coding {
            ContentCoding::Identity => self.text.clone(),
            ContentCoding::Gzip => compressed(&self.gzip, &self.text, gzip).await,
            ContentCoding::Brotli => compressed(&self.brotli, &self.text, brotli).await,
        }
    }
}

/// The compressed text. A blocking thread fills the cell, even if the request is cancelled.
async fn compressed(
    cell: &Arc<OnceLock<Bytes>>,
    text: &Bytes,
    compress: fn(&[u8]) -> io::Result<Vec<u8>>,
) -> Bytes {
    if let Some(compressed) = cell.get() {
        return compressed.clone();
    }
    let permit = COMPRESSION.acquire().await.expect("the semaphore is never closed");
    let (cell, text) = (Arc::clone(cell), text.clone());
    let fill = move || {
        let _permit = permit;
        let compress = || compress(&text).expect("writing to memory does not fail").into();
        cell.get_or_init(compress).clone()
    };
    spawn_blocking(fill).await.expect("compression does not panic")
}

fn gzip(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text)?;
    encoder.finish()
}

fn brotli(mut text: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams { quality: BROTLI_QUALITY, ..BrotliEncoderParams::default() };
    BrotliCompress(&mut text, &mut compressed, &parameters)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;
    use axum::http::header::ACCEPT_ENCODING;
    use std::io::Read;

    #[tokio::test]
    async fn a_text_is_compressed_once_and_decompresses_to_itself() {
        let asset = Asset::new("text/plain", include_str!("../../openapi.yaml"));
        for coding in [ContentCoding::Identity, ContentCoding::Gzip, ContentCoding::Brotli] {
            let [first, second] = [asset.encoded(coding).await, asset.encoded(coding).await];
            assert_eq!(first.as_ptr(), second.as_ptr(), "{coding:?}");
            let mut text = String::new();
            let mut reader: Box<dyn Read> = match coding {
                ContentCoding::Identity => Box::new(&*first),
                ContentCoding::Gzip => Box::new(flate2::read::GzDecoder::new(&*first)),
                ContentCoding::Brotli => Box::new(brotli::Decompressor::new(&*first, 4096)),
            };
            reader.read_to_string(&mut text).unwrap();
            assert_eq!(text, asset.text, "{coding:?}");
        }
    }

    #[tokio::test]
    async fn the_response_names_its_coding() {
        let asset = Asset::new("text/plain", "text");
        for (accepted, coding) in [("gzip", Some("gzip")), ("gzip, br", Some("br")), ("identity", None)] {
            let request = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            let response = asset.answer(&request).await;
            let header = |name: HeaderName| response.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!((header(CONTENT_ENCODING), header(VARY)), (coding, Some("accept-encoding")));
        }
    }
}
