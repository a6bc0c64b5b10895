//! What speaks with the cluster.

mod actions;
mod api_call;
mod blueprint;
mod connection;
mod convert;
mod exposures;
mod fault;
mod list;
mod logs;
mod manifest;
mod metrics;
mod pod;
mod pods;
mod quantity;
mod surroundings;
mod watch;
mod witness;
mod workload;
mod workloads;
mod workspace;

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;

pub use workspace::Workspace;

use super::{ClusterChange, Keep, KubernetesSettings, MetricsSettings, OwnPod};
use super::{change, plan, records};
use crate::{
    Action, Change, Container, ContainerId, Details, Done, Engine, EngineError, Inspected, Runtime,
    Surroundings, Usage,
};
use connection::Connection;
use metrics::PodMetrics;

/// A handle to a cluster, which is there whether or not the cluster is.
#[derive(Debug, Clone)]
pub struct Kubernetes {
    connection: Arc<Connection>,
    metrics: Arc<PodMetrics>,
}

impl Kubernetes {
    pub fn new(settings: KubernetesSettings) -> Self {
        Kubernetes { connection: Arc::new(Connection::new(settings)), metrics: Arc::default() }
    }

    /// With other rules for what pods use.
    #[must_use]
    pub fn metrics(self, settings: MetricsSettings) -> Self {
        Kubernetes { metrics: Arc::new(PodMetrics::new(settings)), ..self }
    }

    /// Whether this program runs in the cluster itself.
    pub fn is_inside(&self) -> bool {
        self.connection.is_inside()
    }

    /// The namespace that new things are made in: the first that is configured, or else the one
    /// that the account or the kubeconfig names.
    pub async fn workspace(&self) -> Result<Workspace, EngineError> {
        Workspace::of(&self.connection).await
    }

    /// The pod that this program runs in, where it runs in the cluster.
    pub async fn own_pod(&self) -> Result<Option<OwnPod>, EngineError> {
        pods::own(&self.connection).await
    }

    /// What leads to services, and what happens to it. The stream begins with everything, and never
    /// ends: what cannot be seen is said, and tried again with growing pauses. `keep` says which
    /// labels and annotations are wanted.
    pub fn exposures(&self, keep: Keep) -> BoxStream<'static, ClusterChange> {
        exposures::exposures(&self.connection, keep)
    }
}

impl Engine for Kubernetes {
    fn runtime(&self) -> Runtime {
        Runtime::Kubernetes
    }

    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>> {
        pods::list(&self.connection).boxed()
    }

    fn container<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>> {
        pods::details(&self.connection, id).boxed()
    }

    fn inspect<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>> {
        pods::inspect(&self.connection, id).boxed()
    }

    fn act<'a>(
        &'a self,
        id: &'a ContainerId,
        action: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>> {
        actions::act(&self.connection, id, action).boxed()
    }

    fn usage(&self, id: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>> {
        metrics::usage(self.connection.clone(), self.metrics.clone(), id.clone())
    }

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>> {
        surroundings::look(&self.connection).boxed()
    }

    fn changes(&self) -> BoxStream<'static, Change> {
        pods::changes(&self.connection)
    }
}
