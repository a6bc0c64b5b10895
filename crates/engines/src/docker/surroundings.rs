//! Where this program is, seen from an engine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use super::Docker;
use super::own::Traces;
use crate::{Engine, EngineError, Fault, Reach, Surroundings};

/// The network that every engine has from the beginning.
const FIRST_NETWORK: &str = "bridge";

pub(super) async fn look(docker: &Docker) -> Result<Surroundings, EngineError> {
    let remote_host = docker.address().distant_host().map(str::to_owned);
    let traces = Traces::read().await;
    for id in traces.candidates() {
        match docker.container(&id).await {
            Ok(found) => {
                let container = found.container;
                let reach = if container.host_network {
                    Reach::Host
                } else {
                    Reach::Networks(container.networks)
                };
                let own = Some(container.id);
                return Ok(Surroundings { own, reach, remote_host, ..Surroundings::default() });
            }
            Err(error) if error.fault == Fault::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let reach = match &remote_host {
        Some(host) => Reach::Remote(host.clone()),
        // An engine may also run beside us in the same container.
        None if !traces.in_container() || is_beside_us(docker).await => Reach::Host,
        None => Reach::Unknown,
    };
    Ok(Surroundings { reach, remote_host, ..Surroundings::default() })
}

/// Whether the engine's first network ends at an address of ours.
async fn is_beside_us(docker: &Docker) -> bool {
    let network =
        docker.call(|docker| async move { docker.inspect_network(FIRST_NETWORK, None).await });
    let network = network.await.ok();
    let subnets = network.and_then(|network| network.ipam?.config).unwrap_or_default();
    let mut gateways = subnets.into_iter().filter_map(|subnet| {
        let named = subnet.gateway.and_then(|gateway| gateway.parse().ok());
        named.or_else(|| first_address(&subnet.subnet?))
    });
    gateways.any(|gateway| UdpSocket::bind((gateway, 0)).is_ok())
}

/// What the gateway of `172.17.0.0/16` is, where the engine does not say it.
fn first_address(subnet: &str) -> Option<IpAddr> {
    let base = subnet.split('/').next()?.parse().ok()?;
    Some(match base {
        IpAddr::V4(base) => Ipv4Addr::from_bits(base.to_bits().checked_add(1)?).into(),
        IpAddr::V6(base) => Ipv6Addr::from_bits(base.to_bits().checked_add(1)?).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_s_gateway_is_its_first_address() {
        for (subnet, expected) in [
            ("172.17.0.0/16", Some("172.17.0.1")),
            ("fd00:1::/64", Some("fd00:1::1")),
            ("255.255.255.255/32", None),
            ("rubbish", None),
        ] {
            let found = first_address(subnet).map(|ip| ip.to_string());
            assert_eq!(found.as_deref(), expected);
        }
    }
}
