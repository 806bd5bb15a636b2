//! What replicas tell each other: their proofs, kept outside any of them.

use super::{Budget, Job, Proof, Report, Source, Topic};
use futures_util::future::BoxFuture;
use std::sync::Arc;
use tokio::time::timeout;

/// Where replicas share their proofs. It may have forgotten, be slow or be away; what it tells is checked.
pub trait SharedProofs: Send + Sync {
    /// What is kept for a question, if it can be had soon.
    fn find<'a>(&'a self, topic: &'a Topic) -> BoxFuture<'a, Option<Proof>>;
    /// Keeps a proof, if that can be done soon.
    fn keep<'a>(&'a self, topic: &'a Topic, proof: &'a Proof) -> BoxFuture<'a, ()>;
}

/// Which part of a request's time asking the others may take: a tenth.
const SHARE_FOR_ASKING: u32 = 10;

/// The replicas that share with this one, if any do.
pub(super) struct Others(Option<Arc<dyn SharedProofs>>);

impl Others {
    pub(super) const fn new(proofs: Option<Arc<dyn SharedProofs>>) -> Self {
        Self(proofs)
    }

    /// What one of them has proven.
    pub(super) async fn recall(&self, job: &dyn Job, budget: &Budget) -> Option<Report> {
        let asked = self.0.as_ref()?.find(job.topic());
        let proof = timeout(budget.time / SHARE_FOR_ASKING, asked).await.ok()??;
        job.believed(&proof).map(|report| Report { source: Source::Cache, ..report })
    }

    /// Tells them what a search has proven, without waiting. What is known by heart, they know as well.
    pub(super) fn tell(&self, topic: &Topic, report: &Report) {
        let Some(proofs) = &self.0 else { return };
        if report.source == Source::Search {
            let (proofs, topic, proof) = (Arc::clone(proofs), topic.clone(), Proof::of(report));
            tokio::spawn(async move { proofs.keep(&topic, &proof).await });
        }
    }
}
