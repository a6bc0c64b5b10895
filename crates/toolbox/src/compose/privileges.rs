//! What a project could do to the machine beyond what any container can.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::mounts::DOCKER_SOCKETS;
use super::{NetworkMode, Project, Service, Source};

/// Each list names the services, with what they have where there is a choice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Privileges {
    /// Paths of the machine, as `service: path`.
    pub(crate) host_mounts: BTreeSet<String>,
    /// Services that hold the engine's socket: as good as root on the machine.
    pub(crate) docker_socket: BTreeSet<String>,
    pub(crate) privileged: BTreeSet<String>,
    pub(crate) host_network: BTreeSet<String>,
    /// Services that see the machine's processes or its shared memory.
    pub(crate) host_namespaces: BTreeSet<String>,
    /// As `service: NET_ADMIN`.
    pub(crate) capabilities: BTreeSet<String>,
    /// As `service: /dev/dri`.
    pub(crate) devices: BTreeSet<String>,
    /// Security options and kernel settings, as `service: option`.
    pub(crate) relaxations: BTreeSet<String>,
}

impl Privileges {
    pub(crate) fn of(project: &Project) -> Privileges {
        let mut found = Privileges::default();
        for (name, service) in &project.services {
            found.add(name, service);
        }
        found
    }

    fn add(&mut self, name: &str, service: &Service) {
        let each = |items: &[String]| -> Vec<String> {
            items.iter().map(|item| format!("{name}: {item}")).collect()
        };
        for mount in &service.volumes {
            let path = match &mount.source {
                Source::Host(path) => path,
                Source::Volume(_) | Source::Folder(_) => continue,
            };
            if DOCKER_SOCKETS.contains(path) {
                self.docker_socket.insert(name.to_owned());
            }
            self.host_mounts.insert(format!("{name}: {path}"));
        }
        let mut mark = |set: fn(&mut Privileges) -> &mut BTreeSet<String>, holds: bool| {
            if holds {
                set(self).insert(name.to_owned());
            }
        };
        mark(|all| &mut all.privileged, service.privileged);
        mark(|all| &mut all.host_network, service.network_mode == Some(NetworkMode::Host));
        mark(|all| &mut all.host_namespaces, service.pid.is_some() || service.ipc.is_some());
        self.capabilities.extend(each(&service.cap_add));
        self.devices.extend(each(&service.devices));
        let relaxing = |option: &&String| !option.starts_with("no-new-privileges");
        let options: Vec<String> = service.security_opt.iter().filter(relaxing).cloned().collect();
        self.relaxations.extend(each(&options));
        let settings: Vec<String> = service.sysctls.keys().cloned().collect();
        self.relaxations.extend(each(&settings));
    }

    /// Whether everything in `other` is here, too.
    pub(crate) fn cover(&self, other: &Privileges) -> bool {
        let pairs = self.sets().into_iter().zip(other.sets());
        pairs.into_iter().all(|(own, theirs)| theirs.is_subset(own))
    }

    fn sets(&self) -> [&BTreeSet<String>; 8] {
        [
            &self.host_mounts,
            &self.docker_socket,
            &self.privileged,
            &self.host_network,
            &self.host_namespaces,
            &self.capabilities,
            &self.devices,
            &self.relaxations,
        ]
    }

    /// In words for whoever decides.
    pub(crate) fn notes(&self) -> Vec<String> {
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(", ");
        let notes = [
            (&self.docker_socket, "can command the Docker engine, and so the whole machine"),
            (&self.privileged, "run without the limits of a container"),
            (&self.host_network, "use the machine's own network"),
            (&self.host_namespaces, "see the machine's processes or shared memory"),
            (&self.host_mounts, "are mounted from the machine"),
            (&self.capabilities, "are added as capabilities"),
            (&self.devices, "are devices of the machine that it uses"),
            (&self.relaxations, "relax what holds a container in"),
        ];
        let held = notes.into_iter().filter(|(set, _)| !set.is_empty());
        held.map(|(set, what)| format!("{} {what}", list(set))).collect()
    }
}
