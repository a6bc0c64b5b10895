//! Whether the container engines that the configuration names can be used.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use engines::{Docker, DockerAddress, Engine, EngineError, Fault};

use super::Context;
use super::finding::Finding;

const NAME: &str = "docker";
const MEND: &str = "see the engine's log";

/// Nothing where nobody asks for containers.
pub(super) async fn check(context: &Context<'_>) -> Vec<Finding> {
    let (found, shown) = (&context.config.discovery, &context.config.runtimes.docker);
    let mut addresses = Vec::new();
    if found.enabled && found.docker.enabled {
        addresses.push(found.docker.address().map_err(|error| ("discovery", error)));
    }
    if shown.enabled {
        addresses.push(shown.address().map_err(|error| ("runtimes", error)));
    }
    addresses.dedup();
    let mut findings = Vec::new();
    for address in addresses {
        findings.push(match address {
            Ok(address) => engine(address).await,
            Err((section, (key, why))) => {
                Finding::warn(NAME, why, format!("correct {section}.{key}"))
            }
        });
    }
    findings
}

async fn engine(address: DockerAddress) -> Finding {
    let engine = Docker::new(address);
    let address = engine.address();
    match engine.containers().await {
        Ok(containers) => {
            let count = containers.len();
            Finding::ok(NAME, format!("the engine at {address} answers ({count} containers)"))
        }
        Err(error) if error.fault == Fault::Unreachable && is_absent(address) => {
            Finding::ok(NAME, format!("there is no engine at {address}; no containers are found"))
        }
        Err(error) => broken(address, error),
    }
}

fn group_of(socket: &Path) -> Option<u32> {
    Some(fs::metadata(socket).ok()?.gid())
}

fn is_absent(address: &DockerAddress) -> bool {
    address.socket().is_some_and(|path| !path.exists())
}

fn broken(address: &DockerAddress, error: EngineError) -> Finding {
    let mut mend = error.advice.unwrap_or_else(|| MEND.to_owned());
    let group = address.socket().and_then(group_of);
    if let (Fault::Forbidden, Some(group)) = (error.fault, group) {
        mend.push_str(&format!("; in a container, give it the group ({group}) with group_add"));
    }
    Finding::warn(NAME, error.message, mend)
}
