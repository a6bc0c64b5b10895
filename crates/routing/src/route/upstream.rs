//! Where an app really is.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use http::{HeaderValue, Uri};
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

use crate::KeyHash;

/// How an upstream is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, Serialize, ToSchema)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    Http,
    Https,
    /// HTTP/2 without encryption, as gRPC servers speak it.
    H2c,
}

impl Scheme {
    pub fn is_secure(self) -> bool {
        self == Scheme::Https
    }

    fn default_port(self) -> u16 {
        if self.is_secure() { 443 } else { 80 }
    }
}

/// What an upstream has to prove over TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trust {
    /// A certificate for its name, from an authority that the system trusts.
    Authorities,
    /// Nothing: any certificate is good enough.
    Anybody,
    /// That it has this key, whatever its certificate says.
    Key(KeyHash),
}

/// What connections are made to and kept for; routes with the same one share them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    pub scheme: Scheme,
    /// A name or an address without brackets.
    pub host: String,
    pub port: u16,
    pub trust: Trust,
}

#[derive(Debug, Clone)]
pub struct Upstream {
    pub endpoint: Arc<Endpoint>,
    /// Host and port as the `Host` header names them.
    pub authority: HeaderValue,
    /// What stands before every path, without a slash at its end; often empty.
    pub base_path: Arc<str>,
}

impl Upstream {
    /// Reads `http://host:port/path`, `https://…` or `h2c://…`. The error says what is wrong.
    pub fn parse(text: &str, insecure: bool) -> Result<Self, &'static str> {
        let uri: Uri = text.parse().map_err(|_| "expected an address such as http://host:port")?;
        let scheme = match uri.scheme_str() {
            Some("http") => Scheme::Http,
            Some("https") => Scheme::Https,
            Some("h2c") => Scheme::H2c,
            _ => return Err("expected http://, https:// or h2c:// and a host"),
        };
        let authority = uri.authority().ok_or("expected a host")?;
        if authority.as_str().contains('@') {
            return Err("a user or password in the address is not supported");
        }
        if text.contains(['?', '#']) {
            return Err("an address has no query and no fragment");
        }
        let host = host_of(authority.host()).ok_or("the host is not a valid name or address")?;
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") => Some(scheme.default_port()),
            _ => authority.port_u16().filter(|port| *port != 0),
        };
        let port = port.ok_or("the port must be between 1 and 65535")?;
        let base_path = clean_path(uri.path()).ok_or("the path must be in its normal form")?;
        let trust = if insecure { Trust::Anybody } else { Trust::Authorities };
        let endpoint = Endpoint { scheme, host, port, trust };
        let authority = HeaderValue::from_str(&endpoint.authority());
        Ok(Upstream {
            authority: authority.map_err(|_| "the host is not a valid name or address")?,
            endpoint: Arc::new(endpoint),
            base_path: base_path.into(),
        })
    }

    /// The same place, where only the owner of this key is believed.
    #[must_use]
    pub fn with_key(self, key: KeyHash) -> Self {
        let endpoint = Endpoint { trust: Trust::Key(key), ..Endpoint::clone(&self.endpoint) };
        Upstream { endpoint: Arc::new(endpoint), ..self }
    }
}

impl Endpoint {
    /// Whether any certificate is good enough.
    pub fn is_insecure(&self) -> bool {
        self.trust == Trust::Anybody
    }

    /// Host and port, the port only where it is not the usual one.
    fn authority(&self) -> String {
        let host =
            if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == self.scheme.default_port() { host } else { format!("{host}:{}", self.port) }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.authority())
    }
}

fn host_of(host: &str) -> Option<String> {
    if let Some(literal) = host.strip_prefix('[') {
        let address: Ipv6Addr = literal.strip_suffix(']')?.parse().ok()?;
        return Some(address.to_string());
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        return Some(address.to_string());
    }
    // A name whose last part is a number is an address that is written in an unusual way.
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let hexadecimal = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    let numeric = last.bytes().all(|b| b.is_ascii_digit())
        || hexadecimal.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()));
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let valid = (1..=253).contains(&host.len()) && host.bytes().all(allowed) && !numeric;
    valid.then(|| host.to_ascii_lowercase())
}

fn clean_path(path: &str) -> Option<&str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let clean = |segment: &str| !matches!(segment, "" | "." | "..") && !segment.contains('\\');
    let normal = path.split('/').skip(1).all(clean);
    (normal && !path.to_ascii_lowercase().contains("%2e")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_people_write_them() {
        for (text, authority, port, base) in [
            ("http://nas", "nas", 80, ""),
            ("http://NAS:8080/", "nas:8080", 8080, ""),
            ("https://nas.lan/photos/", "nas.lan", 443, "/photos"),
            ("https://nas:443", "nas", 443, ""),
            ("http://192.168.1.10:3000/a/b", "192.168.1.10:3000", 3000, "/a/b"),
            ("http://[fd00::1]:80", "[fd00::1]", 80, ""),
            ("h2c://grpc:50051", "grpc:50051", 50051, ""),
        ] {
            let upstream = Upstream::parse(text, false).expect(text);
            assert_eq!(upstream.authority, authority, "{text}");
            assert_eq!((upstream.endpoint.port, &*upstream.base_path), (port, base), "{text}");
        }
    }

    #[test]
    fn what_is_not_an_address_of_an_app_is_refused() {
        for bad in [
            "",
            "nas:80",
            "/path",
            "file:///etc/passwd",
            "ftp://nas",
            "http://",
            "http://:80",
            "http://user:word@nas",
            "http://nas:0",
            "http://nas:70000",
            "http://nas:",
            "http://nas/?a=b",
            "http://nas/#top",
            "http://nas/a/../b",
            "http://nas//b",
            "http://nas/%2e%2e/b",
            "http://2130706433",
            "http://127.1",
            "http://0x7f000001",
            "http://nas.0x7f",
            "http://na s",
            "http://n^s",
        ] {
            assert!(Upstream::parse(bad, false).is_err(), "{bad:?}");
        }
    }
}
