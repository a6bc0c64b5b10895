use std::future::ready;

use futures::FutureExt;
use futures::future::BoxFuture;
use kit::Timestamp;

use crate::blueprint::Blueprint;
use crate::log::{LogLines, LogRequest};
use crate::{ContainerId, EngineError, Fault};

/// What an engine tells of one container: what it says, how it was made, how it ended. One that
/// knows nothing of the kind says so.
pub trait Witness: Send + Sync {
    /// What a container says. The answer comes when the engine has begun to tell.
    fn logs<'a>(
        &'a self,
        id: &'a ContainerId,
        wanted: LogRequest,
    ) -> BoxFuture<'a, Result<LogLines, EngineError>> {
        let _ = (id, wanted);
        ready(Err(not_told())).boxed()
    }

    /// How a container was made; a pod has several.
    fn blueprints<'a>(
        &'a self,
        id: &'a ContainerId,
    ) -> BoxFuture<'a, Result<Vec<Blueprint>, EngineError>> {
        let _ = id;
        ready(Err(not_told())).boxed()
    }

    /// How often a container ended after this moment, and how, as far as the engine remembers; the
    /// oldest first. Also one that is gone.
    fn endings<'a>(
        &'a self,
        id: &'a ContainerId,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Ending>, EngineError>> {
        let _ = (id, since);
        ready(Err(not_told())).boxed()
    }
}

fn not_told() -> EngineError {
    EngineError::new(Fault::Failed, "this engine does not tell")
}

/// An end of a container's processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    pub at: Timestamp,
    pub exit_code: Option<i64>,
    /// It was killed because it took more memory than it may.
    pub out_of_memory: bool,
    /// Somebody told the engine to end it.
    pub on_purpose: bool,
}

impl Ending {
    /// Nobody wanted it, and it did not end well.
    pub fn is_crash(&self) -> bool {
        self.out_of_memory || (!self.on_purpose && self.exit_code != Some(0))
    }
}
