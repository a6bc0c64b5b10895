use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::{StreamExt, stream};
use routing::{Endpoint, Scheme, Trust};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::Discovery;
use crate::model::{Address, ServiceKey};

/// A device that sleeps takes its time.
const LIMIT: Duration = Duration::from_secs(5);
const AT_ONCE: usize = 8;

/// Addresses from which services are said to have moved, and which are to be called. There is at
/// most one for each service.
#[derive(Debug, Default)]
pub(crate) struct OldAddresses {
    waiting: Mutex<BTreeMap<ServiceKey, Address>>,
    changed: Notify,
}

impl OldAddresses {
    pub(crate) fn call(&self, service: ServiceKey, address: Address) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(service, address);
        self.changed.notify_one();
    }

    fn take(&self) -> BTreeMap<ServiceKey, Address> {
        std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Discovery {
    /// Finds out whether somebody is still there.
    pub(crate) async fn call_old_addresses(self, token: CancellationToken) {
        let calls = async {
            loop {
                let waiting = stream::iter(self.old_addresses().take());
                waiting.for_each_concurrent(AT_ONCE, |(key, at)| self.call(key, at)).await;
                self.old_addresses().changed.notified().await;
            }
        };
        token.run_until_cancelled(calls).await;
    }

    async fn call(&self, service: ServiceKey, address: Address) {
        let (host, port) = (address.host.clone(), address.port);
        let endpoint = Endpoint { scheme: Scheme::Http, host, port, trust: Trust::Authorities };
        let answered = self.fetcher().connects(&endpoint, LIMIT).await.is_ok();
        let mut reconciler = self.reconciler().await;
        reconciler.called(&service, &address, answered, self.moment());
        self.settle(&mut reconciler);
    }
}
