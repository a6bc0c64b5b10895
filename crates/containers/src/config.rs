use std::time::Duration;

use engines::{DockerAddress, KubernetesSettings, MetricsSettings, Runtime};
use kit::Span;
use serde::{Deserialize, Serialize};

/// The section `runtimes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub primary: Primary,
    pub docker: DockerConfig,
    pub kubernetes: KubernetesConfig,
}

/// Which runtime is meant by a caller who names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Primary {
    #[default]
    Docker,
    Kubernetes,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DockerConfig {
    pub enabled: bool,
    /// Empty: where Docker usually listens.
    pub socket_path: String,
    /// The files with which a `tcp://` address is spoken to over TLS.
    pub tls_ca: String,
    pub tls_cert: String,
    pub tls_key: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KubernetesConfig {
    pub enabled: bool,
    pub kubeconfig: String,
    pub context: String,
    pub namespaces: Vec<String>,
    pub metrics_server: bool,
    pub metrics_cache_ttl: Span,
}

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let address = self.docker.address().err();
        let short = self.kubernetes.metrics_cache_ttl.0 < SHORTEST_TTL;
        let ttl = ("kubernetes.metrics_cache_ttl".to_owned(), "must be at least 1s".to_owned());
        let problems = address.into_iter().chain(short.then_some(ttl));
        problems.map(|(key, why)| (format!("runtimes.{key}"), why)).collect()
    }

    /// What works, but hardly as it was meant.
    pub fn warnings(&self) -> Vec<(String, String)> {
        let enabled = self.is_enabled(self.primary.runtime());
        // Where nothing is switched on, nobody meant anything.
        let any = self.docker.enabled || self.kubernetes.enabled;
        let name = self.primary.runtime().into_str();
        let why = format!("the primary runtime is {name}, which runtimes.{name}.enabled has off");
        let warning = (any && !enabled).then(|| ("runtimes.primary".to_owned(), why));
        warning.into_iter().collect()
    }

    pub(crate) fn is_enabled(&self, runtime: Runtime) -> bool {
        match runtime {
            Runtime::Docker => self.docker.enabled,
            Runtime::Kubernetes => self.kubernetes.enabled,
        }
    }
}

/// Shorter ones would keep a cluster busy with nothing else.
const SHORTEST_TTL: Duration = Duration::from_secs(1);

impl Primary {
    pub(crate) fn runtime(self) -> Runtime {
        match self {
            Primary::Docker => Runtime::Docker,
            Primary::Kubernetes => Runtime::Kubernetes,
        }
    }
}

impl DockerConfig {
    /// Where the engine is; the error names the key.
    pub fn address(&self) -> Result<DockerAddress, (String, String)> {
        let address = match self.socket_path.as_str() {
            "" => DockerAddress::default(),
            path => DockerAddress::parse(path)
                .map_err(|error| ("docker.socket_path".to_owned(), error.to_string()))?,
        };
        let secured = address.secured(&self.tls_ca, &self.tls_cert, &self.tls_key);
        secured.map_err(|error| ("docker.tls_ca".to_owned(), error.to_string()))
    }
}

impl KubernetesConfig {
    /// Which cluster is meant.
    pub fn settings(&self) -> KubernetesSettings {
        KubernetesSettings {
            kubeconfig: self.kubeconfig.clone(),
            context: (!self.context.is_empty()).then(|| self.context.clone()),
            namespaces: self.namespaces.clone(),
        }
    }

    pub(crate) fn metrics(&self) -> MetricsSettings {
        MetricsSettings { enabled: self.metrics_server, ttl: self.metrics_cache_ttl.0 }
    }
}

impl Default for DockerConfig {
    fn default() -> Self {
        DockerConfig {
            enabled: true,
            socket_path: String::new(),
            tls_ca: String::new(),
            tls_cert: String::new(),
            tls_key: String::new(),
        }
    }
}

impl Default for KubernetesConfig {
    fn default() -> Self {
        KubernetesConfig {
            enabled: false,
            kubeconfig: String::new(),
            context: String::new(),
            namespaces: Vec::new(),
            metrics_server: true,
            metrics_cache_ttl: Span(Duration::from_secs(30)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_primary_runtime_that_is_off_is_worth_a_warning() {
        let mut config = Config::default();
        assert!(config.warnings().is_empty() && config.problems().is_empty());
        config.primary = Primary::Kubernetes;
        assert_eq!(config.warnings()[0].0, "runtimes.primary");
        config.kubernetes.enabled = true;
        assert!(config.warnings().is_empty());
    }

    #[test]
    fn what_cannot_work_names_its_key() {
        let mut config = Config::default();
        config.docker.socket_path = "ftp://x".to_owned();
        config.kubernetes.metrics_cache_ttl = Span(Duration::ZERO);
        let keys: Vec<String> = config.problems().into_iter().map(|(key, _)| key).collect();
        let expected = ["runtimes.docker.socket_path", "runtimes.kubernetes.metrics_cache_ttl"];
        assert_eq!(keys, expected);
    }
}
