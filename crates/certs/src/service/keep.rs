//! How a certificate takes its place: those who pin the old key hear of it, it is written down, and
//! then it is served.

use std::sync::Arc;
use std::time::Duration;

use events::facts::{CertificateChanging, CertificatesChanged};
use events::{Change, Event, Fact, IconClass};
use kit::{Actor, Error, Result};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::Certs;
use crate::domain::Domain;
use crate::model::Record;
use crate::service::Listed;
use crate::service::load::held;
use crate::shelf::Shelf;
use crate::store;

/// How long the change waits for its announcement to reach the sockets.
const NOTICE: Duration = Duration::from_secs(2);
/// Each costs memory, and a search at every renewal.
const MOST: usize = 200;

impl Certs {
    /// Puts the record in its place. The change says who did it and what people read of it.
    pub(crate) async fn keep(&self, record: Record, change: Change) -> Result<Listed> {
        let held = held(self.seal(), &self.vault(), &record).map_err(Error::internal_text)?;
        let held = Arc::new(held);
        let _writing = self.writing().await;
        self.refuse_too_many(&record.domain)?;
        let next = self.shelf().with(&record.domain, held.clone());
        self.announce(&record.domain, &next).await?;
        let mut tx = self.events().begin().await?;
        store::put(&mut tx, &record).await?;
        tx.record(&self.told(change)).await?;
        tx.commit().await?;
        self.failing().remove(&record.domain);
        let in_use = next.is_in_use(&held, self.own_host().as_ref());
        self.show(next);
        Ok(Listed { domain: record.domain, held, in_use })
    }

    pub(crate) fn refuse_too_many(&self, domain: &Domain) -> Result<()> {
        let held = &self.shelf().held;
        let known = held.iter().any(|(other, _)| other == domain);
        if known || held.len() < MOST {
            Ok(())
        } else {
            let message = format!("There are {MOST} certificates already; delete one first");
            Err(Error::conflict(message))
        }
    }

    /// The other programs on this database hear of it as well.
    pub(crate) fn told(&self, change: Change) -> Change {
        change.fact(&CertificatesChanged {})
    }

    /// Where our own clients are about to meet another key, they hear of it while they still are
    /// connected: one that pins the old key could not ask any more.
    async fn announce(&self, domain: &Domain, next: &Shelf) -> Result<()> {
        let host = self.own_host();
        let (now, then) = (self.shelf().pins(host.as_ref()), next.pins(host.as_ref()));
        if now == then {
            return Ok(());
        }
        let text = "The gateway changes its key; devices that pin it are told the new one";
        let fact =
            CertificateChanging { domain: domain.to_string(), spki_pins: now, next_pins: then };
        let change = Change::by(Actor::system(), "certificate.changing")
            .target(domain.to_string())
            .notice("AlertTriangle", IconClass::Warning, text)
            .fact(&fact);
        let facts = self.events().subscribe();
        self.events().note(&change).await?;
        // Nobody may be there to carry it; the change itself does not depend on that.
        let _ = tokio::time::timeout(NOTICE, carried(facts)).await;
        Ok(())
    }
}

async fn carried(mut facts: Receiver<Arc<Event>>) {
    loop {
        match facts.recv().await {
            Ok(event) if event.kind == CertificateChanging::KIND => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// The words that every change of a certificate has in common.
pub(crate) fn change(
    actor: &Actor,
    action: &'static str,
    record: &Record,
    message: String,
) -> Change {
    let names: Vec<String> = record.names.iter().map(ToString::to_string).collect();
    let details = serde_json::json!({ "provider": record.provider.into_str(), "names": names });
    Change::by(actor.clone(), action).target(record.domain.to_string()).details(details).notice(
        "CheckCircle",
        IconClass::Success,
        message,
    )
}

/// Nobody was warned of its end yet.
pub(crate) const UNWARNED: i64 = i64::MAX;
