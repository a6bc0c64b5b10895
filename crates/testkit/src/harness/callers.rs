//! Who calls, and what they may do.

use std::collections::HashMap;
use std::sync::Arc;

use http::{HeaderMap, header};
use kit::{Error, Identity, Principal, Result, Scopes};
use web::{Authenticated, Authenticator, Credential};

/// Tokens that are the scopes they hold, with commas between them. All are those of one phone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scoped {
    pub relaxed_writes: bool,
}

impl Authenticator for Scoped {
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>> {
        token(headers).map(|token| self.judge_token(token)).transpose()
    }

    fn judge_token(&self, token: &str) -> Result<Authenticated> {
        let scopes = Scopes::parse(token.split(',')).map_err(|_| unknown())?;
        Ok(caller(Identity::Device("phone".into()), Credential::Token, scopes))
    }

    fn relaxed_writes(&self) -> bool {
        self.relaxed_writes
    }
}

/// Tokens by their names, and whose they are. By default there are none, and programs on this
/// machine need none.
#[derive(Debug, Clone, Default)]
pub struct People(HashMap<&'static str, Authenticated>);

impl People {
    pub fn new(people: impl IntoIterator<Item = (&'static str, Authenticated)>) -> People {
        People(people.into_iter().collect())
    }

    /// Ends a credential.
    pub fn revoke(&self, token: &str) {
        self.0[token].principal.revoked.cancel();
    }
}

impl Authenticator for People {
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>> {
        token(headers).map(|token| self.judge_token(token)).transpose()
    }

    fn judge_token(&self, token: &str) -> Result<Authenticated> {
        let known = self.0.get(token).filter(|known| !known.principal.revoked.is_cancelled());
        known.cloned().ok_or_else(unknown)
    }

    fn relaxed_writes(&self) -> bool {
        false
    }
}

pub fn user(name: &str, scopes: &[&str]) -> Authenticated {
    caller(Identity::User(name.into()), Credential::Token, known(scopes))
}

pub fn device(id: &str, scopes: &[&str]) -> Authenticated {
    caller(Identity::Device(id.into()), Credential::Token, known(scopes))
}

pub fn key(id: &str, scopes: &[&str]) -> Authenticated {
    caller(Identity::ApiKey(id.into()), Credential::Key, known(scopes))
}

fn caller(identity: Identity, credential: Credential, scopes: Scopes) -> Authenticated {
    let scopes = Arc::new(scopes);
    let principal = Principal { identity, scopes, revoked: Default::default(), expires_at: None };
    Authenticated { principal, credential, pending: false }
}

fn known(scopes: &[&str]) -> Scopes {
    Scopes::parse(scopes).expect("known scopes")
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Some(value.trim_start_matches("Bearer "))
}

fn unknown() -> Error {
    Error::unauthorized("The credential is not valid")
}
