use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::announce::Announced;
use super::shared::Shared;
use super::{Announcement, Browse, Condition, Interfaces, ServiceType, session};

#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub interfaces: Interfaces,
    /// Services whose TXT record `id` says this are our own, and not found.
    pub own_id: Option<String>,
}

/// Multicast DNS for everybody in this program. Whoever looks for something or announces something
/// need not care whether there is a network: that is `run`'s.
#[derive(Debug, Clone)]
pub struct Mdns {
    shared: Arc<Shared>,
}

impl Mdns {
    pub fn new(settings: Settings) -> Self {
        Mdns { shared: Arc::new(Shared::new(settings)) }
    }

    /// Asks and answers until the token is cancelled, and then says goodbye. Where that is not
    /// possible, it says why and tries again.
    pub async fn run(&self, token: CancellationToken) {
        session::keep(&self.shared, &token).await;
    }

    /// Looks for services of these types.
    pub fn browse(&self, types: impl IntoIterator<Item = ServiceType>) -> Browse {
        let mut types: Vec<_> = types.into_iter().collect();
        types.sort();
        types.dedup();
        Browse::new(self.shared.clone(), types)
    }

    pub fn announce(&self, announcement: Announcement) -> Announced {
        Announced::new(self.shared.clone(), announcement)
    }

    /// Asks everybody anew.
    pub fn ask_again(&self) {
        self.shared.orders.send_modify(|orders| orders.asked += 1);
    }

    pub fn condition(&self) -> watch::Receiver<Condition> {
        self.shared.condition.subscribe()
    }
}
