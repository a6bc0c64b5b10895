use engines::{Action, Docker, Engine};

use super::up::Containers;
use crate::compose::Project;
use crate::model::DeploymentStatus;
use crate::work::Broken;
use crate::work::job::{Cooked, Job, Progress};
use crate::work::names;

impl Job<Docker> {
    pub(super) async fn start(&mut self) -> Result<(), Broken> {
        self.enter(DeploymentStatus::Deploying).await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        match self.start_existing(&project).await {
            Ok(containers) => {
                let made = self.deployment.made.clone();
                let to = self.upstream(&template, &containers).await?;
                self.deployed(&template, to, made, true).await
            }
            Err(Broken::Failed(reason)) => {
                self.stop_existing(&project).await?;
                let reason = self.without_secrets(&reason);
                self.stopped(Some(format!("it could not be started: {reason}"))).await
            }
            Err(broken) => Err(broken),
        }
    }

    pub(super) async fn stop(&mut self) -> Result<(), Broken> {
        self.tell(Progress::new("stop", "Stopping")).await?;
        let Cooked { project, .. } = self.cook(&self.deployment.recipes.current.clone())?;
        self.stop_existing(&project).await?;
        self.stopped(None).await
    }

    /// Starts what was made before.
    pub(super) async fn start_existing(&mut self, project: &Project) -> Result<Containers, Broken> {
        let containers: Containers = self
            .containers()
            .await?
            .into_iter()
            .map(|container| (names::service_of(&container.labels).to_owned(), container.id))
            .collect();
        if let Some(missing) = project.services.keys().find(|name| !containers.contains_key(*name))
        {
            return Err(Broken::Failed(format!("the container of {missing} is gone; redeploy it")));
        }
        self.start_all(project, &containers).await?;
        Ok(containers)
    }

    async fn stop_existing(&self, project: &Project) -> Result<(), Broken> {
        let containers = self.in_order(project, self.containers().await?);
        for container in containers.iter().rev() {
            self.checkpoint().await?;
            let grace = self.grace(project, container);
            self.runtime.act(&container.id, Action::Stop { grace }).await?;
        }
        Ok(())
    }
}
