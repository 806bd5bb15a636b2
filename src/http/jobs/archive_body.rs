//! The body of an upload: of any size, at a minimum rate.

use super::super::error::Problem;
use super::super::receive::BODY_TIMEOUT;
use axum::body::{Body, BodyDataStream, Bytes};
use bestmove_jobs::Digest;
use futures_util::StreamExt;
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// The bytes that must arrive in each [`BODY_TIMEOUT`], unless the end does: the rate of a telephone modem.
const MIN_BYTES: usize = 32 << 10;
/// How many bytes are read at a time.
pub(super) const SLICE: usize = 64 << 10;
/// The most bytes that are read after a refusal.
const MAX_DISCARDED: usize = 256 << 20;

/// The body of an upload.
pub(super) struct ArchiveBody {
    pieces: BodyDataStream,
    /// How long the missing bytes are still waited for. The time in which nobody waits is the service's own.
    patience: Duration,
    missing: usize,
    digest: Sha256,
}

impl ArchiveBody {
    pub(super) fn new(body: Body) -> Self {
        let (pieces, digest) = (body.into_data_stream(), Sha256::new());
        Self { pieces, patience: BODY_TIMEOUT, missing: MIN_BYTES, digest }
    }

    /// Adds what belongs to the submission besides the body.
    pub(super) fn add_to_digest(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
    }

    /// The digest of what has been read, and of what was added.
    pub(super) fn digest(&self) -> Digest {
        self.digest.clone().finalize().into()
    }

    /// The next bytes; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let began = Instant::now();
        let piece = timeout(self.patience, self.pieces.next()).await;
        let piece = piece.map_err(|_| Problem::too_slow(MIN_BYTES, BODY_TIMEOUT))?;
        let Some(piece) = piece.transpose().map_err(|error| Problem::malformed_body(&error))? else {
            return Ok(None);
        };
        self.digest.update(&piece);
        self.patience = self.patience.saturating_sub(began.elapsed());
        self.missing = self.missing.saturating_sub(piece.len());
        if self.missing == 0 {
            (self.patience, self.missing) = (BODY_TIMEOUT, MIN_BYTES);
        }
        Ok(Some(piece))
    }

    /// The next bytes, copied together to at least [`SLICE`] of them; fewer at the end, and none after it.
    pub(super) async fn next_slice(&mut self) -> Result<Vec<u8>, Problem> {
        let mut slice = Vec::new();
        while slice.len() < SLICE
            && let Some(piece) = self.next().await?
        {
            slice.extend_from_slice(&piece);
        }
        Ok(slice)
    }

    /// Reads the rest. Many clients read an answer only once they have sent all, and lose it if the connection ends before.
    pub(super) async fn discard(mut self) {
        let mut rest = MAX_DISCARDED;
        while let Ok(Some(piece)) = self.next().await {
            let Some(less) = rest.checked_sub(piece.len()) else { return };
            rest = less;
        }
    }
}
