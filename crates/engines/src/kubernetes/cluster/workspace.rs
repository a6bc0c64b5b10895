//! A namespace of a cluster in which workloads are made, seen and removed. Everything is applied as
//! it should be, so that to say it twice does no harm.

use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;

use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::core::v1::{PersistentVolumeClaim, Pod, Secret, Service};
use kube::api::{DeleteParams, Patch, PatchParams};
use kube::{Api, Resource};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::api_call::ApiCall;
use super::connection::Connection;
use super::list::list_labelled;
use super::manifest::{self, REVISION, WORKLOAD};
use super::plan::{ObjectKind, Rollout, ServicePlan, Waiting, WorkloadPlan, WorkloadSeen};
use super::pods::{bounded, forgetting};
use super::surroundings;
use crate::plan::Labels;
use crate::{EngineError, Fault};

/// Who set a field, as the cluster notes it.
const MANAGER: &str = "gatehouse";
/// More of what a cluster says is not for people.
const LONGEST_SAYING: usize = 300;

#[derive(Debug, Clone)]
pub struct Workspace {
    connection: Arc<Connection>,
    namespace: String,
}

impl Workspace {
    pub(super) async fn of(connection: &Arc<Connection>) -> Result<Workspace, EngineError> {
        let first = connection.settings().reach().into_iter().next().flatten();
        let namespace = match first {
            Some(first) => first.to_string(),
            None => connection.link().await?.client.default_namespace().to_owned(),
        };
        Ok(Workspace { connection: Arc::clone(connection), namespace })
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    pub async fn apply_claim(
        &self,
        name: &str,
        labels: &Labels,
        size: &str,
    ) -> Result<(), EngineError> {
        // Of a claim that is there, nothing may change.
        match self.get::<PersistentVolumeClaim>(name).await {
            Err(error) if error.fault == Fault::NotFound => {
                let claim = manifest::claim(name, labels, size);
                self.apply::<PersistentVolumeClaim>(name, &claim).await.map(drop)
            }
            there => there.map(drop),
        }
    }

    /// Returns the address in the cluster.
    pub async fn apply_service(&self, plan: &ServicePlan) -> Result<Option<IpAddr>, EngineError> {
        let made: Service = self.apply(&plan.name, &manifest::service(plan)).await?;
        let spec = made.spec.unwrap_or_default();
        Ok(spec.cluster_ip.and_then(|ip| ip.parse().ok()))
    }

    pub async fn apply_workload(&self, plan: &WorkloadPlan) -> Result<(), EngineError> {
        self.apply::<Secret>(&plan.secret_name(), &manifest::secret(plan)).await?;
        if let (Some(name), Some(files)) = (plan.files_name(), manifest::files(plan)) {
            self.apply::<Secret>(&name, &files).await?;
        }
        self.apply::<Deployment>(&plan.name, &manifest::deployment(plan)).await.map(drop)
    }

    pub async fn scale(&self, workload: &str, replicas: u32) -> Result<(), EngineError> {
        let change = json!({ "spec": { "replicas": replicas } });
        self.patch::<Deployment>(workload, &Patch::Merge(change)).await.map(drop)
    }

    /// The workloads that carry this label.
    pub async fn workloads_with(&self, label: &str) -> Result<Vec<WorkloadSeen>, EngineError> {
        let all: Vec<Deployment> = self.list(label).await?;
        let seen = all.into_iter().map(|deployment| WorkloadSeen {
            name: deployment.metadata.name.unwrap_or_default(),
            labels: deployment.metadata.labels.unwrap_or_default(),
            replicas: wanted(deployment.spec.and_then(|spec| spec.replicas)),
        });
        Ok(seen.collect())
    }

    pub async fn rollout(&self, workload: &str) -> Result<Rollout, EngineError> {
        let deployment: Deployment = self.get(workload).await?;
        let label = format!("{WORKLOAD}={workload}");
        let pods: Vec<Pod> = self.list(&label).await?;
        Ok(rollout(&deployment, &pods))
    }

    /// Where a port of a service is reached from here, as host and port. Inside of the cluster by
    /// its name, outside of it at a node.
    pub async fn address(&self, service: &str, port: u16) -> Result<Option<String>, EngineError> {
        if self.connection.is_inside() {
            let namespace = &self.namespace;
            return Ok(Some(format!("{service}.{namespace}.svc.cluster.local:{port}")));
        }
        let found: Service = self.get(service).await?;
        let ports = found.spec.and_then(|spec| spec.ports).unwrap_or_default();
        let port = ports.into_iter().find(|known| known.port == i32::from(port));
        let Some(node_port) = port.and_then(|port| u16::try_from(port.node_port?).ok()) else {
            return Ok(None);
        };
        let nodes = surroundings::nodes(&self.connection).await?;
        let node = nodes.into_iter().min_by_key(IpAddr::is_ipv6);
        Ok(node.map(|node| std::net::SocketAddr::new(node, node_port).to_string()))
    }

    /// The names of what carries this label.
    pub async fn names_with(
        &self,
        kind: ObjectKind,
        label: &str,
    ) -> Result<Vec<String>, EngineError> {
        match kind {
            ObjectKind::Workloads => self.names::<Deployment>(label).await,
            ObjectKind::Services => self.names::<Service>(label).await,
            ObjectKind::Secrets => self.names::<Secret>(label).await,
            ObjectKind::Claims => self.names::<PersistentVolumeClaim>(label).await,
        }
    }

    /// It may be gone already. Its pods go later.
    pub async fn remove(&self, kind: ObjectKind, name: &str) -> Result<(), EngineError> {
        match kind {
            ObjectKind::Workloads => self.delete::<Deployment>(name).await,
            ObjectKind::Services => self.delete::<Service>(name).await,
            ObjectKind::Secrets => self.delete::<Secret>(name).await,
            ObjectKind::Claims => self.delete::<PersistentVolumeClaim>(name).await,
        }
    }

    pub async fn pods_with(&self, label: &str) -> Result<usize, EngineError> {
        Ok(self.list::<Pod>(label).await?.len())
    }

    async fn names<K: Object>(&self, label: &str) -> Result<Vec<String>, EngineError> {
        let all: Vec<K> = self.list(label).await?;
        let mut names: Vec<String> =
            all.iter().filter_map(|object| object.meta().name.clone()).collect();
        names.sort();
        Ok(names)
    }

    async fn list<K: Object>(&self, label: &str) -> Result<Vec<K>, EngineError> {
        let asked = ApiCall::list(K::PLURAL, K::API_GROUP, Some(&self.namespace));
        let api = |client| Api::namespaced(client, &self.namespace);
        list_labelled(&self.connection, &asked, label, api).await
    }

    async fn get<K: Object>(&self, name: &str) -> Result<K, EngineError> {
        let (api, link, asked) = self.one::<K>("get", name).await?;
        let found = bounded(&link, &asked, api.get(name)).await;
        forgetting(&self.connection, found).await
    }

    async fn apply<K: Object>(&self, name: &str, object: &Value) -> Result<K, EngineError> {
        self.patch(name, &Patch::Apply(object.clone())).await
    }

    async fn patch<K: Object>(&self, name: &str, change: &Patch<Value>) -> Result<K, EngineError> {
        let parameters = match change {
            Patch::Apply(_) => PatchParams::apply(MANAGER).force(),
            _ => PatchParams::default(),
        };
        let (api, link, asked) = self.one::<K>("patch", name).await?;
        let patched = bounded(&link, &asked, api.patch(name, &parameters, change)).await;
        forgetting(&self.connection, patched).await
    }

    async fn delete<K: Object>(&self, name: &str) -> Result<(), EngineError> {
        let (api, link, asked) = self.one::<K>("delete", name).await?;
        let parameters = DeleteParams::background();
        let deleted = bounded(&link, &asked, api.delete(name, &parameters)).await;
        match forgetting(&self.connection, deleted).await {
            Err(error) if error.fault == Fault::NotFound => Ok(()),
            deleted => deleted.map(drop),
        }
    }

    async fn one<K: Object>(
        &self,
        verb: &'static str,
        name: &str,
    ) -> Result<(Api<K>, Arc<str>, ApiCall), EngineError> {
        let link = self.connection.link().await?;
        let asked = ApiCall::one(verb, K::PLURAL, K::API_GROUP, &self.namespace, name);
        Ok((Api::namespaced(link.client, &self.namespace), link.server, asked))
    }
}

/// A kind of object that is asked for here.
trait Object:
    Resource<Scope = NamespaceResourceScope, DynamicType = ()> + Clone + Debug + DeserializeOwned
{
    const PLURAL: &'static str;
    const API_GROUP: &'static str = "";
}

impl Object for Pod {
    const PLURAL: &'static str = "pods";
}

impl Object for Service {
    const PLURAL: &'static str = "services";
}

impl Object for Secret {
    const PLURAL: &'static str = "secrets";
}

impl Object for PersistentVolumeClaim {
    const PLURAL: &'static str = "persistentvolumeclaims";
}

impl Object for Deployment {
    const PLURAL: &'static str = "deployments";
    const API_GROUP: &'static str = "apps";
}

/// What is not said is one.
fn wanted(replicas: Option<i32>) -> u32 {
    replicas.map_or(1, |count| u32::try_from(count).unwrap_or_default())
}

fn rollout(deployment: &Deployment, pods: &[Pod]) -> Rollout {
    let spec = deployment.spec.as_ref();
    let status = deployment.status.clone().unwrap_or_default();
    let wanted = wanted(spec.and_then(|spec| spec.replicas));
    let is = |count: Option<i32>| u32::try_from(count.unwrap_or_default()) == Ok(wanted);
    let is_observed = status.observed_generation >= deployment.metadata.generation;
    let counts = [status.replicas, status.updated_replicas, status.available_replicas];
    let template = spec.and_then(|spec| spec.template.metadata.as_ref());
    let revision = template.and_then(|metadata| metadata.labels.as_ref()?.get(REVISION));
    let newest = pods.iter().filter(|pod| {
        let labels = pod.metadata.labels.as_ref();
        labels.and_then(|labels| labels.get(REVISION)) == revision
    });
    let mut seen =
        Rollout { complete: is_observed && counts.into_iter().all(is), ..Rollout::default() };
    for pod in newest {
        add(&mut seen, pod);
    }
    seen
}

fn add(seen: &mut Rollout, pod: &Pod) {
    let statuses = pod.status.iter().flat_map(|status| status.container_statuses.iter().flatten());
    for status in statuses {
        seen.restarts = seen.restarts.max(status.restart_count);
        let state = status.state.clone().unwrap_or_default();
        seen.unready |= state.running.is_some() && !status.ready;
        if let Some(waiting) = state.waiting {
            let mut message = waiting.message.unwrap_or_default();
            message.truncate(message.floor_char_boundary(LONGEST_SAYING));
            let reason = waiting.reason.unwrap_or_default();
            seen.waiting = Some(Waiting { reason, message });
        }
    }
}
