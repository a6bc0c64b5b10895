//! The host a request names, read strictly: a name that two parsers could understand differently
//! is refused.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use http::request::Parts;
use http::{Version, header};

use super::Refusal;

/// Reserved, or blocked for good, at the root of the domain name system.
const PRIVATE_ZONES: [&str; 8] =
    ["local", "localhost", "lan", "home", "corp", "internal", "home.arpa", "test"];

/// A host in its one spelling: lower case, no trailing dot, addresses without brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    pub name: String,
    pub port: Option<u16>,
}

impl Host {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (literal, port) = rest.split_once(']')?;
                let address = IpAddr::V6(literal.parse::<Ipv6Addr>().ok()?);
                (address.to_canonical().to_string(), port)
            }
            None => {
                let (name, port) = text.split_at(text.find(':').unwrap_or(text.len()));
                (canonical_name(name)?, port)
            }
        };
        Some(Host { name, port: parse_port(port)? })
    }

    pub(super) fn is_loopback(&self) -> bool {
        self.name == "localhost"
            || self.name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// Whether nobody on the Internet can have this name point here: an address, a single label, or
    /// a name in a zone that is never delegated.
    pub(super) fn is_private(&self) -> bool {
        let in_zone =
            |zone: &&str| self.name.strip_suffix(*zone).is_some_and(|rest| rest.ends_with('.'));
        !self.name.contains('.')
            || self.name.parse::<IpAddr>().is_ok()
            || PRIVATE_ZONES.iter().any(in_zone)
    }

    pub fn port_or_default(&self, secure: bool) -> u16 {
        self.port.unwrap_or(if secure { 443 } else { 80 })
    }
}

/// As the `Host` header names it.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.contains(':') {
            write!(f, "[{}]", self.name)?;
        } else {
            f.write_str(&self.name)?;
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// The name of a host as people write it into a configuration, where IPv6 needs no brackets.
pub(super) fn configured_name(text: &str) -> Option<String> {
    match text.parse::<IpAddr>() {
        Ok(address) => Some(address.to_canonical().to_string()),
        Err(_) => Host::parse(text).map(|host| host.name),
    }
}

fn canonical_name(name: &str) -> Option<String> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let valid = (1..=253).contains(&name.len()) && name.bytes().all(allowed);
    valid.then(|| name.to_ascii_lowercase())
}

/// `""` and `":"` mean that there is none.
fn parse_port(text: &str) -> Option<Option<u16>> {
    match text.strip_prefix(':') {
        None => text.is_empty().then_some(None),
        Some("") => Some(None),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok().map(Some),
        Some(_) => None,
    }
}

/// The host of a request, from its target and its `Host` header, which must agree. Only HTTP/1.0
/// may name none.
pub(super) fn requested(request: &Parts) -> Result<Option<Host>, Refusal> {
    let mut headers = request.headers.get_all(header::HOST).iter();
    let header = headers.next();
    if headers.next().is_some() {
        return Err(Refusal("The request has more than one Host header"));
    }
    let read = |text: &str| Host::parse(text).ok_or(Refusal("The host is not a valid host name"));
    let in_header = header
        .map(|value| value.to_str().map_err(|_| Refusal("The host is not a valid host name")))
        .transpose()?
        .map(read)
        .transpose()?;
    let in_target = request.uri.authority().map(|target| read(target.as_str())).transpose()?;
    match (in_target, in_header, request.version) {
        (Some(target), Some(header), _) if target != header => {
            Err(Refusal("The request target and the Host header name different hosts"))
        }
        (Some(_), None, Version::HTTP_11) | (None, None, Version::HTTP_11 | Version::HTTP_2) => {
            Err(Refusal("The request names no host"))
        }
        (target, header, _) => Ok(target.or(header)),
    }
}
