use std::net::IpAddr;

use serde::Serialize;

use super::node::{Node, Read, Value};
use super::section::Section;

/// A port of a container, and where it is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PortMapping {
    pub(crate) target: u16,
    /// `None`: the engine chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published: Option<u16>,
    /// `None`: at all addresses of the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) host_ip: Option<IpAddr>,
    /// `tcp` or `udp`.
    pub(crate) protocol: &'static str,
}

impl PortMapping {
    pub(super) fn read(node: &Node) -> Read<PortMapping> {
        match &node.value {
            Value::Scalar(text) => short(text).map_err(|reason| node.problem(reason)),
            _ => long(node),
        }
    }

    pub(crate) fn is_tcp(&self) -> bool {
        self.protocol == "tcp"
    }
}

/// `[address:][published:]target[/protocol]`.
fn short(text: &str) -> Result<PortMapping, String> {
    let (ports, protocol) = text.split_once('/').unwrap_or((text, "tcp"));
    let protocol = protocol_name(protocol).ok_or("the protocol is `tcp` or `udp`")?;
    let (before, target) = match ports.rsplit_once(':') {
        Some((before, target)) => (Some(before), target),
        None => (None, ports),
    };
    let target = port(target)?;
    let (host_ip, published) = match before.map(|before| before.rsplit_once(':')) {
        None => (None, None),
        Some(None) => (None, before.filter(|published| !published.is_empty())),
        Some(Some((ip, published))) => {
            let ip = ip.trim_start_matches('[').trim_end_matches(']');
            let ip = ip.parse().map_err(|_| "expected an address before the ports")?;
            (Some(ip), Some(published).filter(|published| !published.is_empty()))
        }
    };
    let published = published.map(port).transpose()?;
    Ok(PortMapping { target, published, host_ip, protocol })
}

fn long(node: &Node) -> Read<PortMapping> {
    let known = ["target", "published", "host_ip", "protocol", "mode", "name", "app_protocol"];
    let section = Section::of(node, &known)?;
    let number = |key: &str| section.read(key, "a port from 1 to 65535", |text| port(text).ok());
    let target = number("target")?.ok_or_else(|| node.problem("`target` is missing"))?;
    let protocol = section.read("protocol", "`tcp` or `udp`", protocol_name)?;
    Ok(PortMapping {
        target,
        published: number("published")?,
        host_ip: section.read("host_ip", "an address", |text| text.parse().ok())?,
        protocol: protocol.unwrap_or("tcp"),
    })
}

fn protocol_name(text: &str) -> Option<&'static str> {
    ["tcp", "udp"].into_iter().find(|name| *name == text)
}

fn port(text: &str) -> Result<u16, String> {
    if text.contains('-') {
        return Err("ranges of ports are not supported; write them one by one".to_owned());
    }
    let number = text.parse().ok().filter(|port| *port > 0);
    number.ok_or_else(|| "expected a port from 1 to 65535".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_understood() {
        for (text, target, published, ip, protocol) in [
            ("80", 80, None, None, "tcp"),
            ("8080:80", 80, Some(8080), None, "tcp"),
            ("127.0.0.1:8080:80", 80, Some(8080), Some("127.0.0.1"), "tcp"),
            ("127.0.0.1::80", 80, None, Some("127.0.0.1"), "tcp"),
            ("[::1]:53:53/udp", 53, Some(53), Some("::1"), "udp"),
        ] {
            let mapping = short(text).expect(text);
            let ip = ip.map(|ip| ip.parse().expect("an address"));
            assert_eq!(mapping, PortMapping { target, published, host_ip: ip, protocol });
        }
        for text in ["", "x", "0", "70000", "80-90:80-90", "1:2:3:4", "80/sctp", "h:80:80"] {
            assert!(short(text).is_err(), "{text}");
        }
    }
}
