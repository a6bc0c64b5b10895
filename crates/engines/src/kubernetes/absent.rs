//! In the place of a cluster, in a program that was built without what speaks with one.

use std::convert::Infallible;
use std::future::ready;
use std::net::IpAddr;

use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};

use super::plan::{Rollout, ServicePlan, WorkloadPlan, WorkloadSeen};
use super::{
    ClusterChange, Keep, Kind, KubernetesSettings, MetricsSettings, ObjectKind, OwnPod, Part,
};
use crate::plan::Labels;
use crate::{
    Action, Change, Container, ContainerId, Details, Done, Engine, EngineError, Fault, Inspected,
    Runtime, Surroundings, Usage, Witness,
};

#[derive(Debug, Clone)]
pub struct Kubernetes;

/// There is none.
#[derive(Debug, Clone)]
pub struct Workspace(Infallible);

impl Kubernetes {
    pub fn new(_: KubernetesSettings) -> Self {
        Kubernetes
    }

    #[must_use]
    pub fn metrics(self, _: MetricsSettings) -> Self {
        self
    }

    pub fn is_inside(&self) -> bool {
        false
    }

    pub async fn workspace(&self) -> Result<Workspace, EngineError> {
        Err(absent())
    }

    pub async fn own_pod(&self) -> Result<Option<OwnPod>, EngineError> {
        Err(absent())
    }

    /// Says once that nothing can be seen.
    pub fn exposures(&self, _: Keep) -> BoxStream<'static, ClusterChange> {
        let part = Part { kind: Kind::Services, namespace: None };
        stream::iter([ClusterChange::Lost(part, absent())]).chain(stream::pending()).boxed()
    }
}

impl Engine for Kubernetes {
    fn runtime(&self) -> Runtime {
        Runtime::Kubernetes
    }

    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>> {
        ready(Err(absent())).boxed()
    }

    fn container<'a>(&'a self, _: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>> {
        ready(Err(absent())).boxed()
    }

    fn inspect<'a>(&'a self, _: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>> {
        ready(Err(absent())).boxed()
    }

    fn act<'a>(
        &'a self,
        _: &'a ContainerId,
        _: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>> {
        ready(Err(absent())).boxed()
    }

    fn usage(&self, _: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>> {
        stream::iter([Err(absent())]).boxed()
    }

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>> {
        ready(Err(absent())).boxed()
    }

    fn changes(&self) -> BoxStream<'static, Change> {
        stream::iter([Change::Lost(absent())]).chain(stream::pending()).boxed()
    }
}

impl Witness for Kubernetes {}

impl Workspace {
    pub fn namespace(&self) -> &str {
        match self.0 {}
    }

    pub async fn apply_claim(&self, _: &str, _: &Labels, _: &str) -> Result<(), EngineError> {
        match self.0 {}
    }

    pub async fn apply_service(&self, _: &ServicePlan) -> Result<Option<IpAddr>, EngineError> {
        match self.0 {}
    }

    pub async fn apply_workload(&self, _: &WorkloadPlan) -> Result<(), EngineError> {
        match self.0 {}
    }

    pub async fn scale(&self, _: &str, _: u32) -> Result<(), EngineError> {
        match self.0 {}
    }

    pub async fn workloads_with(&self, _: &str) -> Result<Vec<WorkloadSeen>, EngineError> {
        match self.0 {}
    }

    pub async fn rollout(&self, _: &str) -> Result<Rollout, EngineError> {
        match self.0 {}
    }

    pub async fn address(&self, _: &str, _: u16) -> Result<Option<String>, EngineError> {
        match self.0 {}
    }

    pub async fn names_with(&self, _: ObjectKind, _: &str) -> Result<Vec<String>, EngineError> {
        match self.0 {}
    }

    pub async fn remove(&self, _: ObjectKind, _: &str) -> Result<(), EngineError> {
        match self.0 {}
    }

    pub async fn pods_with(&self, _: &str) -> Result<usize, EngineError> {
        match self.0 {}
    }
}

fn absent() -> EngineError {
    EngineError::new(Fault::Failed, "this program was built without Kubernetes")
        .advise("build it with the feature kubernetes, or switch Kubernetes off")
}
