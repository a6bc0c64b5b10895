//! What a compose file says, understood. It is written again in the same words.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::files::{self, Content, FileMount};
use super::node::{Node, Problem, Read};
use super::section::Section;
use super::{Mount, PortMapping, Source, order, service, units};

const MOST_SERVICES: usize = 20;
const DEFAULT_NETWORK: &str = "default";

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Project {
    pub(crate) services: BTreeMap<String, Service>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) networks: BTreeMap<String, Network>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) volumes: BTreeMap<String, Volume>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) configs: BTreeMap<String, Content>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) secrets: BTreeMap<String, Content>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Network {
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) internal: bool,
}

/// A volume of the deployment's own, without options: those of the engine's driver can make a bind
/// mount of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Volume {}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Service {
    pub(crate) image: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) container_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entrypoint: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<Vec<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) environment: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ports: Vec<PortMapping>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expose: Vec<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) volumes: Vec<Mount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) configs: Vec<FileMount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) secrets: Vec<FileMount>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) networks: BTreeMap<String, Attachment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) network_mode: Option<NetworkMode>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) depends_on: BTreeMap<String, Dependency>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) healthcheck: Option<Healthcheck>,
    #[serde(skip_serializing_if = "Restart::is_no")]
    pub(crate) restart: Restart,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) user: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) working_dir: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hostname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stop_signal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "span")]
    pub(crate) stop_grace_period: Option<Duration>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) init: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) read_only: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) tty: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) stdin_open: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tmpfs: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shm_size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mem_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mem_reservation: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpus: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pids_limit: Option<i64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) ulimits: BTreeMap<String, Ulimit>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sysctls: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) extra_hosts: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) dns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) group_add: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cap_add: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cap_drop: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) security_opt: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) devices: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) privileged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ipc: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Attachment {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) aliases: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NetworkMode {
    Bridge,
    Host,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Dependency {
    pub(crate) condition: Condition,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum Condition {
    #[serde(rename = "service_started")]
    Started,
    #[serde(rename = "service_healthy")]
    Healthy,
    #[serde(rename = "service_completed_successfully")]
    Completed,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Healthcheck {
    /// As the engine takes it: `CMD`, `CMD-SHELL` or `NONE` first.
    pub(crate) test: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "span")]
    pub(crate) interval: Option<Duration>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "span")]
    pub(crate) timeout: Option<Duration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retries: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "span")]
    pub(crate) start_period: Option<Duration>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Restart {
    #[default]
    No,
    Always,
    UnlessStopped,
    OnFailure,
}

