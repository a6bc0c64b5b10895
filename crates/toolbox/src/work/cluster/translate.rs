//! A compose project in the words of a cluster. What has no counterpart there is refused, all of it
//! at once, before anything is made.

use std::collections::{BTreeMap, BTreeSet};

use engines::Protocol;
use engines::kubernetes::plan::{
    ClaimMount, ServicePlan, ServicePortPlan, WorkloadLimits, WorkloadPlan, WorkloadRights,
};
use engines::plan::{HealthTest, Labels};

use super::names;
use super::refusals::refusals;
use crate::catalogue::RouteSpec;
use crate::compose::{PortMapping, Project, Service, Source, units};
use crate::work::parts;

/// The ports that a cluster opens at its nodes, unless it was told otherwise.
const NODE_PORTS: std::ops::RangeInclusive<u16> = 30_000..=32_767;

/// What a project is translated for.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) deployment: &'a str,
    pub(crate) revision: &'a str,
    /// Whether the gateway runs in the cluster.
    pub(crate) inside: bool,
    pub(crate) route: Option<&'a RouteSpec>,
    pub(crate) pull: bool,
}

/// A project for a cluster.
#[derive(Debug)]
pub(crate) struct Translated {
    /// In the order of their dependencies.
    pub(super) parts: Vec<Part>,
    /// The names of claims, and of what they hold.
    pub(super) claims: BTreeMap<String, String>,
    pub(crate) warnings: Vec<String>,
}

/// A service of the project.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) workload: WorkloadPlan,
    /// `None`: it has no port, so nobody calls it.
    pub(super) service: Option<ServicePlan>,
    /// What its neighbours call it.
    pub(super) host_names: Vec<String>,
}

