use std::net::IpAddr;

use engines::plan::{
    ContainerPlan, HealthTest, Limits, MountPlan, NetworkPlan, Publish, RestartPlan, Rights,
};
use engines::{Protocol, Reach};

use crate::compose::{NetworkMode, Project, Restart, Service, Source};
use crate::work::{Broken, Folders, names, parts};

/// What all services of a deployment share.
pub(super) struct Surroundings<'a> {
    pub(super) project: &'a Project,
    pub(super) deployment: &'a str,
    pub(super) turn: i64,
    pub(super) folders: &'a Folders,
    pub(super) reach: &'a Reach,
}

/// A service as the engine is asked to make it.
pub(super) fn plan(
    surroundings: &Surroundings<'_>,
    name: &str,
    service: &Service,
) -> Result<ContainerPlan, Broken> {
    let Surroundings { project, deployment, turn, folders, reach } = *surroundings;
    Ok(ContainerPlan {
        name: names::container(deployment, name, service),
        image: service.image.clone(),
        entrypoint: service.entrypoint.clone(),
        command: service.command.clone(),
        environment: service.environment.clone(),
        labels: names::service_labels(deployment, turn, name, service),
        user: service.user.clone(),
        working_dir: service.working_dir.clone(),
        hostname: service.hostname.clone(),
        health: service.healthcheck.as_ref().map(HealthTest::from),
        stop_signal: service.stop_signal.clone(),
        stop_after: service.stop_grace_period,
        tty: service.tty,
        stdin_open: service.stdin_open,
        ports: ports(service, reach),
        exposed: service.expose.clone(),
        mounts: mounts(deployment, service, folders)?,
        files: project.files_of(service).map(parts::file).collect(),
        tmpfs: service.tmpfs.clone(),
        network: network(deployment, name, service),
        restart: match service.restart {
            Restart::No => RestartPlan::Never,
            Restart::Always => RestartPlan::Always,
            Restart::UnlessStopped => RestartPlan::UnlessStopped,
            Restart::OnFailure => RestartPlan::OnFailure,
        },
        limits: limits(service),
        extra_hosts: service.extra_hosts.clone(),
        dns: service.dns.clone(),
        rights: rights(service),
    })
}

fn ports(service: &Service, reach: &Reach) -> Vec<Publish> {
    let published = service.ports.iter().map(|mapping| Publish {
        private: mapping.target,
        public: mapping.published,
        ip: mapping.host_ip.map(|ip| reachable(ip, reach)),
        protocol: if mapping.is_tcp() { Protocol::Tcp } else { Protocol::Udp },
    });
    published.collect()
}

/// The machine's loopback is out of reach for a gateway in a container; the machine's address in
/// the gateway's own network is not, and as little open to others.
fn reachable(ip: IpAddr, reach: &Reach) -> IpAddr {
    let Reach::Networks(networks) = reach else { return ip };
    let gateway = networks.iter().find_map(|network| network.gateway);
    gateway.filter(|_| ip.is_loopback()).unwrap_or(ip)
}

fn mounts(
    deployment: &str,
    service: &Service,
    folders: &Folders,
) -> Result<Vec<MountPlan>, Broken> {
    let mounts = service.volumes.iter().map(|mount| {
        let (source, is_bind) = match &mount.source {
            Source::Volume(name) => (names::part(deployment, name), false),
            Source::Host(path) => ((*path).to_owned(), true),
            Source::Folder(folder) => (folders.prepare(deployment, folder)?, true),
        };
        let (target, read_only) = (mount.target.clone(), mount.read_only);
        Ok(MountPlan { source, target, read_only, is_bind })
    });
    mounts.collect()
}

fn network(deployment: &str, name: &str, service: &Service) -> NetworkPlan {
    match service.network_mode {
        Some(NetworkMode::Bridge) => NetworkPlan::Usual,
        Some(NetworkMode::Host) => NetworkPlan::Host,
        Some(NetworkMode::None) => NetworkPlan::None,
        None => {
            let networks = service.networks.iter().map(|(network, attachment)| {
                let own = std::iter::once(name.to_owned());
                let aliases = own.chain(attachment.aliases.iter().cloned()).collect();
                (names::part(deployment, network), aliases)
            });
            NetworkPlan::Networks(networks.collect())
        }
    }
}

fn limits(service: &Service) -> Limits {
    let ulimits =
        service.ulimits.iter().map(|(name, limit)| (name.clone(), limit.soft, limit.hard));
    Limits {
        memory: service.mem_limit,
        memory_reservation: service.mem_reservation,
        shared_memory: service.shm_size,
        cpus: service.cpus,
        processes: service.pids_limit,
        ulimits: ulimits.collect(),
    }
}

fn rights(service: &Service) -> Rights {
    Rights {
        privileged: service.privileged,
        read_only: service.read_only,
        init: service.init,
        host_pid: service.pid.is_some(),
        host_ipc: service.ipc.is_some(),
        cap_add: service.cap_add.clone(),
        cap_drop: service.cap_drop.clone(),
        security: service.security_opt.clone(),
        devices: service.devices.clone(),
        groups: service.group_add.clone(),
        sysctls: service.sysctls.clone(),
    }
}

#[cfg(test)]
mod tests {
    use engines::Attachment;

    use super::*;

    #[test]
    fn loopback_is_replaced_only_where_it_cannot_be_reached() {
        let ip = |text: &str| text.parse::<IpAddr>().expect("an address");
        let own = Attachment {
            network: "bridge".to_owned(),
            addresses: vec![ip("172.17.0.5")],
            gateway: Some(ip("172.17.0.1")),
        };
        let inside = Reach::Networks(vec![own]);
        assert_eq!(reachable(ip("127.0.0.1"), &inside), ip("172.17.0.1"));
        assert_eq!(reachable(ip("192.168.1.2"), &inside), ip("192.168.1.2"));
        assert_eq!(reachable(ip("127.0.0.1"), &Reach::Host), ip("127.0.0.1"));
    }
}
