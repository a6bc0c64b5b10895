//! A pod as a container: of the containers in it, the first is the one that people mean.

use std::net::IpAddr;

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, Time};
use kit::Timestamp;

use super::convert::{port_number, protocol};
use crate::{Attachment, Container, ContainerId, Details, Mount, Owner, Port, Runtime, State};

/// The network that all pods share.
const NETWORK: &str = "cluster";
const TEMPLATE_HASH: &str = "pod-template-hash";
const DEFAULT_CONTAINER: &str = "kubectl.kubernetes.io/default-container";

pub(super) fn id(pod: &core::Pod) -> Option<ContainerId> {
    let namespace = pod.metadata.namespace.as_deref()?;
    ContainerId::parse(&format!("{namespace}/{}", pod.metadata.name.as_deref()?)).ok()
}

pub(super) fn container(pod: core::Pod) -> Option<Container> {
    let id = id(&pod)?;
    let spec = pod.spec.as_ref()?;
    let status = pod.status.clone().unwrap_or_default();
    let main = main_container(&pod)?;
    Some(Container {
        id,
        name: pod.metadata.name.as_deref()?.into(),
        runtime: Runtime::Kubernetes,
        namespace: pod.metadata.namespace.as_deref().map(Into::into),
        image: main.image.clone().unwrap_or_default(),
        labels: pod.metadata.labels.clone().unwrap_or_default(),
        state: state(&pod, &status),
        status: status_line(&pod, &status),
        created: pod.metadata.creation_timestamp.as_ref().map_or(Timestamp(0), timestamp),
        ports: spec.containers.iter().flat_map(ports).collect(),
        networks: networks(&status),
        host_network: spec.host_network.unwrap_or(false),
        owner: owner(&pod.metadata),
        former_names: Vec::new(),
    })
}

pub(super) fn details(pod: core::Pod) -> Option<Details> {
    let main = main_container(&pod)?.clone();
    let volumes = pod.spec.as_ref()?.volumes.clone().unwrap_or_default();
    let shared =
        pod.spec.as_ref()?.security_context.as_ref().and_then(|context| context.run_as_user);
    let started = started(&pod, &main.name);
    let security = main.security_context.unwrap_or_default();
    let user = security.run_as_user.or(shared);
    let mounts = main.volume_mounts.unwrap_or_default();
    let environment = main.env.unwrap_or_default().into_iter();
    let command = main.command.into_iter().flatten().chain(main.args.into_iter().flatten());
    Some(Details {
        container: container(pod)?,
        environment: environment
            .map(|entry| (entry.name, entry.value.unwrap_or_default()))
            .collect(),
        command: command.collect(),
        working_dir: main.working_dir.unwrap_or_default(),
        user: user.map(|user| user.to_string()).unwrap_or_default(),
        privileged: security.privileged.unwrap_or(false),
        mounts: mounts.into_iter().map(|entry| mount(entry, &volumes)).collect(),
        started,
    })
}

/// The workload that a pod belongs to. A Deployment owns its pods by way of a set that is named
/// after it and the hash of the pod.
fn owner(metadata: &ObjectMeta) -> Option<Owner> {
    let owners = metadata.owner_references.as_deref().unwrap_or_default();
    let direct = owners.iter().find(|owner| owner.controller == Some(true))?;
    let hash = metadata.labels.as_ref().and_then(|labels| labels.get(TEMPLATE_HASH));
    let deployment = hash
        .filter(|_| direct.kind == "ReplicaSet")
        .and_then(|hash| direct.name.strip_suffix(hash.as_str())?.strip_suffix('-'));
    Some(match deployment {
        Some(name) => Owner { kind: "Deployment".into(), name: name.into() },
        None => Owner { kind: direct.kind.as_str().into(), name: direct.name.as_str().into() },
    })
}

fn main_container(pod: &core::Pod) -> Option<&core::Container> {
    let containers = &pod.spec.as_ref()?.containers;
    let annotations = pod.metadata.annotations.as_ref();
    let named = annotations.and_then(|annotations| annotations.get(DEFAULT_CONTAINER));
    let named = named.and_then(|name| containers.iter().find(|each| each.name == *name));
    named.or(containers.first())
}

