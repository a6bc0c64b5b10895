//! The ports through which the data plane asks who may come in, and keeps what must outlive a
//! request. They answer from memory and never wait.

use std::fmt;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue};
use kit::{Principal, Result, Timestamp};

/// A credential as a request to an app carries it.
#[derive(Clone, Copy)]
pub enum Presented<'a> {
    /// `Authorization: Bearer …`
    Token(&'a str),
    /// `X-API-Key: …`
    Key(&'a str),
    /// The cookie that login sets for browsers, good for apps alone.
    Cookie(&'a str),
}

/// The cookie's name.
pub const APPS_COOKIE: &str = "svc_apps";

/// What a browser without a credential gets at another origin before it is sent to the main address.
/// The code with which it comes back is good for this browser alone.
pub const HANDOFF_COOKIE: &str = "gh-handoff";

/// Keeps a browser signed in at the dashboard. Cookies do not know ports, so it comes to apps as well.
pub const SESSION_COOKIE: &str = "svc_session";

/// Names the app whose page was opened last, for sockets that a page opens outside of its prefix.
/// It opens nothing else.
pub const HINT_COOKIE: &str = "gh-app";

/// Says who a credential speaks for.
pub trait Gate: Send + Sync {
    /// Grows whenever an earlier answer of `judge` may no longer hold. As long as it stands still,
    /// an answer holds until the principal's own expiry.
    fn generation(&self) -> u64;

    fn judge(&self, credential: Presented<'_>) -> Result<Passport>;

    /// Whether a token claims to be one of ours, good or bad. On routes that let an app's own
    /// tokens through, only these are judged.
    fn is_ours(&self, token: &str) -> bool;
}

/// A caller that the gate knows.
#[derive(Clone)]
pub struct Passport {
    pub principal: Principal,
    /// What apps are told in `Remote-User`.
    pub name: Option<HeaderValue>,
    /// The one host at which the credential counts: in lower case, without a port, an address
    /// without brackets. Who takes the cookie of one app's host must not get into the others with
    /// it.
    pub host: Option<Arc<str>>,
    /// Where each use is counted.
    pub usage: Option<Arc<dyn Usage>>,
}

/// Counts that a credential was used.
pub trait Usage: Send + Sync {
    fn touch(&self, now: Timestamp);
}

impl fmt::Debug for Passport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passport").field("principal", &self.principal).finish_non_exhaustive()
    }
}

/// Whose cookies, of which app.
#[derive(Debug, Clone, Copy)]
pub struct Jar<'a> {
    pub device: &'a str,
    pub app: &'a str,
}

/// A request as the app sees it: what decides which cookies belong to it.
#[derive(Debug, Clone, Copy)]
pub struct CookieTarget<'a> {
    pub host: &'a str,
    pub path: &'a str,
    pub secure: bool,
    /// How the client spoke of it, which an app may be told and then say in its cookies.
    pub outside: Outside<'a>,
}

/// An app as it is seen from outside of the gateway.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outside<'a> {
    /// The host that the client asked for.
    pub host: Option<&'a str>,
    /// What the client's path began with, and what the app's begins with instead; both without a
    /// slash at the end.
    pub prefix: &'a str,
    pub base: &'a str,
}

/// Keeps the cookies of apps for devices whose web views forget them.
pub trait CookieStore: Send + Sync {
    /// Calls `each` with name and value of every cookie to send, in a browser's order.
    fn visit(&self, jar: Jar<'_>, target: CookieTarget<'_>, each: &mut dyn FnMut(&str, &str));

    /// Takes over what an answer sets (its `Set-Cookie` lines).
    fn keep(&self, jar: Jar<'_>, target: CookieTarget<'_>, answer: &HeaderMap);
}
