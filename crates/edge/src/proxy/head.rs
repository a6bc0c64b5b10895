//! The head of a request as the app gets it. It is made anew from the client's, so that it can
//! be made again where a connection turned out to be stale.

use std::fmt::Write;

use bytes::Bytes;
use http::request::Parts;
use http::uri::{Authority, PathAndQuery};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Uri, Version, header};
use routing::{ClientInfo, CookieStore, CookieTarget, Host, HostHeader, Jar, Route};

use super::admit::{API_KEY, Guest, bearer};
use super::cookies;
use super::names::{is_hop_by_hop, is_spoken_for};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_PORT: HeaderName = HeaderName::from_static("x-forwarded-port");
const FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");
const REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");
const SCRIPT_NAME: HeaderName = HeaderName::from_static("x-script-name");
const INGRESS_PATH: HeaderName = HeaderName::from_static("x-ingress-path");
const REMOTE_USER: HeaderName = HeaderName::from_static("remote-user");
const OWN_HEADERS: usize = 10;

/// Everything that the head depends on.
pub(crate) struct Outgoing<'a> {
    pub(crate) request: &'a Parts,
    pub(crate) client: &'a ClientInfo,
    pub(crate) route: &'a Route,
    pub(crate) guest: &'a Guest,
    /// The app was reached by its host name, so there is no prefix.
    pub(crate) by_host: bool,
    pub(crate) cookies: Option<&'a dyn CookieStore>,
}

