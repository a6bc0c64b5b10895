//! How the containers of a pod were made, as far as one that runs outside of a cluster can be made
//! so. Everything else is noted.

use std::sync::Arc;

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;

use super::connection::Connection;
use super::convert::{port_number, protocol};
use super::pods;
use super::quantity::quantity;
use crate::{
    Blueprint, ContainerId, EngineError, Healthcheck, Limits, NetworkMode, Port, Privileges,
    Restart, Storage, StorageKind,
};

const NANOS: i64 = 1_000_000_000;

/// The first is the one that holds the network; the others are beside it.
pub(super) async fn blueprints(
    connection: &Arc<Connection>,
    id: &ContainerId,
) -> Result<Vec<Blueprint>, EngineError> {
    let place = pods::place(connection, id).await?;
    let pod = pods::get(connection, &place.namespace, &place.name).await?;
    Ok(made(id, &pod))
}

fn made(id: &ContainerId, pod: &core::Pod) -> Vec<Blueprint> {
    let Some(spec) = &pod.spec else { return Vec::new() };
    let pod_name = pod.metadata.name.clone().unwrap_or_default();
    let mut made: Vec<Blueprint> = Vec::new();
    for container in &spec.containers {
        let mut one = of_container(container, spec);
        one.labels = pod.metadata.labels.clone().unwrap_or_default();
        if let Some(first) = made.first() {
            one.name = format!("{pod_name}-{}", container.name);
            one.needs = vec![first.name.clone()];
            one.network = NetworkMode::Container(id.clone());
        } else {
            one.id = Some(id.clone());
            one.name = pod_name.clone();
            one.hostname = spec.hostname.clone();
            one.notes.extend(of_pod(pod, spec));
        }
        made.push(one);
    }
    made
}

fn of_container(container: &core::Container, spec: &core::PodSpec) -> Blueprint {
    let security = container.security_context.clone().unwrap_or_default();
    let shared = spec.security_context.clone().unwrap_or_default();
    let capabilities = security.capabilities.clone().unwrap_or_default();
    let ports = container.ports.iter().flatten();
    let ports: Vec<Port> = ports
        .filter_map(|port| {
            Some(Port {
                ip: port.host_ip.as_deref().and_then(|ip| ip.parse().ok()),
                private: port_number(port.container_port)?,
                public: port.host_port.and_then(port_number),
                protocol: protocol(port.protocol.as_deref()),
            })
        })
        .collect();
    let mut made = Blueprint {
        image: container.image.clone().unwrap_or_default(),
        entrypoint: container.command.clone(),
        command: container.args.clone(),
        working_dir: container.working_dir.clone(),
        user: security.run_as_user.or(shared.run_as_user).map(|user| user.to_string()),
        terminal: container.tty.unwrap_or(false),
        open_stdin: container.stdin.unwrap_or(false),
        exposed: ports.iter().map(|port| (port.private, port.protocol)).collect(),
        published: ports.into_iter().filter(|port| port.public.is_some()).collect(),
        restart: match spec.restart_policy.as_deref() {
            Some("Never") => Restart::No,
            Some("OnFailure") => Restart::OnFailure(None),
            _ => Restart::Always,
        },
        privileges: Privileges {
            privileged: security.privileged.unwrap_or(false),
            read_only: security.read_only_root_filesystem.unwrap_or(false),
            added: capabilities.add.unwrap_or_default(),
            dropped: capabilities.drop.unwrap_or_default(),
            groups: shared.supplemental_groups.iter().flatten().map(i64::to_string).collect(),
            ..Privileges::default()
        },
        limits: limits(container),
        network: match spec.host_network {
            Some(true) => NetworkMode::Host,
            _ => NetworkMode::Default,
        },
        ..Blueprint::default()
    };
    environment(container, &mut made);
    mounts(container, spec, &mut made);
    probe(container, &mut made);
    made
}

fn environment(container: &core::Container, made: &mut Blueprint) {
    for entry in container.env.iter().flatten() {
        let value = match &entry.value_from {
            None => Some(entry.value.clone().unwrap_or_default()),
            Some(_) => {
                let name = &entry.name;
                made.notes.push(format!("the value of {name} comes from the cluster; set it"));
                None
            }
        };
        made.environment.insert(entry.name.clone(), value);
    }
    if container.env_from.as_ref().is_some_and(|from| !from.is_empty()) {
        made.notes.push("variables that come from config maps or secrets are left out".to_owned());
    }
}

