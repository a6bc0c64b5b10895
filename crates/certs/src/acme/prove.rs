use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use events::Change;
use instant_acme::{AuthorizationHandle, ChallengeType, Identifier, Order};
use kit::{Actor, Result};

use super::hook::{self, Record};
use super::{failed, is_open, told};
use crate::config::{AcmeConfig, ChallengeKind};
use crate::domain::Domain;
use crate::model::{PROOF_LIFE, Proof};
use crate::shelf::Proofs;
use crate::{Certs, store};

/// How soon other programs on the database have read a proof: the authority may ask any of them.
const SPREADING: Duration = Duration::from_secs(2);

/// Shows an authority that names are ours, and remembers what it showed.
pub(crate) struct Prover {
    certs: Certs,
    config: AcmeConfig,
    tokens: Mutex<Vec<String>>,
    records: Mutex<Vec<Record>>,
}

/// What an authority looks for.
struct Wanted {
    domain: Domain,
    token: String,
    answer: String,
    dns_value: String,
}

impl Prover {
    pub(crate) fn new(certs: Certs, config: AcmeConfig) -> Self {
        Prover { certs, config, tokens: Mutex::default(), records: Mutex::default() }
    }

    /// Proves every name that the authority is not sure of.
    pub(crate) async fn prove(&self, order: &mut Order) -> Result<()> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let authorization = authorization.map_err(told)?;
            if is_open(authorization.status) {
                self.prove_one(authorization).await?;
            }
        }
        Ok(())
    }

    async fn prove_one(&self, mut authorization: AuthorizationHandle<'_>) -> Result<()> {
        let kind = match self.config.challenge {
            ChallengeKind::Http => ChallengeType::Http01,
            ChallengeKind::TlsAlpn => ChallengeType::TlsAlpn01,
            ChallengeKind::Dns => ChallengeType::Dns01,
        };
        let challenge = authorization.challenge(kind);
        let mut challenge =
            challenge.ok_or_else(|| failed("it does not offer the configured challenge"))?;
        let Identifier::Dns(host) = challenge.identifier().identifier else {
            return Err(failed("it asks for something that is no host name"));
        };
        let key = challenge.key_authorization();
        let wanted = Wanted {
            domain: Domain::parse(host)?,
            token: challenge.token.clone(),
            answer: key.as_str().to_owned(),
            dns_value: key.dns_value(),
        };
        match self.config.challenge {
            ChallengeKind::Dns => self.set_record(wanted).await?,
            ChallengeKind::Http | ChallengeKind::TlsAlpn => self.show(wanted).await?,
        }
        challenge.set_ready().await.map_err(told)
    }

    async fn set_record(&self, wanted: Wanted) -> Result<()> {
        let name = format!("_acme-challenge.{}.", wanted.domain);
        let record = Record { name, value: wanted.dns_value };
        // One that fails half-way is cleaned up, too.
        self.records.lock().unwrap_or_else(PoisonError::into_inner).push(record.clone());
        hook::call(&self.config.dns_hook, "present", &record).await
    }

    async fn show(&self, wanted: Wanted) -> Result<()> {
        let Wanted { domain, token, answer, .. } = wanted;
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner).push(token.clone());
        let expires_at = self.certs.clock().now().after(PROOF_LIFE);
        let proof = Proof { token, domain, answer, expires_at };
        self.certs.change_proofs(Some(&proof), &[]).await?;
        if self.certs.db().is_shared() {
            tokio::time::sleep(SPREADING).await;
        }
        Ok(())
    }

    /// Leaves nothing behind. What cannot be taken away now ends by itself, or is said.
    pub(crate) async fn take_away(&self) {
        let tokens =
            std::mem::take(&mut *self.tokens.lock().unwrap_or_else(PoisonError::into_inner));
        if !tokens.is_empty()
            && let Err(error) = self.certs.change_proofs(None, &tokens).await
        {
            tracing::warn!(%error, "removing an ACME challenge failed; it expires within minutes");
        }
        let records =
            std::mem::take(&mut *self.records.lock().unwrap_or_else(PoisonError::into_inner));
        for record in records {
            if let Err(error) = hook::call(&self.config.dns_hook, "cleanup", &record).await {
                tracing::warn!(%error, name = record.name, "the ACME clean-up hook failed; a DNS record may be left behind");
            }
        }
    }
}

/// Why the authority is not convinced.
pub(crate) async fn reason(order: &mut Order) -> String {
    let mut reasons = Vec::new();
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { continue };
        let problems = state.challenges.iter().filter_map(|challenge| challenge.error.as_ref());
        reasons.extend(problems.filter_map(|problem| problem.detail.clone()));
    }
    if reasons.is_empty() {
        "it is not convinced that the names are ours".to_owned()
    } else {
        reasons.join("; ")
    }
}

impl Certs {
    async fn change_proofs(&self, new: Option<&Proof>, gone: &[String]) -> Result<()> {
        let _writing = self.writing().await;
        let now = self.clock().now();
        let mut tx = self.events().begin().await?;
        store::remove_proofs(&mut tx, gone, now).await?;
        if let Some(proof) = new {
            store::add_proof(&mut tx, proof).await?;
        }
        let change = Change::by(Actor::system(), "certificate.proofs").unaudited();
        tx.record(&self.told(change)).await?;
        let proofs = store::proofs(&mut tx, now).await?;
        tx.commit().await?;
        self.show(self.shelf().with_proofs(Proofs::new(&proofs, &self.vault(), now)));
        Ok(())
    }
}
