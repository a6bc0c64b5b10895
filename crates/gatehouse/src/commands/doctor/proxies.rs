//! Who is believed, and whether strangers could pass for this machine.

use kit::Network;

use super::Context;
use super::finding::Finding;
use super::multicast;
use crate::config::{BaseUrl, Server};
use crate::probe;

const NAME: &str = "proxies";
const LOCAL: &str = "auth.local_networks";
const TRUSTED: &str = "server.trusted_proxies";

/// What a stranger may not see, and a program on this machine may.
const FOR_KNOWN_CALLERS: &str = "/api/v1/admin/info";

/// A network with more addresses than this is not one of proxies, or of one household.
const WIDE_V4: u8 = 8;
const WIDE_V6: u8 = 32;

pub(super) async fn check(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = too_wide(context);
    findings.extend(bridge(context));
    let proxy = match in_front(&context.config.server) {
        Some(url) => Some(through_proxy(context, url).await),
        None if findings.is_empty() => Some(nobody_in_front(&context.config.server)),
        None => None,
    };
    findings.extend(proxy);
    findings
}

fn too_wide(context: &Context<'_>) -> Vec<Finding> {
    let config = context.config;
    let trusted = config.server.trusted_proxies.iter().filter(|network| is_wide(network));
    let trusted = trusted.map(|network| {
        Finding::fail(
            TRUSTED,
            format!("{network} lets anybody say which address they come from"),
            "name the proxy's own address",
        )
    });
    let local = config.auth.local_networks.iter().filter(|network| is_wide(network));
    let local = local.map(|network| {
        Finding::fail(
            LOCAL,
            format!("{network} gives everybody in it every right without a password"),
            "name single machines",
        )
    });
    trusted.chain(local).collect()
}

fn is_wide(Network(network): &Network) -> bool {
    network.prefix_len() < if network.addr().is_ipv4() { WIDE_V4 } else { WIDE_V6 }
}

/// What comes in through a published port can come from an address of the container's network.
fn bridge(context: &Context<'_>) -> Option<Finding> {
    if !multicast::has_own_network() {
        return None;
    }
    let addresses: Vec<_> =
        lan::own_addresses().into_iter().filter(|address| !address.is_loopback()).collect();
    let holds = |Network(network): &&Network| addresses.iter().any(|own| network.contains(own));
    let network = context.config.auth.local_networks.iter().find(holds)?;
    Some(Finding::fail(
        LOCAL,
        format!(
            "{network} is the network of this container, and strangers who come through a \
             published port can seem to be in it"
        ),
        "take it out, or use network_mode: host",
    ))
}

/// The base address, where something else than the gateway listens there: it has another port, or
/// others cannot reach the gateway directly at all.
fn in_front(server: &Server) -> Option<&BaseUrl> {
    let url = server.base_url.as_ref()?;
    let loopback = |host: &str| host == "localhost" || host.starts_with("127.") || host == "::1";
    if loopback(url.host()) {
        return None;
    }
    let other_port = server.addr.port != 0 && url.port() != server.addr.port;
    (other_port || loopback(&server.addr.host)).then_some(url)
}

/// A proxy that hides where requests come from makes everybody a program on this machine. So it is
/// tried: a request that goes through it must not be taken for one of ours.
async fn through_proxy(context: &Context<'_>, url: &BaseUrl) -> Finding {
    let answer = probe::get_from_outside(url, FOR_KNOWN_CALLERS).await;
    if answer.is_ok_and(|answer| answer.from_gateway && answer.status.is_success()) {
        return Finding::fail(
            NAME,
            format!("who comes through {url} is taken for a program on this machine"),
            "have the proxy there send X-Forwarded-For and the Host that was asked for, and name \
             its address in server.trusted_proxies",
        );
    }
    if context.config.server.trusted_proxies.is_empty() {
        Finding::warn(
            NAME,
            format!("a proxy seems to listen at {url}, and none is trusted"),
            "name its address in server.trusted_proxies, or all who come through it share one \
             address and its limits",
        )
    } else {
        Finding::ok(
            NAME,
            format!("who comes through {url} is not taken for a program on this machine"),
        )
    }
}

fn nobody_in_front(server: &Server) -> Finding {
    let count = server.trusted_proxies.len();
    Finding::ok(
        NAME,
        match count {
            0 => "none is trusted; behind one, name it in server.trusted_proxies, or all who come \
                  through it share one address"
                .to_owned(),
            _ => format!("{count} trusted"),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(addr: &str, base_url: &str) -> Server {
        Server {
            addr: addr.parse().expect("an address"),
            base_url: base_url.parse().ok(),
            ..Server::default()
        }
    }

    #[test]
    fn a_proxy_is_seen_by_the_address_that_others_are_given() {
        for (addr, base_url, expected) in [
            (":8443", "", false),
            (":8443", "https://home.example:8443", false),
            (":443", "https://home.example", false),
            (":8443", "https://home.example", true),
            ("127.0.0.1:8443", "https://home.example:8443", true),
            ("localhost:8080", "http://home.example:8080", true),
            ("127.0.0.1:8443", "https://localhost:8443", false),
            ("127.0.0.1:8443", "https://127.0.0.1", false),
            (":0", "https://home.example", false),
        ] {
            let server = server(addr, base_url);
            assert_eq!(in_front(&server).is_some(), expected, "{addr} {base_url}");
        }
    }

    #[test]
    fn a_network_for_everybody_is_wide() {
        for (network, expected) in [
            ("0.0.0.0/0", true),
            ("::/0", true),
            ("10.0.0.0/8", false),
            ("192.168.1.5", false),
            ("fd00::/16", true),
            ("fd00:1:2::/48", false),
        ] {
            assert_eq!(is_wide(&network.parse().expect("a network")), expected, "{network}");
        }
    }
}
