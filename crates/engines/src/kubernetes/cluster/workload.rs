//! What owns pods: it is scaled, and makes them anew.

use std::sync::Arc;

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::core::{ApiResource, DynamicObject, GroupVersionKind};
use serde_json::{Value, json};

use super::pod;
use crate::{Container, Details, Owner, State};

/// How many there were before the stop, and what they were called.
const REPLICAS: &str = "svc.stopped-replicas";
const PODS: &str = "svc.stopped-pods";
/// A label that no node has keeps the pods of a DaemonSet away, which has no count to set.
const NOWHERE: &str = "svc.stopped";
/// Names that are kept; more would not be looked for.
const MOST_NAMES: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkloadKind {
    Deployment,
    StatefulSet,
    DaemonSet,
    ReplicaSet,
}

impl WorkloadKind {
    pub(super) const ALL: [WorkloadKind; 4] = [
        WorkloadKind::Deployment,
        WorkloadKind::StatefulSet,
        WorkloadKind::DaemonSet,
        WorkloadKind::ReplicaSet,
    ];

    pub(super) fn parse(kind: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == kind)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            WorkloadKind::Deployment => "Deployment",
            WorkloadKind::StatefulSet => "StatefulSet",
            WorkloadKind::DaemonSet => "DaemonSet",
            WorkloadKind::ReplicaSet => "ReplicaSet",
        }
    }

    /// As paths and permissions call it.
    pub(super) fn plural(self) -> &'static str {
        match self {
            WorkloadKind::Deployment => "deployments",
            WorkloadKind::StatefulSet => "statefulsets",
            WorkloadKind::DaemonSet => "daemonsets",
            WorkloadKind::ReplicaSet => "replicasets",
        }
    }

    pub(super) fn resource(self) -> ApiResource {
        let kind = GroupVersionKind::gvk("apps", "v1", self.name());
        ApiResource::from_gvk_with_plural(&kind, self.plural())
    }
}

/// One that is there.
#[derive(Debug, Clone)]
pub(super) struct Workload {
    pub(super) kind: WorkloadKind,
    pub(super) metadata: ObjectMeta,
    data: Value,
}

impl Workload {
    pub(super) fn new(kind: WorkloadKind, object: DynamicObject) -> Self {
        Workload { kind, metadata: object.metadata, data: object.data }
    }

    pub(super) fn name(&self) -> &str {
        self.metadata.name.as_deref().unwrap_or_default()
    }

    /// How many pods it shall have.
    pub(super) fn wanted(&self) -> u64 {
        match self.kind {
            WorkloadKind::DaemonSet if self.is_nowhere() => 0,
            WorkloadKind::DaemonSet => self.count("desiredNumberScheduled"),
            // What is left out is one.
            _ => self.data["spec"]["replicas"].as_u64().unwrap_or(1),
        }
    }

    /// A DaemonSet without a node to run on is not stopped, it waits for one.
    pub(super) fn is_stopped(&self) -> bool {
        match self.kind {
            WorkloadKind::DaemonSet => self.is_nowhere(),
            _ => self.wanted() == 0,
        }
    }

    pub(super) fn present(&self) -> u64 {
        match self.kind {
            WorkloadKind::DaemonSet => self.count("currentNumberScheduled"),
            _ => self.count("replicas"),
        }
    }

    pub(super) fn ready(&self) -> u64 {
        match self.kind {
            WorkloadKind::DaemonSet => self.count("numberReady"),
            _ => self.count("readyReplicas"),
        }
    }

    /// Whether its controller has seen what was asked of it.
    pub(super) fn is_observed(&self) -> bool {
        let seen = self.data["status"]["observedGeneration"].as_i64();
        seen >= self.metadata.generation
    }

    fn count(&self, field: &str) -> u64 {
        self.data["status"][field].as_u64().unwrap_or_default()
    }

    fn is_nowhere(&self) -> bool {
        self.data["spec"]["template"]["spec"]["nodeSelector"][NOWHERE].is_string()
    }

    /// What makes it have no pods, and remembers those that it had.
    pub(super) fn stopping(&self, pods: &[String]) -> Value {
        let names = pods.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(",");
        let count = self.wanted().to_string();
        let annotations = json!({ REPLICAS: count, PODS: names });
        self.patch(annotations, 0, json!("true"))
    }

    /// What makes it have this many.
    pub(super) fn starting(&self, replicas: u32) -> Value {
        self.patch(json!({ REPLICAS: null, PODS: null }), replicas, Value::Null)
    }

    fn patch(&self, annotations: Value, replicas: u32, nowhere: Value) -> Value {
        let spec = match self.kind {
            WorkloadKind::DaemonSet => {
                json!({ "template": { "spec": { "nodeSelector": { NOWHERE: nowhere } } } })
            }
            _ => json!({ "replicas": replicas }),
        };
        json!({ "metadata": { "annotations": annotations }, "spec": spec })
    }

