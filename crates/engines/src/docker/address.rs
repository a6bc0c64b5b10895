use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Path, PathBuf};

/// What the system can take as the path of a socket.
const LONGEST_PATH: usize = 107;
const DEFAULT_SOCKET: &str = "/var/run/docker.sock";
const TAKEN: &str = "it must be unix:///path, /path or tcp://host:port";

/// Where an engine listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DockerAddress(pub(super) Location);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Location {
    Socket(PathBuf),
    Tcp {
        /// A name or an address; IPv6 without brackets.
        host: String,
        port: u16,
        tls: Option<TlsFiles>,
    },
}

/// PEM files with which an engine is spoken to over TLS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TlsFiles {
    pub(super) ca: PathBuf,
    /// Our certificate and its key.
    pub(super) identity: Option<(PathBuf, PathBuf)>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the address of the Docker engine cannot be used: {0}")]
pub struct InvalidDockerAddress(String);

impl DockerAddress {
    pub fn parse(text: &str) -> Result<Self, InvalidDockerAddress> {
        if let Some(rest) = text.strip_prefix("tcp://") {
            return tcp(rest.strip_suffix('/').unwrap_or(rest));
        }
        socket(text.strip_prefix("unix://").unwrap_or(text))
    }

    /// Has a `tcp://` address be spoken to over TLS. A text that is empty names no file; without
    /// any, the address stays as it is.
    pub fn secured(self, ca: &str, cert: &str, key: &str) -> Result<Self, InvalidDockerAddress> {
        let files = [ca, cert, key].map(|text| (!text.is_empty()).then(|| PathBuf::from(text)));
        let tls = match files {
            [None, None, None] => return Ok(self),
            [None, ..] => return Err(invalid("TLS needs the file of the engine's authority (ca)")),
            [Some(ca), Some(cert), Some(key)] => TlsFiles { ca, identity: Some((cert, key)) },
            [Some(ca), None, None] => TlsFiles { ca, identity: None },
            _ => {
                return Err(invalid(
                    "a certificate for TLS needs its key, and a key its certificate",
                ));
            }
        };
        match self.0 {
            Location::Tcp { host, port, .. } => {
                Ok(DockerAddress(Location::Tcp { host, port, tls: Some(tls) }))
            }
            Location::Socket(_) => Err(invalid("files for TLS belong to a tcp:// address")),
        }
    }

    /// The path of its socket, where it has one.
    pub fn socket(&self) -> Option<&Path> {
        match &self.0 {
            Location::Socket(path) => Some(path),
            Location::Tcp { .. } => None,
        }
    }

    /// The machine that the engine runs on, where it is another than this one.
    pub(super) fn distant_host(&self) -> Option<&str> {
        let Location::Tcp { host, .. } = &self.0 else { return None };
        let loopback = host.parse().map_or(host == "localhost", |ip: IpAddr| ip.is_loopback());
        (!loopback).then_some(host)
    }
}

impl Default for DockerAddress {
    fn default() -> Self {
        DockerAddress(Location::Socket(DEFAULT_SOCKET.into()))
    }
}

impl fmt::Display for DockerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Location::Socket(path) => write!(f, "{}", path.display()),
            Location::Tcp { host, port, .. } if host.contains(':') => {
                write!(f, "tcp://[{host}]:{port}")
            }
            Location::Tcp { host, port, .. } => write!(f, "tcp://{host}:{port}"),
        }
    }
}

fn invalid(reason: impl Into<String>) -> InvalidDockerAddress {
    InvalidDockerAddress(reason.into())
}

fn socket(path: &str) -> Result<DockerAddress, InvalidDockerAddress> {
    if path.contains("://") || !path.starts_with('/') {
        return Err(invalid(TAKEN));
    }
    if path.len() > LONGEST_PATH || path.contains('\0') {
        return Err(invalid(format!("a socket's path has at most {LONGEST_PATH} characters")));
    }
    Ok(DockerAddress(Location::Socket(path.into())))
}

fn tcp(text: &str) -> Result<DockerAddress, InvalidDockerAddress> {
    let (host, port) = text.rsplit_once(':').ok_or_else(|| invalid(TAKEN))?;
    let port = port.parse().ok().filter(|port| *port > 0);
    let port = port.ok_or_else(|| invalid("its port is not a number from 1 to 65535"))?;
    let host = match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().ok().map(|ip| ip.to_string()),
        None => is_name(host).then(|| host.to_ascii_lowercase()),
    };
    let host = host.ok_or_else(|| invalid("its host is neither a name nor an address"))?;
    Ok(DockerAddress(Location::Tcp { host, port, tls: None }))
}

fn is_name(host: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=253).contains(&host.len()) && host.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_and_ports_are_addresses() {
        for (text, shown) in [
            ("unix:///var/run/docker.sock", "/var/run/docker.sock"),
            ("/run/podman/podman.sock", "/run/podman/podman.sock"),
            ("tcp://Engine.lan:2375", "tcp://engine.lan:2375"),
            ("tcp://10.0.0.7:2375/", "tcp://10.0.0.7:2375"),
            ("tcp://[fd00::1]:2376", "tcp://[fd00::1]:2376"),
        ] {
            let parsed = DockerAddress::parse(text).map(|address| address.to_string());
            assert_eq!(parsed.as_deref(), Ok(shown));
        }
    }

    #[test]
    fn everything_else_is_refused_in_words() {
        let long = format!("/{}", "a".repeat(200));
        for (text, reason) in [
            ("", "must be unix"),
            ("docker.sock", "must be unix"),
            ("http://engine:2375", "must be unix"),
            ("ssh://root@engine", "must be unix"),
            ("unix://relative", "must be unix"),
            ("tcp://engine", "must be unix"),
            ("tcp://engine:0", "port"),
            ("tcp://engine:99999", "port"),
            ("tcp://:2375", "host"),
            ("tcp://a b:2375", "host"),
            ("tcp://user@host:2375", "host"),
            ("tcp://fd00::1:2375", "host"),
            (&long, "at most"),
        ] {
            let refused = DockerAddress::parse(text).expect_err(text).to_string();
            assert!(refused.contains(reason), "{text}: {refused}");
        }
    }

    #[test]
    fn files_for_tls_must_make_sense() {
        let tcp = || DockerAddress::parse("tcp://engine:2376").unwrap();
        assert_eq!(tcp().secured("", "", ""), Ok(tcp()));
        assert!(tcp().secured("ca.pem", "cert.pem", "key.pem").is_ok());
        assert!(tcp().secured("ca.pem", "", "").is_ok());
        assert!(tcp().secured("", "cert.pem", "key.pem").is_err());
        assert!(tcp().secured("ca.pem", "cert.pem", "").is_err());
        assert!(DockerAddress::default().secured("ca.pem", "", "").is_err());
    }

    #[test]
    fn an_engine_on_loopback_is_here() {
        let distant = |text| {
            let address = DockerAddress::parse(text).unwrap();
            address.distant_host().map(str::to_owned)
        };
        assert_eq!(distant("/run/docker.sock"), None);
        assert_eq!(distant("tcp://127.0.0.1:2375"), None);
        assert_eq!(distant("tcp://[::1]:2375"), None);
        assert_eq!(distant("tcp://localhost:2375"), None);
        assert_eq!(distant("tcp://10.0.0.7:2375").as_deref(), Some("10.0.0.7"));
    }
}
