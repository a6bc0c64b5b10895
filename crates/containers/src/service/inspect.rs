use engines::{Inspected, Runtime};
use kit::{ErrorKind, Result};

use crate::Containers;
use crate::error::refused;
use crate::link::ContainerRef;
use crate::secrets::Mask;

impl Containers {
    /// A container with everything that its engine tells; secrets only for those who may see them.
    pub(crate) async fn inspect(
        &self,
        asked: &ContainerRef,
        with_secrets: bool,
    ) -> Result<Inspected> {
        let failed = ErrorKind::ContainerInspectFailed;
        let found = self.find(asked, failed).await?;
        let seen = found.engine().inspect(found.id()).await;
        let mut seen = seen.map_err(|error| refused(error, failed))?;
        if !with_secrets {
            hide(&mut seen);
        }
        Ok(seen)
    }
}

fn hide(seen: &mut Inspected) {
    let details = &mut seen.details;
    let mask = Mask::of(&details.environment);
    match details.container.runtime {
        Runtime::Docker => mask.docker(&mut seen.raw),
        Runtime::Kubernetes => mask.pod(&mut seen.raw),
    }
    mask.words(&mut details.command);
    for (name, value) in &mut details.environment {
        mask.value(name, value);
    }
    for (name, value) in &mut details.container.labels {
        mask.value(name, value);
    }
}
