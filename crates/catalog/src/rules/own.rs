use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::Uri;
use routing::{Endpoint, Targets};

/// What a route must not lead to: this program itself, and what it never calls.
#[derive(Debug, Clone, Default)]
pub(crate) struct Own {
    targets: Targets,
    /// Host and port of our address.
    authority: Option<(String, u16)>,
    /// Every name in it is ours, too.
    base_domain: Option<String>,
}

impl Own {
    pub(crate) fn new(targets: Targets, base_url: &str, base_domain: Option<&str>) -> Self {
        let uri: Option<Uri> = base_url.parse().ok();
        let authority = uri.and_then(|uri| {
            let usual = if uri.scheme_str() == Some("http") { 80 } else { 443 };
            let host = uri.host()?.trim_matches(['[', ']']).to_ascii_lowercase();
            Some((host, uri.port_u16().unwrap_or(usual)))
        });
        Own { targets, authority, base_domain: base_domain.map(str::to_owned) }
    }

    /// A name can mean any address; the data plane asks again when it has found out which.
    pub(crate) fn allows(&self, endpoint: &Endpoint) -> bool {
        let host = endpoint.host.trim_end_matches('.');
        if let Ok(address) = host.parse::<IpAddr>() {
            return self.targets.allow(SocketAddr::new(address, endpoint.port));
        }
        if host == "localhost" || host.ends_with(".localhost") {
            let loopback = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
            let allow = |address| self.targets.allow(SocketAddr::new(address, endpoint.port));
            return loopback.into_iter().all(allow);
        }
        let Some((name, port)) = &self.authority else { return true };
        *port != endpoint.port || name != host && !self.is_in_domain(host)
    }

    /// Whether a route of this subdomain would stand in the way to the gateway itself.
    pub(crate) fn is_called(&self, subdomain: &str) -> bool {
        let (Some((name, _)), Some(domain)) = (&self.authority, &self.base_domain) else {
            return false;
        };
        let label = name.strip_suffix(domain.as_str()).and_then(|rest| rest.strip_suffix('.'));
        label == Some(subdomain)
    }

    fn is_in_domain(&self, host: &str) -> bool {
        let Some(domain) = &self.base_domain else { return false };
        host.strip_suffix(domain.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }
}

#[cfg(test)]
mod tests {
    use routing::Upstream;

    use super::*;

    #[test]
    fn the_name_of_the_gateway_is_known_in_its_domain() {
        let own = |url, domain| Own::new(Targets::default(), url, domain);
        let gate = own("https://Gate.home.example:8443", Some("home.example"));
        assert!(gate.is_called("gate") && !gate.is_called("tv") && !gate.is_called("home"));
        assert!(!own("https://gate.home.example", None).is_called("gate"));
        assert!(!own("https://home.example", Some("home.example")).is_called(""));
        assert!(!own("https://gatehome.example", Some("home.example")).is_called("gate"));
    }

    #[test]
    fn no_route_leads_back_to_us_or_to_a_clouds_secrets() {
        let everywhere = "[::]:8443".parse().expect("an address");
        let lan = "192.168.1.5".parse().expect("an address");
        let own = Own::new(
            Targets::new(vec![everywhere], vec![lan]),
            "https://Attic.local:8443",
            Some("home.example"),
        );
        for (to, allowed) in [
            ("https://127.0.0.1:8443", false),
            ("https://192.168.1.5:8443", false),
            ("https://localhost:8443", false),
            ("https://gate.localhost:8443", false),
            ("https://attic.local:8443", false),
            ("https://attic.local.:8443", false),
            ("https://home.example:8443", false),
            ("https://tv.home.example:8443", false),
            ("http://169.254.169.254", false),
            ("http://[::ffff:169.254.169.254]", false),
            ("http://0.0.0.0:9000", false),
            ("https://attic.local:9443", true),
            ("http://tv.home.example", true),
            ("https://myhome.example:8443", true),
            ("http://localhost:3000", true),
            ("http://192.168.1.6:8443", true),
        ] {
            let upstream = Upstream::parse(to, false).expect(to);
            assert_eq!(own.allows(&upstream.endpoint), allowed, "{to}");
        }
    }
}
