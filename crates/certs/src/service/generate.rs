use kit::{Actor, Error, Result};

use crate::Certs;
use crate::domain::Domain;
use crate::model::{Provider, Record};
use crate::service::Listed;
use crate::service::keep::{UNWARNED, change};
use crate::{LeafNames, pem};

/// Authorities allow as many; more is a mistake.
const MOST_NAMES: usize = 100;

/// What somebody wants a certificate for.
pub(crate) struct Order {
    pub(crate) names: Vec<Domain>,
    pub(crate) provider: Provider,
}

impl Order {
    pub(crate) fn read(domains: &[String], provider: Option<&str>) -> Result<Self> {
        if domains.is_empty() || domains.len() > MOST_NAMES {
            let reason = format!("expected 1 to {MOST_NAMES} names");
            return Err(Error::invalid("domains", reason));
        }
        let mut names: Vec<Domain> = Vec::new();
        for domain in domains {
            let name = Domain::parse(domain)?;
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let provider = match provider.unwrap_or("self-signed") {
            "self-signed" => Provider::SelfSigned,
            "acme" => Provider::Acme,
            _ => return Err(Error::invalid("provider", "expected self-signed or acme")),
        };
        Ok(Order { names, provider })
    }
}

impl Certs {
    /// A new one, which is served at once. One that goes by the same name is replaced.
    pub(crate) async fn generate(&self, actor: &Actor, order: Order) -> Result<Listed> {
        let Some(domain) = order.names.first().cloned() else {
            return Err(Error::invalid("domains", "expected a name"));
        };
        self.refuse_too_many(&domain)?;
        let record = self.make(domain, order).await?;
        let message = format!("A certificate for {} was made", record.domain);
        let change = change(actor, "certificate.generated", &record, message);
        self.keep(record, change).await
    }

    /// Has it signed, and changes nothing yet.
    pub(crate) async fn make(&self, domain: Domain, order: Order) -> Result<Record> {
        let chain = match order.provider {
            Provider::Acme => self.order(&order.names).await?,
            _ => {
                let names = LeafNames::from_iter(&order.names);
                pem::text(&self.vault().issue(&names, self.clock().now())?)
            }
        };
        Ok(Record {
            domain,
            provider: order.provider,
            names: order.names,
            chain,
            sealed: None,
            warned: UNWARNED,
            updated_at: self.clock().now(),
        })
    }
}
