use events::{Change, IconClass};
use kit::{Actor, Error, Result, Status};
use serde_json::json;

use crate::Certs;
use crate::domain::Domain;
use crate::model::{Held, Provider};
use crate::service::keep::change;
use crate::service::{Listed, Order};

impl Certs {
    /// Has a new one made now, whatever the age of the present one.
    pub(crate) async fn renew(&self, actor: &Actor, domain: &Domain) -> Result<Listed> {
        let listed = self.read(domain)?;
        match listed.held.provider {
            Provider::Gateway => {
                self.renew_own(true).await?;
                let change = Change::by(actor.clone(), "certificate.renewed")
                    .target(domain.to_string())
                    .details(json!({ "provider": Provider::Gateway.into_str() }));
                self.events().note(&change).await?;
                self.read(domain)
            }
            Provider::SelfSigned | Provider::Acme => {
                self.renew_record(actor, domain, &listed.held).await
            }
            Provider::Imported | Provider::File => {
                let message = "It was made by somebody else; replace it with a new pair";
                Err(Error::conflict(message))
            }
        }
    }

    async fn renew_record(&self, actor: &Actor, domain: &Domain, held: &Held) -> Result<Listed> {
        let order = Order { names: held.wanted.clone(), provider: held.provider };
        let made = self.make(domain.clone(), order).await;
        self.figures().renewed(made.is_ok());
        let record = made?;
        let message = format!("The certificate for {domain} was renewed");
        let change = change(actor, "certificate.renewed", &record, message);
        self.keep(record, change).await
    }

    /// Issues and serves a new leaf for this machine where the present one is too old or has other
    /// names, or `always`; whether it did. After an error the present one stays.
    pub(crate) async fn renew_own(&self, always: bool) -> Result<bool> {
        let _writing = self.writing().await;
        let (shelf, now) = (self.shelf(), self.clock().now());
        let certs = self.clone();
        let made = move || certs.own().renewed(&certs.vault(), &certs.shelf().default, now, always);
        let made = tokio::task::spawn_blocking(made).await.map_err(Error::internal)?;
        let Some(held) = made.inspect_err(|_| self.figures().renewed(false))? else {
            return Ok(false);
        };
        self.show(shelf.with_default(held));
        self.figures().renewed(true);
        Ok(true)
    }

    /// Brings the default certificate up to date with this machine's names.
    pub async fn refresh(&self) -> Result<bool> {
        self.renew_own(false).await
    }

    /// Renews what is due. One that cannot be stays as it is, is told once, and is tried again.
    pub(crate) async fn renew_due(&self) -> Result<()> {
        let (shelf, now) = (self.shelf(), self.clock().now());
        let due = shelf.held.iter().filter(|(_, held)| held.is_due(now) || self.is_orphan(held));
        for (domain, held) in due {
            if !self.holds_lease().await? {
                return Ok(());
            }
            let renewed = self.renew_record(&Actor::system(), domain, held).await;
            if let Err(error) = renewed {
                self.tell_failure(domain, &error).await;
            }
        }
        self.report();
        Ok(())
    }

    /// Its CA is not ours any more, or it stands alone though ours may sign it.
    fn is_orphan(&self, held: &Held) -> bool {
        let leaf = held.pair.cert.first();
        let has_ca = held.pair.cert.len() > 1;
        held.provider == Provider::SelfSigned
            && (has_ca || self.vault().ca.permitted.all(&held.names))
            && !leaf.is_some_and(|leaf| self.vault().ca.vouches_for(leaf, self.clock().now()))
    }

    pub(crate) async fn tell_failure(&self, domain: &Domain, error: &Error) {
        tracing::error!(%domain, %error, "renewing a certificate failed; retrying later");
        if !self.failing().insert(domain.clone()) {
            return;
        }
        let message = format!("The certificate for {domain} could not be renewed");
        let change = Change::by(Actor::system(), "certificate.renewal_failed")
            .target(domain.to_string())
            .failed(error.message.clone())
            .notice("AlertTriangle", IconClass::Warning, message)
            .notice_details(error.message.clone());
        if let Err(error) = self.events().note(&change).await {
            tracing::warn!(%error, "recording a failed renewal in the activity log failed");
        }
    }

    fn report(&self) {
        let failing: Vec<String> = self.failing().iter().map(ToString::to_string).collect();
        let (status, message) = if failing.is_empty() {
            (Status::Healthy, None)
        } else {
            (Status::Degraded, Some(format!("cannot be renewed: {}", failing.join(", "))))
        };
        self.health().report("certificates", status, message);
    }
}
