use kit::{Error, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::link::ContainerRef;
use crate::model::{Order, invalid_timeout};

/// Which runtime is meant, and where in it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Target {
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    pub(super) runtime: Option<String>,
    /// The namespace of the pod.
    pub(super) namespace: Option<String>,
}

/// How a container is started.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Starting {
    /// How many pods a workload that was scaled to nothing shall have; one where it is left out.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    replicas: Option<String>,
}

/// How a container is stopped.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Ending {
    /// How many seconds it has to end by itself; 10 where it is left out.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 300)]
    timeout: Option<String>,
}

impl Target {
    pub(super) fn of(self, id: String) -> ContainerRef {
        ContainerRef { id, runtime: given(self.runtime), namespace: given(self.namespace) }
    }

    /// The other form of a path, which names the namespace.
    pub(super) fn of_pod(self, namespace: String, pod: String) -> ContainerRef {
        let runtime = given(self.runtime).or_else(|| Some("kubernetes".to_owned()));
        ContainerRef { id: pod, runtime, namespace: Some(namespace) }
    }
}

impl Starting {
    pub(super) fn shape(&self, order: Order) -> Result<Order> {
        let count = given(self.replicas.clone()).map(|text| text.parse::<u32>()).transpose();
        let count = count.map_err(|_| Error::invalid("replicas", "must be a number"))?;
        order.replicas(count)
    }
}

impl Ending {
    pub(super) fn shape(&self, order: Order) -> Result<Order> {
        let seconds = given(self.timeout.clone()).map(|text| text.parse::<u64>()).transpose();
        order.within(seconds.map_err(|_| invalid_timeout())?)
    }
}

pub(super) fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
