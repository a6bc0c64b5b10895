use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::{Mutex, PoisonError};

/// Below the range from which Linux takes the ports of outgoing connections, so that none of
/// them takes the port of a program that is being restarted.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// A port nobody listens on, and which this process has not given out before.
pub fn free_port() -> u16 {
    let start = RandomState::new().hash_one(std::process::id());
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let range = u64::from(PORTS.end - PORTS.start);
    (0..range)
        .map(|step| PORTS.start + u16::try_from((start % range + step) % range).expect("a port"))
        .find(|port| is_free(*port) && given.insert(*port))
        .expect("one of twelve thousand ports is free")
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).is_ok()
}

/// An address of this machine that is not loopback. A program that listens on all addresses sees
/// a peer that is not local when it is called there. `None` when `GATEHOUSE_TEST_SKIP` names
/// `lan`.
pub fn lan_address() -> Option<IpAddr> {
    if crate::skipped("lan") {
        return None;
    }
    let interfaces = if_addrs::get_if_addrs().expect("the system lists its addresses");
    let usable = interfaces.iter().filter(|i| !i.is_loopback() && !i.is_link_local());
    let address = usable.map(if_addrs::Interface::ip).min_by_key(|ip| (ip.is_ipv6(), *ip));
    Some(address.expect(
        "this machine has no address but loopback: give it one, or leave these tests out with \
         GATEHOUSE_TEST_SKIP=lan",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_free_and_given_once() {
        let (first, second) = (free_port(), free_port());
        assert_ne!(first, second);
        assert!(is_free(first) && is_free(second));
    }
}
