use std::time::Duration;

use events::Event;
use events::facts::CertificatesChanged;
use kit::{Result, Worker};
use tokio_util::sync::CancellationToken;

use crate::{Certs, store};

const CHECK: Duration = Duration::from_secs(3600);
/// Longer than one renewal takes; it is prolonged before each.
pub(crate) const LEASE_LIFE: Duration = Duration::from_secs(600);

pub(crate) fn all(certs: &Certs) -> Vec<Worker> {
    let (keeper, follower) = (certs.clone(), certs.clone());
    vec![
        Worker::new("certificates.keep", move |token| keeper.clone().keep_young(token)),
        certs.events().follower(
            "certificates.follow",
            Event::is::<CertificatesChanged>,
            move || {
                let follower = follower.clone();
                async move { follower.read_again().await }
            },
        ),
    ]
}

impl Certs {
    /// Looks at once, because a start may come after a long rest, and then every hour.
    async fn keep_young(self, token: CancellationToken) {
        loop {
            self.round().await;
            if token.run_until_cancelled(tokio::time::sleep(CHECK)).await.is_none() {
                return;
            }
        }
    }

    /// One look at everything. What fails is tried again with the next.
    pub async fn round(&self) {
        let own = self.shelf().default_domain();
        match (self.refresh().await, own) {
            (Ok(renewed), own) => {
                if renewed {
                    tracing::info!("the server's certificate was issued anew");
                }
                own.map(|domain| self.failing().remove(&domain));
            }
            (Err(error), Some(domain)) => self.tell_failure(&domain, &error).await,
            (Err(error), None) => {
                tracing::error!(%error, "renewing the server's certificate failed; retrying with the next round");
            }
        }
        if let Err(error) = self.shared_round().await {
            tracing::warn!(%error, "checking certificates for renewal failed; retrying with the next round");
        }
    }

    /// What is kept in the database is renewed by one program alone.
    async fn shared_round(&self) -> Result<()> {
        if !self.holds_lease().await? {
            return Ok(());
        }
        let mut tx = self.db().begin().await?;
        store::remove_proofs(&mut tx, &[], self.clock().now()).await?;
        tx.commit().await?;
        self.renew_due().await?;
        self.warn_of_ends().await
    }
}
