use std::sync::Arc;

use engines::{Container, Runtime};
use serde::{Deserialize, Serialize};

const PROJECT: &str = "com.docker.compose.project";
const SERVICE: &str = "com.docker.compose.service";

/// By what a container is known however often it is recreated: its name or the workload that owns
/// it, and its service in a compose project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub(crate) runtime: Box<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) namespace: Option<Arc<str>>,
    pub(crate) name: Arc<str>,
    /// The project and the service in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) compose: Option<(String, String)>,
}

impl Identity {
    pub(crate) fn of(container: &Container) -> Self {
        let owner = container.owner.as_ref().map(|owner| &owner.name);
        Identity {
            runtime: container.runtime.into_str().into(),
            namespace: container.namespace.clone(),
            name: owner.unwrap_or(&container.name).clone(),
            compose: compose(container),
        }
    }
}

fn compose(container: &Container) -> Option<(String, String)> {
    if container.runtime != Runtime::Docker {
        return None;
    }
    let label = |name| container.labels.get(name).cloned();
    label(PROJECT).zip(label(SERVICE))
}
