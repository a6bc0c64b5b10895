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
        let engine = self.runtimes().named(runtime)?;
        let failed = |error| refused(error, ErrorKind::ContainerListFailed);
        let around = self.surroundings(engine).await.map_err(failed)?;
        let mut listed = engine.containers().await.map_err(failed)?;
        // What was shown once is found again.
        self.try_to_remember_links(&listed, &around).await;
        listed.retain(|container| {
            let inside = namespace.is_none_or(|name| container.namespace.as_deref() == Some(name));
            inside && (all || !self.apps_of(container, &around).is_empty())
        });
        listed.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        Ok(listed)
    }
}
