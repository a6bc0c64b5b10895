use std::sync::Arc;

use engines::{Container, ContainerId, Details, Engine, Inventory, Runtime, Surroundings};
use kit::{Error, ErrorKind, Result};

use crate::Containers;
use crate::error::{not_found, refused};

/// What a caller says about the container that he means.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContainerRef {
    /// An id, short or whole, or a name.
    pub(crate) id: String,
    /// `None`: the primary runtime.
    pub(crate) runtime: Option<String>,
    pub(crate) namespace: Option<String>,
}

/// A container that belongs to approved routes, so that whoever was let in may see it.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) inventory: Inventory,
    pub(crate) details: Details,
    /// The apps whose routes lead to it.
    pub(crate) apps: Vec<Arc<str>>,
    /// It is the one that we run in, or one that we cannot do without.
    pub(crate) is_vital: bool,
    pub(crate) around: Arc<Surroundings>,
}

impl Found {
    pub(crate) fn engine(&self) -> &Arc<dyn Engine> {
        self.inventory.engine()
    }

    pub(crate) fn container(&self) -> &Container {
        &self.details.container
    }

    pub(crate) fn id(&self) -> &ContainerId {
        &self.details.container.id
    }
}

impl Containers {
    /// Which container is meant, and whether it may be seen: one that no approved route leads to
    /// is as good as not there. `failed` is the code for an engine that fails.
    pub(crate) async fn find(&self, asked: &ContainerRef, failed: ErrorKind) -> Result<Found> {
        let inventory = self.runtimes().named(asked.runtime.as_deref())?;
        let engine = inventory.engine();
        let id = name(&asked.id)?;
        let around = inventory.surroundings().await.map_err(|error| refused(error, failed))?;
        let id = match (engine.runtime(), asked.namespace.as_deref()) {
            (Runtime::Docker, _) => id,
            (Runtime::Kubernetes, Some(space)) if !space.is_empty() => {
                let space = name(space)?;
                ContainerId::parse(&format!("{space}/{id}")).map_err(|_| invalid_id())?
            }
            (Runtime::Kubernetes, _) => {
                self.in_some_namespace(engine, &id, &around, failed).await?
            }
        };
        let details = engine.container(&id).await.map_err(|error| refused(error, failed))?;
        let apps = self.apps_of(&details.container, &around);
        if apps.is_empty() {
            return Err(not_found());
        }
        let is_vital = self.is_vital(&details.container, &around);
        Ok(Found { inventory: inventory.clone(), details, apps, is_vital, around })
    }

    /// Without a namespace, the one that is linked is meant.
    async fn in_some_namespace(
        &self,
        engine: &Arc<dyn Engine>,
        name: &ContainerId,
        around: &Surroundings,
        failed: ErrorKind,
    ) -> Result<ContainerId> {
        let all = engine.containers().await.map_err(|error| refused(error, failed))?;
        let meant = all.into_iter().filter(|each| each.answers_to(name.as_str()));
        let mut linked = meant.filter(|each| !self.apps_of(each, around).is_empty());
        match (linked.next(), linked.next()) {
            (None, _) => Err(not_found()),
            (Some(only), None) => Ok(only.id),
            (Some(_), Some(_)) => Err(Error::invalid(
                "namespace",
                "is needed: there are containers of this name in several namespaces",
            )),
        }
    }
}

/// One name, and nothing that could lead elsewhere.
fn name(text: &str) -> Result<ContainerId> {
    let id = ContainerId::parse(text).ok().filter(|id| !id.as_str().contains('/'));
    id.ok_or_else(invalid_id)
}

pub(crate) fn invalid_id() -> Error {
    Error::new(ErrorKind::InvalidContainerId, "This is not the id or the name of a container")
}
