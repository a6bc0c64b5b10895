//! Which ports of a container are worth a look.

use std::collections::BTreeSet;

use engines::{Container, Protocol};

use crate::model::Wishes;
use crate::ports::{COMMON, NOT_HTTP};

/// Where people look for pages after the common ones, the likeliest first.
const LIKELY: [u16; 8] = [443, 8443, 8000, 5000, 8081, 8888, 9000, 9443];

/// The ports to offer, the likeliest first. A container that says which one is meant, or that all
/// are, knows better than any list.
pub(super) fn candidates(container: &Container, wishes: &Wishes) -> Vec<u16> {
    if let Some(port) = wishes.primary_port {
        return vec![port];
    }
    let tcp = container.ports.iter().filter(|port| port.protocol == Protocol::Tcp);
    let ports: BTreeSet<u16> = tcp.map(|port| port.private).collect();
    let wanted = |port: &u16| wishes.all_ports || !NOT_HTTP.contains(port);
    let mut ports: Vec<u16> = ports.into_iter().filter(wanted).collect();
    // The sort is stable, so that all others stay in ascending order.
    ports.sort_by_key(|port| {
        let mut known = COMMON.iter().chain(&LIKELY);
        known.position(|likely| likely == port).unwrap_or(usize::MAX)
    });
    ports
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;

    fn offered(ports: &[u16], wishes: Wishes) -> Vec<u16> {
        let mut details = sample::details();
        details.container.ports = ports.iter().map(|port| sample::exposed(*port)).collect();
        let mut udp = sample::exposed(8000);
        udp.protocol = Protocol::Udp;
        details.container.ports.push(udp);
        candidates(&details.container, &wishes)
    }

    #[test]
    fn the_likeliest_comes_first() {
        let ports = [9999, 3000, 81, 8443, 80, 1234, 8080, 80];
        let expected = [80, 8080, 3000, 8443, 81, 1234, 9999];
        assert_eq!(offered(&ports, Wishes::default()), expected);
        assert!(offered(&[], Wishes::default()).is_empty());
    }

    #[test]
    fn what_does_not_speak_http_is_left_out() {
        for port in NOT_HTTP {
            assert_eq!(offered(&[port, 8080], Wishes::default()), [8080], "{port}");
        }
    }

    #[test]
    fn a_container_that_says_so_offers_any_port() {
        let all = Wishes { all_ports: true, ..Wishes::default() };
        assert_eq!(offered(&[5432, 8080, 22], all), [8080, 22, 5432]);
        let one = Wishes { primary_port: Some(6379), ..Wishes::default() };
        assert_eq!(offered(&[6379, 8080], one.clone()), [6379]);
        // Images need not say what they listen on.
        assert_eq!(offered(&[], one), [6379]);
    }
}
