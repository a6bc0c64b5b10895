use std::sync::atomic::Ordering;

use events::facts::CertificateExpiring;
use events::{Change, Events, IconClass};
use kit::{Actor, Result};

use crate::domain::Domain;
use crate::model::Held;
use crate::vault::Vault;
use crate::{Certs, store};

/// At so many days before the end people are told.
const STEPS: [i64; 5] = [14, 7, 3, 1, 0];

impl Certs {
    /// Tells of certificates that end soon, once at each step. What renews itself never comes so
    /// far, unless that fails.
    pub(crate) async fn warn_of_ends(&self) -> Result<()> {
        let now = self.clock().now();
        for (domain, held) in self.shelf().all() {
            let told = held.warned.load(Ordering::Relaxed);
            if let Some(step) = step(held.days_left(now)).filter(|step| *step < told) {
                self.warn(&domain, &held, step).await?;
            }
        }
        Ok(())
    }

    async fn warn(&self, domain: &Domain, held: &Held, step: i64) -> Result<()> {
        let days = held.days_left(self.clock().now());
        let message = match days {
            ..0 => format!("The certificate for {domain} has expired"),
            0 => format!("The certificate for {domain} expires today"),
            _ => format!("The certificate for {domain} expires in {days} days"),
        };
        let fact = CertificateExpiring {
            domain: domain.to_string(),
            not_after: held.not_after.to_string(),
            expires_in_days: days,
        };
        let change = Change::by(Actor::system(), "certificate.expiring")
            .target(domain.to_string())
            .unaudited()
            .notice("AlertTriangle", IconClass::Warning, message)
            .fact(&fact);
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        store::set_warned(&mut tx, domain, step).await?;
        tx.record(&self.told(change)).await?;
        tx.commit().await?;
        held.warned.store(step, Ordering::Relaxed);
        Ok(())
    }
}

/// Tells people that they have to trust another CA from now on. The start does not depend on it.
pub(crate) async fn tell_replaced(events: &Events, vault: &Vault) {
    let Some(reason) = &vault.replaced else { return };
    let message = "The local CA was replaced; devices have to trust the new one";
    let details = format!("The old one was given up because {reason}. Remove it from your devices");
    let change = Change::by(Actor::system(), "certificate.ca_replaced")
        .notice("AlertTriangle", IconClass::Warning, message)
        .notice_details(details);
    if let Err(error) = events.note(&change).await {
        tracing::warn!(%error, "recording the replaced local CA in the activity log failed");
    }
}

/// The last step that so many days have passed.
fn step(days: i64) -> Option<i64> {
    STEPS.into_iter().filter(|step| days <= *step).min()
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn each_step_is_told_when_it_is_reached() {
        for (days, told) in [
            (90, None),
            (15, None),
            (14, Some(14)),
            (8, Some(14)),
            (7, Some(7)),
            (2, Some(3)),
            (1, Some(1)),
            (0, Some(0)),
            (-3, Some(0)),
        ] {
            assert_eq!(step(days), told, "{days}");
        }
    }
}
