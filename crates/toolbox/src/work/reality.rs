//! Containers are also stopped and started by others. What a deployment's status says follows.

use engines::kubernetes::plan::WorkloadSeen;
use engines::{Container, EngineError, State};
use kit::{Error, ErrorKind, Result};

use super::{cluster, names};
use crate::catalogue::Template;
use crate::model::{Deployment, DeploymentStatus, Task};
use crate::{Target, Toolbox, store};

impl Toolbox {
    /// Compares every deployment that is at rest with the engine.
    pub(crate) async fn look_at_reality(&self) -> Result<()> {
        let mut resting = self.deployments(None).await?;
        resting.retain(|deployment| {
            let made =
                matches!(deployment.status, DeploymentStatus::Deployed | DeploymentStatus::Stopped);
            made && deployment.task == Task::None
        });
        if resting.is_empty() {
            return Ok(());
        }
        let running = self.services_there().await;
        let running = running
            .map_err(|error| Error::new(ErrorKind::ServiceUnavailable, error.to_string()))?;
        for deployment in resting {
            let seen = seen(&deployment, &running);
            if let Some(status) = seen.filter(|status| *status != deployment.status) {
                self.follow(deployment, status).await?;
            }
        }
        Ok(())
    }

    /// Every service of a deployment that is there.
    async fn services_there(&self) -> Result<Vec<Seen>, EngineError> {
        match self.target() {
            Target::Docker(docker) => {
                let all = docker.containers_with(names::DEPLOYMENT).await?;
                Ok(all.iter().map(of_container).collect())
            }
            Target::Kubernetes(cluster) => {
                let all = cluster.workspace().await?.workloads_with(names::DEPLOYMENT).await?;
                Ok(all.iter().map(of_workload).collect())
            }
            Target::Off => Ok(Vec::new()),
        }
    }

    async fn follow(&self, deployment: Deployment, status: DeploymentStatus) -> Result<()> {
        let deployment = Deployment { status, updated_at: self.clock().now(), ..deployment };
        let mut tx = self.db().begin().await?;
        // Where a task was given meanwhile, its turn is another, and nothing is written.
        store::update(&mut tx, self.seal(), &deployment).await?;
        Ok(tx.commit().await?)
    }
}

/// A service of a deployment, as it is.
struct Seen {
    deployment: String,
    service: String,
    /// `None`: it is on its way.
    status: Option<DeploymentStatus>,
}

fn of_container(container: &Container) -> Seen {
    let status = match container.state {
        State::Running => Some(DeploymentStatus::Deployed),
        State::Exited | State::Dead | State::Created => Some(DeploymentStatus::Stopped),
        _ => None,
    };
    Seen {
        deployment: names::deployment_of(&container.labels).to_owned(),
        service: names::service_of(&container.labels).to_owned(),
        status,
    }
}

fn of_workload(workload: &WorkloadSeen) -> Seen {
    let is_stopped = workload.replicas == 0;
    Seen {
        deployment: names::deployment_of(&workload.labels).to_owned(),
        service: cluster::service_of(&workload.labels).to_owned(),
        status: Some(if is_stopped {
            DeploymentStatus::Stopped
        } else {
            DeploymentStatus::Deployed
        }),
    }
}

/// It is deployed while its main service runs. `None`: the runtime does not say.
fn seen(deployment: &Deployment, services: &[Seen]) -> Option<DeploymentStatus> {
    let recipe = &deployment.recipes.current;
    let template = Template::read(&deployment.template, &recipe.text).ok()?;
    let main = services
        .iter()
        .find(|seen| seen.deployment == deployment.id && seen.service == template.main)?;
    main.status
}
