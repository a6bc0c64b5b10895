use std::sync::Arc;

use engines::{Container, Inventory};
use futures::future::join_all;
use kit::{ErrorKind, Result};

use crate::Containers;
use crate::error::refused;

/// Which containers are listed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Listing<'a> {
    /// Those of an engine, of all (`all`), or (`None`) of the primary one.
    pub(crate) runtime: Option<&'a str>,
    pub(crate) namespace: Option<&'a str>,
    /// Also those that no route leads to.
    pub(crate) unlinked: bool,
}

/// A container, and the routes that lead to it.
#[derive(Clone)]
pub(crate) struct Listed {
    pub(crate) inventory: Inventory,
    pub(crate) container: Container,
    pub(crate) routes: Vec<Arc<str>>,
}

impl Containers {
    /// The containers that are asked for, by name. Where those of all engines are, an engine that
    /// does not answer does not keep the others from it.
    pub(crate) async fn list(&self, wanted: Listing<'_>) -> Result<Vec<Listed>> {
        let meant = self.runtimes().meant(wanted.runtime)?;
        // Nobody waits for an engine that is known not to answer, unless there is no other.
        let well: Vec<&Inventory> =
            meant.iter().filter(|one| one.snapshot().trouble.is_none()).collect();
        let asked = if well.is_empty() { meant.iter().collect() } else { well };
        let lists = asked.into_iter().map(|inventory| self.list_one(inventory, wanted));
        let answers = join_all(lists).await;
        if answers.iter().all(Result::is_err) {
            return answers.into_iter().next().unwrap_or_else(|| Ok(Vec::new()));
        }
        let mut listed: Vec<Listed> = answers.into_iter().flatten().flatten().collect();
        let name = |one: &Listed| (one.container.name.clone(), one.container.id.clone());
        listed.sort_by_cached_key(name);
        Ok(listed)
    }

    async fn list_one(&self, inventory: &Inventory, wanted: Listing<'_>) -> Result<Vec<Listed>> {
        let failed = |error| refused(error, ErrorKind::ContainerListFailed);
        let around = inventory.surroundings().await.map_err(failed)?;
        let all = inventory.engine().containers().await.map_err(failed)?;
        // What was shown once is found again.
        let seen: Vec<&Container> = all.iter().collect();
        self.try_to_remember_links(&seen, &around).await;
        let inside = |container: &Container| {
            wanted.namespace.is_none_or(|name| container.namespace.as_deref() == Some(name))
        };
        let links = self.links();
        let listed = all.into_iter().filter(inside).map(|container| {
            let leading = links.of(&container, &around).into_iter();
            let routes = leading.map(|link| link.route.route_id.clone()).collect();
            Listed { inventory: inventory.clone(), container, routes }
        });
        Ok(listed.filter(|one| wanted.unlinked || !one.routes.is_empty()).collect())
    }
}
