//! How many connections one client may hold, so that none takes the places of all others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit::client_key;

#[derive(Default)]
pub(crate) struct PerIpLimit(Mutex<HashMap<IpAddr, usize>>);

/// A place that is given back when the connection ends.
pub(crate) struct Seat {
    per_ip_limit: Arc<PerIpLimit>,
    client: IpAddr,
}

impl PerIpLimit {
    /// `None` where the client has as many as it may. IPv6 clients count by their network.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Seat> {
        let client = client_key(address);
        let mut taken = self.taken();
        let count = taken.entry(client).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Seat { per_ip_limit: self.clone(), client })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.per_ip_limit.taken();
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_gets_so_many_and_no_more_until_one_is_given_back() {
        let per_ip_limit = Arc::new(PerIpLimit::default());
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let (one, neighbour) = (address("2001:db8::1"), address("2001:db8::2"));
        let first = per_ip_limit.take(one, 2).expect("a seat");
        let _second = per_ip_limit.take(neighbour, 2).expect("a seat of the same network");
        assert!(per_ip_limit.take(one, 2).is_none());
        let _other = per_ip_limit.take(address("192.0.2.1"), 2).expect("another client");
        drop(first);
        assert!(per_ip_limit.take(neighbour, 2).is_some());
        assert_eq!(per_ip_limit.taken().len(), 2, "nothing is kept of those who left");
    }
}
