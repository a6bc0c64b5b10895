//! What a browser says about its requests, and what the gateway adds.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use kit::Entropy;
use url::Url;

use super::sides::{Sides, authority};

/// What something is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Dest {
    Page,
    Frame,
    Script,
    Module,
    Style,
    Image,
    Font,
    Manifest,
    Worker,
}

/// Like a browser's, so that apps that tell browsers from programs answer as they would.
const AGENT: &str = concat!(
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ",
    "Chrome/140.0.0.0 Safari/537.36 Gatehouse/",
    env!("CARGO_PKG_VERSION")
);
const PAGES: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,\
                     image/apng,*/*;q=0.8";
const IMAGES: &str = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const USER: HeaderName = HeaderName::from_static("sec-fetch-user");
const WORKER: HeaderName = HeaderName::from_static("service-worker");

impl Dest {
    /// Mode, destination and `Accept`, as browsers have them.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Dest::Page => ("navigate", "document", PAGES),
            Dest::Frame => ("navigate", "iframe", PAGES),
            Dest::Script => ("no-cors", "script", "*/*"),
            Dest::Module => ("cors", "script", "*/*"),
            Dest::Style => ("no-cors", "style", "text/css,*/*;q=0.1"),
            Dest::Image => ("no-cors", "image", IMAGES),
            Dest::Font => ("cors", "font", "*/*"),
            Dest::Manifest => ("cors", "manifest", "*/*"),
            Dest::Worker => ("same-origin", "serviceworker", "*/*"),
        }
    }

    /// Whether a page in its place is of no use.
    pub(super) fn is_code(self) -> bool {
        matches!(self, Dest::Script | Dest::Module | Dest::Style | Dest::Manifest | Dest::Worker)
    }
}

pub(super) fn headers(dest: Dest, referer: Option<&Url>, sides: &Sides) -> HeaderMap {
    let (mode, name, accept) = dest.words();
    let site = if referer.is_some() { "same-origin" } else { "none" };
    let secure = sides.origin.scheme() == "https";
    let codings = if secure { "gzip, deflate, br, zstd" } else { "gzip, deflate" };
    let mut headers = HeaderMap::new();
    for (header, value) in [
        (header::USER_AGENT, AGENT),
        (header::ACCEPT, accept),
        (header::ACCEPT_ENCODING, codings),
        (header::ACCEPT_LANGUAGE, "en"),
        (SITE, site),
        (MODE, mode),
        (DEST, name),
    ] {
        headers.insert(header, HeaderValue::from_static(value));
    }
    if mode == "navigate" {
        let yes = HeaderValue::from_static("1");
        headers.insert(header::UPGRADE_INSECURE_REQUESTS, yes);
    }
    if dest == Dest::Page {
        headers.insert(USER, HeaderValue::from_static("?1"));
    }
    if dest == Dest::Worker {
        headers.insert(WORKER, HeaderValue::from_static("script"));
    }
    if let Some(value) = referer.and_then(|url| HeaderValue::try_from(url.as_str()).ok()) {
        headers.insert(header::REFERER, value);
    }
    headers
}

pub(super) fn socket_headers(origin: &str) -> HeaderMap {
    let key = BASE64_STANDARD.encode(Entropy.bytes::<16>());
    let mut headers = HeaderMap::new();
    headers.insert(header::USER_AGENT, HeaderValue::from_static(AGENT));
    headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    for (name, value) in [(header::SEC_WEBSOCKET_KEY, &*key), (header::ORIGIN, origin)] {
        headers.extend(HeaderValue::try_from(value).map(|value| (name, value)));
    }
    headers
}

/// What the gateway tells an app about its place, for requests that do not pass the gateway.
pub(super) fn forwarded(sides: &Sides) -> HeaderMap {
    let secure = sides.origin.scheme() == "https";
    let port = sides.origin.port_or_known_default().unwrap_or(443).to_string();
    let own = [
        ("x-forwarded-for", "127.0.0.1"),
        ("x-real-ip", "127.0.0.1"),
        ("x-forwarded-host", &authority(&sides.origin)),
        ("x-forwarded-proto", if secure { "https" } else { "http" }),
        ("x-forwarded-port", &port),
    ];
    let prefix = ["x-forwarded-prefix", "x-script-name", "x-ingress-path"];
    let prefix = prefix.map(|name| (name, sides.prefix.as_str()));
    let told = own.into_iter().chain(prefix.into_iter().filter(|(_, value)| !value.is_empty()));
    let told = told.filter_map(|(name, value)| {
        Some((HeaderName::from_static(name), HeaderValue::from_str(value).ok()?))
    });
    told.collect()
}
