use futures::FutureExt;
use futures::future::BoxFuture;
use k8s_openapi::api::core::v1 as core;
use kit::Timestamp;

use super::{Kubernetes, blueprint, logs, pod, pods};
use crate::blueprint::Blueprint;
use crate::log::{LogLines, LogRequest};
use crate::{ContainerId, Ending, EngineError, Witness};

impl Witness for Kubernetes {
    fn logs<'a>(
        &'a self,
        id: &'a ContainerId,
        wanted: LogRequest,
    ) -> BoxFuture<'a, Result<LogLines, EngineError>> {
        logs::logs(&self.connection, id, wanted).boxed()
    }

    fn blueprints<'a>(
        &'a self,
        id: &'a ContainerId,
    ) -> BoxFuture<'a, Result<Vec<Blueprint>, EngineError>> {
        blueprint::blueprints(&self.connection, id).boxed()
    }

    fn endings<'a>(
        &'a self,
        id: &'a ContainerId,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<Ending>, EngineError>> {
        async move {
            let place = pods::place(&self.connection, id).await?;
            let pod = pods::get(&self.connection, &place.namespace, &place.name).await?;
            let mut endings = endings(&pod);
            endings.retain(|ending| ending.at > since);
            Ok(endings)
        }
        .boxed()
    }
}

/// The cluster remembers the last end of a container, and one before that.
fn endings(pod: &core::Pod) -> Vec<Ending> {
    let on_purpose = pod.metadata.deletion_timestamp.is_some();
    let statuses = pod.status.iter().flat_map(|status| status.container_statuses.iter().flatten());
    let states = statuses.flat_map(|status| [&status.last_state, &status.state]).flatten();
    let mut endings: Vec<Ending> = states
        .filter_map(|state| {
            let ended = state.terminated.as_ref()?;
            Some(Ending {
                at: pod::timestamp(ended.finished_at.as_ref()?),
                exit_code: Some(ended.exit_code.into()),
                out_of_memory: ended.reason.as_deref() == Some("OOMKilled"),
                on_purpose,
            })
        })
        .collect();
    endings.sort_by_key(|ending| ending.at);
    endings
}
