//! A request on its way to its app: what all that is done with it depends on.

use bytes::Bytes;
use http::HeaderValue;
use http::request::Parts;
use http::uri::PathAndQuery;
use routing::{ClientInfo, CookieStore, CookieTarget, HostHeader, Jar, Outside, Route};

use super::admit::AppCaller;

pub(crate) struct Outgoing<'a> {
    pub(crate) request: &'a Parts,
    pub(crate) client: &'a ClientInfo,
    pub(crate) route: &'a Route,
    pub(crate) app_caller: &'a AppCaller,
    /// What tells another gateway who calls.
    pub(crate) token: Option<HeaderValue>,
    /// The app was reached by its host name, so there is no prefix.
    pub(crate) by_host: bool,
    /// The answer must not become a page of the origin that it came to.
    pub(crate) sandboxed: bool,
    /// The client asked outside of the prefix, which was put before its path.
    pub(crate) carried: bool,
    pub(crate) cookies: Option<&'a dyn CookieStore>,
}

impl Outgoing<'_> {
    /// Whether the prefix is taken off the path.
    pub(crate) fn is_stripped(&self) -> bool {
        self.route.options.strip_prefix && !self.by_host
    }

    /// Whether bodies are moved below the prefix.
    pub(crate) fn is_rewritten(&self) -> bool {
        self.route.options.rewrite_html && self.is_stripped()
    }

    /// The path that the app sees, and the query byte for byte.
    pub(crate) fn target(&self) -> PathAndQuery {
        let (base, own) = self.target_pieces();
        // Both parts were read as paths before, and their sum is one, too.
        PathAndQuery::from_maybe_shared(Bytes::from([base, own].concat()))
            .unwrap_or_else(|_| PathAndQuery::from_static("/"))
    }

    pub(super) fn target_pieces(&self) -> (&str, &str) {
        let asked = self.request.uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let prefix = if self.is_stripped() { self.route.prefix.as_str().len() } else { 0 };
        (&self.route.upstream.base_path, &asked[prefix..])
    }

    /// Whose cookies the gateway keeps for this request.
    pub(crate) fn jar(&self) -> Option<Jar<'_>> {
        let principal = &self.app_caller.passport()?.principal;
        let device = principal.device_id()?;
        let kept = self.route.options.persist_cookies && principal.scopes.list("access:mobile");
        kept.then(|| Jar { device, app: &self.route.app.id })
    }

    /// The request as the app sees it. Whether it is safe is the client's side of the matter: a
    /// browser would have sent the cookie to us.
    pub(crate) fn cookie_target<'a>(&'a self, path: &'a str) -> CookieTarget<'a> {
        let upstream = &self.route.upstream;
        let outside = Outside {
            host: self.client.host.as_ref().map(|host| host.name.as_str()),
            prefix: if self.is_stripped() { self.route.prefix.as_str() } else { "" },
            base: &upstream.base_path,
        };
        CookieTarget { host: &upstream.endpoint.host, path, secure: self.client.secure, outside }
    }

    /// Whether the app is told its own host: because the route says so, or because it was seen to
    /// answer to no other.
    pub(crate) fn tells_own_host(&self) -> bool {
        match self.route.options.host_header {
            HostHeader::Client => self.route.app.learned.wants_own_host(),
            HostHeader::Upstream => true,
        }
    }
}
