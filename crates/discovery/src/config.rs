use std::time::Duration;

use engines::{DockerAddress, KubernetesSettings};
use kit::Span;
use serde::{Deserialize, Serialize};

use crate::mdns;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub enabled: bool,
    pub docker: DockerConfig,
    pub mdns: MdnsConfig,
    pub kubernetes: KubernetesConfig,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DockerConfig {
    pub enabled: bool,
    pub socket_path: String,
    /// The files with which a `tcp://` address is spoken to over TLS.
    pub tls_ca: String,
    pub tls_cert: String,
    pub tls_key: String,
    pub poll_interval: Span,
    pub network_mode: NetworkMode,
    pub networks: Vec<String>,
    pub exclude_networks: Vec<String>,
}

/// Which of a container's networks count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetworkMode {
    #[default]
    All,
    First,
    Preferred,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MdnsConfig {
    pub enabled: bool,
    pub scan_interval: Span,
    /// Empty: the usual ones.
    pub services: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KubernetesConfig {
    pub enabled: bool,
    pub kubeconfig: String,
    pub poll_interval: Span,
    pub namespaces: Vec<String>,
}

/// Shorter ones would keep an engine busy with nothing else.
const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);

impl Config {
    /// What is wrong with the section: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let intervals = [
            ("docker.poll_interval", self.docker.poll_interval),
            ("mdns.scan_interval", self.mdns.scan_interval),
            ("kubernetes.poll_interval", self.kubernetes.poll_interval),
        ];
        let short = intervals.into_iter().filter(|(_, span)| span.0 < SHORTEST_INTERVAL);
        let mut problems: Vec<(String, String)> =
            short.map(|(key, _)| (key.to_owned(), "must be at least 1s".to_owned())).collect();
        problems.extend(self.docker.address().err());
        problems.extend(mdns::problems(&self.mdns));
        problems.into_iter().map(|(key, why)| (format!("discovery.{key}"), why)).collect()
    }
}

impl DockerConfig {
    /// Where the engine is; the error names the key.
    pub fn address(&self) -> Result<DockerAddress, (String, String)> {
        let parsed = DockerAddress::parse(&self.socket_path);
        let address =
            parsed.map_err(|error| ("docker.socket_path".to_owned(), error.to_string()))?;
        let secured = address.secured(&self.tls_ca, &self.tls_cert, &self.tls_key);
        secured.map_err(|error| ("docker.tls_ca".to_owned(), error.to_string()))
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: true,
            docker: DockerConfig::default(),
            mdns: MdnsConfig::default(),
            kubernetes: KubernetesConfig::default(),
        }
    }
}

impl Default for DockerConfig {
    fn default() -> Self {
        DockerConfig {
            enabled: true,
            socket_path: "unix:///var/run/docker.sock".to_owned(),
            tls_ca: String::new(),
            tls_cert: String::new(),
            tls_key: String::new(),
            poll_interval: Span(Duration::from_secs(30)),
            network_mode: NetworkMode::All,
            networks: Vec::new(),
            exclude_networks: Vec::new(),
        }
    }
}

impl Default for MdnsConfig {
    fn default() -> Self {
        let scan_interval = Span(Duration::from_secs(60));
        MdnsConfig { enabled: true, scan_interval, services: Vec::new() }
    }
}

impl KubernetesConfig {
    pub fn settings(&self) -> KubernetesSettings {
        KubernetesSettings {
            kubeconfig: self.kubeconfig.clone(),
            context: None,
            namespaces: self.namespaces.clone(),
        }
    }
}

impl Default for KubernetesConfig {
    fn default() -> Self {
        KubernetesConfig {
            enabled: false,
            kubeconfig: String::new(),
            poll_interval: Span(Duration::from_secs(30)),
            namespaces: vec![String::new()],
        }
    }
}
