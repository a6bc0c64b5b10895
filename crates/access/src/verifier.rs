//! The one place that says whether a credential counts.

use std::sync::{Arc, LazyLock};

use http::{HeaderMap, header};
use kit::{Error, Identity, Principal, Result, Scopes, Timestamp, sha256_hex};
use web::{Authenticated, Authenticator, Credential};

use crate::memory::{Activity, Snapshot};
use crate::token::Claims;
use crate::{Access, USER_PREFIX};

const API_KEY_HEADER: &str = "x-api-key";

/// What every user may do.
static ADMINISTRATOR: LazyLock<Arc<Scopes>> = LazyLock::new(|| Arc::new(Scopes::administrator()));

/// Who a good credential speaks for.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) authenticated: Authenticated,
    /// Where its uses are counted.
    pub(crate) activity: Option<Arc<Activity>>,
    /// The one host at which it counts.
    pub(crate) host: Option<Arc<str>>,
}

impl Authenticator for Access {
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>> {
        let tokens = headers.get_all(header::AUTHORIZATION).iter();
        let keys = headers.get_all(API_KEY_HEADER).iter();
        let mut credentials = tokens.map(|v| (true, v)).chain(keys.map(|v| (false, v)));
        let Some((is_token, value)) = credentials.next() else { return Ok(None) };
        if credentials.next().is_some() {
            return Err(Error::unauthorized("Send one credential, not several"));
        }
        let text = value.to_str().map_err(|_| Error::unauthorized("The credential is not text"))?;
        let known = if is_token { self.known_token(bearer(text)?) } else { self.known_key(text) };
        known.map(|known| Some(self.used(known)))
    }

    fn judge_token(&self, token: &str) -> Result<Authenticated> {
        self.known_token(token).map(|known| self.used(known))
    }

    fn relaxed_writes(&self) -> bool {
        self.settings().auth.relaxed_writes
    }
}

impl Access {
    fn used(&self, known: Known) -> Authenticated {
        known.activity.inspect(|activity| activity.touch(self.clock().now()));
        known.authenticated
    }

    pub(crate) fn known_token(&self, token: &str) -> Result<Known> {
        let now = self.clock().now();
        let claims = self.signer().read(token, now, 0)?;
        subject(&self.memory().load(), &claims, now)
    }

    /// A cookie for apps, with what it says.
    pub(crate) fn known_cookie(&self, cookie: &str) -> Result<(Known, Claims)> {
        let now = self.clock().now();
        let claims = self.signer().read_for_apps(cookie, now)?;
        let known = subject(&self.memory().load(), &claims, now)?;
        Ok((known, claims))
    }

    pub(crate) fn known_key(&self, key: &str) -> Result<Known> {
        let refused = || Error::unauthorized("The API key is not valid");
        let now = self.clock().now();
        let snapshot = self.memory().load();
        let entry = snapshot.keys.get(sha256_hex(key).as_str()).ok_or_else(refused)?;
        let expired = entry.key.expires_at.is_some_and(|end| now >= end);
        if expired || entry.key.revoked_at.is_some() {
            return Err(refused());
        }
        let principal = Principal {
            identity: Identity::ApiKey(entry.key.id.clone()),
            scopes: entry.key.scopes.clone(),
            revoked: entry.revoked.clone(),
            expires_at: entry.key.expires_at,
        };
        let credential = Credential::Key;
        let authenticated = Authenticated { principal, credential, pending: false };
        Ok(Known { authenticated, activity: Some(entry.activity.clone()), host: None })
    }
}

/// The token out of `Bearer <token>`; another scheme is a credential, too, and not one of ours.
pub(crate) fn bearer(authorization: &str) -> Result<&str> {
    match authorization.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(token.trim()),
        _ => Err(Error::unauthorized("The Authorization header must be `Bearer <token>`")),
    }
}

/// Who the claims speak of, if that one still exists and has not taken its tokens back.
pub(crate) fn subject(snapshot: &Snapshot, claims: &Claims, now: Timestamp) -> Result<Known> {
    let revoked = || Error::unauthorized("The token was revoked");
    let mut ids = claims.sid.iter().chain([&claims.jti]);
    if ids.any(|id| snapshot.revoked_tokens.contains_key(id.as_str())) {
        return Err(revoked());
    }
    let host = claims.host.clone();
    let credential = Credential::Token;
    let expires_at = Some(Timestamp::from_unix(claims.exp));
    if let Some(name) = claims.sub.strip_prefix(USER_PREFIX) {
        let entry = snapshot.users.get(name).ok_or_else(revoked)?;
        if entry.user.epoch != claims.epoch || !entry.user.is_active {
            return Err(revoked());
        }
        let identity = Identity::User(entry.user.username.clone());
        let (scopes, revoked) = (ADMINISTRATOR.clone(), entry.revoked.clone());
        let principal = Principal { identity, scopes, revoked, expires_at };
        let authenticated = Authenticated { principal, credential, pending: false };
        return Ok(Known { authenticated, activity: None, host });
    }
    let entry = snapshot.devices.get(claims.sub.as_str()).ok_or_else(revoked)?;
    if entry.device.epoch != claims.epoch || entry.device.is_expired(now) {
        return Err(revoked());
    }
    let expires_at = expires_at.into_iter().chain(entry.device.expires_at).min();
    let principal = Principal {
        identity: Identity::Device(entry.device.id.clone()),
        scopes: entry.device.scopes.clone(),
        revoked: entry.revoked.clone(),
        expires_at,
    };
    let authenticated = Authenticated { principal, credential, pending: entry.device.pending };
    Ok(Known { authenticated, activity: Some(entry.activity.clone()), host })
}
