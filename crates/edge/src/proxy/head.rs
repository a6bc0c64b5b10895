//! The head of a request as the app gets it. It is made anew from the client's, so that it can
//! be made again where a connection turned out to be stale.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, Version, header};
use hyper::body::Body;
use routing::{Host, PEER_TOKEN};

use super::admit::{AppCaller, Means};
use super::cookies;
use super::outgoing::Outgoing;
use super::rewriting::asked::{self, Becomes};
use crate::digits::{LONGEST_ADDRESS, MOST_DIGITS, address, digits};
use crate::field_line::write_line;
use crate::names::is_passed_on;
use crate::outbox::Framing;
use crate::upstream::{BodyWanted, Upload, Written};

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
const USUAL_HEAD: usize = 1024;
pub(crate) const CONTINUE: &[u8] = b"100-continue";

/// What the cache changes in a head.
pub(crate) type HeadChange<'a> = dyn Fn(&mut HeaderMap) + 'a;

impl Outgoing<'_> {
    pub(crate) fn head(&self, http2: bool) -> Request<()> {
        let mut head = Request::new(());
        *head.method_mut() = self.request.method.clone();
        *head.uri_mut() = self.uri(http2);
        *head.version_mut() = if http2 { Version::HTTP_2 } else { Version::HTTP_11 };
        head.headers_mut().reserve(self.request.headers.len() + OWN_HEADERS);
        self.put_headers(http2, head.headers_mut());
        head
    }

    /// The request as HTTP/1.1 writes it.
    pub(crate) fn written(
        &self,
        upload: Upload,
        asked: Option<Arc<BodyWanted>>,
        change: Option<&HeadChange<'_>>,
    ) -> Written {
        let method = &self.request.method;
        let mut lines = Lines(Vec::with_capacity(USUAL_HEAD));
        let (base, own) = self.target_pieces();
        for piece in [method.as_str(), " ", base, own, " HTTP/1.1\r\n"] {
            lines.0.extend_from_slice(piece.as_bytes());
        }
        match change {
            None => self.put_headers(false, &mut lines),
            Some(change) => {
                let mut headers = HeaderMap::new();
                self.put_headers(false, &mut headers);
                change(&mut headers);
                headers.iter().for_each(|(name, value)| lines.put(name, value));
            }
        }
        let length = upload.size_hint().exact();
        match length {
            // Servers wait for a body, or ask for its length, where one would be usual.
            Some(0)
                if !self.request.headers.contains_key(header::CONTENT_LENGTH)
                    && !matches!(*method, Method::POST | Method::PUT | Method::PATCH) => {}
            Some(length) => {
                write_line(&mut lines.0, "content-length", digits(&mut [0; MOST_DIGITS], length));
            }
            None => write_line(&mut lines.0, "transfer-encoding", b"chunked"),
        }
        if asked.is_some() {
            write_line(&mut lines.0, "expect", CONTINUE);
        }
        lines.0.extend_from_slice(b"\r\n");
        let framing = match length {
            Some(length) => Framing::Exact(length),
            None => Framing::Chunked { trailers: true },
        };
        let (head, method) = (lines.0, method.clone());
        Written { head, method, upload, framing, asked, upgrade: false }
    }

    /// The request as HTTP/1.1 writes it when it asks for a WebSocket.
    pub(crate) fn asking_for_a_socket(&self) -> Written {
        let mut written = self.written(Upload::default(), None, None);
        written.head.truncate(written.head.len() - b"\r\n".len());
        written.head.extend_from_slice(b"connection: upgrade\r\nupgrade: websocket\r\n\r\n");
        Written { upgrade: true, ..written }
    }

    fn uri(&self, http2: bool) -> Uri {
        let target = self.target();
        if !http2 {
            return Uri::from(target);
        }
        let scheme = if self.route.upstream.endpoint.scheme.is_secure() { "https" } else { "http" };
        let asked_host = self.asked_host();
        let host = self.host(&asked_host);
        let authority = Authority::try_from(host.as_bytes()).ok();
        let uri = Uri::builder().scheme(scheme).path_and_query(target);
        match authority {
            Some(authority) => uri.authority(authority),
            None => uri.authority(self.route.upstream.authority.as_bytes()),
        }
        .build()
        .unwrap_or_default()
    }

    fn put_headers(&self, http2: bool, head: &mut impl Sink) {
        let theirs = &self.request.headers;
        let asked_host = self.asked_host();
        if !http2 {
            head.put(&header::HOST, self.host(&asked_host));
        }
        let listed = theirs.get_all(header::CONNECTION);
        let is_listed = |name: &HeaderName| {
            let mut lists = listed.iter().filter_map(|list| list.to_str().ok());
            lists.any(|list| {
                list.split(',').any(|one| one.trim().eq_ignore_ascii_case(name.as_str()))
            })
        };
        let lists = listed.iter().any(|value| !is_usual(value));
        for (name, value) in theirs {
            if !is_passed_on(name) || lists && is_listed(name) {
                continue;
            }
            match asked::header(self, name, value) {
                Becomes::Itself => head.put(name, value),
                Becomes::Nothing => {}
                Becomes::Text(text) => head.put_text(name, text.as_bytes()),
            }
        }
        self.put_credentials(head);
        self.put_origin(head, &asked_host);
        if http2 && theirs.get_all(header::TE).iter().any(|te| te == "trailers") {
            head.put(&header::TE, &HeaderValue::from_static("trailers"));
        }
    }

    /// What proves to the app who is there: its own credentials, and our word.
    fn put_credentials(&self, head: &mut impl Sink) {
        if let Some(cookie) = self.cookie() {
            head.put(&header::COOKIE, &cookie);
        }
        if let Some(theirs) = self.app_authorization() {
            head.put(&header::AUTHORIZATION, theirs);
        }
        if let Some(token) = &self.token {
            return head.put(&PEER_TOKEN, token);
        }
        if let Some(name) = self.app_caller.passport().and_then(|passport| passport.name.as_ref()) {
            head.put(&REMOTE_USER, name);
        }
    }

    /// An `Authorization` that is the app's own, where the route lets it through.
    fn app_authorization(&self) -> Option<&HeaderValue> {
        let value = self.request.headers.get(header::AUTHORIZATION)?;
        let ours = matches!(self.app_caller, AppCaller::Known(_, Means::Token));
        (self.route.options.forward_authorization && !ours).then_some(value)
    }

    fn cookie(&self) -> Option<HeaderValue> {
        let Some((store, jar)) = self.cookies.zip(self.jar()) else {
            return cookies::for_app(&self.request.headers, self.is_stripped(), None);
        };
        let target = self.target();
        let kept = Some((store, jar, self.cookie_target(target.path())));
        cookies::for_app(&self.request.headers, self.is_stripped(), kept)
    }

    fn put_origin(&self, head: &mut impl Sink, asked_host: &HeaderValue) {
        let client = self.client;
        let mut room = [0; LONGEST_ADDRESS];
        let address = address(&mut room, client.address);
        if client.by_proxy {
            head.put_text(&FORWARDED_FOR, self.proxies().as_bytes());
        } else {
            head.put_text(&FORWARDED_FOR, address);
        }
        head.put_text(&REAL_IP, address);
        head.put(&FORWARDED_HOST, asked_host);
        let scheme = if client.secure { "https" } else { "http" };
        head.put(&FORWARDED_PROTO, &HeaderValue::from_static(scheme));
        let port = client.host.as_ref().map(|host| host.port_or_default(client.secure));
        let port = port.unwrap_or(if client.secure { 443 } else { 80 });
        head.put_text(&FORWARDED_PORT, digits(&mut [0; MOST_DIGITS], u64::from(port)));
        if self.by_host {
            return;
        }
        let prefix = self.route.prefix.as_value();
        head.put(&FORWARDED_PREFIX, prefix);
        head.put(&SCRIPT_NAME, prefix);
        head.put(&INGRESS_PATH, prefix);
    }

    /// A trusted proxy's list goes on with the proxy at its end; anybody else's is not believed.
    fn proxies(&self) -> String {
        let mut chain = String::new();
        for line in self.request.headers.get_all(FORWARDED_FOR) {
            let _ = write!(chain, "{}, ", line.to_str().unwrap_or_default());
        }
        if chain.is_empty() && self.client.address != self.client.peer.ip().to_canonical() {
            let _ = write!(chain, "{}, ", self.client.address);
        }
        let _ = write!(chain, "{}", self.client.peer.ip().to_canonical());
        chain
    }

    /// The host that the app is told, where this one was asked for.
    fn host<'b>(&'b self, asked_host: &'b HeaderValue) -> &'b HeaderValue {
        if self.tells_own_host() { &self.route.upstream.authority } else { asked_host }
    }

    fn asked_host(&self) -> Cow<'_, HeaderValue> {
        let Parts { headers, uri, .. } = self.request;
        let named = if self.client.by_proxy {
            let host = self.client.host.as_ref().map(Host::to_string);
            host.and_then(|host| HeaderValue::try_from(host).ok())
        } else if let Some(host) = headers.get(header::HOST) {
            return Cow::Borrowed(host);
        } else {
            // HTTP/2 names it in the address.
            uri.authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok())
        };
        named.map_or(Cow::Borrowed(&self.route.upstream.authority), Cow::Owned)
    }
}

