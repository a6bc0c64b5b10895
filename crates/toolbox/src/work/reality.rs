//! Containers are also stopped and started by others. What a deployment's status says follows.

use engines::{Container, State};
use kit::{Error, ErrorKind, Result};

use super::names;
use crate::Toolbox;
use crate::catalogue::Template;
use crate::model::{Deployment, Status, Task};
use crate::store;

impl Toolbox {
    /// Compares every deployment that is at rest with the engine.
    pub(crate) async fn look_at_reality(&self) -> Result<()> {
        let mut resting = self.deployments(None).await?;
        resting.retain(|deployment| {
            let made = matches!(deployment.status, Status::Deployed | Status::Stopped);
            made && deployment.task == Task::None
        });
        if resting.is_empty() {
            return Ok(());
        }
        let containers = self.docker()?.containers_with(names::DEPLOYMENT).await;
        let containers = containers
            .map_err(|error| Error::new(ErrorKind::ServiceUnavailable, error.to_string()))?;
        for deployment in resting {
            let seen = seen(&deployment, &containers);
            if let Some(status) = seen.filter(|status| *status != deployment.status) {
                self.follow(deployment, status).await?;
            }
        }
        Ok(())
    }

    async fn follow(&self, deployment: Deployment, status: Status) -> Result<()> {
        let deployment = Deployment { status, updated_at: self.clock().now(), ..deployment };
        let mut tx = self.db().begin().await?;
        // Where a task was given meanwhile, its turn is another, and nothing is written.
        store::update(&mut tx, self.seal(), &deployment).await?;
        Ok(tx.commit().await?)
    }
}

/// It is deployed while its main service runs. `None`: the engine does not say.
fn seen(deployment: &Deployment, containers: &[Container]) -> Option<Status> {
    let recipe = &deployment.recipes.current;
    let template = Template::read(&deployment.template, &recipe.text).ok()?;
    let main = containers.iter().find(|container| {
        container.labels.get(names::DEPLOYMENT) == Some(&deployment.id)
            && names::service_of(&container.labels) == template.main
    })?;
    match main.state {
        State::Running => Some(Status::Deployed),
        State::Exited | State::Dead | State::Created => Some(Status::Stopped),
        _ => None,
    }
}
