//! Where this program is, seen from an engine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use super::Docker;
use super::own::Traces;
use crate::{Attachment, ContainerId, Engine, EngineError, Fault, Surroundings};

/// The network that every engine has from the beginning.
const FIRST_NETWORK: &str = "bridge";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standpoint {
    /// The container that we run in, if it is one of this engine's.
    pub own: Option<ContainerId>,
    pub reach: Reach,
}

/// What can be reached from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Everything that the engine's machine reaches: we are on it, or share its network.
    Host,
    /// Containers in the networks that we are in ourselves, and the machine at their gateways.
    Networks(Vec<Attachment>),
    /// What the engine's machine publishes, at its name or address.
    Remote(String),
    /// We are in a container of somebody else; only trying shows what can be reached from there.
    Unknown,
}

pub(super) async fn surroundings(docker: &Docker) -> Result<Surroundings, EngineError> {
    let standpoint = docker.standpoint().await?;
    Ok(Surroundings {
        own: standpoint.own,
        remote_host: docker.address().distant_host().map(str::to_owned),
        ..Surroundings::default()
    })
}

impl Docker {
    pub async fn standpoint(&self) -> Result<Standpoint, EngineError> {
        let traces = Traces::read().await;
        for id in traces.candidates() {
            match self.container(&id).await {
                Ok(found) => {
                    let container = found.container;
                    let reach = match container.host_network {
                        true => Reach::Host,
                        false => Reach::Networks(container.networks),
                    };
                    return Ok(Standpoint { own: Some(container.id), reach });
                }
                Err(error) if error.fault == Fault::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let reach = match self.address().distant_host() {
            Some(host) => Reach::Remote(host.to_owned()),
            // An engine may also run beside us in the same container.
            None if !traces.in_container() || self.is_beside_us().await => Reach::Host,
            None => Reach::Unknown,
        };
        Ok(Standpoint { own: None, reach })
    }

    /// Whether the engine's first network ends at an address of ours.
    async fn is_beside_us(&self) -> bool {
        let network = self
            .call(|docker| async move { docker.inspect_network(FIRST_NETWORK, None).await })
            .await;
        let subnets = network.ok().and_then(|network| network.ipam?.config).unwrap_or_default();
        let mut gateways = subnets.into_iter().filter_map(|subnet| {
            let named = subnet.gateway.and_then(|gateway| gateway.parse().ok());
            named.or_else(|| first_address(&subnet.subnet?))
        });
        gateways.any(|gateway| UdpSocket::bind((gateway, 0)).is_ok())
    }
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