    /// A workload without pods, as a container that is stopped.
    pub(super) fn container(&self) -> Option<Container> {
        Some(self.shown(pod::container(self.as_pod()?)?))
    }

    pub(super) fn details(&self) -> Option<Details> {
        let details = pod::details(self.as_pod()?)?;
        Some(Details { container: self.shown(details.container), ..details })
    }

    /// The pod that it would make.
    pub(super) fn as_pod(&self) -> Option<core::Pod> {
        let template = self.data["spec"]["template"].clone();
        let template: core::PodTemplateSpec = serde_json::from_value(template).ok()?;
        let labels = template.metadata.and_then(|metadata| metadata.labels);
        let metadata = ObjectMeta { labels, owner_references: None, ..self.metadata.clone() };
        Some(core::Pod { metadata, spec: template.spec, status: None })
    }

    fn shown(&self, container: Container) -> Container {
        let before = self.annotation(REPLICAS).and_then(|count| count.parse::<u32>().ok());
        let names = self.annotation(PODS).unwrap_or_default();
        let names = names.split(',').filter(|name| !name.is_empty());
        Container {
            state: State::Stopped,
            status: match before {
                Some(before) => format!("Scaled to 0 ({before} before)"),
                None => "Scaled to 0".to_owned(),
            },
            owner: Some(Owner { kind: self.kind.name().into(), name: self.name().into() }),
            former_names: names.take(MOST_NAMES).map(Arc::from).collect(),
            ..container
        }
    }

    fn annotation(&self, name: &str) -> Option<&str> {
        self.metadata.annotations.as_ref()?.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workload(kind: WorkloadKind, spec: Value, annotations: Value) -> Workload {
        let mut spec = spec;
        spec["template"]["metadata"] = json!({ "labels": { "app": "films" } });
        spec["template"]["spec"]["containers"] = json!([{ "name": "web", "image": "films:1" }]);
        let object = json!({
            "apiVersion": "apps/v1", "kind": kind.name(),
            "metadata": { "name": "films", "namespace": "media", "generation": 3,
                          "annotations": annotations },
            "spec": spec,
            "status": { "observedGeneration": 2, "readyReplicas": 2, "numberReady": 4 },
        });
        Workload::new(kind, serde_json::from_value(object).expect("an object"))
    }

    #[test]
    fn a_stopped_workload_is_shown_as_a_container() {
        let annotations = json!({ REPLICAS: "3", PODS: "films-abc-1,films-abc-2" });
        let stopped = workload(WorkloadKind::Deployment, json!({ "replicas": 0 }), annotations);
        assert!(stopped.is_stopped() && !stopped.is_observed());
        let container = stopped.container().expect("a container");
        assert_eq!(container.id.as_str(), "media/films");
        assert_eq!((container.state, &*container.image), (State::Stopped, "films:1"));
        assert_eq!(container.status, "Scaled to 0 (3 before)");
        assert_eq!(container.labels["app"], "films");
        assert!(container.answers_to("films") && container.answers_to("films-abc-2"));
        assert!(!container.answers_to("films-abc-3"));
    }

    #[test]
    fn a_stop_can_be_taken_back() {
        let running = workload(WorkloadKind::StatefulSet, json!({ "replicas": 3 }), json!({}));
        assert!(!running.is_stopped());
        let stop = running.stopping(&["films-0".to_owned()]);
        assert_eq!(stop["spec"], json!({ "replicas": 0 }));
        assert_eq!(stop["metadata"]["annotations"][REPLICAS], "3");
        let start = running.starting(1);
        assert_eq!(start["spec"], json!({ "replicas": 1 }));
        assert_eq!(start["metadata"]["annotations"], json!({ REPLICAS: null, PODS: null }));
        let unsaid = workload(WorkloadKind::ReplicaSet, json!({}), json!({}));
        assert_eq!(unsaid.wanted(), 1);
    }

    #[test]
    fn a_daemon_set_is_kept_away_from_every_node() {
        let running = workload(WorkloadKind::DaemonSet, json!({}), json!({}));
        assert_eq!((running.is_stopped(), running.ready()), (false, 4));
        let selector = |patch: &Value| patch["spec"]["template"]["spec"]["nodeSelector"].clone();
        assert_eq!(selector(&running.stopping(&[])), json!({ NOWHERE: "true" }));
        assert_eq!(selector(&running.starting(1)), json!({ NOWHERE: null }));
        let spec = json!({ "template": { "spec": { "nodeSelector": { NOWHERE: "true" } } } });
        assert!(workload(WorkloadKind::DaemonSet, spec, json!({})).is_stopped());
    }
}
