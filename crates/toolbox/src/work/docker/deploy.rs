use engines::Docker;

use crate::model::DeploymentStatus;
use crate::work::Broken;
use crate::work::job::{Cooked, Job};

impl Job<Docker> {
    /// Makes everything of a deployment that is not there yet. What an attempt before left goes
    /// first.
    pub(super) async fn deploy(&mut self, start: bool) -> Result<(), Broken> {
        self.enter(DeploymentStatus::Deploying).await?;
        let Cooked { template, project } = self.cook(&self.deployment.recipes.current.clone())?;
        self.remove_containers(|_| true).await?;
        let pulled = self.images(&project, false).await?;
        let containers = self.make(&project).await?;
        if start {
            self.start_all(&project, &containers).await?;
        }
        let made = self.made(&project, &containers, pulled);
        let to = if start { self.upstream(&template, &containers).await? } else { None };
        self.deployed(&template, to, made, start).await
    }
}
