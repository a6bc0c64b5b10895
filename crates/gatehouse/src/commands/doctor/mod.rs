//! Looks at everything the gateway needs, and changes nothing.

mod discovery;
mod finding;
mod host;
mod network;
mod storage;

use std::fmt;
use std::process::ExitCode;

use self::finding::Finding::{self, Bad, Doubtful, Good};
use super::{output, runtime};
use crate::config::{Config, Loaded, Sources};

pub(super) fn run(sources: &Sources) -> anyhow::Result<ExitCode> {
    let loaded = sources.load();
    let mut findings = configuration(sources, &loaded);
    if let Ok(loaded) = &loaded {
        findings.extend(runtime()?.block_on(surroundings(sources, &loaded.config)));
    }
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    output::print(&lines.join("\n"));
    match findings.iter().any(|finding| matches!(finding, Bad(_))) {
        true => Ok(ExitCode::FAILURE),
        false => Ok(ExitCode::SUCCESS),
    }
}

fn configuration<E: fmt::Display>(sources: &Sources, loaded: &Result<Loaded, E>) -> Vec<Finding> {
    let file = sources.file();
    match loaded {
        Err(problems) => problems.to_string().lines().map(|line| Bad(line.to_owned())).collect(),
        Ok(loaded) if !loaded.warnings.is_empty() => {
            loaded.warnings.iter().map(|warning| Doubtful(warning.to_string())).collect()
        }
        Ok(_) if file.exists() => vec![Good(format!("configuration: {} is good", file.display()))],
        Ok(_) => vec![Good("configuration: there is no file; the defaults are used".to_owned())],
    }
}

async fn surroundings(sources: &Sources, config: &Config) -> Vec<Finding> {
    let folder = sources.data_dir();
    let secure = !sources.flags.insecure_http;
    let mut findings = vec![
        storage::data_directory(&folder),
        storage::database(config, &folder).await,
        network::port(config, secure).await,
        network::base_address(config),
        host::clock(),
    ];
    findings.extend(storage::space(&folder));
    findings.extend(host::open_files());
    findings.extend(network::proxies(config));
    if secure {
        findings.push(network::certificate(config, &folder));
        findings.extend(network::trust(config, &folder));
    }
    findings.extend(discovery::docker(config).await);
    findings.extend(discovery::multicast(config).await);
    findings
}
