//! A container as the engine wants it described.

use std::collections::HashMap;
use std::io;

use bollard::models::{
    ContainerCreateBody, DeviceMapping, EndpointSettings, HealthConfig, HostConfig, Mount,
    MountType, NetworkConnectRequest, NetworkingConfig, PortBinding, PortMap, ResourcesUlimits,
    RestartPolicy, RestartPolicyNameEnum,
};
use bollard::query_parameters::{CreateContainerOptionsBuilder, UploadToContainerOptionsBuilder};

use super::Docker;
use crate::plan::{
    ContainerPlan, FilePlan, HealthTest, Labels, MountPlan, NetworkPlan, Publish, RestartPlan,
};
use crate::{ContainerId, EngineError, Fault, Protocol};

impl Docker {
    /// Makes a container and joins it to its networks. It is not started.
    pub async fn create(&self, plan: &ContainerPlan) -> Result<ContainerId, EngineError> {
        let options = CreateContainerOptionsBuilder::default().name(&plan.name).build();
        let body = body(plan);
        let made =
            self.call(|docker| async move { docker.create_container(Some(options), body).await });
        let id = ContainerId::parse(&made.await?.id).map_err(|_| {
            EngineError::new(Fault::Failed, "the Docker engine gave a container no id")
        })?;
        for (network, aliases) in networks(plan).skip(1) {
            let request = NetworkConnectRequest {
                container: id.to_string(),
                endpoint_config: Some(endpoint(aliases)),
            };
            self.call(|docker| async move { docker.connect_network(network, request).await })
                .await?;
        }
        if !plan.files.is_empty() {
            self.write_files(&id, &plan.files).await?;
        }
        Ok(id)
    }

    async fn write_files(&self, id: &ContainerId, files: &[FilePlan]) -> Result<(), EngineError> {
        let archive = archive(files).map_err(|error| {
            EngineError::new(Fault::Failed, format!("a file cannot be packed: {error}"))
        })?;
        let options = UploadToContainerOptionsBuilder::default().path("/").build();
        let call = self.call(|docker| async move {
            let body = bollard::body_full(archive.into());
            docker.upload_to_container(id.as_str(), Some(options), body).await
        });
        call.await
    }
}

fn archive(files: &[FilePlan]) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.content.len() as u64);
        header.set_mode(file.mode);
        header.set_uid(file.user.into());
        header.set_gid(file.group.into());
        let path = file.path.trim_start_matches('/');
        archive.append_data(&mut header, path, file.content.as_bytes())?;
    }
    archive.into_inner()
}

fn networks(plan: &ContainerPlan) -> impl Iterator<Item = (&str, &[String])> {
    let named = match &plan.network {
        NetworkPlan::Networks(networks) => Some(networks),
        _ => None,
    };
    named.into_iter().flatten().map(|(name, aliases)| (name.as_str(), aliases.as_slice()))
}

fn endpoint(aliases: &[String]) -> EndpointSettings {
    EndpointSettings { aliases: some(aliases), ..EndpointSettings::default() }
}

fn body(plan: &ContainerPlan) -> ContainerCreateBody {
    let environment = plan.environment.iter().map(|(name, value)| format!("{name}={value}"));
    let published = plan.ports.iter().map(|port| key(port.private, port.protocol));
    let exposed = plan.exposed.iter().map(|port| key(*port, Protocol::Tcp));
    // The first network is given at once; engines of old take only one there.
    let first = networks(plan).next();
    let networking = first.map(|(name, aliases)| NetworkingConfig {
        endpoints_config: Some(HashMap::from([(name.to_owned(), endpoint(aliases))])),
    });
    ContainerCreateBody {
        image: Some(plan.image.clone()),
        entrypoint: plan.entrypoint.clone(),
        cmd: plan.command.clone(),
        env: Some(environment.collect()),
        labels: Some(labels(&plan.labels)),
        user: plan.user.clone(),
        working_dir: plan.working_dir.clone(),
        hostname: plan.hostname.clone(),
        healthcheck: plan.health.as_ref().map(health),
        stop_signal: plan.stop_signal.clone(),
        stop_timeout: plan.stop_after.map(|span| span.as_secs().cast_signed()),
        tty: Some(plan.tty),
        open_stdin: Some(plan.stdin_open),
        exposed_ports: Some(published.chain(exposed).collect()),
        host_config: Some(host(plan, first.map(|(name, _)| name))),
        networking_config: networking,
        ..ContainerCreateBody::default()
    }
}

