//! What a check of one app will ask, put together from its route and the configuration.

use std::sync::Arc;
use std::time::Duration;

use http::uri::PathAndQuery;
use routing::{Endpoint, Upstream};

use super::HealthConfig;
use crate::HealthCheck;

const LONGEST_PATH: usize = 2048;

/// An app to check.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) app_id: Arc<str>,
    pub(crate) upstream: Upstream,
    /// It is not at its address.
    pub(crate) away: bool,
    /// What its route says about the check.
    pub(crate) check: HealthCheck,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) app_id: Arc<str>,
    pub(super) endpoint: Arc<Endpoint>,
    pub(super) away: bool,
    pub(super) path: PathAndQuery,
    pub(super) interval: Duration,
    pub(super) timeout: Duration,
    pub(super) expected_status: Option<u16>,
}

impl Plan {
    /// `None` where nothing is to be checked.
    pub(super) fn new(target: Target, config: &HealthConfig) -> Option<Self> {
        let Target { app_id, upstream, away, check } = target;
        let wanted = config.enabled && !check.disabled;
        let path = check.path.as_deref().unwrap_or(&config.path);
        wanted.then(|| Plan {
            app_id,
            path: joined(&upstream.base_path, path),
            endpoint: upstream.endpoint,
            away,
            interval: check.interval.unwrap_or(config.interval).0.max(Duration::from_secs(1)),
            timeout: check.timeout.unwrap_or(config.timeout).0,
            expected_status: check.expected_status,
        })
    }
}

/// Whether a text can be asked for: a path, perhaps with a query.
pub(crate) fn is_check_path(text: &str) -> bool {
    let short = text.len() <= LONGEST_PATH && text.starts_with('/') && !text.contains('#');
    short && text.parse::<PathAndQuery>().is_ok()
}

/// Paths are judged before they get here; one that is not a path asks for the root all the same.
fn joined(base: &str, path: &str) -> PathAndQuery {
    let path = if is_check_path(path) { path } else { "/" };
    format!("{base}{path}").parse().unwrap_or(PathAndQuery::from_static("/"))
}

#[cfg(test)]
mod tests {
    use kit::Span;

    use super::*;

    fn target(to: &str, check: HealthCheck) -> Target {
        let upstream = Upstream::parse(to, false).expect(to);
        Target { app_id: "app".into(), upstream, away: false, check }
    }

    #[test]
    fn the_path_lies_below_the_base_of_the_upstream() {
        let config = HealthConfig { path: "/ping".to_owned(), ..HealthConfig::default() };
        for (to, own, expected) in [
            ("http://nas", None, "/ping"),
            ("http://nas/photos/", None, "/photos/ping"),
            ("http://nas/photos", Some("/"), "/photos/"),
            ("http://nas/photos", Some("/a?b=c"), "/photos/a?b=c"),
            ("http://nas/photos", Some("elsewhere"), "/photos/"),
        ] {
            let check = HealthCheck { path: own.map(str::to_owned), ..HealthCheck::default() };
            let plan = Plan::new(target(to, check), &config).expect("a plan");
            assert_eq!(plan.path.as_str(), expected, "{to} {own:?}");
        }
    }

    #[test]
    fn what_the_route_says_comes_first() {
        let config = HealthConfig::default();
        let check = HealthCheck {
            interval: Some(Span::seconds(60)),
            timeout: Some(Span::seconds(1)),
            expected_status: Some(204),
            ..HealthCheck::default()
        };
        let plan = Plan::new(target("http://nas", check), &config).expect("a plan");
        assert_eq!((plan.interval.as_secs(), plan.timeout.as_secs()), (60, 1));
        assert_eq!(plan.expected_status, Some(204));
        let off = HealthCheck { disabled: true, ..HealthCheck::default() };
        assert!(Plan::new(target("http://nas", off), &config).is_none());
        let config = HealthConfig { enabled: false, ..config };
        assert!(Plan::new(target("http://nas", HealthCheck::default()), &config).is_none());
    }

    #[test]
    fn a_path_is_a_path() {
        for good in ["/", "/healthz", "/a/b?c=d&e=%20"] {
            assert!(is_check_path(good), "{good}");
        }
        let long = format!("/{}", "x".repeat(LONGEST_PATH));
        for bad in ["", "health", "http://evil/", "/a b", "/a\r\nX: y", "/#a", &long] {
            assert!(!is_check_path(bad), "{bad:?}");
        }
    }
}
