//! Certificates from a public authority (RFC 8555). It wants to see that every name is ours before
//! it signs; the proof is taken away again, however the order ends.

mod account;
mod client;
mod hook;
mod prove;

use std::time::Duration;

use instant_acme::{
    Account, AuthorizationStatus, Error as AcmeError, Identifier, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use kit::{Error, ErrorKind, Result};

use self::prove::Prover;
use crate::config::{AcmeConfig, ChallengeKind};
use crate::domain::Domain;
use crate::{Certs, LeafNames, leaf, pem};

/// From the first request to the certificate.
const LONGEST: Duration = Duration::from_secs(300);
const PATIENCE: Duration = Duration::from_secs(90);
/// What a refusal of the authority may say of itself.
const LONGEST_REASON: usize = 300;

impl Certs {
    /// Has the names signed for the gateway's key; gives the chain.
    pub(crate) async fn order(&self, names: &[Domain]) -> Result<String> {
        let config = self.config().acme.clone();
        let Some(directory) = config.directory_url() else {
            let message = "There is no public authority; certificates.acme.directory names one";
            return Err(Error::new(ErrorKind::ServiceUnavailable, message));
        };
        let identifiers = identifiers(names, &config)?;
        let _ordering = self.ordering().await;
        let prover = Prover::new(self.clone(), config);
        let ordered = self.proven_order(&directory, &identifiers, names, &prover);
        let ordered = tokio::time::timeout(LONGEST, ordered).await;
        prover.take_away().await;
        let chain = ordered.unwrap_or_else(|_| Err(failed("it took too long")))?;
        self.check(&chain, names)?;
        Ok(chain)
    }

    async fn proven_order(
        &self,
        directory: &str,
        identifiers: &[Identifier],
        names: &[Domain],
        prover: &Prover,
    ) -> Result<String> {
        let account = self.account(directory).await?;
        let mut order = start(&account, identifiers).await?;
        prover.prove(&mut order).await?;
        let retries = RetryPolicy::new().timeout(PATIENCE);
        match order.poll_ready(&retries).await.map_err(told)? {
            OrderStatus::Ready => {}
            _ => return Err(failed(&prove::reason(&mut order).await)),
        }
        let request = leaf::request(&LeafNames::from_iter(names), &self.vault().key)?;
        order.finalize_csr(&request).await.map_err(told)?;
        order.poll_certificate(&retries).await.map_err(told)
    }

    /// What comes from outside is looked at before it is served.
    fn check(&self, chain: &str, names: &[Domain]) -> Result<()> {
        let served = pem::chain(chain).and_then(|chain| self.vault().serve(chain));
        let pair = served.map_err(|reason| failed(&reason))?;
        let leaf = pair.cert.first().and_then(|leaf| crate::parsed::Parsed::new(leaf));
        let signed = leaf.map(|leaf| leaf.names()).unwrap_or_default();
        if names.iter().all(|name| signed.cover(name)) {
            Ok(())
        } else {
            Err(failed("the certificate is for other names"))
        }
    }
}

async fn start(account: &Account, identifiers: &[Identifier]) -> Result<Order> {
    account.new_order(&NewOrder::new(identifiers)).await.map_err(told)
}

fn identifiers(names: &[Domain], config: &AcmeConfig) -> Result<Vec<Identifier>> {
    let identifier = |name: &Domain| match name {
        Domain::Address(_) => {
            Err(Error::invalid("domains", "a public authority signs host names, not addresses"))
        }
        Domain::Host(_) if name.is_wildcard() && config.challenge != ChallengeKind::Dns => {
            Err(Error::invalid("domains", "a wildcard needs certificates.acme.challenge: dns-01"))
        }
        Domain::Host(host) => Ok(Identifier::Dns(host.clone())),
    };
    names.iter().map(identifier).collect()
}

/// An authorization that still wants a proof.
fn is_open(status: AuthorizationStatus) -> bool {
    status == AuthorizationStatus::Pending
}

fn told(error: AcmeError) -> Error {
    let reason = match &error {
        AcmeError::Api(problem) => problem.detail.clone().unwrap_or_else(|| problem.to_string()),
        other => other.to_string(),
    };
    failed(&reason).because(error)
}

fn failed(reason: &str) -> Error {
    let reason: String = reason.chars().filter(|c| !c.is_control()).take(LONGEST_REASON).collect();
    let message = format!("The public authority gave no certificate: {reason}");
    Error::new(ErrorKind::BadGateway, message)
}
