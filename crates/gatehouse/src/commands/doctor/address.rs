//! The address that others are given.

use std::net::IpAddr;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::time::timeout;

use super::Context;
use super::finding::Finding;
use crate::config::BaseUrl;

const NAME: &str = "base address";
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) async fn check(context: &Context<'_>) -> Finding {
    match (&context.config.server.base_url, lan::address()) {
        (Some(url), _) if is_own_to_each_machine(url.host()) => Finding::warn(
            NAME,
            format!("{url} means something else on every other device"),
            "set server.base_url to a name or address of this machine in the network",
        ),
        (Some(url), _) => leads_here(context, url).await,
        (None, Some(address)) => Finding::ok(NAME, format!("{address} was found")),
        (None, None) => Finding::warn(
            NAME,
            "no network address was found",
            "set server.base_url, or other devices cannot be told where to go",
        ),
    }
}

async fn leads_here(context: &Context<'_>, url: &BaseUrl) -> Finding {
    let host = url.host();
    let multicast = &context.config.discovery;
    let announced = multicast.enabled && multicast.mdns.enabled;
    if announced && host == lan::mdns::gateway_host() {
        return Finding::ok(NAME, format!("{url} is announced by the gateway itself"));
    }
    let Ok(Ok(found)) = timeout(PATIENCE, lookup_host((host, 0))).await else {
        return Finding::warn(
            NAME,
            format!("{host} of {url} cannot be resolved on this machine"),
            "enter the name in the network's DNS, or set server.base_url to an address",
        );
    };
    let found: Vec<IpAddr> = found.map(|address| address.ip().to_canonical()).collect();
    judge(url, &found, &lan::own_addresses())
}

fn judge(url: &BaseUrl, found: &[IpAddr], own: &[IpAddr]) -> Finding {
    // Distributions enter the machine's own name as 127.0.1.1.
    let is_own = |address: &IpAddr| address.is_loopback() || own.contains(address);
    if found.iter().any(is_own) {
        return Finding::ok(NAME, format!("{url} leads to this machine"));
    }
    let list: Vec<String> = found.iter().map(ToString::to_string).collect();
    Finding::warn(
        NAME,
        format!("{url} leads to {}, which is not this machine", list.join(", ")),
        "this is right where a router, a proxy or a container engine passes connections on; \
         otherwise correct the name in DNS, or server.base_url",
    )
}

fn is_own_to_each_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_name_must_lead_to_an_address_of_this_machine() {
        let url: BaseUrl = "https://attic.example".parse().expect("an address");
        let addresses = |list: &[&str]| -> Vec<IpAddr> {
            list.iter().map(|text| text.parse().expect("an address")).collect()
        };
        let own = addresses(&["127.0.0.1", "192.168.1.5", "fd00::5"]);
        for (found, state) in [
            (&["192.168.1.5"][..], State::Ok),
            (&["203.0.113.1", "fd00::5"], State::Ok),
            (&["127.0.1.1"], State::Ok),
            (&["192.168.1.6"], State::Warn),
            (&[], State::Warn),
        ] {
            assert_eq!(judge(&url, &addresses(found), &own).state, state, "{found:?}");
        }
    }
}
