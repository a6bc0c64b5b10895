//! Whom the configuration trusts.

use anyhow::anyhow;
use kit::Network;
use routing::TrustPolicy;

use crate::config::Config;

pub(crate) fn policy(config: &Config, base_url: &str) -> anyhow::Result<TrustPolicy> {
    let own = base_url.split_once("://").map_or(base_url, |(_, authority)| authority);
    let hosts = config.server.allowed_hosts.iter().map(String::as_str).chain([own]);
    let networks = |list: &[Network]| list.iter().map(|network| network.0).collect();
    let local = networks(&config.auth.local_networks);
    let proxies = networks(&config.server.trusted_proxies);
    TrustPolicy::new(local, proxies, hosts).map_err(|host| anyhow!("{host} is not a host name"))
}
