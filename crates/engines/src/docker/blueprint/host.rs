use std::collections::BTreeMap;

use bollard::models::{HostConfig, RestartPolicyNameEnum};

use super::given;
use crate::{Limits, Logging, Privileges, Resolver, Restart};

/// What Docker gives to everybody.
const USUAL_SHARED_MEMORY: i64 = 64 * 1024 * 1024;

pub(super) fn restart(host: &HostConfig) -> Restart {
    let policy = host.restart_policy.clone().unwrap_or_default();
    match policy.name {
        Some(RestartPolicyNameEnum::ALWAYS) => Restart::Always,
        Some(RestartPolicyNameEnum::UNLESS_STOPPED) => Restart::UnlessStopped,
        Some(RestartPolicyNameEnum::ON_FAILURE) => {
            Restart::OnFailure(policy.maximum_retry_count.filter(|count| *count > 0))
        }
        _ => Restart::No,
    }
}

pub(super) fn privileges(host: &HostConfig) -> Privileges {
    let devices = host.devices.iter().flatten().filter_map(|device| {
        let outside = device.path_on_host.as_deref()?;
        let inside = device.path_in_container.as_deref().unwrap_or(outside);
        let rights = device.cgroup_permissions.as_deref().unwrap_or("rwm");
        Some(format!("{outside}:{inside}:{rights}"))
    });
    Privileges {
        privileged: host.privileged.unwrap_or(false),
        read_only: host.readonly_rootfs.unwrap_or(false),
        init: host.init,
        added: host.cap_add.clone().unwrap_or_default(),
        dropped: host.cap_drop.clone().unwrap_or_default(),
        groups: host.group_add.clone().unwrap_or_default(),
        devices: devices.collect(),
        security: security(host),
        kernel: sorted(host.sysctls.clone()),
        pid: given(host.pid_mode.clone()),
        // Private and shareable are the engine's own choices.
        ipc: given(host.ipc_mode.clone()).filter(|mode| mode == "host"),
        user_namespace: given(host.userns_mode.clone()),
        runtime: None,
    }
}

/// With `privileged`, the engine adds this by itself.
fn security(host: &HostConfig) -> Vec<String> {
    let all = host.security_opt.clone().unwrap_or_default();
    match host.privileged {
        Some(true) => all.into_iter().filter(|each| each != "label=disable").collect(),
        _ => all,
    }
}

pub(super) fn limits(host: &HostConfig) -> Limits {
    let set = |value: Option<i64>| value.filter(|value| *value != 0);
    let memory = set(host.memory);
    let ulimits = host.ulimits.iter().flatten().filter_map(|limit| {
        Some((limit.name.clone()?, limit.soft.unwrap_or(-1), limit.hard.unwrap_or(-1)))
    });
    Limits {
        memory,
        // Twice the memory is what it is where nobody says anything.
        memory_swap: set(host.memory_swap).filter(|swap| memory.map(|m| 2 * m) != Some(*swap)),
        memory_reservation: set(host.memory_reservation),
        shared_memory: set(host.shm_size).filter(|bytes| *bytes != USUAL_SHARED_MEMORY),
        nano_cpus: set(host.nano_cpus),
        cpu_shares: set(host.cpu_shares),
        cpu_quota: set(host.cpu_quota),
        cpu_period: set(host.cpu_period),
        cpu_set: given(host.cpuset_cpus.clone()),
        processes: set(host.pids_limit),
        out_of_memory_score: set(host.oom_score_adj),
        of_user: ulimits.collect(),
    }
}

pub(super) fn resolver(host: &HostConfig) -> Resolver {
    Resolver {
        servers: host.dns.clone().unwrap_or_default(),
        search: host.dns_search.clone().unwrap_or_default(),
        options: host.dns_options.clone().unwrap_or_default(),
        hosts: host.extra_hosts.clone().unwrap_or_default(),
    }
}

/// `json-file` without options is what everybody has.
pub(super) fn logging(host: &HostConfig) -> Option<Logging> {
    let config = host.log_config.clone()?;
    let options = sorted(config.config);
    let driver = given(config.typ)?;
    (driver != "json-file" || !options.is_empty()).then_some(Logging { driver, options })
}

/// From `/db:/web/alias`.
pub(super) fn needs(host: &HostConfig) -> Vec<String> {
    let links = host.links.iter().flatten().filter_map(|link| {
        let name = link.split(':').next()?.trim_start_matches('/');
        Some(name.to_owned())
    });
    let volumes = host.volumes_from.iter().flatten();
    links.chain(volumes.filter_map(|from| Some(from.split(':').next()?.to_owned()))).collect()
}

pub(super) fn notes(host: &HostConfig) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |is: bool, text: &str| {
        if is {
            notes.push(text.to_owned());
        }
    };
    note(host.auto_remove == Some(true), "it removes itself when it stops; that is left out");
    note(host.device_requests.as_ref().is_some_and(|d| !d.is_empty()), "its GPUs are left out");
    note(host.blkio_weight.is_some_and(|w| w > 0), "its disk weight is left out");
    note(
        host.volumes_from.as_ref().is_some_and(|v| !v.is_empty()),
        "volumes that it takes from another container are listed as its own",
    );
    note(host.publish_all_ports == Some(true), "it publishes all ports; only those set are listed");
    notes
}

pub(super) fn sorted(
    map: Option<std::collections::HashMap<String, String>>,
) -> BTreeMap<String, String> {
    map.unwrap_or_default().into_iter().collect()
}