/// The values of `Connection` that name no header to be dropped.
fn is_usual(value: &HeaderValue) -> bool {
    let value = value.as_bytes();
    value.eq_ignore_ascii_case(b"keep-alive") || value.eq_ignore_ascii_case(b"close")
}

/// Where the lines of a head go.
trait Sink {
    fn put(&mut self, name: &HeaderName, value: &HeaderValue);

    fn put_text(&mut self, name: &HeaderName, text: &[u8]);
}

impl Sink for HeaderMap {
    fn put(&mut self, name: &HeaderName, value: &HeaderValue) {
        self.append(name.clone(), value.clone());
    }

    fn put_text(&mut self, name: &HeaderName, text: &[u8]) {
        if let Ok(value) = HeaderValue::from_bytes(text) {
            self.append(name.clone(), value);
        }
    }
}

/// A head as the bytes of HTTP/1.1. What says how long the body is comes last, and from us.
struct Lines(Vec<u8>);

impl Sink for Lines {
    fn put(&mut self, name: &HeaderName, value: &HeaderValue) {
        // Small servers find their host in this spelling only.
        if *name == header::HOST {
            write_line(&mut self.0, "Host", value.as_bytes());
        } else if *name != header::CONTENT_LENGTH {
            write_line(&mut self.0, name.as_str(), value.as_bytes());
        }
    }

    fn put_text(&mut self, name: &HeaderName, text: &[u8]) {
        write_line(&mut self.0, name.as_str(), text);
    }
}
