//! What can be done with certificates.

mod generate;
mod import;
mod keep;
mod load;
mod renew;
mod warn;

use std::sync::Arc;

use events::{Change, IconClass};
use kit::{Actor, Error, Result};
use serde_json::json;

pub(crate) use self::generate::Order;
pub(crate) use self::load::load;
pub(crate) use self::warn::tell_replaced;
use crate::Certs;
use crate::domain::Domain;
use crate::model::Held;

/// A certificate as it is listed.
pub(crate) struct Listed {
    pub(crate) domain: Domain,
    pub(crate) held: Arc<Held>,
    pub(crate) in_use: bool,
}

impl Certs {
    /// The default one first, then the others by name.
    pub(crate) fn list(&self) -> Vec<Listed> {
        let (shelf, host) = (self.shelf(), self.own_host());
        let listed = |(domain, held): (Domain, Arc<Held>)| {
            let in_use = shelf.is_in_use(&held, host.as_ref());
            Listed { domain, held, in_use }
        };
        let mut all: Vec<_> = shelf.all().map(listed).collect();
        let first = usize::from(shelf.default_domain().is_some());
        all[first..].sort_by(|a, b| a.domain.cmp(&b.domain));
        all
    }

    pub(crate) fn read(&self, domain: &Domain) -> Result<Listed> {
        let found = self.list().into_iter().find(|listed| listed.domain == *domain);
        found.ok_or_else(|| Error::not_found("The certificate"))
    }

    /// By which names this machine can be reached, as far as it knows.
    pub(crate) fn suggest(&self) -> Vec<String> {
        self.names().texts()
    }

    pub(crate) async fn delete(&self, actor: &Actor, domain: &Domain) -> Result<()> {
        let _writing = self.writing().await;
        let listed = self.read(domain)?;
        if listed.in_use {
            let message = "This certificate is in use: the gateway itself is served with it";
            return Err(Error::conflict(message));
        }
        let change = Change::by(actor.clone(), "certificate.deleted")
            .target(domain.to_string())
            .details(json!({ "provider": listed.held.provider.into_str() }))
            .notice("Info", IconClass::Info, format!("The certificate for {domain} was deleted"));
        let mut tx = self.events().begin().await?;
        crate::store::remove(&mut tx, domain).await?;
        tx.record(&self.told(change)).await?;
        tx.commit().await?;
        self.failing().remove(domain);
        self.show(self.shelf().without(domain));
        Ok(())
    }
}
