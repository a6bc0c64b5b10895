//! How jobs end: what became of the deployment, its route and the news of it are written together.

use events::{Change, IconClass};
use kit::Actor;

use super::broken::Broken;
use super::job::{Job, Progress};
use super::route::Upstream;
use crate::catalogue::{RouteSpec, Template};
use crate::model::{DeploymentStatus, Made, Removed, Task};
use crate::store;

impl<R> Job<R> {
    /// Says that work has begun.
    pub(super) async fn enter(&mut self, status: DeploymentStatus) -> Result<(), Broken> {
        self.deployment.status = status;
        self.deployment.updated_at = self.toolbox.clock().now();
        let mut tx = self.toolbox.db().begin().await?;
        let written = store::update(&mut tx, self.toolbox.seal(), &self.deployment).await?;
        tx.commit().await?;
        if written { Ok(()) } else { Err(Broken::Overtaken) }
    }

    /// It is as it should be. `to` is where the gateway reaches it.
    pub(super) async fn deployed(
        &mut self,
        template: &Template,
        to: Option<Upstream>,
        made: Made,
        running: bool,
    ) -> Result<(), Broken> {
        let now = self.toolbox.clock().now();
        self.deployment.recipes.next = None;
        self.deployment.made = made;
        self.deployment.status =
            if running { DeploymentStatus::Deployed } else { DeploymentStatus::Stopped };
        self.deployment.task = Task::None;
        self.deployment.error = None;
        self.deployment.deployed_at = Some(now);
        self.deployment.updated_at = now;

        let mut writer = self.toolbox.catalog().writer().await;
        let mut tx = self.toolbox.events().begin().await?;
        if let Some(to) = to {
            match self.lead(&mut writer, &mut tx, template, &to).await {
                Ok(route) => self.deployment.route = route,
                Err(error) => {
                    self.deployment.error = Some(format!("it has no route: {}", error.message));
                }
            }
        }
        if !store::update(&mut tx, self.toolbox.seal(), &self.deployment).await? {
            return Err(Broken::Overtaken);
        }
        let said = if running { "is deployed" } else { "is made, and not started" };
        let change = self.news("toolbox.deployed", IconClass::Success, said);
        tx.record(&change).await?;
        tx.commit().await?;
        writer.publish();
        self.tell_end("done", said).await
    }

    pub(super) async fn stopped(&mut self, error: Option<String>) -> Result<(), Broken> {
        self.deployment.status = DeploymentStatus::Stopped;
        let (class, said) = match error {
            None => (IconClass::Info, "is stopped"),
            Some(_) => (IconClass::Warning, "could not be started"),
        };
        self.close(error, "toolbox.stopped", class, said).await
    }

    /// The service that a route is to lead to, and its port.
    pub(super) fn wanted_route<'t>(&self, template: &'t Template) -> Option<&'t RouteSpec> {
        template.route.as_ref().filter(|_| self.toolbox.auto_route())
    }

    /// What was to replace it failed, and it is as before.
    pub(super) async fn stayed(&mut self, reason: &str) -> Result<(), Broken> {
        let recipes = &mut self.deployment.recipes;
        recipes.next = None;
        self.deployment.status =
            if recipes.ran { DeploymentStatus::Deployed } else { DeploymentStatus::Stopped };
        let error = format!("the change failed, and what was there before is back: {reason}");
        self.close(Some(error), "toolbox.rolled_back", IconClass::Warning, "was not changed").await
    }

    /// Whether what was made is of no use to anybody when this fails.
    pub(super) fn is_first_attempt(&self) -> bool {
        !self.deployment.task.removes() && self.deployment.deployed_at.is_none()
    }

    /// Says why it failed, after whatever was made is removed again, or could not be.
    pub(super) async fn failed(
        &mut self,
        reason: &str,
        undone: Result<(), Broken>,
    ) -> Result<(), Broken> {
        let mut reason = self.without_secrets(reason);
        if let Err(Broken::Failed(why)) = undone
            && why != reason
        {
            reason = format!("{reason}; what was made could not be removed: {why}");
        }
        self.deployment.status = DeploymentStatus::Failed;
        self.deployment.recipes.next = None;
        self.close(Some(reason), "toolbox.failed", IconClass::Danger, "failed").await
    }

    async fn close(
        &mut self,
        error: Option<String>,
        action: &'static str,
        class: IconClass,
        said: &str,
    ) -> Result<(), Broken> {
        self.deployment.task = Task::None;
        self.deployment.updated_at = self.toolbox.clock().now();
        let mut change = self.news(action, class, said);
        if let Some(error) = &error {
            change = change.failed(error.clone()).notice_details(error.clone());
        }
        let step = if error.is_some() { "failed" } else { "done" };
        let message = error.clone().unwrap_or_else(|| said.to_owned());
        self.deployment.error = error;
        let mut tx = self.toolbox.events().begin().await?;
        if !store::update(&mut tx, self.toolbox.seal(), &self.deployment).await? {
            return Err(Broken::Overtaken);
        }
        tx.record(&change).await?;
        tx.commit().await?;
        self.tell_end(step, &message).await
    }

    pub(super) async fn deleted(&mut self, removed: Removed) -> Result<(), Broken> {
        self.deployment.status = DeploymentStatus::Deleted;
        self.deployment.task = Task::None;
        self.deployment.error = None;
        self.deployment.removed = Some(removed);
        self.deployment.updated_at = self.toolbox.clock().now();
        let route = self.deployment.route.take();
        let mut writer = self.toolbox.catalog().writer().await;
        let mut tx = self.toolbox.events().begin().await?;
        if let Some(route) = route.filter(|route| self.toolbox.catalog().route(route).is_some()) {
            writer.delete(&mut tx, &Actor::system(), &route).await?;
        }
        if !store::update(&mut tx, self.toolbox.seal(), &self.deployment).await? {
            return Err(Broken::Overtaken);
        }
        let change = self.news("toolbox.removed", IconClass::Info, "is removed");
        tx.record(&change).await?;
        tx.commit().await?;
        writer.publish();
        self.tell_end("removed", "is removed").await
    }

    fn news(&self, action: &'static str, class: IconClass, said: &str) -> Change {
        let icon = match class {
            IconClass::Danger => "AlertCircle",
            IconClass::Warning => "AlertTriangle",
            _ => "CheckCircle",
        };
        let message = format!("{} {said}", self.deployment.name);
        Change::by(Actor::system(), action).target(self.id()).notice(icon, class, message)
    }

    async fn tell_end(&mut self, step: &'static str, message: &str) -> Result<(), Broken> {
        let message = format!("{}: {message}", self.deployment.name);
        self.tell(Progress::new(step, message)).await
    }
}
