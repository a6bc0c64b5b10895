use std::sync::Arc;

use events::Change;
use kit::{Actor, Error, Result};

use super::look::DEPLOYMENT;
use crate::catalogue::Template;
use crate::model::{Deployment, DeploymentStatus, Task};
use crate::plan::{Draft, Request};
use crate::{Toolbox, store};

impl Toolbox {
    pub(crate) async fn start(&self, actor: &Actor, id: &str) -> Result<Deployment> {
        self.give(actor, id, "toolbox.start", |deployment| match deployment.status {
            DeploymentStatus::Stopped => Ok(Task::Start),
            _ => Err(Error::conflict("Only what is stopped can be started")),
        })
        .await
    }

    pub(crate) async fn stop(&self, actor: &Actor, id: &str) -> Result<Deployment> {
        self.give(actor, id, "toolbox.stop", |deployment| match deployment.status {
            DeploymentStatus::Deployed => Ok(Task::Stop),
            _ => Err(Error::conflict("Only what is deployed can be stopped")),
        })
        .await
    }

    /// Makes it anew with other answers. With `pull` it is made as its template is now, of newer
    /// images.
    pub(crate) async fn redeploy(
        &self,
        actor: &Actor,
        id: &str,
        request: Request,
    ) -> Result<Deployment> {
        let action = if request.pull { "toolbox.update" } else { "toolbox.redeploy" };
        self.give(actor, id, action, |deployment| {
            let template = if request.pull {
                self.good_template(&deployment.template)?
            } else {
                Arc::new(template_of(deployment)?)
            };
            let recipes = &mut deployment.recipes;
            let draft = Draft::new(template, request.clone(), Some(&recipes.current))?;
            self.refuse_what_the_target_cannot(&draft)?;
            if deployment.deployed_at.is_none() {
                recipes.current = draft.recipe;
                return Ok(Task::Deploy);
            }
            recipes.next = Some(draft.recipe);
            recipes.ran = deployment.status != DeploymentStatus::Stopped;
            Ok(Task::Replace)
        })
        .await
    }

    /// Gives a task to a deployment that has none.
    async fn give(
        &self,
        actor: &Actor,
        id: &str,
        action: &'static str,
        decide: impl FnOnce(&mut Deployment) -> Result<Task>,
    ) -> Result<Deployment> {
        self.refuse_while_off()?;
        self.refuse_without_target()?;
        let mut tx = self.events().begin().await?;
        let found = store::find(&mut tx, self.seal(), id).await?;
        let found = found.filter(|deployment| deployment.status != DeploymentStatus::Deleted);
        let mut deployment = found.ok_or_else(|| Error::not_found(DEPLOYMENT))?;
        if deployment.task != Task::None {
            return Err(Error::conflict("Something is being done to it; wait until that is over"));
        }
        deployment.task = decide(&mut deployment)?;
        deployment.turn += 1;
        deployment.updated_at = self.clock().now();
        store::overtake(&mut tx, id).await?;
        store::update(&mut tx, self.seal(), &deployment).await?;
        tx.record(&Change::by(actor.clone(), action).target(id)).await?;
        tx.commit().await?;
        self.wake().notify_one();
        Ok(deployment)
    }
}

/// As it was when the deployment was made, whatever became of it since.
fn template_of(deployment: &Deployment) -> Result<Template> {
    let read = Template::read(&deployment.template, &deployment.recipes.current.text);
    read.map_err(|problem| Error::conflict(format!("Its template is broken: {problem}")))
}
