//! The life of a container that was made here: it is watched, renamed and removed.

use std::collections::HashMap;
use std::time::Duration;

use bollard::models::{ContainerInspectResponse, HealthStatusEnum};
use bollard::query_parameters::{
    ListContainersOptionsBuilder, RemoveContainerOptionsBuilder, RenameContainerOptionsBuilder,
};

use super::{Docker, readable, records};
use crate::plan::{Condition, HealthState};
use crate::{Container, ContainerId, EngineError, Fault};

/// The engine may have to end it first.
const LONGEST_REMOVAL: Duration = Duration::from_secs(58);

impl Docker {
    /// The containers with this label, as in `name=value`, whatever their state.
    pub async fn containers_with(&self, label: &str) -> Result<Vec<Container>, EngineError> {
        let filters = HashMap::from([("label", vec![label])]);
        let all = ListContainersOptionsBuilder::default().all(true).filters(&filters).build();
        let listed = self.call(|docker| async move { readable(docker, all).await }).await?;
        Ok(listed.into_iter().filter_map(records::container).collect())
    }

    /// Removes a container with the volumes that have no name, whether it runs or not. One that is
    /// gone already is no fault.
    pub async fn remove(&self, id: &ContainerId) -> Result<(), EngineError> {
        let options = RemoveContainerOptionsBuilder::default().force(true).v(true).build();
        let id = id.as_str();
        let removed = self.bounded(LONGEST_REMOVAL, |docker| async move {
            docker.remove_container(id, Some(options)).await
        });
        unless_gone(removed.await)
    }

    pub async fn rename(&self, id: &ContainerId, name: &str) -> Result<(), EngineError> {
        let options = RenameContainerOptionsBuilder::default().name(name).build();
        let id = id.as_str();
        self.call(|docker| async move { docker.rename_container(id, options).await }).await
    }

    pub async fn condition(&self, id: &ContainerId) -> Result<Condition, EngineError> {
        let id = id.as_str();
        let found = self.call(|docker| async move { docker.inspect_container(id, None).await });
        Ok(condition(found.await?))
    }
}

fn condition(found: ContainerInspectResponse) -> Condition {
    let restarts = found.restart_count.unwrap_or(0);
    let state = found.state.unwrap_or_default();
    let started = state.started_at.as_deref().and_then(kit::Timestamp::parse);
    let health = state.health.and_then(|health| match health.status? {
        HealthStatusEnum::STARTING => Some(HealthState::Starting),
        HealthStatusEnum::HEALTHY => Some(HealthState::Healthy),
        HealthStatusEnum::UNHEALTHY => Some(HealthState::Unhealthy),
        HealthStatusEnum::NONE | HealthStatusEnum::EMPTY => None,
    });
    Condition {
        running: state.running.unwrap_or(false),
        restarting: state.restarting.unwrap_or(false),
        started: started.is_some_and(|moment| moment.0 > 0),
        exit_code: state.exit_code.unwrap_or(0),
        restarts,
        health,
    }
}

pub(super) fn unless_gone(done: Result<(), EngineError>) -> Result<(), EngineError> {
    match done {
        Err(error) if error.fault == Fault::NotFound => Ok(()),
        done => done,
    }
}
