use std::collections::HashMap;

use bollard::models::VolumeCreateRequest;
use bollard::query_parameters::{ListVolumesOptionsBuilder, RemoveVolumeOptions};

use super::{Docker, create};
use crate::EngineError;
use crate::plan::Labels;

impl Docker {
    /// Makes a volume, or leaves the one that is there.
    pub async fn create_volume(&self, name: &str, labels: &Labels) -> Result<(), EngineError> {
        let request = VolumeCreateRequest {
            name: Some(name.to_owned()),
            labels: Some(create::labels(labels)),
            ..VolumeCreateRequest::default()
        };
        self.call(|docker| async move { docker.create_volume(request).await }).await.map(drop)
    }

    /// The names of volumes with this label, as in `name=value`.
    pub async fn volumes_with(&self, label: &str) -> Result<Vec<String>, EngineError> {
        let filters = HashMap::from([("label", vec![label])]);
        let options = ListVolumesOptionsBuilder::default().filters(&filters).build();
        let listed =
            self.call(|docker| async move { docker.list_volumes(Some(options)).await }).await?;
        let volumes = listed.volumes.unwrap_or_default();
        let mut names: Vec<String> = volumes.into_iter().map(|volume| volume.name).collect();
        names.sort();
        Ok(names)
    }

    /// One that is gone already is no fault.
    pub async fn remove_volume(&self, name: &str) -> Result<(), EngineError> {
        let removed = self.call(|docker| async move {
            docker.remove_volume(name, None::<RemoveVolumeOptions>).await
        });
        super::life::unless_gone(removed.await)
    }
}
