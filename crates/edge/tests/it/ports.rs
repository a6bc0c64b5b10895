//! What the edge asks of others, answered from lists in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use http::{HeaderMap, HeaderValue, header};
use kit::{Error, Identity, Principal, Result};
use routing::{
    AccessLog, AccessRecord, CookieStore, CookieTarget, Gate, Jar, Passport, PeerTokens, Presented,
};

use crate::routes::caller;

/// Tokens, keys and cookies that are good, by their text; tokens of ours begin with `ours-`.
#[derive(Default)]
pub(crate) struct Keys {
    generation: AtomicU64,
    good: Mutex<HashMap<String, Passport>>,
}

impl Keys {
    pub(crate) fn add(&self, text: &str, principal: Principal) {
        self.insert(text, principal, None);
    }

    /// A credential that counts at one host.
    pub(crate) fn add_at(&self, text: &str, principal: Principal, host: &str) {
        self.insert(text, principal, Some(host));
    }

    fn insert(&self, text: &str, principal: Principal, host: Option<&str>) {
        let name = HeaderValue::from_str(&principal.identity.actor_id()).ok();
        let passport = Passport { principal, name, host: host.map(Into::into), usage: None };
        self.good.lock().expect("no panic").insert(text.to_owned(), passport);
        self.generation.fetch_add(1, Ordering::SeqCst);
    }

    /// Forgets a credential whose time is over, which is no news to anybody.
    pub(crate) fn expire(&self, text: &str) {
        self.good.lock().expect("no panic").remove(text).expect("a known credential");
    }

    pub(crate) fn revoke(&self, text: &str) {
        let passport = self.good.lock().expect("no panic").remove(text);
        self.generation.fetch_add(1, Ordering::SeqCst);
        passport.expect("a known credential").principal.revoked.cancel();
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
        good.get(text).cloned().ok_or_else(|| Error::unauthorized("not valid"))
    }

    fn is_ours(&self, token: &str) -> bool {
        token.starts_with("ours-")
    }
}

/// Tokens say what they are for: `<gateway>/<app>/<user>`. Those for the gateway `here` are good.
pub(crate) struct Peers;

impl PeerTokens for Peers {
    fn issue(&self, gateway: &str, app: &str, caller: Option<&Passport>) -> Option<HeaderValue> {
        let name = caller.and_then(|caller| caller.name.as_ref()?.to_str().ok());
        let token = format!("{gateway}/{app}/{}", name.unwrap_or("local"));
        HeaderValue::try_from(token).ok().filter(|_| gateway != "gone")
    }

    fn judge(&self, token: &str, app: &str) -> Result<Passport> {
        let user = token.strip_prefix("here/").and_then(|rest| rest.strip_prefix(app));
        let user = user.and_then(|rest| rest.strip_prefix('/'));
        let user = user.ok_or_else(|| Error::unauthorized("not for us"))?;
        let principal = caller(Identity::User(user.into()), &["access:media"]);
        let name = HeaderValue::try_from(format!("{user}@there")).ok();
        Ok(Passport { principal, name, host: None, usage: None })
    }
}

/// Remembers the cookies of every jar, with no regard to path or age.
#[derive(Default)]
pub(crate) struct Cookies(Mutex<HashMap<Key, Vec<Cookie>>>);

/// The device and the app.
type Key = (String, String);
/// Name and value.
type Cookie = (String, String);

impl Cookies {
    fn key(jar: Jar<'_>) -> Key {
        (jar.device.to_owned(), jar.app.to_owned())
    }
}

impl CookieStore for Cookies {
    fn visit(&self, jar: Jar<'_>, _: CookieTarget<'_>, each: &mut dyn FnMut(&str, &str)) {
        let jars = self.0.lock().expect("no panic");
        for (name, value) in jars.get(&Self::key(jar)).into_iter().flatten() {
            each(name, value);
        }
    }

    fn keep(&self, jar: Jar<'_>, _: CookieTarget<'_>, answer: &HeaderMap) {
        let mut jars = self.0.lock().expect("no panic");
        let kept = jars.entry(Self::key(jar)).or_default();
        for line in answer.get_all(header::SET_COOKIE) {
            let pair = line.to_str().expect("text").split(';').next().expect("a pair");
            let (name, value) = pair.split_once('=').expect("a name and a value");
            kept.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// Collects records once it is switched on.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) on: AtomicBool,
    written: Mutex<Vec<AccessRecord>>,
}

impl Records {
    pub(crate) fn written(&self) -> Vec<AccessRecord> {
        self.written.lock().expect("no panic").clone()
    }
}

impl AccessLog for Records {
    fn is_on(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }

    fn write(&self, record: AccessRecord) {
        self.written.lock().expect("no panic").push(record);
    }
}
