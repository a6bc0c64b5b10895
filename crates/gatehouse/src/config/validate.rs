//! Rules that one value alone cannot break by its type.

use super::node::{Node, Problem};
use super::server::is_host_name;
use super::{BaseUrl, Config};

/// Paths that are taken; `metrics.path` must stay clear of them.
const OWN_PATHS: [&str; 6] = ["/api", "/apps", "/_gh", "/healthz", "/livez", "/readyz"];
const SHORTEST_SECRET: usize = 32;

/// Every rule that is broken, each with the place where its key was written.
pub(crate) fn problems(config: &Config, tree: &Node) -> Vec<Problem> {
    let rules = [server(config), auth(config), storage(config), metrics(config)];
    let own = rules.into_iter().flatten().map(|(key, why)| (key.to_owned(), why.to_owned()));
    let parts = [
        config.rate_limits.problems(),
        config.listed().problems(),
        config.health_checks.problems(),
        config.certificates.problems(),
        config.discovery.problems(),
        config.runtimes.problems(),
        config.notifications.problems(),
        config.scripts.problems(),
        config.toolbox.problems(),
        config.backup.problems(),
        config.federation.problems(),
        config.access_log.problems(),
        config.traces.problems(),
    ];
    let proxy = config.proxy.problems();
    let proxy = proxy.into_iter().map(|(key, why)| (key.to_owned(), why.to_owned()));
    own.chain(parts.into_iter().flatten())
        .chain(proxy)
        .map(|(key, reason)| Problem { origin: tree.place(&key).clone(), key, reason })
        .collect()
}

type Broken = Vec<(&'static str, &'static str)>;

fn server(config: &Config) -> Broken {
    let server = &config.server;
    let mut broken = Broken::new();
    match (&server.tls_cert, &server.tls_key) {
        (Some(_), None) => broken.push(("server.tls_cert", "needs server.tls_key as well")),
        (None, Some(_)) => broken.push(("server.tls_key", "needs server.tls_cert as well")),
        _ => {}
    }
    if server.http_redirect_addr.as_ref() == Some(&server.addr) {
        broken.push(("server.http_redirect_addr", "must differ from server.addr"));
    }
    if server.apps_addr.as_ref().is_some_and(|apps| {
        *apps == server.addr || Some(apps) == server.http_redirect_addr.as_ref()
    }) {
        broken.push(("server.apps_addr", "must differ from the other addresses"));
    }
    if server.base_domain.as_deref().is_some_and(|domain| !is_host_name(domain)) {
        broken.push(("server.base_domain", "expected a domain such as home.example"));
    }
    if routing::TrustPolicy::new(Vec::new(), Vec::new(), &server.allowed_hosts).is_err() {
        broken.push(("server.allowed_hosts", "expected host names or addresses"));
    }
    broken
}

fn auth(config: &Config) -> Broken {
    let mut broken = Broken::new();
    let secret = config.auth.hs256_secret.expose();
    if !secret.is_empty() && secret.len() < SHORTEST_SECRET {
        broken.push(("auth.hs256_secret", "expected at least 32 bytes"));
    }
    if config.auth.issuer.is_empty() {
        broken.push(("auth.issuer", "must not be empty"));
    }
    if config.auth.audience.is_empty() {
        broken.push(("auth.audience", "must not be empty"));
    }
    if config.auth.refresh_grace.0.is_zero() {
        broken.push(("auth.refresh_grace", "must be longer than nothing"));
    }
    if config.bootstrap.tokens.iter().any(kit::Secret::is_empty) {
        broken.push(("bootstrap.tokens", "a token must not be empty"));
    }
    let pairing = &config.pairing.base_url;
    if !pairing.is_empty() && pairing.parse::<BaseUrl>().is_err() {
        let reason = "expected an address such as https://home.example:8443, without a path";
        broken.push(("pairing.base_url", reason));
    }
    broken
}

fn storage(config: &Config) -> Broken {
    let url = config.storage.database_url.expose();
    let known = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if url.is_empty() || known {
        Broken::new()
    } else {
        vec![("storage.database_url", "expected postgres://…, or nothing for SQLite")]
    }
}

fn metrics(config: &Config) -> Broken {
    let path = config.metrics.path.as_str();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let below = |own: &str| path == own || path.starts_with(&format!("{own}/"));
    if !path.starts_with('/') || path.ends_with('/') || !path.bytes().all(allowed) {
        return vec![("metrics.path", "expected a path such as /metrics")];
    }
    if OWN_PATHS.iter().any(|own| below(own)) {
        vec![("metrics.path", "another part of the gateway answers there")]
    } else {
        Broken::new()
    }
}
