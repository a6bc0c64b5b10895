use engines::{Container, State};
use futures::StreamExt;
use futures::stream;
use kit::{ErrorKind, Result};

use crate::Containers;
use crate::error::{refused, sentence};
use crate::link::ContainerRef;
use crate::service::{Listed, Listing};
use crate::stats::Measured;

/// How many figures are fetched side by side.
const AT_ONCE: usize = 64;

/// What every container uses that runs.
#[derive(Debug)]
pub(crate) struct AllStats {
    pub(crate) containers: Vec<(Container, Measured)>,
    /// Why figures are missing.
    pub(crate) warning: Option<String>,
}

impl Containers {
    pub(crate) async fn stats(&self, asked: &ContainerRef) -> Result<(Container, Measured)> {
        let failed = ErrorKind::ContainerStatsFailed;
        let found = self.find(asked, failed).await?;
        let container = found.details.container;
        if !container.state.is_up() {
            return Ok((container, Measured::NotRunning));
        }
        let measured = self.keeper().usage(found.inventory.engine(), &container.id).await;
        Ok((container, measured.map_err(|error| refused(error, failed))?))
    }

    /// Of all that routes lead to and that run. One that fails is left out.
    pub(crate) async fn all_stats(
        &self,
        runtime: Option<&str>,
        namespace: Option<&str>,
    ) -> Result<AllStats> {
        let wanted = Listing { runtime, namespace, unlinked: false };
        let mut running = self.list(wanted).await?;
        running.retain(|one| one.container.state == State::Running);
        let each = stream::iter(running).map(async |Listed { inventory, container, .. }| {
            let measured = self.keeper().usage(inventory.engine(), &container.id).await;
            (container, measured)
        });
        let measured: Vec<_> = each.buffered(AT_ONCE).collect().await;
        let mut all = AllStats { containers: Vec::new(), warning: None };
        for (container, measured) in measured {
            match measured {
                // A runtime without figures says so once, and shows none.
                Ok(Measured::Usage(usage)) if usage.warning.is_some() => {
                    all.warning = usage.warning;
                }
                Ok(measured) => all.containers.push((container, measured)),
                Err(error) => {
                    let why = sentence(&error);
                    all.warning = Some(format!("{} is missing: {why}", container.name));
                }
            }
        }
        Ok(all)
    }
}
