//! The origins besides the main one at which apps are reached.

use std::sync::Arc;

use access::AppOrigins;
use arc_swap::ArcSwap;
use http::Uri;
use routing::{SharedRoutes, TrustPolicy};

use super::network::Network;

pub(crate) struct Origins {
    secure: bool,
    /// The ports at which clients reach the main listener: its own, and the configured one.
    ports: [u16; 2],
    /// The port of the second origin.
    apps_port: Option<u16>,
    routes: SharedRoutes,
    /// By which names we are called. Whoever else has a listener at that port gets no code.
    trust: Arc<ArcSwap<TrustPolicy>>,
}

impl Origins {
    pub(crate) fn new(
        network: &Network,
        routes: SharedRoutes,
        trust: Arc<ArcSwap<TrustPolicy>>,
    ) -> Self {
        let apps_port = network.apps.as_ref().map(|listener| listener.local_addr().port());
        let secure = network.place.secure;
        let base = network.base_url.parse().ok().and_then(|uri: Uri| port(&uri));
        let own = network.place.bound.port();
        Origins { secure, ports: [own, base.unwrap_or(own)], apps_port, routes, trust }
    }
}

impl AppOrigins for Origins {
    fn cookie_path(&self, origin: &str) -> Option<&'static str> {
        let uri: Uri = origin.parse().ok()?;
        let (there, host) = (port(&uri)?, uri.host()?);
        // Somebody else may listen at another port of the same host, and would get the code.
        if (uri.scheme_str() == Some("https")) != self.secure {
            return None;
        }
        if Some(there) == self.apps_port {
            let name = host.trim_start_matches('[').trim_end_matches(']');
            return self.trust.load().names_us(name).then_some("/apps/");
        }
        let known = self.ports.contains(&there) && self.routes.load().find_host(host).is_some();
        known.then_some("/")
    }

    fn is_main(&self, origin: &str, host: &str) -> bool {
        let Ok(uri) = origin.parse::<Uri>() else { return false };
        let named = uri.host().map(|name| name.trim_start_matches('[').trim_end_matches(']'));
        (uri.scheme_str() == Some("https")) == self.secure
            && named == Some(host)
            && port(&uri).is_some_and(|port| self.ports.contains(&port))
    }
}

fn port(uri: &Uri) -> Option<u16> {
    let usual = match uri.scheme_str()? {
        "https" => 443,
        _ => 80,
    };
    Some(uri.port_u16().unwrap_or(usual))
}
