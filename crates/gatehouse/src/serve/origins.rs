//! The origins besides the main one at which apps are reached.

use access::AppOrigins;
use http::Uri;
use routing::SharedRoutes;

use super::network::Network;

pub(crate) struct Origins {
    secure: bool,
    /// The port of the second origin.
    apps_port: Option<u16>,
    routes: SharedRoutes,
}

impl Origins {
    pub(crate) fn new(network: &Network, routes: SharedRoutes) -> Self {
        let apps_port = network.apps.as_ref().map(|listener| listener.local_addr().port());
        Origins { secure: network.place.secure, apps_port, routes }
    }
}

impl AppOrigins for Origins {
    fn cookie_path(&self, origin: &str) -> Option<&'static str> {
        let uri: Uri = origin.parse().ok()?;
        let host = uri.host()?;
        if self.routes.load().find_host(host).is_some() {
            return Some("/");
        }
        let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
        let secure = uri.scheme_str() == Some("https");
        let there = uri.port_u16().unwrap_or(usual);
        (secure == self.secure && Some(there) == self.apps_port).then_some("/apps/")
    }
}
