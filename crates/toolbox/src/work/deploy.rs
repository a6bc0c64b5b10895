use super::broken::Broken;
use super::job::{Cooked, Job};
use crate::model::Status;

impl Job {
    /// Makes everything of a deployment that is not there yet. What an attempt before left goes
    /// first.
    pub(super) async fn deploy(&mut self, start: bool) -> Result<(), Broken> {
        self.enter(Status::Deploying).await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        self.remove_containers(|_| true).await?;
        let pulled = self.images(&project, false).await?;
        let containers = self.make(&project).await?;
        if start {
            self.start_all(&project, &containers).await?;
        }
        let made = self.made(&project, &containers, pulled);
        self.deployed(&template, &containers, made, start).await
    }

    /// Says what became of it, after whatever was made is removed again.
    pub(super) async fn failed(&mut self, reason: &str) -> Result<(), Broken> {
        let mut reason = self.without_secrets(reason);
        let task = self.deployment.task;
        if !task.removes()
            && self.deployment.deployed_at.is_none()
            && let Err(Broken::Failed(why)) = self.undo().await
            && why != reason
        {
            reason = format!("{reason}; what was made could not be removed: {why}");
        }
        self.end_as_failed(reason).await
    }
}
