//! Whom the configuration trusts.

use anyhow::anyhow;
use routing::TrustPolicy;

use crate::config::Config;

pub(crate) fn policy(config: &Config, base_url: &str) -> anyhow::Result<TrustPolicy> {
    let own = base_url.split_once("://").map_or(base_url, |(_, authority)| authority);
    let hosts = config.server.allowed_hosts.iter().map(String::as_str).chain([own]);
    let proxies = config.server.trusted_proxies.iter().map(|network| network.0).collect();
    TrustPolicy::new(config.auth.local_networks.clone(), proxies, hosts)
        .map_err(|host| anyhow!("{host} is not a host name"))
}
