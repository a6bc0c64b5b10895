//! Which address to give to others.

use std::net::{IpAddr, SocketAddr};

use crate::config::Server;

/// The configured base address; else where we listen; else, when that is everywhere, the address
/// by which the network reaches this machine.
pub(crate) fn base_url(
    config: &Server,
    secure: bool,
    bound: SocketAddr,
    lan: Option<IpAddr>,
) -> String {
    if let Some(url) = &config.base_url {
        return url.as_str().to_owned();
    }
    if bound.ip().is_unspecified() {
        return lan
            .map_or_else(|| on_this_machine(secure, bound), |ip| url(secure, ip, bound.port()));
    }
    url(secure, bound.ip(), bound.port())
}

/// How a browser on this machine reaches us.
pub(crate) fn on_this_machine(secure: bool, bound: SocketAddr) -> String {
    match bound.ip() {
        ip if ip.is_unspecified() || ip.is_loopback() => {
            format!("{}://localhost{}", scheme(secure), port(secure, bound.port()))
        }
        ip => url(secure, ip, bound.port()),
    }
}

fn url(secure: bool, ip: IpAddr, number: u16) -> String {
    let host = match ip {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("[{v6}]"),
    };
    format!("{}://{host}{}", scheme(secure), port(secure, number))
}

fn scheme(secure: bool) -> &'static str {
    if secure { "https" } else { "http" }
}

fn port(secure: bool, number: u16) -> String {
    match (secure, number) {
        (true, 443) | (false, 80) => String::new(),
        _ => format!(":{number}"),
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
            let bound = bound.parse().expect("an address");
            assert_eq!(base_url(config, secure, bound, lan), expected);
        }
    }
}
