//! Which app a request belongs to: an immutable table that is replaced as a whole.

mod mode;
mod options;
mod table;
mod upstream;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use http::HeaderValue;
use kit::Scope;

pub use self::mode::RoutingMode;
pub use self::options::{HostHeader, RouteOptions};
pub use self::table::{RouteTable, SharedRoutes};
pub use self::upstream::{Endpoint, Scheme, Trust, Upstream};
use crate::Traffic;

/// Everything the data plane needs to know to carry requests to an app.
#[derive(Debug, Clone)]
pub struct Route {
    pub id: Arc<str>,
    pub app: Arc<App>,
    pub prefix: Prefix,
    /// The host name that leads to the app without a prefix, in lower case.
    pub host: Option<Arc<str>>,
    /// Whether the prefix leads to the app; where it does not, only the host name does.
    pub by_path: bool,
    pub upstream: Upstream,
    /// A caller needs every one of them.
    pub scopes: Vec<Scope>,
    pub options: RouteOptions,
    pub peering: Peering,
}

/// What routes of one app share, and what outlives a change of the table.
#[derive(Debug)]
pub struct App {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub traffic: Arc<Traffic>,
    pub lifecycle: Arc<Lifecycle>,
    pub learned: Arc<Learned>,
}

/// Whether another gateway has a part in the way between caller and app.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Peering {
    /// Our app, for our own callers.
    #[default]
    None,
    /// The upstream is another gateway, which has to be told who calls. Path and body are its
    /// business: it knows the app.
    To { gateway: Arc<str>, app: Arc<str> },
    /// Our app, for callers that other gateways speak for.
    From,
}

/// `/apps/jellyfin`: a path without the slash at its end.
#[derive(Debug, Clone)]
pub struct Prefix {
    path: Arc<str>,
    value: HeaderValue,
}

impl Prefix {
    /// `None` where the text is not a clean path below `/apps/`.
    pub fn parse(text: &str) -> Option<Self> {
        let path = text.strip_suffix('/').unwrap_or(text);
        let below = path.strip_prefix("/apps/")?;
        let clean = below.len() <= LONGEST_PREFIX && below.split('/').all(is_clean_segment);
        let value = HeaderValue::from_str(path).ok()?;
        clean.then(|| Prefix { path: path.into(), value })
    }

    pub fn as_str(&self) -> &str {
        &self.path
    }

    pub fn as_value(&self) -> &HeaderValue {
        &self.value
    }
}

const LONGEST_PREFIX: usize = 256;

/// Only what needs no encoding, so that a prefix has one spelling; `_gh` is ours.
fn is_clean_segment(segment: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~@".contains(&byte);
    !segment.is_empty()
        && segment != "_gh"
        && segment.bytes().all(allowed)
        && !segment.starts_with('.')
        && !segment.contains("..")
}

/// Whether an app is known not to run. That keeps no request from being tried, it explains why the
/// try failed; but where the app's address may be another's by now, nothing is sent there.
#[derive(Debug, Default)]
pub struct Lifecycle(AtomicU8);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Running,
    Starting,
    Stopped,
    /// It is not at its address, where somebody else may be.
    Away,
}

impl Lifecycle {
    pub fn set(&self, phase: Phase) {
        self.0.store(phase as u8, Ordering::Relaxed);
    }

    pub fn get(&self) -> Phase {
        match self.0.load(Ordering::Relaxed) {
            0 => Phase::Running,
            1 => Phase::Starting,
            2 => Phase::Stopped,
            _ => Phase::Away,
        }
    }
}

/// What an app's answers showed of it. It is never written down: the next answers show it again.
#[derive(Debug, Default)]
pub struct Learned {
    knows_prefix: AtomicBool,
    wants_own_host: AtomicBool,
}

impl Learned {
    /// Whether the app writes the prefix into its addresses by itself.
    pub fn knows_prefix(&self) -> bool {
        self.knows_prefix.load(Ordering::Relaxed)
    }

    pub fn set_knows_prefix(&self, knows: bool) {
        // Read first: nearly always it is known already, and other cores read it, too.
        if self.knows_prefix() != knows {
            self.knows_prefix.store(knows, Ordering::Relaxed);
        }
    }

    /// Whether the app sends everybody away who does not call it by its own host.
    pub fn wants_own_host(&self) -> bool {
        self.wants_own_host.load(Ordering::Relaxed)
    }

    pub fn set_wants_own_host(&self, wants: bool) {
        self.wants_own_host.store(wants, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_a_clean_path_below_apps() {
        for (text, kept) in [
            ("/apps/jellyfin/", "/apps/jellyfin"),
            ("/apps/jellyfin", "/apps/jellyfin"),
            ("/apps/media/tv.v2/", "/apps/media/tv.v2"),
            ("/apps/nas@attic/", "/apps/nas@attic"),
        ] {
            assert_eq!(Prefix::parse(text).expect(text).as_str(), kept);
        }
        for bad in [
            "",
            "/",
            "/apps",
            "/apps/",
            "/apps//",
            "/api/x/",
            "apps/x",
            "/apps/a//b",
            "/apps/../x",
            "/apps/a..b",
            "/apps/.hidden",
            "/apps/a b",
            "/apps/a%2fb",
            "/apps/a\\b",
            "/apps/_gh/",
            "/apps/é",
            "/apps/a?b",
            "/apps/a#b",
            "/apps/a\n",
        ] {
            assert!(Prefix::parse(bad).is_none(), "{bad:?}");
        }
    }
}
