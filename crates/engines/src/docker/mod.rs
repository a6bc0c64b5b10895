//! Docker, and what speaks like it: Podman's compatible socket.

mod actions;
mod address;
mod blueprint;
mod create;
mod endings;
mod events;
mod fault;
mod frames;
mod images;
mod life;
mod logs;
mod networks;
mod own;
mod policy;
mod records;
mod session;
mod stats;
mod stream;
mod surroundings;
mod tls;
mod volumes;
mod watch;
mod witness;

use std::sync::Arc;
use std::time::Duration;

use bollard::errors::Error;
use bollard::models::ContainerInspectResponse;
use bollard::query_parameters::{ListContainersOptions, ListContainersOptionsBuilder};
use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio::time::timeout;

pub use address::{DockerAddress, InvalidDockerAddress};
pub use policy::{DOCKER_CALLS, DockerCall, Purpose};

use self::session::{Session, Version, common_version};
use crate::{
    Action, Change, Container, ContainerId, Details, Done, Engine, EngineError, Fault, Inspected,
    Runtime, Surroundings, Usage,
};

const LONGEST_CALL: Duration = Duration::from_secs(10);
/// Room for the list of some ten thousand containers.
const MOST_ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// A Docker engine. Cheap to clone; it connects for each call.
#[derive(Debug, Clone)]
pub struct Docker {
    address: Arc<DockerAddress>,
    location: Arc<address::Location>,
    version: Version,
}

impl Docker {
    pub fn new(address: DockerAddress) -> Self {
        let location = Arc::new(address.0.clone());
        Docker { address: Arc::new(address), location, version: Version::default() }
    }

    pub fn address(&self) -> &DockerAddress {
        &self.address
    }

    fn session(&self, most_bytes: usize) -> Result<Session, EngineError> {
        let opened = Session::open(&self.location, &self.version, most_bytes);
        opened.map_err(|error| fault::explain(&self.address, &error))
    }

    /// One call and its answer, in the version that both sides know.
    async fn call<T, F>(&self, make: impl FnOnce(bollard::Docker) -> F) -> Result<T, EngineError>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.patient(LONGEST_CALL, make).await
    }

    /// Like `call`, for what takes its time.
    async fn patient<T, F>(
        &self,
        limit: Duration,
        make: impl FnOnce(bollard::Docker) -> F,
    ) -> Result<T, EngineError>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.ensure_version().await?;
        self.bounded(limit, make).await
    }

    async fn ensure_version(&self) -> Result<(), EngineError> {
        if self.version.load().is_none() { self.negotiate().await } else { Ok(()) }
    }

    async fn bounded<T, F>(
        &self,
        limit: Duration,
        make: impl FnOnce(bollard::Docker) -> F,
    ) -> Result<T, EngineError>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let Session { docker, mut carrier, .. } = self.session(MOST_ANSWER_BYTES)?;
        match timeout(limit, carrier.during(make(docker))).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.failed(&error)),
            Err(_) => Err(fault::timeout(&self.address)),
        }
    }

    fn failed(&self, error: &Error) -> EngineError {
        let error = fault::explain(&self.address, error);
        if error.fault == Fault::Unreachable {
            // When it comes back it may be another one.
            self.version.store(None);
        }
        error
    }

    async fn negotiate(&self) -> Result<(), EngineError> {
        self.version.store(None);
        let about = self.bounded(LONGEST_CALL, |docker| async move { docker.version().await });
        let engine = about.await?.api_version;
        let common = engine.as_deref().and_then(common_version).ok_or_else(|| {
            let message = format!("what listens at {} is no Docker engine", self.address);
            EngineError::new(Fault::Failed, message).advise("see whether the address is right")
        })?;
        self.version.store(Some(Arc::new(common)));
        Ok(())
    }

    async fn ping(&self, limit: Duration) -> Result<(), EngineError> {
        self.bounded(limit, |docker| async move { docker.ping().await.map(drop) }).await
    }

    async fn list(&self) -> Result<Vec<Container>, EngineError> {
        let all = ListContainersOptionsBuilder::default().all(true).build();
        let listed = self.call(|docker| async move { readable(docker, all).await }).await?;
        Ok(listed.into_iter().filter_map(records::container).collect())
    }

    async fn look(&self, id: &ContainerId) -> Result<ContainerInspectResponse, EngineError> {
        if id.as_str().contains('/') {
            return Err(fault::not_found());
        }
        let found =
            self.call(|docker| async move { docker.inspect_container(id.as_str(), None).await });
        found.await
    }

    async fn details(&self, found: ContainerInspectResponse) -> Result<Details, EngineError> {
        let lender = records::lender(&found);
        let mut details = records::details(found).ok_or_else(fault::not_found)?;
        if let Some(lender) = lender {
            // Without the other one, this one has no network at all.
            if let Some(lender) = self.look(&lender).await.ok().and_then(records::details) {
                records::borrow_network(&mut details, lender.container);
            }
        }
        Ok(details)
    }

    async fn inspected(&self, id: &ContainerId) -> Result<Inspected, EngineError> {
        let found = self.look(id).await?;
        let raw = serde_json::to_value(&found).unwrap_or_default();
        Ok(Inspected { details: self.details(found).await?, raw })
    }
}

/// Podman has states that Docker has not, and one such container would hide all the others. Those
/// that run are in a state that both know.
async fn readable(
    docker: bollard::Docker,
    all: ListContainersOptions,
) -> Result<Vec<bollard::models::ContainerSummary>, Error> {
    match docker.list_containers(Some(all)).await {
        Err(Error::JsonDataError { .. }) => docker.list_containers(None).await,
        listed => listed,
    }
}

impl Engine for Docker {
    fn runtime(&self) -> Runtime {
        Runtime::Docker
    }

    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>> {
        self.list().boxed()
    }

    fn container<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>> {
        async { self.details(self.look(id).await?).await }.boxed()
    }

    fn inspect<'a>(&'a self, id: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>> {
        self.inspected(id).boxed()
    }

    fn act<'a>(
        &'a self,
        id: &'a ContainerId,
        action: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>> {
        actions::act(self, id, action).boxed()
    }

    fn usage(&self, id: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>> {
        stats::usage(self.clone(), id.clone())
    }

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>> {
        surroundings::look(self).boxed()
    }

    fn changes(&self) -> BoxStream<'static, Change> {
        watch::changes(self.clone())
    }
}