fn host(plan: &ContainerPlan, first_network: Option<&str>) -> HostConfig {
    let (limits, rights) = (&plan.limits, &plan.rights);
    let mode = match &plan.network {
        NetworkPlan::Usual => "default",
        NetworkPlan::Host => "host",
        NetworkPlan::None => "none",
        NetworkPlan::Networks(_) => first_network.unwrap_or("none"),
    };
    let ulimits = limits.ulimits.iter().map(|(name, soft, hard)| ResourcesUlimits {
        name: Some(name.clone()),
        soft: Some(*soft),
        hard: Some(*hard),
    });
    let tmpfs = plan.tmpfs.iter().map(|line| {
        let (path, options) = line.split_once(':').unwrap_or((line, ""));
        (path.to_owned(), options.to_owned())
    });
    let host_mode = |shared: bool| shared.then(|| "host".to_owned());
    HostConfig {
        network_mode: Some(mode.to_owned()),
        port_bindings: Some(bindings(&plan.ports)),
        restart_policy: Some(restart(plan.restart)),
        mounts: Some(plan.mounts.iter().map(mount).collect()),
        tmpfs: Some(tmpfs.collect()),
        memory: limits.memory,
        memory_reservation: limits.memory_reservation,
        shm_size: limits.shared_memory,
        nano_cpus: limits.cpus.map(|cpus| (cpus * 1e9) as i64),
        pids_limit: limits.processes,
        ulimits: Some(ulimits.collect()),
        extra_hosts: some(&plan.extra_hosts),
        dns: some(&plan.dns),
        privileged: Some(rights.privileged),
        readonly_rootfs: Some(rights.read_only),
        init: rights.init.then_some(true),
        pid_mode: host_mode(rights.host_pid),
        ipc_mode: host_mode(rights.host_ipc),
        cap_add: some(&rights.cap_add),
        cap_drop: some(&rights.cap_drop),
        security_opt: some(&rights.security),
        devices: Some(rights.devices.iter().map(|line| device(line)).collect()),
        group_add: some(&rights.groups),
        sysctls: Some(rights.sysctls.clone().into_iter().collect()),
        ..HostConfig::default()
    }
}

fn some(items: &[String]) -> Option<Vec<String>> {
    (!items.is_empty()).then(|| items.to_vec())
}

pub(super) fn labels(labels: &Labels) -> HashMap<String, String> {
    labels.clone().into_iter().collect()
}

fn key(port: u16, protocol: Protocol) -> String {
    let protocol = match protocol {
        Protocol::Tcp => "tcp",
        Protocol::Udp => "udp",
        Protocol::Sctp => "sctp",
    };
    format!("{port}/{protocol}")
}

fn bindings(ports: &[Publish]) -> PortMap {
    let mut map = PortMap::new();
    for port in ports {
        let binding = PortBinding {
            host_ip: Some(port.ip.map(|ip| ip.to_string()).unwrap_or_default()),
            host_port: Some(port.public.map(|port| port.to_string()).unwrap_or_default()),
        };
        let bindings = map.entry(key(port.private, port.protocol)).or_insert_with(|| Some(vec![]));
        bindings.get_or_insert_default().push(binding);
    }
    map
}

fn mount(plan: &MountPlan) -> Mount {
    Mount {
        source: Some(plan.source.clone()),
        target: Some(plan.target.clone()),
        read_only: Some(plan.read_only),
        typ: Some(if plan.is_bind { MountType::BIND } else { MountType::VOLUME }),
        ..Mount::default()
    }
}

fn restart(plan: RestartPlan) -> RestartPolicy {
    let name = match plan {
        RestartPlan::Never => RestartPolicyNameEnum::NO,
        RestartPlan::Always => RestartPolicyNameEnum::ALWAYS,
        RestartPlan::UnlessStopped => RestartPolicyNameEnum::UNLESS_STOPPED,
        RestartPlan::OnFailure => RestartPolicyNameEnum::ON_FAILURE,
    };
    RestartPolicy { name: Some(name), maximum_retry_count: None }
}

/// `/dev/x[:/dev/y[:rwm]]`.
fn device(line: &str) -> DeviceMapping {
    let mut parts = line.split(':');
    let on_host = parts.next().unwrap_or_default();
    DeviceMapping {
        path_on_host: Some(on_host.to_owned()),
        path_in_container: Some(parts.next().unwrap_or(on_host).to_owned()),
        cgroup_permissions: Some(parts.next().unwrap_or("rwm").to_owned()),
    }
}

fn health(test: &HealthTest) -> HealthConfig {
    let nanos = |span: Option<std::time::Duration>| {
        span.map(|span| i64::try_from(span.as_nanos()).unwrap_or(i64::MAX))
    };
    HealthConfig {
        test: Some(test.test.clone()),
        interval: nanos(test.interval),
        timeout: nanos(test.timeout),
        retries: test.retries.map(i64::from),
        start_period: nanos(test.start_period),
        ..HealthConfig::default()
    }
}
