//! The body of an upload, of any size.

use super::super::error::Problem;
use super::super::receive::BODY_TIMEOUT;
use axum::body::{Body, BodyDataStream, Bytes};
use bestmove_jobs::Digest;
use futures_util::StreamExt;
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

/// The most bytes that are read after a refusal.
const MAX_DISCARDED: usize = 256 << 20;

/// The body of an upload.
pub(super) struct ArchiveBody {
    pieces: BodyDataStream,
    digest: Sha256,
}

impl ArchiveBody {
    pub(super) fn new(body: Body) -> Self {
        Self { pieces: body.into_data_stream(), digest: Sha256::new() }
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
        let piece = timeout(BODY_TIMEOUT, self.pieces.next());
        let piece = piece.await.map_err(|_| Problem::request_timeout(BODY_TIMEOUT))?;
        let piece = piece.transpose().map_err(|error| Problem::malformed_body(&error))?;
        if let Some(piece) = &piece {
            self.digest.update(piece);
        }
        Ok(piece)
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