impl Outgoing<'_> {
    pub(crate) fn head(&self, http2: bool) -> Request<()> {
        let mut head = Request::new(());
        *head.method_mut() = self.request.method.clone();
        *head.uri_mut() = self.uri(http2);
        *head.version_mut() = if http2 { Version::HTTP_2 } else { Version::HTTP_11 };
        *head.headers_mut() = self.headers(http2);
        head
    }

    /// Whether the prefix is taken off the path.
    pub(crate) fn is_stripped(&self) -> bool {
        self.route.strip_prefix && !self.by_host
    }

    fn uri(&self, http2: bool) -> Uri {
        let target = self.target();
        if !http2 {
            return Uri::from(target);
        }
        let scheme = if self.route.upstream.endpoint.scheme.is_secure() { "https" } else { "http" };
        let host = self.host();
        let authority = Authority::try_from(host.as_bytes()).ok();
        let uri = Uri::builder().scheme(scheme).path_and_query(target);
        match authority {
            Some(authority) => uri.authority(authority),
            None => uri.authority(self.route.upstream.authority.as_bytes()),
        }
        .build()
        .unwrap_or_default()
    }

    /// The path that the app sees, and the query byte for byte.
    pub(crate) fn target(&self) -> PathAndQuery {
        let asked = self.request.uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let own =
            if self.is_stripped() { &asked[self.route.prefix.as_str().len()..] } else { asked };
        let base = &*self.route.upstream.base_path;
        let mut target = Vec::with_capacity(base.len() + own.len());
        target.extend_from_slice(base.as_bytes());
        target.extend_from_slice(own.as_bytes());
        // Both parts were read as paths before, and their sum is one, too.
        PathAndQuery::from_maybe_shared(Bytes::from(target))
            .unwrap_or_else(|_| PathAndQuery::from_static("/"))
    }

    fn headers(&self, http2: bool) -> HeaderMap {
        let theirs = &self.request.headers;
        let mut ours = HeaderMap::with_capacity(theirs.len() + OWN_HEADERS);
        if !http2 {
            ours.insert(header::HOST, self.host());
        }
        let listed = theirs.get_all(header::CONNECTION);
        let is_listed = |name: &HeaderName| {
            let mut lists = listed.iter().filter_map(|list| list.to_str().ok());
            lists.any(|list| {
                list.split(',').any(|one| one.trim().eq_ignore_ascii_case(name.as_str()))
            })
        };
        let lists = listed.iter().next().is_some_and(|value| !is_usual(value));
        for (name, value) in theirs {
            if is_passed_on(name) && !(lists && is_listed(name)) {
                ours.append(name.clone(), value.clone());
            }
        }
        self.add_credentials(&mut ours);
        self.add_origin(&mut ours);
        if http2 && theirs.get_all(header::TE).iter().any(|te| te == "trailers") {
            ours.insert(header::TE, HeaderValue::from_static("trailers"));
        }
        ours
    }

    /// What proves to the app who is there: its own credentials, and our word.
    fn add_credentials(&self, ours: &mut HeaderMap) {
        if let Some(cookie) = self.cookie() {
            ours.insert(header::COOKIE, cookie);
        }
        if let Some(theirs) = self.app_authorization() {
            ours.insert(header::AUTHORIZATION, theirs.clone());
        }
        if let Some(name) = self.guest.passport().and_then(|passport| passport.name.clone()) {
            ours.insert(REMOTE_USER, name);
        }
    }

    /// An `Authorization` that is the app's own, where the route lets it through.
    fn app_authorization(&self) -> Option<&HeaderValue> {
        let value = self.request.headers.get(header::AUTHORIZATION)?;
        let judged = self.guest.passport().is_some() && bearer(value.to_str().ok()?).is_some();
        let by_token = judged && !self.request.headers.contains_key(API_KEY);
        (self.route.forward_authorization && !by_token).then_some(value)
    }

    fn cookie(&self) -> Option<HeaderValue> {
        let Some((store, jar)) = self.cookies.zip(self.jar()) else {
            return cookies::for_app(&self.request.headers, None);
        };
        let target = self.target();
        let kept = Some((store, jar, self.cookie_target(target.path())));
        cookies::for_app(&self.request.headers, kept)
    }

    /// Whose cookies the gateway keeps for this request.
    pub(crate) fn jar(&self) -> Option<Jar<'_>> {
        let principal = &self.guest.passport()?.principal;
        let device = principal.device_id()?;
        let kept = self.route.persist_cookies && principal.scopes.list("access:mobile");
        kept.then(|| Jar { device, app: &self.route.app.id })
    }

    /// The request as the app sees it. Whether it is safe is the client's side of the matter: a
    /// browser would have sent the cookie to us.
    pub(crate) fn cookie_target<'a>(&'a self, path: &'a str) -> CookieTarget<'a> {
        CookieTarget { host: &self.route.upstream.endpoint.host, path, secure: self.client.secure }
    }

    fn add_origin(&self, ours: &mut HeaderMap) {
        let client = self.client;
        let address = address_value(client);
        ours.insert(FORWARDED_FOR, self.forwarded_for(&address));
        ours.insert(REAL_IP, address);
        ours.insert(FORWARDED_HOST, self.asked_host());
        let scheme = if client.secure { "https" } else { "http" };
        ours.insert(FORWARDED_PROTO, HeaderValue::from_static(scheme));
        let port = client.host.as_ref().map(|host| host.port_or_default(client.secure));
        ours.insert(FORWARDED_PORT, HeaderValue::from(port.unwrap_or_default()));
        if self.by_host {
            return;
        }
        let prefix = self.route.prefix.as_value();
        ours.insert(FORWARDED_PREFIX, prefix.clone());
        ours.insert(SCRIPT_NAME, prefix.clone());
        ours.insert(INGRESS_PATH, prefix.clone());
    }

    /// A trusted proxy's list goes on with the proxy at its end; anybody else's is not believed.
    fn forwarded_for(&self, address: &HeaderValue) -> HeaderValue {
        if !self.client.by_proxy {
            return address.clone();
        }
        let mut chain = String::new();
        for line in self.request.headers.get_all(FORWARDED_FOR) {
            let _ = write!(chain, "{}, ", line.to_str().unwrap_or_default());
        }
        if chain.is_empty() && self.client.address != self.client.peer.ip().to_canonical() {
            let _ = write!(chain, "{}, ", self.client.address);
        }
        let _ = write!(chain, "{}", self.client.peer.ip().to_canonical());
        HeaderValue::from_str(&chain).unwrap_or_else(|_| address.clone())
    }

    /// The host that the app is told.
    fn host(&self) -> HeaderValue {
        match self.route.host_header {
            HostHeader::Client => self.asked_host(),
            HostHeader::Upstream => self.route.upstream.authority.clone(),
        }
    }

    fn asked_host(&self) -> HeaderValue {
        let named = self.request.headers.get(header::HOST);
        if let Some(host) = named.filter(|_| !self.client.by_proxy) {
            return host.clone();
        }
        let host = self.client.host.as_ref().map(authority).and_then(|h| h.try_into().ok());
        host.unwrap_or_else(|| self.route.upstream.authority.clone())
    }
}

fn is_passed_on(name: &HeaderName) -> bool {
    let text = name.as_str();
    !(is_hop_by_hop(text)
        || matches!(text, "host" | "cookie" | "authorization" | "expect")
        || is_spoken_for(text))
}

/// The values of `Connection` that name no header to be dropped.
fn is_usual(value: &HeaderValue) -> bool {
    let value = value.as_bytes();
    value.eq_ignore_ascii_case(b"keep-alive") || value.eq_ignore_ascii_case(b"close")
}

fn authority(host: &Host) -> String {
    let name = if host.name.contains(':') { format!("[{}]", host.name) } else { host.name.clone() };
    match host.port {
        Some(port) => format!("{name}:{port}"),
        None => name,
    }
}

fn address_value(client: &ClientInfo) -> HeaderValue {
    let mut text = String::with_capacity(15);
    let _ = write!(text, "{}", client.address);
    HeaderValue::try_from(text).expect("an address is a header value")
}
