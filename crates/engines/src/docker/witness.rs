use futures::future::BoxFuture;
use futures::{FutureExt, TryFutureExt};
use kit::Timestamp;

use super::{Docker, blueprint, endings, logs};
use crate::blueprint::Blueprint;
use crate::log::{LogLines, LogRequest};
use crate::{ContainerId, Ending, EngineError, Witness};

impl Witness for Docker {
    fn logs<'a>(
        &'a self,
        id: &'a ContainerId,
        wanted: LogRequest,
    ) -> BoxFuture<'a, Result<LogLines, EngineError>> {
        logs::logs(self, id, wanted).boxed()
    }

    fn blueprints<'a>(
        &'a self,
        id: &'a ContainerId,
    ) -> BoxFuture<'a, Result<Vec<Blueprint>, EngineError>> {
        blueprint::blueprint(self, id).map_ok(|made| vec![made]).boxed()
    }

    fn endings<'a>(
        &'a self,
        id: &'a ContainerId,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Ending>, EngineError>> {
        endings::endings(self, id, since).boxed()
    }
}