/// The name of a container of this pod: this one, where it is there, or the one that people mean.
pub(super) fn container_named(pod: &core::Pod, name: Option<&str>) -> Option<String> {
    let Some(name) = name else { return main_container(pod).map(|main| main.name.clone()) };
    let spec = pod.spec.as_ref()?;
    let mut all = spec.containers.iter().chain(spec.init_containers.iter().flatten());
    all.find(|each| each.name == name).map(|each| each.name.clone())
}

fn state(pod: &core::Pod, status: &core::PodStatus) -> State {
    match status.phase.as_deref() {
        _ if waits_after_crash(status) => State::Restarting,
        Some("Pending") => State::Created,
        Some("Running") if pod.metadata.deletion_timestamp.is_some() => State::Restarting,
        Some("Running") => State::Running,
        Some("Succeeded") => State::Exited,
        Some("Failed") => State::Dead,
        _ => State::Unknown,
    }
}

fn waits_after_crash(status: &core::PodStatus) -> bool {
    waiting_reasons(status).any(|reason| reason == "CrashLoopBackOff")
}

fn waiting_reasons(status: &core::PodStatus) -> impl Iterator<Item = &str> {
    let states = status.container_statuses.iter().flatten().filter_map(|each| each.state.as_ref());
    states.filter_map(|state| state.waiting.as_ref()?.reason.as_deref())
}

/// As people know it: `Running (1/2 ready, 3 restarts)`, `ImagePullBackOff`, `Terminating`.
fn status_line(pod: &core::Pod, status: &core::PodStatus) -> String {
    let phase = status.phase.as_deref().unwrap_or("Unknown");
    let word = match waiting_reasons(status).next() {
        _ if pod.metadata.deletion_timestamp.is_some() => "Terminating",
        Some(reason) => reason,
        None => status.reason.as_deref().unwrap_or(phase),
    };
    let Some(containers) = status.container_statuses.as_ref().filter(|_| phase == "Running") else {
        return word.to_owned();
    };
    let ready = containers.iter().filter(|each| each.ready).count();
    let restarts: i32 = containers.iter().map(|each| each.restart_count).sum();
    format!("{word} ({ready}/{} ready, {restarts} restarts)", containers.len())
}

fn started(pod: &core::Pod, name: &str) -> Option<Timestamp> {
    let status = pod.status.as_ref()?;
    let mut statuses = status.container_statuses.iter().flatten();
    let state = statuses.find(|each| each.name == name)?.state.as_ref()?;
    state.running.as_ref()?.started_at.as_ref().map(timestamp)
}

pub(super) fn timestamp(time: &Time) -> Timestamp {
    Timestamp(time.0.as_millisecond())
}

fn ports(container: &core::Container) -> impl Iterator<Item = Port> {
    container.ports.iter().flatten().filter_map(|port| {
        Some(Port {
            ip: port.host_ip.as_deref().and_then(|ip| ip.parse().ok()),
            private: port_number(port.container_port)?,
            public: port.host_port.and_then(port_number),
            protocol: protocol(port.protocol.as_deref()),
        })
    })
}

fn networks(status: &core::PodStatus) -> Vec<Attachment> {
    let several = status.pod_ips.iter().flatten().map(|each| each.ip.as_str());
    let mut addresses: Vec<IpAddr> = several.filter_map(|ip| ip.parse().ok()).collect();
    if addresses.is_empty() {
        addresses.extend(status.pod_ip.as_deref().and_then(|ip| ip.parse::<IpAddr>().ok()));
    }
    if addresses.is_empty() {
        return Vec::new();
    }
    vec![Attachment { network: NETWORK.to_owned(), addresses, gateway: None }]
}

fn mount(mount: core::VolumeMount, volumes: &[core::Volume]) -> Mount {
    let volume = volumes.iter().find(|volume| volume.name == mount.name);
    let host_path = volume.and_then(|volume| volume.host_path.as_ref());
    Mount {
        is_bind: host_path.is_some(),
        source: host_path.map_or(mount.name, |host| host.path.clone()),
        target: mount.mount_path,
        read_only: mount.read_only.unwrap_or(false),
    }
}
