//! What a cluster cannot do, or not as a single machine does it.

use super::names;
use crate::compose::{Condition, NetworkMode, Project, Service, Source, units};

pub(super) fn refusals(project: &Project) -> Vec<String> {
    let mut refused = Vec::new();
    for (name, network) in &project.networks {
        if network.internal {
            refused.push(format!("the network {name} is `internal`"));
        }
    }
    for (name, service) in &project.services {
        let mut refuse = |what: &str| refused.push(format!("{name} {what}"));
        if !names::is_host(name) || name.len() > names::LONGEST_SERVICE {
            refuse("is no name for a host: 1 to 30 of a-z 0-9 -");
        }
        for what in of_service(service) {
            refuse(&what);
        }
    }
    for (name, service) in &project.services {
        for (other, dependency) in &service.depends_on {
            if dependency.condition == Condition::Completed {
                refused
                    .push(format!("{name} waits for {other} to end, and a cluster starts it anew"));
            }
        }
    }
    refused
}

fn of_service(service: &Service) -> Vec<String> {
    let mut refused: Vec<String> = Vec::new();
    let flags = [
        (service.network_mode == Some(NetworkMode::Host), "uses the machine's network"),
        (service.network_mode == Some(NetworkMode::None), "is to have no network"),
        (service.pid.is_some(), "sees the machine's processes"),
        (service.ipc.is_some(), "sees the machine's shared memory"),
        (!service.devices.is_empty(), "uses `devices`"),
        (!service.ulimits.is_empty(), "has `ulimits`"),
        (!service.sysctls.is_empty(), "has `sysctls`"),
        (!service.dns.is_empty(), "has a `dns` of its own"),
        (!service.extra_hosts.is_empty(), "has `extra_hosts`"),
        (service.pids_limit.is_some(), "has a `pids_limit`"),
        (service.stop_signal.is_some(), "has a `stop_signal`"),
    ];
    refused.extend(flags.into_iter().filter(|(is, _)| *is).map(|(_, what)| what.to_owned()));
    for mount in &service.volumes {
        if let Source::Host(path) = &mount.source {
            refused.push(format!("mounts {path} of the machine"));
        }
    }
    let known = |option: &&String| option.starts_with("no-new-privileges");
    let unknown = service.security_opt.iter().filter(|option| !known(option));
    refused.extend(unknown.map(|option| format!("has the `security_opt` {option}")));
    let user = service.user.iter().flat_map(|user| user.split(':'));
    let named = user.chain(service.group_add.iter().map(String::as_str));
    let named = named.filter(|text| text.parse::<u32>().is_err());
    refused
        .extend(named.map(|text| format!("names the user or group {text}, which has no number")));
    refused.extend(
        service
            .tmpfs
            .iter()
            .filter(|line| !is_plain_tmpfs(line))
            .map(|line| format!("has a `tmpfs` with options that only one machine knows: {line}")),
    );
    let files = service.configs.iter().chain(&service.secrets);
    let owned = files.filter(|file| (file.uid, file.gid) != (0, 0));
    refused.extend(owned.map(|file| format!("gives {} an owner", file.target)));
    let variables = service.environment.keys().filter(|name| !is_variable(name));
    refused.extend(variables.map(|name| format!("has a variable that is no name: {name}")));
    let labels = service.labels.keys().filter(|name| !is_annotation(name));
    refused.extend(labels.map(|name| format!("has a label that is no name: {name}")));
    let aliases = service.networks.values().flat_map(|attachment| &attachment.aliases);
    let hosts = aliases.chain(&service.container_name).chain(&service.hostname);
    let hosts = hosts.filter(|name| !names::is_host(name));
    refused.extend(hosts.map(|name| format!("has a name that is none for a host: {name}")));
    refused
}

fn is_plain_tmpfs(line: &str) -> bool {
    let (path, options) = line.split_once(':').unwrap_or((line, ""));
    let is_size =
        |option: &str| option.strip_prefix("size=").is_some_and(|s| units::bytes(s).is_some());
    path.starts_with('/') && (options.is_empty() || options.split(',').all(is_size))
}

/// As keys of a Secret are.
fn is_variable(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=253).contains(&name.len())
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !matches!(name, "." | "..")
        && name.bytes().all(allowed)
}

/// `[prefix/]name`.
fn is_annotation(name: &str) -> bool {
    let (prefix, name) = name.rsplit_once('/').unwrap_or(("example.org", name));
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let is_edge = |c: char| c.is_ascii_alphanumeric();
    (1..=63).contains(&name.len())
        && name.bytes().all(allowed)
        && name.starts_with(is_edge)
        && name.ends_with(is_edge)
        && prefix.split('.').all(names::is_host)
}
