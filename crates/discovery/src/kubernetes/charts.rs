//! Helm charts by their names.

use engines::kubernetes::Marks;

use super::marks::{CHART, label};

/// What charts are for, and which.
const RECOGNIZED: [(&str, &[&str]); 7] = [
    ("monitoring", &["grafana", "prometheus", "kube-prometheus-stack", "alertmanager"]),
    ("logging", &["loki"]),
    ("tracing", &["tempo", "jaeger"]),
    ("cicd", &["argo-cd", "argocd", "jenkins", "gitlab", "sonarqube"]),
    ("registry", &["harbor", "nexus", "artifactory"]),
    ("secrets", &["vault"]),
    ("service-mesh", &["consul", "linkerd", "istio"]),
];

/// What other programs use, and people do not look at.
const BACKENDS: [&str; 14] = [
    "postgresql",
    "mysql",
    "mariadb",
    "mongodb",
    "cassandra",
    "redis",
    "memcached",
    "kafka",
    "rabbitmq",
    "nats",
    "etcd",
    "consul",
    "vault",
    "elasticsearch",
];

/// The chart that something was installed by, without its version.
pub(super) fn chart(marks: &Marks) -> Option<&str> {
    label(marks, CHART).map(without_version)
}

/// What the chart is for, where it is a recognized one.
pub(super) fn purpose(chart: &str) -> Option<&'static str> {
    let known = RECOGNIZED.into_iter().find(|(_, charts)| charts.contains(&chart));
    known.map(|(purpose, _)| purpose)
}

pub(super) fn is_backend(chart: &str) -> bool {
    BACKENDS.contains(&chart)
}

/// `kube-prometheus-stack-45.1.0` is `kube-prometheus-stack`.
fn without_version(text: &str) -> &str {
    let dashes = text.match_indices('-');
    let mut cuts = dashes.filter(|(place, _)| is_version(&text[place + 1..]));
    cuts.next().map_or(text, |(place, _)| &text[..place])
}

fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let major = text.split_once('.').map(|(major, _)| major);
    major.is_some_and(|major| !major.is_empty() && major.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_is_known_without_its_version() {
        for (text, name) in [
            ("grafana-6.50.7", "grafana"),
            ("kube-prometheus-stack-45.1.0", "kube-prometheus-stack"),
            ("loki-2.9.1-rc.1", "loki"),
            ("argo-cd-v5.0.0", "argo-cd"),
            ("k8s-2-you-1.0.0_build.3", "k8s-2-you"),
            ("vault", "vault"),
            ("-1.0", ""),
            ("", ""),
        ] {
            assert_eq!(without_version(text), name, "{text}");
        }
    }
}
