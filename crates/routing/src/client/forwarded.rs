//! What proxies say about the client. It is believed only of proxies that the configuration
//! trusts; from anybody it is a sign that the caller is not this machine itself.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderName};

use super::host::Host;

/// What a trusted proxy reports; `None` where it says nothing that can be used.
pub(super) struct Report {
    pub(super) client: Option<IpAddr>,
    pub(super) secure: Option<bool>,
    pub(super) host: Option<Host>,
}

/// Header names hold one of these once everything but letters and digits is dropped, which is
/// how servers that turn headers into variables would read them.
const SIGNS: [&str; 7] =
    ["forwarded", "clientip", "realip", "connectingip", "remoteip", "remoteaddr", "originatingip"];

/// Whether any header says that somebody passed the request on.
pub(super) fn is_forwarded(headers: &HeaderMap) -> bool {
    let mut plain = String::new();
    headers.keys().filter(|name| !is_usual_header(name.as_str())).any(|name| {
        plain.clear();
        plain.extend(name.as_str().chars().filter(char::is_ascii_alphanumeric));
        plain == "via" || SIGNS.iter().any(|sign| plain.contains(sign))
    })
}

/// The names that nearly every request is made of, so that only the others need a closer look.
pub fn is_usual_header(name: &str) -> bool {
    matches!(
        name,
        "accept"
            | "accept-encoding"
            | "accept-language"
            | "authorization"
            | "cache-control"
            | "connection"
            | "content-length"
            | "content-type"
            | "cookie"
            | "dnt"
            | "host"
            | "if-modified-since"
            | "if-none-match"
            | "origin"
            | "pragma"
            | "priority"
            | "range"
            | "referer"
            | "sec-ch-ua"
            | "sec-ch-ua-mobile"
            | "sec-ch-ua-platform"
            | "sec-fetch-dest"
            | "sec-fetch-mode"
            | "sec-fetch-site"
            | "sec-fetch-user"
            | "te"
            | "upgrade-insecure-requests"
            | "user-agent"
    )
}

pub(super) fn report(headers: &HeaderMap, trusted: impl Fn(IpAddr) -> bool) -> Report {
    let forwarded = values(headers, "forwarded");
    let nearest = |key| forwarded.last().and_then(|element| parameter(element, key));
    let proto = values(headers, "x-forwarded-proto").pop().or_else(|| nearest("proto"));
    let host = values(headers, "x-forwarded-host").pop().or_else(|| nearest("host"));

    let listed = nearest_untrusted(&values(headers, "x-forwarded-for"), &trusted);
    let hops: Vec<_> =
        forwarded.iter().map(|element| parameter(element, "for").unwrap_or_default()).collect();
    let client = match (listed, nearest_untrusted(&hops, &trusted)) {
        // One of the two is the client's own, and nothing tells which.
        (Some(one), Some(other)) if one != other => None,
        (listed, named) => listed.or(named),
    };
    Report {
        client,
        secure: proto.map(|proto| matches!(proto.to_ascii_lowercase().as_str(), "https" | "wss")),
        host: host.and_then(Host::parse),
    }
}

/// Every proxy adds the address it was called from at the end, so the walk begins there and stops
/// at the first one that is not a trusted proxy: what stands before it is hearsay.
fn nearest_untrusted(hops: &[&str], trusted: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let mut nearest = None;
    for hop in hops.iter().rev() {
        let Some(address) = parse_address(hop) else { break };
        nearest = Some(address);
        if !trusted(address) {
            break;
        }
    }
    nearest
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

/// The comma-separated values of all lines of a header, in order.
fn values<'a>(headers: &'a HeaderMap, name: &'static str) -> Vec<&'a str> {
    let lines = headers.get_all(HeaderName::from_static(name)).into_iter();
    lines.flat_map(|line| line.to_str().unwrap_or_default().split(',')).map(str::trim).collect()
}

/// A parameter of a `Forwarded` element such as `for="[2001:db8::1]:4711";proto=https`.
fn parameter<'a>(element: &'a str, key: &str) -> Option<&'a str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case(key).then(|| value.trim().trim_matches('"'))
    })
}
