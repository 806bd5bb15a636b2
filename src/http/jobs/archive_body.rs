//! The body of an upload: of any size, at a minimum rate, compressed or not.

use super::super::error::Problem;
use super::super::fair_use::ClientAccess;
use super::super::memory::resize;
use super::super::receive::BODY_TIMEOUT;
use super::gunzip::Gunzip;
use axum::body::{Body, BodyDataStream, Bytes};
use bestmove_jobs::Digest;
use bestmove_scheduler::quota::ByteLease;
use futures_util::StreamExt;
use futures_util::stream::Fuse;
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};

/// The bytes that must arrive in each [`BODY_TIMEOUT`], unless the end does: the rate of a telephone modem.
const MIN_BYTES: usize = 32 << 10;
/// How many bytes are read at a time.
pub(super) const SLICE: usize = 64 << 10;
/// The most bytes that are read after a refusal.
const MAX_DISCARDED: usize = 256 << 20;

/// The body of an upload.
pub(super) struct ArchiveBody {
    pieces: Fuse<BodyDataStream>,
    /// How long [`MIN_BYTES`] are waited for.
    most_patience: Duration,
    /// How long the missing bytes are still waited for. The time in which nobody waits is the service's own.
    patience: Duration,
    missing: usize,
    /// If it is compressed, as its header or its first bytes say.
    gunzip: Option<Gunzip>,
    has_begun: bool,
    /// The time for which bytes were waited for.
    waited: Duration,
    digest: Sha256,
}

impl ArchiveBody {
    /// A body, whose header may say that it is compressed.
    pub(super) fn new(body: Body, is_compressed: bool) -> Self {
        Self {
            pieces: body.into_data_stream().fuse(),
            most_patience: BODY_TIMEOUT,
            patience: BODY_TIMEOUT,
            missing: MIN_BYTES,
            gunzip: is_compressed.then(Gunzip::new),
            has_begun: false,
            waited: Duration::ZERO,
            digest: Sha256::new(),
        }
    }

    /// A body that comes from the store, which has its own limits of time.
    pub(super) fn stored(body: Body) -> Self {
        Self { patience: Duration::MAX, most_patience: Duration::MAX, ..Self::new(body, false) }
    }

    /// Adds what belongs to the submission besides the body.
    pub(super) fn add_to_digest(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
    }

    /// The digest of what has been read, decompressed, and of what was added.
    pub(super) fn digest(&self) -> Digest {
        self.digest.clone().finalize().into()
    }

    /// The next bytes, decompressed; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let bytes = loop {
            if let Some(bytes) = self.gunzip.as_mut().map_or(Ok(None), Gunzip::next).map_err(not_gzip)? {
                break Some(bytes);
            }
            let piece = if self.has_begun { self.piece().await? } else { self.beginning().await? };
            match (piece, &mut self.gunzip) {
                (Some(piece), Some(gunzip)) => gunzip.add(piece),
                (None, Some(gunzip)) => break gunzip.finish().map_err(not_gzip)?,
                (piece, None) => break piece,
            }
        };
        self.digest.update(bytes.as_deref().unwrap_or_default());
        Ok(bytes)
    }

    /// The first bytes as they arrive, enough of them to see whether they are compressed.
    async fn beginning(&mut self) -> Result<Option<Bytes>, Problem> {
        self.has_begun = true;
        let mut first = Vec::new();
        while first.len() < Gunzip::MAGIC.len()
            && let Some(piece) = self.piece().await?
        {
            first.extend_from_slice(&piece);
        }
        if first.starts_with(&Gunzip::MAGIC) {
            self.gunzip.get_or_insert_with(Gunzip::new);
        }
        Ok((!first.is_empty()).then(|| first.into()))
    }

    /// The next bytes as they arrive; `None` at the end.
    async fn piece(&mut self) -> Result<Option<Bytes>, Problem> {
        let began = Instant::now();
        let piece = timeout(self.patience, self.pieces.next()).await;
        let piece = piece.map_err(|_| Problem::too_slow(MIN_BYTES, BODY_TIMEOUT))?;
        let Some(piece) = piece.transpose().map_err(|error| Problem::malformed_body(&error))? else {
            return Ok(None);
        };
        self.waited += began.elapsed();
        self.patience = self.patience.saturating_sub(began.elapsed());
        self.missing = self.missing.saturating_sub(piece.len());
        if self.missing == 0 {
            (self.patience, self.missing) = (self.most_patience, MIN_BYTES);
        }
        Ok(Some(piece))
    }

    /// The next bytes, copied together to at least [`SLICE`] of them; fewer at the end, and none
    /// after it. The client pays for the time that it takes to decompress them.
    pub(super) async fn next_slice(&mut self, access: &ClientAccess) -> Result<Vec<u8>, Problem> {
        let mut slice = Vec::new();
        let waited = self.waited;
        let began = Instant::now();
        while slice.len() < SLICE
            && let Some(piece) = self.next().await?
        {
            slice.extend_from_slice(&piece);
        }
        access.charge(began.elapsed().saturating_sub(self.waited - waited));
        // Bytes that are there already would keep the thread.
        yield_now().await;
        Ok(slice)
    }

    /// All bytes as they arrive, at most `limit`, with a lease on their memory.
    pub(super) async fn whole(&mut self, limit: usize, lease: &mut ByteLease) -> Result<Vec<u8>, Problem> {
        let mut whole = Vec::new();
        while let Some(piece) = self.piece().await? {
            if whole.len() + piece.len() > limit {
                return Err(Problem::body_too_large(limit));
            }
            whole.extend_from_slice(&piece);
            resize(lease, whole.capacity()).await?;
        }
        Ok(whole)
    }

    /// Reads the rest. Many clients read an answer only once they have sent all, and lose it if the
    /// connection ends before.
    pub(super) async fn discard(mut self) {
        let mut rest = MAX_DISCARDED;
        while let Ok(Some(piece)) = self.piece().await {
            let Some(less) = rest.checked_sub(piece.len()) else { return };
            rest = less;
        }
    }
}

fn not_gzip(error: std::io::Error) -> Problem {
    Problem::malformed_body(&axum::Error::new(error))
}
