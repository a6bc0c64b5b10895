use engines::kubernetes::ObjectKind;
use engines::{Docker, EngineError, Kubernetes};
use kit::{Error, ErrorKind, Result};

use crate::work::label_of;
use crate::{Target, Toolbox};

impl Toolbox {
    /// What a deployment has kept: its volumes at the engine, and its folder. A deletion names the
    /// same, afterwards.
    pub(crate) async fn data(&self, id: &str) -> Result<Vec<String>> {
        self.refuse_while_off()?;
        self.refuse_without_target()?;
        let deployment = self.deployment(id).await?;
        let label = label_of(&deployment.id);
        let found = match self.target() {
            Target::Docker(docker) => self.volumes_and_folder(docker, &deployment.id, &label).await,
            Target::Kubernetes(cluster) => claims(cluster, &label).await,
            Target::Off => Ok(Vec::new()),
        };
        found.map_err(|error| {
            let message = format!("The engine cannot be asked: {error}");
            Error::new(ErrorKind::ServiceUnavailable, message)
        })
    }

    async fn volumes_and_folder(
        &self,
        docker: &Docker,
        id: &str,
        label: &str,
    ) -> Result<Vec<String>, EngineError> {
        let mut found = docker.volumes_with(label).await?;
        found.extend(self.folders().exists(id).then(|| format!("./{id}")));
        Ok(found)
    }
}

async fn claims(cluster: &Kubernetes, label: &str) -> Result<Vec<String>, EngineError> {
    cluster.workspace().await?.names_with(ObjectKind::Claims, label).await
}
