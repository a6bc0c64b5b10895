//! What the edge asks of others, answered from a list.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use http::{HeaderMap, HeaderValue};
use kit::{Error, Principal, Result};
use routing::{AccessLog, AccessRecord, CookieStore, CookieTarget, Gate, Jar, Passport, Presented};

/// Tokens, keys and cookies that are good, by their text; tokens of ours begin with `ours-`.
#[derive(Default)]
pub(crate) struct Keys {
    generation: AtomicU64,
    good: Mutex<HashMap<String, Principal>>,
}

impl Keys {
    pub(crate) fn add(&self, text: &str, principal: Principal) {
        self.good.lock().expect("no panic").insert(text.to_owned(), principal);
        self.generation.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn revoke(&self, text: &str) {
        let principal = self.good.lock().expect("no panic").remove(text);
        self.generation.fetch_add(1, Ordering::SeqCst);
        principal.expect("a known credential").revoked.cancel();
    }
}

impl Gate for Keys {
    fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    fn judge(&self, credential: Presented<'_>) -> Result<Passport> {
        let text = match credential {
            Presented::Token(text) | Presented::Key(text) | Presented::Cookie(text) => text,
        };
        let good = self.good.lock().expect("no panic");
        let principal = good.get(text).ok_or_else(|| Error::unauthorized("not valid"))?.clone();
        let name = HeaderValue::from_str(&principal.identity.actor_id()).ok();
        Ok(Passport { principal, name, host: None, usage: None })
    }

    fn is_ours(&self, token: &str) -> bool {
        token.starts_with("ours-")
    }
}

pub(crate) struct NoCookies;

impl CookieStore for NoCookies {
    fn visit(&self, _: Jar<'_>, _: CookieTarget<'_>, _: &mut dyn FnMut(&str, &str)) {}
    fn keep(&self, _: Jar<'_>, _: CookieTarget<'_>, _: &HeaderMap) {}
}

pub(crate) struct NoLog;

impl AccessLog for NoLog {
    fn is_on(&self) -> bool {
        false
    }

    fn write(&self, _: AccessRecord) {}
}
