//! The `server` section: where we listen, what we are called, whom we believe.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use kit::Network;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Server {
    pub(crate) addr: Listen,
    /// `None`: the address by which the network reaches this machine.
    pub(crate) base_url: Option<BaseUrl>,
    /// Together with `tls_key`, replaces the certificate of the local CA.
    pub(crate) tls_cert: Option<PathBuf>,
    pub(crate) tls_key: Option<PathBuf>,
    pub(crate) http_redirect_addr: Option<Listen>,
    /// A second origin, for apps alone.
    pub(crate) apps_addr: Option<Listen>,
    /// The domain below which routes can have host names of their own.
    pub(crate) base_domain: Option<String>,
    pub(crate) trusted_proxies: Vec<Network>,
    pub(crate) allowed_hosts: Vec<String>,
}

impl Default for Server {
    fn default() -> Self {
        Server {
            addr: Listen { host: String::new(), port: 8443 },
            base_url: None,
            tls_cert: None,
            tls_key: None,
            http_redirect_addr: None,
            apps_addr: None,
            base_domain: None,
            trusted_proxies: Vec::new(),
            allowed_hosts: Vec::new(),
        }
    }
}

/// A place to listen at: `:8443` for every interface, `192.168.1.10:8443`, `[::1]:8443`,
/// `localhost:8443`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listen {
    /// A name or an address without brackets; empty for every interface.
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.trim().rsplit_once(':').and_then(|(host, port)| {
            let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let valid = match bare {
                Some(literal) => literal.parse::<std::net::Ipv6Addr>().is_ok(),
                None => host.is_empty() || is_host_name(host),
            };
            let host = bare.unwrap_or(host).to_owned();
            valid.then_some(Listen { host, port: port.parse().ok()? })
        });
        parts.ok_or_else(|| "expected an address such as :8443 or 192.168.1.10:8443".to_owned())
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// `http://` or `https://` and a host, perhaps a port; no path, because our paths are fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The host without port and brackets.
    pub(crate) fn host(&self) -> &str {
        let authority = self.0.split_once("://").map_or(self.0.as_str(), |(_, rest)| rest);
        match authority.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or(rest),
            None => authority.split(':').next().unwrap_or(authority),
        }
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The port, which may be left out.
    pub(crate) fn port(&self) -> u16 {
        let written = self.0.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        written.unwrap_or(if self.is_secure() { 443 } else { 80 })
    }

    /// The port of an `https://` address.
    pub(crate) fn https_port(&self) -> Option<u16> {
        self.is_secure().then(|| self.port())
    }
}

impl FromStr for BaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = "expected an address such as https://home.example:8443, without a path";
        let uri: http::Uri = text.trim().parse().map_err(|_| wrong)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong.to_owned());
        };
        let host = authority.host();
        let literal = host.starts_with('[');
        let plain = matches!(uri.path(), "" | "/")
            && uri.query().is_none()
            && !text.contains(['#', '@'])
            && (literal || is_host_name(host));
        match (scheme, plain) {
            ("http" | "https", true) => {
                Ok(BaseUrl(format!("{scheme}://{authority}").to_ascii_lowercase()))
            }
            _ => Err(wrong.to_owned()),
        }
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn is_host_name(host: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    (1..=253).contains(&host.len()) && host.bytes().all(allowed)
}

macro_rules! written_as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

written_as_text!(Listen, BaseUrl);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listen_addresses_as_people_write_them() {
        for (text, host, port) in [
            (":8443", "", 8443),
            ("0.0.0.0:80", "0.0.0.0", 80),
            ("[::1]:8443", "::1", 8443),
            ("localhost:0", "localhost", 0),
        ] {
            let listen: Listen = text.parse().expect(text);
            assert_eq!((listen.host.as_str(), listen.port), (host, port));
            assert_eq!(listen.to_string(), text);
        }
        for bad in ["", "8443", "localhost", ":http", ":70000", "::1:8443", "[::g]:1", "a b:80"] {
            assert!(bad.parse::<Listen>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_base_address_is_a_scheme_and_a_host() {
        for (text, kept, host, port) in [
            ("https://Home.Example:8443/", "https://home.example:8443", "home.example", 8443),
            ("https://home.example", "https://home.example", "home.example", 443),
            ("http://192.168.1.10", "http://192.168.1.10", "192.168.1.10", 80),
            ("https://[fd00::1]:8443", "https://[fd00::1]:8443", "fd00::1", 8443),
            ("https://[fd00::1]", "https://[fd00::1]", "fd00::1", 443),
        ] {
            let url: BaseUrl = text.parse().expect(text);
            assert_eq!((url.as_str(), url.host(), url.port()), (kept, host, port));
            assert_eq!(url.https_port(), url.is_secure().then_some(port));
        }
        for bad in [
            "",
            "home.example",
            "ftp://home.example",
            "https://",
            "https://home.example/gateway",
            "https://home.example/?a=b",
            "https://home.example/#top",
            "https://user:word@home.example",
        ] {
            assert!(bad.parse::<BaseUrl>().is_err(), "{bad:?}");
        }
    }
}
