//! What was made is removed.

use engines::{Container, Docker};

use crate::model::Removed;
use crate::work::job::{Job, Progress};
use crate::work::{Broken, label_of};

impl Job<Docker> {
    pub(super) async fn delete(&mut self, with_volumes: bool) -> Result<(), Broken> {
        self.tell(Progress::new("remove", "Removing containers and networks")).await?;
        let removed = self.remove_all(with_volumes).await?;
        self.deleted(removed).await
    }

    /// Removes everything that a first attempt made.
    pub(super) async fn undo(&mut self) -> Result<(), Broken> {
        self.checkpoint().await?;
        self.remove_all(true).await.map(drop)
    }

    async fn remove_all(&self, with_volumes: bool) -> Result<Removed, Broken> {
        let label = label_of(self.id());
        let mut removed = Removed {
            containers: self.remove_containers(|_| true).await?,
            networks: self.runtime.networks_with(&label).await?,
            ..Removed::default()
        };
        for network in &removed.networks {
            self.runtime.remove_network(network).await?;
        }
        let mut volumes = self.runtime.volumes_with(&label).await?;
        let folders = self.toolbox.folders();
        if !with_volumes {
            volumes.extend(folders.exists(self.id()).then(|| format!("./{}", self.id())));
            removed.kept_volumes = volumes;
            return Ok(removed);
        }
        for volume in &volumes {
            self.runtime.remove_volume(volume).await?;
        }
        let gone = folders.remove(self.id()).map_err(|error| {
            Broken::Failed(format!("the folder of {} cannot be removed: {error}", self.id()))
        })?;
        volumes.extend(gone.then(|| format!("./{}", self.id())));
        removed.volumes = volumes;
        Ok(removed)
    }

    /// Removes the deployment's containers that `which` names, and says what they were called.
    pub(super) async fn remove_containers(
        &self,
        which: impl Fn(&Container) -> bool,
    ) -> Result<Vec<String>, Broken> {
        let mut names = Vec::new();
        for container in self.containers().await?.iter().filter(|container| which(container)) {
            self.runtime.remove(&container.id).await?;
            names.push(container.name.to_string());
        }
        names.sort();
        Ok(names)
    }
}
