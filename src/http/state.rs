//! What all handlers share.

use super::HttpConfig;
use super::encoded_answers::EncodedAnswers;
use super::fair_use::AccessControl;
use super::memory::MemoryBudget;
use super::public_url::PublicUrl;
use crate::jobs::Jobs;
use axum::extract::FromRef;
use bestmove_scheduler::Engine;
use std::ops::Deref;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::Mutex;

/// The state of the service.
#[derive(Clone)]
pub(super) struct AppState(Arc<Shared>);

pub(super) struct Shared {
    pub(super) engine: Arc<Engine>,
    pub(super) jobs: Option<Arc<Jobs>>,
    /// Held while a task is added to the store, so that no two take the same place.
    pub(super) starting: Mutex<()>,
    pub(super) access_control: AccessControl,
    pub(super) memory: MemoryBudget,
    pub(super) encoded_answers: EncodedAnswers,
    pub(super) public_url: Option<PublicUrl>,
}

impl AppState {
    pub(super) fn new(engine: Arc<Engine>, config: HttpConfig) -> Self {
        let HttpConfig { fair_use, jobs, public_url, .. } = config;
        let memory = MemoryBudget::new(fair_use.memory_bytes);
        let has_quotas = fair_use.key_quota.is_some() || fair_use.address_quota.is_some();
        let fleet = jobs.as_ref().filter(|jobs| jobs.config.is_shared && has_quotas);
        let access_control = match (fleet, Handle::try_current()) {
            (Some(jobs), Ok(runtime)) => AccessControl::of_fleet(fair_use, jobs, &runtime),
            _ => AccessControl::new(fair_use),
        };
        Self(Arc::new(Shared {
            memory,
            access_control,
            encoded_answers: EncodedAnswers::default(),
            jobs,
            public_url,
            starting: Mutex::default(),
            engine,
        }))
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl FromRef<AppState> for Arc<Engine> {
    fn from_ref(state: &AppState) -> Self {
        Self::clone(&state.engine)
    }
}
