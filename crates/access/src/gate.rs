//! The verifier as the data plane asks it: for the caller of an app.

use std::sync::Arc;

use http::HeaderValue;
use kit::{Error, Identity, Result};
use routing::{Gate, Passport, Presented, Usage};

use crate::Access;
use crate::service::KEY_PREFIX;

impl Gate for Access {
    fn generation(&self) -> u64 {
        self.memory().generation()
    }

    /// Uses are not counted here: an answer is kept and used again, and who keeps it counts.
    fn judge(&self, credential: Presented<'_>) -> Result<Passport> {
        let known = match credential {
            Presented::Token(token) => self.known_token(token)?,
            Presented::Key(key) => self.known_key(key)?,
            Presented::Cookie(cookie) => self.known_cookie(cookie)?.0,
        };
        if known.authenticated.pending {
            return Err(Error::forbidden("This device waits for an administrator to approve it"));
        }
        let principal = known.authenticated.principal;
        let name = remote_user(&principal.identity);
        let usage = known.activity.map(|activity| activity as Arc<dyn Usage>);
        Ok(Passport { principal, name, host: known.host, usage })
    }

    fn is_ours(&self, token: &str) -> bool {
        token.starts_with(KEY_PREFIX) || self.signer().is_named_in(token)
    }
}

fn remote_user(identity: &Identity) -> Option<HeaderValue> {
    match identity {
        Identity::Local => None,
        Identity::User(name) | Identity::ApiKey(name) => HeaderValue::from_str(name).ok(),
        // A device chooses its id, and must not pass for a user.
        Identity::Device(id) => HeaderValue::try_from(format!("device:{id}")).ok(),
    }
}
