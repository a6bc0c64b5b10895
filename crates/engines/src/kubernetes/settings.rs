#[cfg(any(test, feature = "kubernetes"))]
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KubernetesSettings {
    /// The path of a file. Empty: the account of the pod that this program runs in, or else the
    /// default kubeconfig.
    pub kubeconfig: String,
    /// `None`: the one that the kubeconfig calls its current.
    pub context: Option<String>,
    /// None, or an empty one among them: all.
    pub namespaces: Vec<String>,
}

impl KubernetesSettings {
    /// The namespaces that are looked at; a single `None` is all of them.
    #[cfg(any(test, feature = "kubernetes"))]
    pub(super) fn reach(&self) -> Vec<Option<Arc<str>>> {
        if self.namespaces.is_empty() || self.namespaces.iter().any(String::is_empty) {
            return vec![None];
        }
        let mut names: Vec<&str> = self.namespaces.iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| Some(name.into())).collect()
    }
}

/// How the metrics API is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricsSettings {
    pub enabled: bool,
    /// How long an answer is used.
    pub ttl: Duration,
}

impl Default for MetricsSettings {
    fn default() -> Self {
        MetricsSettings { enabled: true, ttl: Duration::from_secs(30) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_namespace_and_an_empty_one_mean_all() {
        let reach = |names: &[&str]| {
            let namespaces = names.iter().map(|name| (*name).to_owned()).collect();
            KubernetesSettings { namespaces, ..KubernetesSettings::default() }.reach()
        };
        assert_eq!(reach(&[]), [None]);
        assert_eq!(reach(&[""]), [None]);
        assert_eq!(reach(&["media", ""]), [None]);
        assert_eq!(reach(&["b", "a", "b"]), [Some("a".into()), Some("b".into())]);
    }
}
