//! Which address to give to others.

use std::net::{IpAddr, SocketAddr};

use crate::config::Server;

/// Where we listen, and how clients speak to us there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListenAddress {
    pub(crate) secure: bool,
    pub(crate) bound: SocketAddr,
}

impl ListenAddress {
    /// The configured base address; else where we listen; else, when that is everywhere, the
    /// address by which the network reaches this machine.
    pub(crate) fn base_url(self, config: &Server, lan: Option<IpAddr>) -> String {
        match (&config.base_url, lan) {
            (Some(url), _) => url.as_str().to_owned(),
            (None, Some(ip)) if self.is_everywhere() => self.url_at(ip),
            (None, None) if self.is_everywhere() => self.on_this_machine(),
            (None, _) => self.url_at(self.bound.ip()),
        }
    }

    pub(crate) fn is_everywhere(self) -> bool {
        self.bound.ip().is_unspecified()
    }

    /// How a browser on this machine reaches us.
    pub(crate) fn on_this_machine(self) -> String {
        match self.bound.ip() {
            ip if ip.is_unspecified() || ip.is_loopback() => self.url("localhost"),
            ip => self.url_at(ip),
        }
    }

    pub(crate) fn url_at(self, ip: IpAddr) -> String {
        match ip {
            IpAddr::V4(v4) => self.url(&v4.to_string()),
            IpAddr::V6(v6) => self.url(&format!("[{v6}]")),
        }
    }

    fn url(self, host: &str) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        match (self.secure, self.bound.port()) {
            (true, 443) | (false, 80) => format!("{scheme}://{host}"),
            (_, port) => format!("{scheme}://{host}:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configured_address_wins_then_the_bound_one_then_the_lans() {
        let lan = Some("192.168.1.10".parse().expect("an address"));
        let configured =
            Server { base_url: "https://home.example".parse().ok(), ..Server::default() };
        let auto = Server::default();
        for (config, secure, bound, lan, expected) in [
            (&configured, true, "[::]:8443", lan, "https://home.example"),
            (&auto, true, "[::]:8443", lan, "https://192.168.1.10:8443"),
            (&auto, true, "0.0.0.0:443", lan, "https://192.168.1.10"),
            (&auto, false, "0.0.0.0:80", lan, "http://192.168.1.10"),
            (&auto, true, "10.0.0.5:8443", lan, "https://10.0.0.5:8443"),
            (&auto, true, "[fd00::5]:8443", lan, "https://[fd00::5]:8443"),
            (&auto, true, "127.0.0.1:8443", lan, "https://127.0.0.1:8443"),
            (&auto, true, "[::]:8443", None, "https://localhost:8443"),
        ] {
            let place = ListenAddress { secure, bound: bound.parse().expect("an address") };
            assert_eq!(place.base_url(config, lan), expected);
        }
    }
}