impl Restart {
    fn is_no(&self) -> bool {
        *self == Restart::No
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Ulimit {
    pub(crate) soft: i64,
    pub(crate) hard: i64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn span<S: Serializer>(span: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&units::written(span.unwrap_or_default()))
}

impl Project {
    /// Reads a file whose variables are filled in.
    pub(crate) fn read(root: &Node) -> Read<Project> {
        let known = ["name", "version", "services", "networks", "volumes", "configs", "secrets"];
        let section = Section::of(root, &known)?;
        let services = section.get("services");
        let services = services.ok_or_else(|| root.problem("there are no `services`"))?;
        let mut project = Project::default();
        for entry in services.entries()? {
            name(&entry.key).map_err(|reason| Problem::new(entry.place, reason))?;
            project.services.insert(entry.key.clone(), service::read(&entry.node)?);
        }
        match project.services.len() {
            0 => return Err(services.problem("there are no services")),
            count if count > MOST_SERVICES => {
                return Err(services.problem(format!("more than {MOST_SERVICES} services")));
            }
            _ => {}
        }
        if let Some(node) = section.get("networks") {
            project.networks = named(node, network)?;
        }
        if let Some(node) = section.get("volumes") {
            project.volumes = named(node, volume)?;
        }
        if let Some(node) = section.get("configs") {
            project.configs = named(node, files::content)?;
        }
        if let Some(node) = section.get("secrets") {
            project.secrets = named(node, files::content)?;
        }
        project.attach();
        project.check(services)?;
        Ok(project)
    }

    /// The names of services, each after those that it depends on.
    pub(crate) fn order(&self) -> Vec<&str> {
        order::order(&self.services).unwrap_or_default()
    }

    /// A service that names no network is in the default one.
    fn attach(&mut self) {
        let services = self.services.values_mut();
        for service in services.filter(|service| service.network_mode.is_none()) {
            if service.networks.is_empty() {
                service.networks.insert(DEFAULT_NETWORK.to_owned(), Attachment::default());
            }
            if service.networks.contains_key(DEFAULT_NETWORK) {
                self.networks.entry(DEFAULT_NETWORK.to_owned()).or_default();
            }
        }
    }

    /// What is named must be there, and nobody waits for itself.
    fn check(&self, services: &Node) -> Read<()> {
        let mut containers = BTreeSet::new();
        for (name, service) in &self.services {
            let node = services.get(name).unwrap_or(services);
            let refuse = |reason: String| Err(node.problem(format!("{name}: {reason}")));
            if let Some(network) =
                service.networks.keys().find(|key| !self.networks.contains_key(*key))
            {
                return refuse(format!("there is no network `{network}`"));
            }
            for mount in &service.volumes {
                let Source::Volume(volume) = &mount.source else { continue };
                if !self.volumes.contains_key(volume) {
                    return refuse(format!("there is no volume `{volume}`"));
                }
            }
            for (mounts, files, what) in [
                (&service.configs, &self.configs, "config"),
                (&service.secrets, &self.secrets, "secret"),
            ] {
                let gone = mounts.iter().find(|mount| !files.contains_key(&mount.source));
                if let Some(gone) = gone {
                    return refuse(format!("there is no {what} `{}`", gone.source));
                }
            }
            for (other, dependency) in &service.depends_on {
                let Some(other_service) = self.services.get(other) else {
                    return refuse(format!("there is no service `{other}`"));
                };
                let unknowable = dependency.condition == Condition::Healthy
                    && other_service.healthcheck.as_ref().is_some_and(Healthcheck::is_off);
                if unknowable {
                    return refuse(format!("`{other}` has no health to wait for"));
                }
            }
            if let Some(container) = &service.container_name
                && !containers.insert(container)
            {
                return refuse("another service has the same `container_name`".to_owned());
            }
        }
        match order::order(&self.services) {
            Some(_) => Ok(()),
            None => Err(services.problem("services wait for each other in a circle")),
        }
    }
}

impl Project {
    /// The files of a service, with what they hold.
    pub(crate) fn files_of<'a>(
        &'a self,
        service: &'a Service,
    ) -> impl Iterator<Item = (&'a FileMount, &'a str)> {
        let configs = service.configs.iter().map(|mount| (mount, &self.configs));
        let secrets = service.secrets.iter().map(|mount| (mount, &self.secrets));
        configs
            .chain(secrets)
            .filter_map(|(mount, files)| Some((mount, files.get(&mount.source)?.content.as_str())))
    }
}

impl Healthcheck {
    pub(crate) fn is_off(&self) -> bool {
        self.test.first().is_some_and(|first| first == "NONE")
    }
}

/// Names of services, networks and volumes become parts of the engine's names.
fn name(text: &str) -> Result<(), String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let valid = (1..=63).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(allowed);
    if valid { Ok(()) } else { Err("a name has 1 to 63 of A-Z a-z 0-9 _ . -".to_owned()) }
}

fn named<T>(node: &Node, read: fn(&Node) -> Read<T>) -> Read<BTreeMap<String, T>> {
    let entries = node.entries()?.iter().map(|entry| {
        name(&entry.key).map_err(|reason| Problem::new(entry.place, reason))?;
        Ok((entry.key.clone(), read(&entry.node)?))
    });
    entries.collect()
}

fn network(node: &Node) -> Read<Network> {
    let section = Section::of(node, &["driver", "internal"])?;
    if section.text("driver")?.is_some_and(|driver| driver != "bridge") {
        return Err(node.problem("only networks of the driver `bridge` are made"));
    }
    Ok(Network { internal: section.flag("internal")? })
}

fn volume(node: &Node) -> Read<Volume> {
    let section = Section::of(node, &["driver"])?;
    if section.text("driver")?.is_some_and(|driver| driver != "local") {
        Err(node.problem("only volumes of the driver `local` are made"))
    } else {
        Ok(Volume {})
    }
}
