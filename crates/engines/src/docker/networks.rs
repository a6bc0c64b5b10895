use std::collections::HashMap;

use bollard::models::NetworkCreateRequest;
use bollard::query_parameters::ListNetworksOptionsBuilder;

use super::{Docker, create};
use crate::EngineError;
use crate::plan::Labels;

impl Docker {
    pub async fn create_network(
        &self,
        name: &str,
        internal: bool,
        labels: &Labels,
    ) -> Result<(), EngineError> {
        let request = NetworkCreateRequest {
            name: name.to_owned(),
            internal: Some(internal),
            labels: Some(create::labels(labels)),
            ..NetworkCreateRequest::default()
        };
        self.call(|docker| async move { docker.create_network(request).await }).await.map(drop)
    }

    /// The names of networks with this label, as in `name=value`.
    pub async fn networks_with(&self, label: &str) -> Result<Vec<String>, EngineError> {
        let filters = HashMap::from([("label", vec![label])]);
        let options = ListNetworksOptionsBuilder::default().filters(&filters).build();
        let listed =
            self.call(|docker| async move { docker.list_networks(Some(options)).await }).await?;
        let mut names: Vec<String> =
            listed.into_iter().filter_map(|network| network.name).collect();
        names.sort();
        Ok(names)
    }

    /// One that is gone already is no fault.
    pub async fn remove_network(&self, name: &str) -> Result<(), EngineError> {
        let removed = self.call(|docker| async move { docker.remove_network(name).await }).await;
        super::life::unless_gone(removed)
    }
}
