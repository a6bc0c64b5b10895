//! What was made is removed.

use engines::Kubernetes;
use engines::kubernetes::{ObjectKind, Workspace};

use super::Translated;
use super::translate::Part;
use crate::model::Removed;
use crate::work::job::Progress;
use crate::work::{Broken, Job, label_of};

impl Job<Kubernetes> {
    pub(super) async fn delete(&mut self, with_volumes: bool) -> Result<(), Broken> {
        self.tell(Progress::new("remove", "Removing workloads and services")).await?;
        let removed = self.remove_all(with_volumes).await?;
        self.deleted(removed).await
    }

    /// Removes everything that a first attempt made.
    pub(super) async fn undo(&mut self) -> Result<(), Broken> {
        self.checkpoint().await?;
        self.remove_all(true).await.map(drop)
    }

    async fn remove_all(&self, with_volumes: bool) -> Result<Removed, Broken> {
        let space = self.runtime.workspace().await?;
        let containers = self.remove_some(&space, ObjectKind::Workloads, |_| true).await?;
        self.remove_some(&space, ObjectKind::Services, |_| true).await?;
        self.wait_until_gone(&space, &label_of(self.id())).await?;
        self.remove_some(&space, ObjectKind::Secrets, |_| true).await?;
        let mut removed = Removed { containers, ..Removed::default() };
        if with_volumes {
            removed.volumes = self.remove_some(&space, ObjectKind::Claims, |_| true).await?;
        } else {
            let label = label_of(self.id());
            removed.kept_volumes = space.names_with(ObjectKind::Claims, &label).await?;
        }
        Ok(removed)
    }

    /// Removes what an earlier recipe had and this one has not. Claims stay.
    pub(super) async fn remove_all_but(
        &self,
        space: &Workspace,
        translated: &Translated,
    ) -> Result<(), Broken> {
        let parts = &translated.parts;
        let workload = |name: &str| parts.iter().any(|part| part.workload.name == name);
        let service = |name: &str| {
            parts.iter().any(|part| part.service.as_ref().is_some_and(|plan| plan.name == name))
        };
        let secret = |name: &str| {
            parts.iter().any(|Part { workload, .. }| {
                workload.secret_name() == name || workload.files_name().is_some_and(|n| n == name)
            })
        };
        self.remove_some(space, ObjectKind::Workloads, |name| !workload(name)).await?;
        self.remove_some(space, ObjectKind::Services, |name| !service(name)).await?;
        self.remove_some(space, ObjectKind::Secrets, |name| !secret(name)).await?;
        Ok(())
    }

    async fn remove_some(
        &self,
        space: &Workspace,
        kind: ObjectKind,
        which: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Broken> {
        let mut names = space.names_with(kind, &label_of(self.id())).await?;
        names.retain(|name| which(name));
        for name in &names {
            space.remove(kind, name).await?;
        }
        Ok(names)
    }
}
