//! Of several programs on one database, one is among the peers: they have one id.

use std::time::Duration;

use ::store::Lease;
use tokio::time::sleep;

use crate::Federation;

const LEASE_LIFE: Duration = Duration::from_secs(20);

impl Federation {
    /// Returns when it is for this program to be among the peers.
    pub(crate) async fn wait_for_turn(&self, pause: Duration) {
        while self.db().is_shared() && !self.has_turn().await {
            sleep(pause).await;
        }
    }

    /// Returns when another program has taken over.
    pub(crate) async fn lose_turn(&self, pause: Duration) {
        loop {
            sleep(pause).await;
            if self.db().is_shared() && !self.has_turn().await {
                return;
            }
        }
    }

    async fn has_turn(&self) -> bool {
        let holder = self.events().origin().to_owned();
        let lease = Lease { name: "federation.node", holder, lifetime: LEASE_LIFE };
        match lease.take(self.db(), self.clock().now()).await {
            Ok(taken) => taken,
            Err(error) => {
                // While nobody can write, nobody else can take over either.
                tracing::debug!(%error, "the turn among peers could not be taken");
                self.is_running()
            }
        }
    }
}
