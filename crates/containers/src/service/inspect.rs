use engines::{Inspected, Runtime};
use kit::{ErrorKind, Result};

use crate::Containers;
use crate::error::refused;
use crate::link::Asked;
use crate::secrets;

impl Containers {
    /// A container with everything that its engine tells; secrets only for those who may see them.
    pub(crate) async fn inspect(&self, asked: &Asked, with_secrets: bool) -> Result<Inspected> {
        let failed = ErrorKind::ContainerInspectFailed;
        let found = self.find(asked, failed).await?;
        let seen = found.engine.inspect(found.id()).await;
        let mut seen = seen.map_err(|error| refused(error, failed))?;
        if !with_secrets {
            hide(&mut seen);
        }
        Ok(seen)
    }
}

fn hide(seen: &mut Inspected) {
    match seen.details.container.runtime {
        Runtime::Docker => secrets::mask_docker(&mut seen.raw),
        Runtime::Kubernetes => secrets::mask_pod(&mut seen.raw),
    }
    for (name, value) in &mut seen.details.environment {
        if secrets::looks_secret(name, value) {
            *value = secrets::MASK.to_owned();
        }
    }
}
