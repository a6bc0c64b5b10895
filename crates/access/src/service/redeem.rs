//! The first half of pairing: a code is minted, shown as a QR code, and redeemed once.

use std::net::IpAddr;
use std::time::Duration;

use events::Change;
use kit::{Actor, Entropy, Error, ErrorKind, Result, Secret, Timestamp, client_key, sha256_hex};

use crate::Access;
use crate::handle::new_code;
use crate::store::pairing::{self, LiveCode, Minter};

pub(crate) const LIFETIME: Duration = Duration::from_secs(300);
/// Anybody may ask for codes, so there are bounds on how many there are: for one address, and
/// for strangers and for trusted callers each, so that strangers cannot use up everything.
const CODES_PER_ADDRESS: i64 = 50;
const LIVE_CODES: i64 = 1_000;

#[derive(Debug)]
pub(crate) struct Minted {
    pub(crate) base_url: String,
    pub(crate) code: Secret,
    pub(crate) expires_at: Timestamp,
}

/// What a device needs to pair and to come back.
#[derive(Debug)]
pub(crate) struct Redeemed {
    pub(crate) base_url: String,
    pub(crate) bootstrap_token: Secret,
    pub(crate) expires_at: Timestamp,
}

impl Access {
    pub(crate) async fn mint_code(
        &self,
        minter: Minter,
        actor: Actor,
        from: IpAddr,
    ) -> Result<Minted> {
        let now = self.clock().now();
        let (code, expires_at) = (new_code(), now.after(LIFETIME));
        let from = client_key(from).to_string();
        let mut tx = self.events().begin().await?;
        let (all, of_address) = pairing::live_codes(&mut tx, minter.trusted, &from, now).await?;
        if all >= LIVE_CODES || of_address >= CODES_PER_ADDRESS {
            let message = "Too many pairing codes are waiting; try again in five minutes";
            let error = Error::new(ErrorKind::RateLimitExceeded, message);
            return Err(error.retry_after(LIFETIME));
        }
        let live = LiveCode { minter, minted_at: now };
        pairing::insert_code(&mut tx, &sha256_hex(&code), &live, &from, expires_at).await?;
        tx.record(&Change::by(actor, "pairing.code_minted")).await?;
        tx.commit().await?;
        Ok(Minted { base_url: self.pairing_base_url(), code: Secret::new(code), expires_at })
    }

    /// Wrong, used, expired and locked codes get the same answer.
    pub(crate) async fn redeem(&self, code: &str, actor: Actor, from: IpAddr) -> Result<Redeemed> {
        let now = self.clock().now();
        if self.guard().must_wait(from, now) {
            let message = "Too many wrong pairing codes; try again later";
            let error = Error::new(ErrorKind::RateLimitExceeded, message);
            return Err(error.retry_after(crate::guard::HOUR));
        }
        let this_try = self.guard().begin(from, now);
        let code = code.trim().to_ascii_uppercase();
        let mut tx = self.events().begin().await?;
        let taken = pairing::take_code(&mut tx, &sha256_hex(&code), now).await?;
        let usable = taken.filter(|live| !self.guard().is_locked(this_try, live.minted_at));
        // Who is gone lets nobody in any more.
        let answered = |id: &str| self.sponsor(id, now).is_some();
        let usable = usable.filter(|live| live.minter.sponsor.as_deref().is_none_or(answered));
        let Some(live) = usable else {
            drop(tx);
            let change = Change::by(actor, "pairing.code_redeemed").failed("No such code");
            self.events().note(&change).await?;
            return Err(Error::new(ErrorKind::InvalidCode, "This pairing code is not valid"));
        };
        let (token, expires_at) = (Entropy.hex::<32>(), now.after(LIFETIME));
        pairing::insert_bootstrap(&mut tx, &sha256_hex(&token), &live.minter, expires_at).await?;
        tx.record(&Change::by(actor, "pairing.code_redeemed")).await?;
        tx.commit().await?;
        self.guard().forgive(this_try);
        let bootstrap_token = Secret::new(token);
        Ok(Redeemed { base_url: self.pairing_base_url(), bootstrap_token, expires_at })
    }

    fn pairing_base_url(&self) -> String {
        let configured = &self.settings().pairing.base_url;
        let own = self.instance().base_url.get();
        let base = if configured.is_empty() { &*own } else { configured.as_str() };
        base.trim_end_matches('/').to_owned()
    }
}
