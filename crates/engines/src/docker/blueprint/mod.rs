//! How a container was made, from what the engine says of it, of its image, its networks and its
//! volumes.

mod host;
mod image;
mod networks;
mod storage;

use std::collections::BTreeMap;

use bollard::models::{ContainerConfig, ContainerInspectResponse, HostConfig, ImageConfig};

use super::records::{environment, own_port};
use super::{Docker, fault};
use crate::{Blueprint, ContainerId, EngineError, Port};

pub(super) async fn blueprint(docker: &Docker, id: &ContainerId) -> Result<Blueprint, EngineError> {
    if id.as_str().contains('/') {
        return Err(fault::not_found());
    }
    let found = docker.call(|api| async move { api.inspect_container(id.as_str(), None).await });
    let found = found.await?;
    let image = image_of(docker, found.image.clone()).await;
    let mut blueprint = made(&found, image);
    blueprint.network = networks::mode(docker, &found).await;
    storage::describe(docker, &mut blueprint.mounts).await;
    Ok(blueprint)
}

/// An image that is gone by now says nothing: then everything is the container's own.
async fn image_of(docker: &Docker, id: Option<String>) -> Option<ImageConfig> {
    let id = id?;
    let found = docker.call(|api| async move { api.inspect_image(&id).await });
    found.await.ok()?.config
}

fn made(found: &ContainerInspectResponse, image: Option<ImageConfig>) -> Blueprint {
    let config = found.config.clone().unwrap_or_default();
    let host = found.host_config.clone().unwrap_or_default();
    let unknown_image = image.is_none();
    let id = found.id.as_deref().and_then(|id| ContainerId::parse(id).ok());
    let mut made = Blueprint {
        name: found.name.as_deref().unwrap_or_default().trim_start_matches('/').to_owned(),
        image: config.image.clone().unwrap_or_default(),
        environment: variables(config.env.clone()),
        labels: config.labels.clone().unwrap_or_default().into_iter().collect(),
        entrypoint: config.entrypoint.clone(),
        command: config.cmd.clone(),
        user: given(config.user.clone()),
        working_dir: given(config.working_dir.clone()),
        terminal: config.tty.unwrap_or(false),
        open_stdin: config.open_stdin.unwrap_or(false),
        published: published(&host),
        exposed: exposed(&config),
        mounts: storage::mounts(found),
        restart: host::restart(&host),
        healthcheck: image::healthcheck(config.healthcheck.clone()),
        stop_signal: given(config.stop_signal.clone()),
        stop_seconds: config.stop_timeout,
        privileges: host::privileges(&host),
        limits: host::limits(&host),
        resolver: host::resolver(&host),
        logging: host::logging(&host),
        needs: host::needs(&host),
        notes: host::notes(&host),
        ..Blueprint::default()
    };
    // Where nobody gave it one, its name is the beginning of its id.
    let own_name = |name: &String| !id.as_ref().is_some_and(|id| id.as_str().starts_with(name));
    made.hostname = given(config.hostname).filter(own_name);
    made.domain_name = given(config.domainname);
    made.id = id;
    image::leave_out(&mut made, image.unwrap_or_default());
    if unknown_image {
        made.notes.push("its image is not there any more, so its defaults are listed too".into());
    }
    made
}

fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn variables(lines: Option<Vec<String>>) -> BTreeMap<String, Option<String>> {
    let bare: Vec<String> =
        lines.iter().flatten().filter(|line| !line.contains('=')).cloned().collect();
    let mut all: BTreeMap<String, Option<String>> =
        environment(lines).into_iter().map(|(name, value)| (name, Some(value))).collect();
    all.extend(bare.into_iter().map(|name| (name, None)));
    all
}

fn published(host: &HostConfig) -> Vec<Port> {
    let mut ports = Vec::new();
    for (port, bindings) in host.port_bindings.iter().flatten() {
        let Some((private, protocol)) = own_port(port) else { continue };
        ports.extend(bindings.iter().flatten().map(|binding| Port {
            ip: binding.host_ip.as_deref().and_then(|ip| ip.parse().ok()),
            private,
            public: binding.host_port.as_deref().and_then(|port| port.parse().ok()),
            protocol,
        }));
    }
    ports.sort_by_key(|port| (port.private, port.protocol, port.public, port.ip));
    ports
}

fn exposed(config: &ContainerConfig) -> Vec<(u16, crate::Protocol)> {
    let ports = config.exposed_ports.iter().flatten();
    let mut ports: Vec<_> = ports.filter_map(|port| own_port(port)).collect();
    ports.sort_unstable();
    ports
}