pub(crate) fn translate(
    project: &Project,
    surroundings: Surroundings<'_>,
) -> Result<Translated, Vec<String>> {
    let mut refused = refusals(project);
    let mut claims = BTreeMap::new();
    let mut parts = Vec::new();
    for name in project.order() {
        let Some(service) = project.services.get(name) else { continue };
        let mounts = claim_mounts(service, surroundings.deployment);
        for (claim, source) in &mounts {
            let other = claims.insert(claim.claim.clone(), source.clone());
            if other.is_some_and(|other| other != *source) {
                refused
                    .push(format!("{source} and another volume have the same name in a cluster"));
            }
        }
        let (ports, wrong) = ports(name, service, surroundings.route);
        refused.extend(wrong);
        if ports.is_empty() && is_needed(project, name) {
            refused
                .push(format!("{name} says no port (`expose`), so its neighbours cannot reach it"));
        }
        parts.push(Part {
            name: name.to_owned(),
            workload: WorkloadPlan {
                files: project.files_of(service).map(parts::file).collect(),
                ..workload(name, service, mounts, surroundings)
            },
            service: service_plan(name, service, ports, surroundings),
            host_names: host_names(name, service),
        });
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    let warnings = warnings(project, &claims, surroundings);
    Ok(Translated { parts, claims, warnings })
}

fn is_needed(project: &Project, name: &str) -> bool {
    project.services.values().any(|service| service.depends_on.contains_key(name))
}

fn workload(
    name: &str,
    service: &Service,
    mounts: Vec<(ClaimMount, String)>,
    surroundings: Surroundings<'_>,
) -> WorkloadPlan {
    let mut memory_folders: Vec<(String, Option<i64>)> =
        service.tmpfs.iter().map(|line| memory_folder(line)).collect();
    if let Some(size) = service.shm_size {
        memory_folders.push(("/dev/shm".to_owned(), Some(size)));
    }
    WorkloadPlan {
        name: names::part(surroundings.deployment, name),
        labels: names::labels(surroundings.deployment, name),
        annotations: annotations(service),
        replicas: 1,
        revision: surroundings.revision.to_owned(),
        image: service.image.clone(),
        pull: surroundings.pull,
        entrypoint: service.entrypoint.clone(),
        command: service.command.clone(),
        environment: service.environment.clone(),
        working_dir: service.working_dir.clone(),
        hostname: Some(service.hostname.clone().unwrap_or_else(|| name.to_owned())),
        hosts: BTreeMap::new(),
        health: service.healthcheck.as_ref().map(HealthTest::from),
        stop_after: service.stop_grace_period,
        tty: service.tty,
        stdin_open: service.stdin_open,
        claims: mounts.into_iter().map(|(mount, _)| mount).collect(),
        memory_folders,
        files: Vec::new(),
        limits: WorkloadLimits {
            memory: service.mem_limit,
            memory_reservation: service.mem_reservation,
            cpus: service.cpus,
        },
        rights: rights(service),
    }
}

fn rights(service: &Service) -> WorkloadRights {
    let plain = |all: &[String]| -> Vec<String> {
        let names = all.iter().map(|name| name.trim_start_matches("CAP_").to_owned());
        names.collect()
    };
    let (user, group) = numbers(service.user.as_deref().unwrap_or_default());
    WorkloadRights {
        user,
        group,
        groups: service.group_add.iter().filter_map(|group| group.parse().ok()).collect(),
        privileged: service.privileged,
        read_only: service.read_only,
        init: service.init,
        no_new_privileges: service.security_opt.iter().any(|option| {
            matches!(option.as_str(), "no-new-privileges" | "no-new-privileges:true")
        }),
        cap_add: plain(&service.cap_add),
        cap_drop: plain(&service.cap_drop),
    }
}

/// `user[:group]`, as far as they are numbers.
fn numbers(user: &str) -> (Option<i64>, Option<i64>) {
    let (user, group) = user.split_once(':').unwrap_or((user, ""));
    (user.parse().ok(), group.parse().ok())
}

/// `path[:size=…]`.
fn memory_folder(line: &str) -> (String, Option<i64>) {
    let (path, options) = line.split_once(':').unwrap_or((line, ""));
    let size = options.split(',').find_map(|option| option.strip_prefix("size="));
    (path.to_owned(), size.and_then(units::bytes))
}

/// The labels of a compose file are texts of any kind, as annotations are.
fn annotations(service: &Service) -> Labels {
    let mut annotations = service.labels.clone();
    // Its route is the toolbox's affair, and its neighbours are nobody's.
    annotations.entry("svc.skip".to_owned()).or_insert_with(|| "true".to_owned());
    annotations
}

/// Volumes and folders, each with what it is called in the file.
fn claim_mounts(service: &Service, deployment: &str) -> Vec<(ClaimMount, String)> {
    let mounts = service.volumes.iter().filter_map(|mount| {
        let (name, source) = match &mount.source {
            Source::Volume(name) => (name.clone(), name.clone()),
            Source::Folder(folder) => (format!("folder-{folder}"), format!("./{folder}")),
            Source::Host(_) => return None,
        };
        let claim = names::part(deployment, &names::plain(&name));
        let (target, read_only) = (mount.target.clone(), mount.read_only);
        Some((ClaimMount { claim, target, read_only }, source))
    });
    mounts.collect()
}

/// What a service listens at, and what of it cannot be.
fn ports(
    name: &str,
    service: &Service,
    route: Option<&RouteSpec>,
) -> (Vec<ServicePortPlan>, Vec<String>) {
    let (mut ports, mut refused) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let of_route = route.filter(|route| route.service == name).map(|route| route.port);
    for mapping in &service.ports {
        let node_port = mapping.published.filter(|port| NODE_PORTS.contains(port));
        let is_routed = mapping.is_tcp() && Some(mapping.target) == of_route;
        if let (Some(published), None, false) = (mapping.published, node_port, is_routed) {
            refused.push(format!(
                "{name} publishes the port {published}, and nodes of a cluster open those from {} \
                 to {}",
                NODE_PORTS.start(),
                NODE_PORTS.end()
            ));
        }
        if seen.insert((mapping.target, mapping.is_tcp())) {
            ports.push(port(mapping, node_port));
        }
    }
    let plain = |port| ServicePortPlan { port, protocol: Protocol::Tcp, node_port: None };
    let exposed = service.expose.iter().copied().chain(of_route);
    for number in exposed {
        if seen.insert((number, true)) {
            ports.push(plain(number));
        }
    }
    (ports, refused)
}

fn port(mapping: &PortMapping, node_port: Option<u16>) -> ServicePortPlan {
    let protocol = if mapping.is_tcp() { Protocol::Tcp } else { Protocol::Udp };
    ServicePortPlan { port: mapping.target, protocol, node_port }
}

fn service_plan(
    name: &str,
    service: &Service,
    ports: Vec<ServicePortPlan>,
    surroundings: Surroundings<'_>,
) -> Option<ServicePlan> {
    let is_routed = surroundings.route.is_some_and(|route| route.service == name);
    let is_published = ports.iter().any(|port| port.node_port.is_some());
    (!ports.is_empty()).then(|| ServicePlan {
        name: names::part(surroundings.deployment, name),
        labels: names::labels(surroundings.deployment, name),
        annotations: annotations(service),
        selector: names::labels(surroundings.deployment, name),
        ports,
        at_nodes: is_published || is_routed && !surroundings.inside,
    })
}

fn host_names(name: &str, service: &Service) -> Vec<String> {
    let aliases = service.networks.values().flat_map(|attachment| attachment.aliases.clone());
    let mut names: Vec<String> = std::iter::once(name.to_owned())
        .chain(service.container_name.clone())
        .chain(aliases)
        .collect();
    names.sort();
    names.dedup();
    names
}

fn warnings(
    project: &Project,
    claims: &BTreeMap<String, String>,
    surroundings: Surroundings<'_>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if !claims.is_empty() {
        let all: Vec<&str> = claims.values().map(String::as_str).collect();
        let size = names::CLAIM_SIZE;
        warnings.push(format!(
            "{} are claimed with {size} each of the cluster's usual storage",
            all.join(", ")
        ));
    }
    if !surroundings.inside
        && let Some(route) = surroundings.route
    {
        warnings.push(format!(
            "the gateway runs outside of the cluster, so {} is open at a port of its nodes that \
             the cluster chooses, without the gateway's protection",
            route.service
        ));
    }
    if project.networks.len() > 1 {
        warnings.push("in a cluster all services reach each other, whatever their networks".into());
    }
    warnings
}
