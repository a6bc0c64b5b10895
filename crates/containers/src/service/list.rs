use engines::Container;
use kit::{ErrorKind, Result};

use crate::Containers;
use crate::error::refused;

impl Containers {
    /// The containers of a runtime, by name: those that routes lead to, or all.
    pub(crate) async fn list(
        &self,
        runtime: Option<&str>,
        namespace: Option<&str>,
        all: bool,
    ) -> Result<Vec<Container>> {
        let inventory = self.runtimes().named(runtime)?;
        let failed = |error| refused(error, ErrorKind::ContainerListFailed);
        let around = inventory.surroundings().await.map_err(failed)?;
        let mut listed = inventory.engine().containers().await.map_err(failed)?;
        // What was shown once is found again.
        let seen: Vec<&Container> = listed.iter().collect();
        self.try_to_remember_links(&seen, &around).await;
        listed.retain(|container| {
            let inside = namespace.is_none_or(|name| container.namespace.as_deref() == Some(name));
            inside && (all || !self.apps_of(container, &around).is_empty())
        });
        listed.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        Ok(listed)
    }
}
