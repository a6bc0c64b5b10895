//! The configuration: the sum of the parts' configurations, laid in layers (defaults, file,
//! environment, flags), checked, and compared when it is read again.

mod diff;
mod env;
mod keys;
mod load;
mod logging;
mod nearest;
mod node;
mod reader;
mod reference;
mod server;
mod settings;
#[cfg(test)]
mod tests;
mod validate;
mod yaml;

use engines::{Docker, DockerAddress, InvalidDockerAddress, Kubernetes};
use serde::{Deserialize, Serialize};

pub(crate) use self::diff::{Changed, diff};
pub(crate) use self::load::{Flags, Loaded, Problems, Sources};
pub(crate) use self::logging::{Format, Logging};

pub(crate) use self::node::{Node, Problem, Value};
pub(crate) use self::reference::reference;
pub(crate) use self::server::{BaseUrl, Listen, Server};
pub(crate) use self::settings::{Setting, settings};
pub(crate) use self::yaml::parse_any as parse_any_yaml;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Config {
    pub(crate) server: Server,
    pub(crate) auth: access::AuthConfig,
    pub(crate) bootstrap: access::BootstrapConfig,
    pub(crate) pairing: access::PairingConfig,
    pub(crate) storage: store::Config,
    pub(crate) apps: Vec<catalog::AppEntry>,
    pub(crate) routes: Vec<catalog::RouteEntry>,
    pub(crate) health_checks: catalog::HealthConfig,
    pub(crate) certificates: certs::Config,
    pub(crate) discovery: discovery::Config,
    pub(crate) runtimes: containers::Config,
    pub(crate) notifications: notify::Config,
    pub(crate) scripts: scripts::Config,
    pub(crate) toolbox: toolbox::Config,
    pub(crate) backup: backup::Config,
    pub(crate) federation: federation::Config,
    pub(crate) proxy: edge::ProxyConfig,
    pub(crate) metrics: journal::MetricsConfig,
    pub(crate) access_log: journal::AccessLogConfig,
    pub(crate) traces: journal::TracesConfig,
    pub(crate) rate_limits: web::limits::Config,
    pub(crate) logging: Logging,
}

impl Config {
    /// What concerns the slice `access`.
    pub(crate) fn access(&self) -> access::Settings {
        access::Settings {
            auth: self.auth.clone(),
            pairing: self.pairing.clone(),
            bootstrap: self.bootstrap.clone(),
        }
    }

    /// What concerns the slice `catalog`.
    pub(crate) fn catalog(&self) -> catalog::Settings {
        catalog::Settings {
            config: self.listed(),
            base_domain: self.server.base_domain.clone(),
            health: self.health_checks.clone(),
        }
    }

    /// What concerns the slice `journal`.
    pub(crate) fn journal(&self) -> journal::Settings {
        journal::Settings {
            metrics: self.metrics.clone(),
            access_log: self.access_log.clone(),
            traces: self.traces.clone(),
        }
    }

    /// Where the toolbox deploys to: the primary runtime.
    pub(crate) fn toolbox_target(&self) -> Result<toolbox::Target, InvalidDockerAddress> {
        let docker = &self.runtimes.docker;
        if self.runtimes.primary == containers::Primary::Kubernetes {
            let kubernetes = &self.runtimes.kubernetes;
            return Ok(if kubernetes.enabled {
                toolbox::Target::Kubernetes(Kubernetes::new(kubernetes.settings()))
            } else {
                toolbox::Target::Off
            });
        }
        if !docker.enabled {
            return Ok(toolbox::Target::Off);
        }
        let address = match docker.socket_path.as_str() {
            "" => DockerAddress::default(),
            path => DockerAddress::parse(path)?,
        };
        let address = address.secured(&docker.tls_ca, &docker.tls_cert, &docker.tls_key)?;
        Ok(toolbox::Target::Docker(Docker::new(address)))
    }

    /// What no container action may take from under us.
    pub(crate) fn vital(&self) -> containers::Vital {
        let networks = self.server.trusted_proxies.iter().map(|network| network.0);
        let single = networks.filter(|network| network.prefix_len() == network.max_prefix_len());
        containers::Vital {
            database: self.storage.server(),
            proxies: single.map(|network| network.addr()).collect(),
        }
    }

    /// The apps and routes of the file.
    pub(crate) fn listed(&self) -> catalog::Config {
        catalog::Config { apps: self.apps.clone(), routes: self.routes.clone() }
    }
}
