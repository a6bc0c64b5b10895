use bollard::models::{ContainerInspectResponse, EndpointSettings, NetworkInspect};

use super::given;
use super::host::sorted;
use crate::docker::Docker;
use crate::{ContainerId, Joined, NetworkMode, Subnet};

/// Networks that every engine has.
const BRIDGE: &str = "bridge";

pub(super) async fn mode(docker: &Docker, found: &ContainerInspectResponse) -> NetworkMode {
    let mode = found.host_config.as_ref().and_then(|host| host.network_mode.as_deref());
    if let Some(lender) = mode.and_then(|mode| mode.strip_prefix("container:")) {
        return ContainerId::parse(lender).map_or(NetworkMode::None, NetworkMode::Container);
    }
    match mode.unwrap_or("default") {
        "host" => return NetworkMode::Host,
        "none" => return NetworkMode::None,
        _ => {}
    }
    let attached = found.network_settings.as_ref().and_then(|settings| settings.networks.as_ref());
    let mut attached: Vec<_> =
        attached.into_iter().flatten().filter(|(name, _)| *name != BRIDGE).collect();
    if attached.is_empty() {
        return NetworkMode::Default;
    }
    attached.sort_by_key(|(name, _)| name.as_str());
    let mut networks = Vec::new();
    for (name, endpoint) in attached {
        let known = docker.call(|api| async move { api.inspect_network(name, None).await }).await;
        networks.push(joined(name, endpoint, known.unwrap_or_default(), found));
    }
    NetworkMode::Networks(networks)
}

fn joined(
    name: &str,
    endpoint: &EndpointSettings,
    network: NetworkInspect,
    found: &ContainerInspectResponse,
) -> Joined {
    let id = found.id.as_deref().unwrap_or_default();
    let own = found.name.as_deref().unwrap_or_default().trim_start_matches('/');
    // The engine adds the beginning of the id by itself.
    let aliases = endpoint.aliases.iter().flatten();
    let aliases = aliases.filter(|alias| !id.starts_with(alias.as_str()) && *alias != own);
    let fixed = endpoint.ipam_config.clone().unwrap_or_default();
    let (ipv4, ipv6) = (given(fixed.ipv4_address), given(fixed.ipv6_address));
    // Where no address was given by hand, any subnet will do.
    let subnets = if ipv4.is_some() || ipv6.is_some() {
        network.ipam.and_then(|ipam| ipam.config).unwrap_or_default()
    } else {
        Vec::new()
    };
    let subnets = subnets.into_iter().filter_map(|config| {
        let (gateway, range) = (given(config.gateway), given(config.ip_range));
        Some(Subnet { subnet: config.subnet?, gateway, range })
    });
    Joined {
        name: name.to_owned(),
        aliases: aliases.cloned().collect(),
        ipv4,
        ipv6,
        driver: network.driver.unwrap_or_default(),
        internal: network.internal.unwrap_or(false),
        with_ipv6: network.enable_ipv6.unwrap_or(false),
        attachable: network.attachable.unwrap_or(false),
        options: sorted(network.options),
        subnets: subnets.collect(),
    }
}
