//! Where apps are looked for.

use std::path::Path;

use engines::{Docker, Engine, Fault, Reach};

use super::finding::Finding::{self, Doubtful, Good};
use crate::config::Config;

/// `None` where nobody asks for containers.
pub(super) async fn docker(config: &Config) -> Option<Finding> {
    let settings = &config.discovery.docker;
    if !config.discovery.enabled || !settings.enabled {
        return None;
    }
    let address = match settings.address() {
        Ok(address) => address,
        Err((key, why)) => return Some(Doubtful(format!("docker: {key}: {why}"))),
    };
    let engine = Docker::new(address);
    Some(match engine.containers().await {
        Ok(containers) => Good(format!(
            "docker: the engine at {} answers ({} containers)",
            engine.address(),
            containers.len()
        )),
        Err(error) if error.fault == Fault::Unreachable && !is_socket_there(settings) => Good(
            format!("docker: there is no engine at {}; no containers are found", engine.address()),
        ),
        Err(error) => Doubtful(format!("docker: {error}")),
    })
}

fn is_socket_there(settings: &discovery::DockerConfig) -> bool {
    let path = settings.socket_path.strip_prefix("unix://").unwrap_or(&settings.socket_path);
    path.starts_with("tcp://") || Path::new(path).exists()
}

/// What machines in the network announce does not come into a container's own network. `None`
/// where nobody listens.
pub(super) async fn multicast(config: &Config) -> Option<Finding> {
    if !config.discovery.enabled || !config.discovery.mdns.enabled {
        return None;
    }
    let inside = match config.discovery.docker.address() {
        Ok(address) => Docker::new(address).surroundings().await.ok(),
        Err(_) => None,
    };
    let apart = inside.is_some_and(|around| matches!(around.reach, Reach::Networks(_)));
    Some(match (apart, lan::address()) {
        (true, _) => Doubtful(
            "mdns: this container has a network of its own, which announcements of the local \
             network do not reach; use network_mode: host, or set discovery.mdns.enabled: false"
                .to_owned(),
        ),
        (false, None) => Doubtful(
            "mdns: no network was found; nothing that machines announce is heard".to_owned(),
        ),
        (false, Some(address)) => Good(format!("mdns: listens at {address}")),
    })
}
