//! What is done to a deployment in a cluster, one step after the other. Everything is applied as it
//! should be, so a step that was cut off is done again from its beginning.

use engines::Kubernetes;
use engines::kubernetes::Workspace;

use super::Translated;
use crate::catalogue::Template;
use crate::model::{DeploymentStatus, Made, Recipe, Task};
use crate::work::job::{Cooked, Progress};
use crate::work::route::Upstream;
use crate::work::{Broken, Job};

impl Job<Kubernetes> {
    /// Does what the deployment's task says. When it returns, that is written down.
    pub(crate) async fn run(mut self) -> Result<(), Broken> {
        let done = match self.deployment.task {
            Task::None => return Ok(()),
            Task::Deploy => self.deploy(1).await,
            Task::Prepare => self.deploy(0).await,
            Task::Replace => self.replace().await,
            Task::Start => self.start().await,
            Task::Stop => self.stop().await,
            Task::Delete => self.delete(false).await,
            Task::Erase => self.delete(true).await,
        };
        let Err(Broken::Failed(reason)) = done else { return done };
        let undone = if self.is_first_attempt() { self.undo().await } else { Ok(()) };
        self.failed(&reason, undone).await
    }

    async fn deploy(&mut self, replicas: u32) -> Result<(), Broken> {
        self.enter(DeploymentStatus::Deploying).await?;
        let space = self.runtime.workspace().await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        let revision = self.deployment.turn.to_string();
        let translated = self.translate(&template, &project, &revision, false)?;
        self.bring_up(&space, &project, &translated, replicas).await?;
        let made = made(&space, &translated);
        let to = match replicas {
            0 => None,
            _ => self.upstream(&space, &template).await?,
        };
        self.deployed(&template, to, made, replicas > 0).await
    }

    async fn replace(&mut self) -> Result<(), Broken> {
        let Some(next) = self.deployment.recipes.next.clone() else {
            return Err(Broken::Failed("there is nothing to replace it with".to_owned()));
        };
        self.enter(DeploymentStatus::Deploying).await?;
        let space = self.runtime.workspace().await?;
        match self.try_next(&space, &next).await {
            Err(Broken::Failed(reason)) => self.stay(&space, &reason).await,
            done => done,
        }
    }

    async fn try_next(&mut self, space: &Workspace, next: &Recipe) -> Result<(), Broken> {
        let Cooked { template, project } = self.cook(next)?;
        let revision = self.deployment.turn.to_string();
        let translated = self.translate(&template, &project, &revision, next.pull)?;
        self.bring_up(space, &project, &translated, 1).await?;
        self.remove_all_but(space, &translated).await?;
        let made = made(space, &translated);
        self.deployment.recipes.current = Recipe { pull: false, ..next.clone() };
        let to = self.upstream(space, &template).await?;
        self.deployed(&template, to, made, true).await
    }

    /// Goes back to what was there before.
    async fn stay(&mut self, space: &Workspace, reason: &str) -> Result<(), Broken> {
        self.checkpoint().await?;
        let reason = self.without_secrets(reason);
        self.tell(Progress::new("rollback", format!("Going back: {reason}"))).await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        let revision = format!("{}-back", self.deployment.turn);
        let translated = self.translate(&template, &project, &revision, false)?;
        let replicas = u32::from(self.deployment.recipes.ran);
        self.bring_up(space, &project, &translated, replicas).await?;
        self.remove_all_but(space, &translated).await?;
        self.stayed(&reason).await
    }

    async fn start(&mut self) -> Result<(), Broken> {
        self.enter(DeploymentStatus::Deploying).await?;
        let space = self.runtime.workspace().await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        match self.scale_up(&space, &project).await {
            Ok(()) => {
                let made = self.deployment.made.clone();
                let to = self.upstream(&space, &template).await?;
                self.deployed(&template, to, made, true).await
            }
            Err(Broken::Failed(reason)) => {
                self.scale_down(&space, &project).await?;
                let reason = self.without_secrets(&reason);
                self.stopped(Some(format!("it could not be started: {reason}"))).await
            }
            Err(broken) => Err(broken),
        }
    }

    async fn stop(&mut self) -> Result<(), Broken> {
        self.tell(Progress::new("stop", "Stopping")).await?;
        let space = self.runtime.workspace().await?;
        let Cooked { project, .. } = self.cook(&self.deployment.recipes.current.clone())?;
        self.scale_down(&space, &project).await?;
        self.stopped(None).await
    }

    /// Where the service of the route is, if there is to be one.
    async fn upstream(
        &self,
        space: &Workspace,
        template: &Template,
    ) -> Result<Option<Upstream>, Broken> {
        let Some(route) = self.wanted_route(template) else { return Ok(None) };
        let service = super::names::part(self.id(), &route.service);
        let address = space.address(&service, route.port).await?;
        // Which pods answer there, the cluster says.
        Ok(address.map(|address| Upstream { url: format!("http://{address}"), container: None }))
    }
}

fn made(space: &Workspace, translated: &Translated) -> Made {
    let workloads = translated.parts.iter().map(|part| {
        let name = part.workload.name.clone();
        (format!("{}/{name}", space.namespace()), name)
    });
    Made { containers: workloads.collect(), images_pulled: Vec::new() }
}
