//! Looks at everything the gateway needs, says how to mend what is wrong, and changes nothing. One
//! file for each group of checks; a check is a small function that returns what it found.

mod address;
mod certificate;
mod cluster;
mod configuration;
pub(super) mod docker_policy;
mod engine;
mod finding;
mod host;
mod multicast;
mod ports;
mod proxies;
mod storage;

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;

use self::finding::{Finding, State};
use super::{output, runtime};
use crate::cli::DoctorOptions;
use crate::config::{Config, Sources};
use crate::serve::data_dir;

/// What the checks look at.
struct Context<'a> {
    config: &'a Config,
    data_dir: PathBuf,
    /// Whether HTTPS is spoken.
    secure: bool,
    /// Whether a gateway works in the data directory now.
    running: bool,
}

pub(super) fn run(sources: &Sources, options: &DoctorOptions) -> anyhow::Result<ExitCode> {
    let loaded = sources.load();
    let mut findings = configuration::check(sources, &loaded);
    if let Ok(loaded) = &loaded {
        let data_dir = sources.data_dir();
        let context = Context {
            config: &loaded.config,
            secure: !sources.flags.insecure_http,
            running: data_dir::is_claimed(&data_dir).unwrap_or(false),
            data_dir,
        };
        findings.extend(runtime()?.block_on(surroundings(&context)));
    }
    print(&findings, options.json);
    if is_fine(&findings) { Ok(ExitCode::SUCCESS) } else { Ok(ExitCode::FAILURE) }
}

fn is_fine(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.state != State::Fail)
}

fn print(findings: &[Finding], as_json: bool) {
    if as_json {
        let report = json!({"ok": is_fine(findings), "findings": findings});
        output::print(&format!("{report:#}"));
        return;
    }
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    output::print(&lines.join("\n"));
}

async fn surroundings(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = vec![storage::data_directory(context), storage::database(context).await];
    findings.extend(storage::space(context));
    findings.extend(ports::check(context).await);
    findings.push(address::check(context).await);
    findings.push(host::clock());
    findings.extend(host::open_files());
    findings.extend(proxies::check(context).await);
    if context.secure {
        findings.push(certificate::served(context));
        findings.extend(certificate::trust(context));
    }
    findings.extend(engine::check(context).await);
    findings.extend(cluster::check(context).await);
    findings.extend(multicast::check(context).await);
    findings
}
