//! A deployment is made anew in the place of what runs. The old containers are kept until the new
//! ones are well, and come back where they are not.

use std::time::Duration;

use engines::{Action, Container, Docker, Engine};

use crate::compose::Project;
use crate::model::{DeploymentStatus, Recipe};
use crate::work::Broken;
use crate::work::job::{Cooked, Job, Progress};
use crate::work::names;

const GRACE: Duration = Duration::from_secs(10);

impl Job<Docker> {
    pub(super) async fn replace(&mut self) -> Result<(), Broken> {
        let Some(next) = self.deployment.recipes.next.clone() else {
            return Err(Broken::Failed("there is nothing to replace it with".to_owned()));
        };
        self.enter(DeploymentStatus::Deploying).await?;
        let aside = |container: &Container| names::without_old(&container.name).is_some();
        if self.containers().await?.iter().any(aside) {
            return self.stay("the gateway was stopped in the middle of it").await;
        }
        match self.try_next(&next).await {
            Err(Broken::Failed(reason)) => self.stay(&reason).await,
            done => done,
        }
    }

    async fn try_next(&mut self, next: &Recipe) -> Result<(), Broken> {
        let Cooked { template, project } = self.cook(next)?;
        let pulled = self.images(&project, next.pull).await?;
        let Cooked { project: current, .. } =
            self.cook(&self.deployment.recipes.current.clone())?;
        self.tell(Progress::new("stop", "Setting what runs aside")).await?;
        self.set_aside(&current).await?;
        let containers = self.make(&project).await?;
        self.start_all(&project, &containers).await?;
        let turn = self.deployment.turn;
        self.remove_containers(|container| !names::is_of_turn(&container.labels, turn)).await?;
        let made = self.made(&project, &containers, pulled);
        self.deployment.recipes.current = Recipe { pull: false, ..next.clone() };
        let to = self.upstream(&template, &containers).await?;
        self.deployed(&template, to, made, true).await
    }

    /// Stops what is there, the last service first, and gives it other names.
    async fn set_aside(&self, current: &Project) -> Result<(), Broken> {
        let containers = self.in_order(current, self.containers().await?);
        for container in containers.iter().rev() {
            self.runtime
                .act(&container.id, Action::Stop { grace: self.grace(current, container) })
                .await?;
            self.runtime.rename(&container.id, &names::old(&container.name)).await?;
        }
        Ok(())
    }

    /// Goes back to what was there before.
    async fn stay(&mut self, reason: &str) -> Result<(), Broken> {
        self.checkpoint().await?;
        let reason = self.without_secrets(reason);
        self.tell(Progress::new("rollback", format!("Going back: {reason}"))).await?;
        let turn = self.deployment.turn;
        self.remove_containers(|container| names::is_of_turn(&container.labels, turn)).await?;
        for container in self.containers().await? {
            if let Some(name) = names::without_old(&container.name) {
                self.runtime.rename(&container.id, name).await?;
            }
        }
        if self.deployment.recipes.ran {
            let Cooked { project, .. } = self.cook(&self.deployment.recipes.current.clone())?;
            self.start_existing(&project).await?;
        }
        self.stayed(&reason).await
    }

    /// Containers in the order of their services.
    pub(super) fn in_order(&self, project: &Project, all: Vec<Container>) -> Vec<Container> {
        let order = project.order();
        let place = |container: &Container| {
            let service = names::service_of(&container.labels);
            order.iter().position(|name| *name == service).unwrap_or(usize::MAX)
        };
        let mut all = all;
        all.sort_by_key(place);
        all
    }

    pub(super) fn grace(&self, project: &Project, container: &Container) -> Duration {
        let service = project.services.get(names::service_of(&container.labels));
        service.and_then(|service| service.stop_grace_period).unwrap_or(GRACE)
    }
}
