//! The two sides of a route: what a browser asks for, and what the app is asked.

use http::uri::PathAndQuery;
use rewrite::{Place, starts_at_boundary};
use routing::Route;
use url::Url;

const LONGEST_SHOWN: usize = 200;

pub(super) struct Sides {
    pub(super) origin: Url,
    /// What stands before the app's paths in a browser; empty at a host name of its own.
    pub(super) prefix: String,
    /// Whether the app is asked without it.
    pub(super) stripped: bool,
    /// What stands before every path on the app.
    base: String,
    place: Place,
}

/// Where an address leads, seen from a page of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    /// Into the app.
    Inside,
    /// To the gateway, but not into the app.
    Outside,
    /// To the app's own address, which only the gateway reaches.
    Inner,
    /// To somebody else.
    Elsewhere,
    /// Nowhere that could be asked: `data:`, `mailto:` and the like.
    Nowhere,
}

impl Sides {
    pub(super) fn new(route: &Route, origin: Url) -> Self {
        Sides::with(route, origin, route.options.strip_prefix)
    }

    /// `strip`: the app is asked without the prefix, whatever the route says.
    pub(super) fn with(route: &Route, origin: Url, strip: bool) -> Self {
        let prefix = if route.by_path { route.prefix.as_str() } else { "" };
        let base = &*route.upstream.base_path;
        let inner = route.upstream.authority.to_str().unwrap_or_default();
        let place = Place::new(if strip { prefix } else { "" }, base)
            .with_inner(inner)
            .with_outer(&authority(&origin), origin.scheme() == "https");
        let (prefix, base) = (prefix.to_owned(), base.to_owned());
        Sides { origin, prefix, stripped: strip, base, place }
    }

    pub(super) fn start(&self) -> Url {
        self.inside("/")
    }

    /// A path of the app as a browser asks for it.
    pub(super) fn inside(&self, path: &str) -> Url {
        let path = format!("{}{path}", self.prefix);
        self.origin.join(&path).unwrap_or_else(|_| self.origin.clone())
    }

    pub(super) fn leads(&self, url: &Url) -> Leads {
        if !matches!(url.scheme(), "http" | "https" | "ws" | "wss") {
            return Leads::Nowhere;
        }
        let there = authority(url);
        if there == authority(&self.origin) {
            let secure = |url: &Url| matches!(url.scheme(), "https" | "wss");
            let own = starts_at_boundary(url.path(), &self.prefix);
            return if own && secure(url) == secure(&self.origin) {
                Leads::Inside
            } else {
                Leads::Outside
            };
        }
        let inner = self.place.inner().contains(&there);
        if inner { Leads::Inner } else { Leads::Elsewhere }
    }

    /// What the app is asked for an address of a browser; `None` for addresses outside of it.
    pub(super) fn on_app(&self, url: &Url) -> Option<PathAndQuery> {
        if self.leads(url) != Leads::Inside {
            return None;
        }
        let path = if self.stripped { &url.path()[self.prefix.len()..] } else { url.path() };
        let path = if path.is_empty() { "/" } else { path };
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{path}{query}", self.base).parse().ok()
    }

    /// How addresses on this page, which a browser has at `url`, are moved.
    pub(super) fn place_of(&self, url: &Url) -> Place {
        let path = self.on_app(url).map(|target| target.path().to_owned());
        self.place.clone().with_document(path.as_deref().unwrap_or("/"))
    }

    /// Without what may be secret, and not too long.
    pub(super) fn shown(&self, url: &Url) -> String {
        let query = if url.query().is_some() { "?…" } else { "" };
        let text = match self.leads(url) {
            Leads::Inside | Leads::Outside => format!("{}{query}", url.path()),
            _ => format!("{}://{}{}{query}", url.scheme(), authority(url), url.path()),
        };
        cut(&text)
    }
}

/// An address as an app wrote it, without what may be secret.
pub(super) fn shown_raw(address: &str) -> String {
    let (path, rest) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
    let plain: String = path.chars().filter(|char| !char.is_control()).collect();
    cut(&if rest.starts_with('?') { format!("{plain}?…") } else { plain })
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Host and port, the port only where it is not the usual one.
pub(super) fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
