//! Starting and stopping containers. An answer that does not come says nothing about what happened,
//! so the container is looked at again before anything is called a failure.

use std::time::Duration;

use bollard::query_parameters::{RestartContainerOptionsBuilder, StopContainerOptionsBuilder};
use kit::Timestamp;
use tokio::time::{Instant, sleep};

use super::Docker;
use crate::{Action, ContainerId, Details, Done, Engine, EngineError, Fault, State};

/// A busy machine needs its time to set up a network and to mount an image.
const LONGEST_WORK: Duration = Duration::from_secs(60);
/// How long an engine that went away in the middle may take to come back.
const LONGEST_LOOK: Duration = Duration::from_secs(20);
const LOOK_AGAIN: Duration = Duration::from_millis(250);

pub(super) async fn act(
    docker: &Docker,
    id: &ContainerId,
    action: Action,
) -> Result<Done, EngineError> {
    let before = docker.container(id).await?;
    // By its id: another one may get the name meanwhile.
    let id = &before.container.id;
    match send(docker, id, &before, action).await {
        Ok(()) => Ok(Done::default()),
        Err(error) if is_in_doubt(&error) => settle(docker, &before, action, error).await,
        Err(error) => Err(error),
    }
}

async fn send(
    docker: &Docker,
    id: &ContainerId,
    before: &Details,
    action: Action,
) -> Result<(), EngineError> {
    let id = id.as_str();
    let (Action::Stop { grace } | Action::Restart { grace }) = action else {
        return match before.container.state {
            State::Paused => {
                docker.patient(LONGEST_WORK, async |it| it.unpause_container(id).await).await
            }
            _ => docker.patient(LONGEST_WORK, async |it| it.start_container(id, None).await).await,
        };
    };
    let seconds = i32::try_from(grace.as_secs()).unwrap_or(i32::MAX);
    let limit = grace + LONGEST_WORK;
    if matches!(action, Action::Stop { .. }) {
        let options = StopContainerOptionsBuilder::default().t(seconds).build();
        return docker.patient(limit, async |it| it.stop_container(id, Some(options)).await).await;
    }
    let options = RestartContainerOptionsBuilder::default().t(seconds).build();
    docker.patient(limit, async |it| it.restart_container(id, Some(options)).await).await
}

/// Whether it may have happened all the same. A conflict means that it had happened already, or
/// that somebody else is at it.
fn is_in_doubt(error: &EngineError) -> bool {
    matches!(error.fault, Fault::Unreachable | Fault::Timeout | Fault::Conflict)
}

async fn settle(
    docker: &Docker,
    before: &Details,
    action: Action,
    error: EngineError,
) -> Result<Done, EngineError> {
    let until = Instant::now() + LONGEST_LOOK;
    loop {
        match docker.container(&before.container.id).await {
            Ok(now) if is_done(action, before.started, &now) => return Ok(Done::default()),
            Err(look) if look.fault == Fault::NotFound => return Err(look),
            _ if Instant::now() >= until => return Err(error),
            _ => sleep(LOOK_AGAIN).await,
        }
    }
}

fn is_done(action: Action, before: Option<Timestamp>, now: &Details) -> bool {
    let state = now.container.state;
    match action {
        Action::Start { .. } => state == State::Running,
        Action::Stop { .. } => !state.is_up(),
        Action::Restart { .. } => state == State::Running && now.started > before,
    }
}