fn mounts(container: &core::Container, spec: &core::PodSpec, made: &mut Blueprint) {
    for mount in container.volume_mounts.iter().flatten() {
        let volume = spec.volumes.iter().flatten().find(|volume| volume.name == mount.name);
        let Some(kind) = volume.and_then(|volume| storage(volume, &mut made.notes)) else {
            let target = &mount.mount_path;
            made.notes.push(format!("what is mounted at {target} comes from the cluster"));
            continue;
        };
        made.mounts.push(Storage {
            target: mount.mount_path.clone(),
            read_only: mount.read_only.unwrap_or(false),
            kind,
        });
    }
}

fn storage(volume: &core::Volume, notes: &mut Vec<String>) -> Option<StorageKind> {
    if let Some(host) = &volume.host_path {
        return Some(StorageKind::Bind { source: host.path.clone(), propagation: None });
    }
    if let Some(empty) = &volume.empty_dir {
        let bytes = empty.size_limit.as_ref().and_then(amount).map(|bytes| bytes / NANOS);
        return Some(match empty.medium.as_deref() {
            Some("Memory") => StorageKind::Memory { bytes },
            _ => StorageKind::Volume {
                name: volume.name.clone(),
                driver: "local".to_owned(),
                options: Default::default(),
            },
        });
    }
    let claim = volume.persistent_volume_claim.as_ref()?;
    let name = claim.claim_name.clone();
    notes.push(format!("the data of the claim {name} stays in the cluster; copy it"));
    Some(StorageKind::Volume { name, driver: "local".to_owned(), options: Default::default() })
}

fn limits(container: &core::Container) -> Limits {
    let resources = container.resources.clone().unwrap_or_default();
    let most = resources.limits.unwrap_or_default();
    let least = resources.requests.unwrap_or_default();
    let bytes = |quantity: Option<&Quantity>| quantity.and_then(amount).map(|n| n / NANOS);
    Limits {
        memory: bytes(most.get("memory")),
        memory_reservation: bytes(least.get("memory")),
        nano_cpus: most.get("cpu").and_then(amount),
        ..Limits::default()
    }
}

/// In billionths, so that a thousandth of a core is a whole number.
fn amount(of: &Quantity) -> Option<i64> {
    let billionths = quantity(&of.0)? * 1e9;
    (billionths < 9e18).then(|| billionths.round() as i64)
}

fn probe(container: &core::Container, made: &mut Blueprint) {
    let probe = container.readiness_probe.as_ref().or(container.liveness_probe.as_ref());
    let Some(probe) = probe else { return };
    let Some(command) = probe.exec.as_ref().and_then(|exec| exec.command.clone()) else {
        made.notes.push("its probes ask over the network, which a healthcheck cannot".to_owned());
        return;
    };
    let nanos = |seconds: Option<i32>| seconds.map(|seconds| i64::from(seconds) * NANOS);
    made.healthcheck = Some(Healthcheck {
        test: std::iter::once("CMD".to_owned()).chain(command).collect(),
        interval: nanos(probe.period_seconds),
        timeout: nanos(probe.timeout_seconds),
        start_period: nanos(probe.initial_delay_seconds),
        retries: probe.failure_threshold.map(i64::from),
    });
}

fn of_pod(pod: &core::Pod, spec: &core::PodSpec) -> Vec<String> {
    let mut notes =
        vec!["it comes from Kubernetes: services, ingresses and rollouts are left out".to_owned()];
    let owners = pod.metadata.owner_references.iter().flatten();
    notes.extend(owners.map(|owner| {
        format!("{} {} keeps it running there; only one copy is exported", owner.kind, owner.name)
    }));
    if spec.init_containers.as_ref().is_some_and(|all| !all.is_empty()) {
        notes.push("its init containers are left out".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_containers_of_a_pod_share_the_network_of_the_first() {
        let container = |name: &str| core::Container {
            name: name.to_owned(),
            image: Some("web:1".to_owned()),
            ..core::Container::default()
        };
        let spec = core::PodSpec {
            containers: vec![container("web"), container("sidecar")],
            ..core::PodSpec::default()
        };
        let mut pod = core::Pod { spec: Some(spec), ..core::Pod::default() };
        pod.metadata.name = Some("web-0".to_owned());
        let id = ContainerId::parse("media/web-0").expect("an id");
        let made = made(&id, &pod);
        let names: Vec<&str> = made.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["web-0", "web-0-sidecar"]);
        assert_eq!(made[1].network, NetworkMode::Container(id));
        assert_eq!(made[1].needs, ["web-0"]);
    }
}
