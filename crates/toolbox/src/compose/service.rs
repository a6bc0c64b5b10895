use std::collections::BTreeMap;
use std::time::Duration;

use super::files::{FileKind, FileMount};
use super::node::{Node, Problem, Read, Value};
use super::project::{Attachment, Dependency};
use super::section::{Section, pairs, parsed, texts};
use super::{
    Condition, Healthcheck, Mount, NetworkMode, PortMapping, Restart, Service, Ulimit, units,
};
use crate::rules;

/// The engine is asked to stop within a minute, and then told.
const LONGEST_GRACE: Duration = Duration::from_secs(50);

const KNOWN: &[&str] = &[
    "image",
    "container_name",
    "entrypoint",
    "command",
    "environment",
    "ports",
    "expose",
    "volumes",
    "configs",
    "secrets",
    "networks",
    "network_mode",
    "depends_on",
    "healthcheck",
    "restart",
    "labels",
    "user",
    "working_dir",
    "hostname",
    "stop_signal",
    "stop_grace_period",
    "init",
    "read_only",
    "tty",
    "stdin_open",
    "tmpfs",
    "shm_size",
    "mem_limit",
    "mem_reservation",
    "cpus",
    "pids_limit",
    "ulimits",
    "sysctls",
    "extra_hosts",
    "dns",
    "group_add",
    "cap_add",
    "cap_drop",
    "security_opt",
    "devices",
    "privileged",
    "pid",
    "ipc",
    "deploy",
];

pub(super) fn read(node: &Node) -> Read<Service> {
    let section = Section::of(node, KNOWN)?;
    let bytes = |key: &str| section.read(key, "a size such as 512m", units::bytes);
    let mut service = Service {
        image: image(node, &section)?,
        container_name: section.read("container_name", "a container's name", container_name)?,
        entrypoint: words(section.get("entrypoint"))?,
        command: words(section.get("command"))?,
        environment: environment(&section)?,
        ports: each(section.get("ports"), PortMapping::read)?,
        expose: each(section.get("expose"), |node| parsed(node, "a port"))?,
        volumes: each(section.get("volumes"), Mount::read)?,
        configs: each(section.get("configs"), |node| FileMount::read(node, FileKind::Config))?,
        secrets: each(section.get("secrets"), |node| FileMount::read(node, FileKind::Secret))?,
        networks: section.get("networks").map_or(Ok(BTreeMap::new()), networks)?,
        network_mode: section.read("network_mode", "bridge, host or none", network_mode)?,
        depends_on: section.get("depends_on").map_or(Ok(BTreeMap::new()), dependencies)?,
        healthcheck: section.get("healthcheck").map(healthcheck).transpose()?,
        restart: section.read("restart", RESTARTS, restart)?.unwrap_or_default(),
        labels: section.pairs("labels")?,
        user: section.text("user")?,
        working_dir: section.text("working_dir")?,
        hostname: section.text("hostname")?,
        stop_signal: section.text("stop_signal")?,
        stop_grace_period: section.read("stop_grace_period", "at most 50s", grace)?,
        init: section.flag("init")?,
        read_only: section.flag("read_only")?,
        tty: section.flag("tty")?,
        stdin_open: section.flag("stdin_open")?,
        tmpfs: section.texts("tmpfs")?,
        shm_size: bytes("shm_size")?,
        mem_limit: bytes("mem_limit")?,
        mem_reservation: bytes("mem_reservation")?,
        cpus: section.number("cpus")?,
        pids_limit: section.number("pids_limit")?,
        ulimits: section.get("ulimits").map_or(Ok(BTreeMap::new()), ulimits)?,
        sysctls: section.pairs("sysctls")?,
        extra_hosts: extra_hosts(&section)?,
        dns: section.texts("dns")?,
        group_add: section.texts("group_add")?,
        cap_add: section.texts("cap_add")?,
        cap_drop: section.texts("cap_drop")?,
        security_opt: section.texts("security_opt")?,
        devices: section.texts("devices")?,
        privileged: section.flag("privileged")?,
        pid: section.read("pid", "`host`", host_only)?,
        ipc: section.read("ipc", "`host`", host_only)?,
    };
    if let Some(deploy) = section.get("deploy") {
        limits(deploy, &mut service)?;
    }
    check(node, &service)?;
    Ok(service)
}

fn check(node: &Node, service: &Service) -> Read<()> {
    if service.network_mode.is_some() && !service.networks.is_empty() {
        return Err(node.problem("`network_mode` and `networks` exclude each other"));
    }
    if service.network_mode == Some(NetworkMode::Host) && !service.ports.is_empty() {
        return Err(node.problem("in the host's network no `ports` are published"));
    }
    if service.read_only && !(service.configs.is_empty() && service.secrets.is_empty()) {
        return Err(node.problem("with `read_only` no `configs` and `secrets` can be written"));
    }
    if service.cpus.is_some_and(|cpus| !(0.01..=1024.0).contains(&cpus)) {
        return Err(node.problem("`cpus` must be a number from 0.01"));
    }
    Ok(())
}

fn image(node: &Node, section: &Section<'_>) -> Read<String> {
    let image = section.get("image").ok_or_else(|| node.problem("`image` is missing"))?;
    let text = image.text()?;
    if rules::is_image(text) {
        Ok(text.to_owned())
    } else {
        Err(image.problem("expected an image such as name:tag"))
    }
}

fn container_name(text: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let valid = (2..=128).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(allowed);
    valid.then(|| text.to_owned())
}

/// A list, or a line that is split as a shell would, though none runs it.
fn words(node: Option<&Node>) -> Read<Option<Vec<String>>> {
    let Some(node) = node else { return Ok(None) };
    match &node.value {
        Value::Scalar(text) => {
            let words = shlex::split(text);
            words.map(Some).ok_or_else(|| node.problem("a quotation mark is not closed"))
        }
        _ => texts(node).map(Some),
    }
}

fn environment(section: &Section<'_>) -> Read<BTreeMap<String, String>> {
    let environment = section.pairs("environment")?;
    match environment.keys().find(|name| name.contains(['=', '\0'])) {
        Some(_) => {
            let node = section.get("environment").map(|node| node.place).unwrap_or_default();
            Err(Problem::new(node, "the name of a variable holds no `=`"))
        }
        None => Ok(environment),
    }
}

fn each<T>(node: Option<&Node>, read: impl Fn(&Node) -> Read<T>) -> Read<Vec<T>> {
    node.map_or(Ok(Vec::new()), |node| node.items()?.iter().map(read).collect())
}

fn networks(node: &Node) -> Read<BTreeMap<String, Attachment>> {
    if let Value::List(items) = &node.value {
        let names = items.iter().map(|item| Ok((item.owned_text()?, Attachment::default())));
        return names.collect();
    }
    let attached = node.entries()?.iter().map(|entry| {
        let section = Section::of(&entry.node, &["aliases"])?;
        Ok((entry.key.clone(), Attachment { aliases: section.texts("aliases")? }))
    });
    attached.collect()
}

fn network_mode(text: &str) -> Option<NetworkMode> {
    match text {
        "bridge" => Some(NetworkMode::Bridge),
        "host" => Some(NetworkMode::Host),
        "none" => Some(NetworkMode::None),
        _ => None,
    }
}

fn host_only(text: &str) -> Option<String> {
    (text == "host").then(|| text.to_owned())
}

fn dependencies(node: &Node) -> Read<BTreeMap<String, Dependency>> {
    if let Value::List(items) = &node.value {
        let started = Dependency { condition: Condition::Started };
        return items.iter().map(|item| Ok((item.owned_text()?, started))).collect();
    }
    let dependencies = node.entries()?.iter().map(|entry| {
        let section = Section::of(&entry.node, &["condition"])?;
        let condition = section.read("condition", "a condition of compose", condition)?;
        let condition = condition.unwrap_or(Condition::Started);
        Ok((entry.key.clone(), Dependency { condition }))
    });
    dependencies.collect()
}

fn condition(text: &str) -> Option<Condition> {
    match text {
        "service_started" => Some(Condition::Started),
        "service_healthy" => Some(Condition::Healthy),
        "service_completed_successfully" => Some(Condition::Completed),
        _ => None,
    }
}

fn healthcheck(node: &Node) -> Read<Healthcheck> {
    let known = ["test", "interval", "timeout", "retries", "start_period", "disable"];
    let section = Section::of(node, &known)?;
    let span = |key: &str| section.read(key, "a duration such as 30s", units::duration);
    let test = match (section.flag("disable")?, section.get("test")) {
        (true, _) => vec!["NONE".to_owned()],
        (false, None) => return Err(node.problem("`test` is missing")),
        (false, Some(test)) => match &test.value {
            Value::Scalar(script) => vec!["CMD-SHELL".to_owned(), script.clone()],
            _ => command_test(test)?,
        },
    };
    Ok(Healthcheck {
        test,
        interval: span("interval")?,
        timeout: span("timeout")?,
        retries: section.number("retries")?,
        start_period: span("start_period")?,
    })
}

fn command_test(node: &Node) -> Read<Vec<String>> {
    let words = texts(node)?;
    let kind = words.first().map(String::as_str).unwrap_or_default();
    let valid = match kind {
        "NONE" => words.len() == 1,
        "CMD-SHELL" => words.len() == 2,
        "CMD" => words.len() > 1,
        _ => false,
    };
    if valid { Ok(words) } else { Err(node.problem("a test begins with CMD, CMD-SHELL or NONE")) }
}

const RESTARTS: &str = "no, always, unless-stopped or on-failure";

fn restart(text: &str) -> Option<Restart> {
    match text {
        "no" | "false" => Some(Restart::No),
        "always" => Some(Restart::Always),
        "unless-stopped" => Some(Restart::UnlessStopped),
        "on-failure" => Some(Restart::OnFailure),
        _ => None,
    }
}

fn grace(text: &str) -> Option<Duration> {
    units::duration(text).filter(|span| *span <= LONGEST_GRACE)
}

fn ulimits(node: &Node) -> Read<BTreeMap<String, Ulimit>> {
    let limits = node.entries()?.iter().map(|entry| {
        let limit = match &entry.node.value {
            Value::Scalar(_) => {
                let both = parsed(&entry.node, "a number")?;
                Ulimit { soft: both, hard: both }
            }
            _ => {
                let section = Section::of(&entry.node, &["soft", "hard"])?;
                let missing = || entry.node.problem("`soft` and `hard` are numbers");
                let soft = section.number("soft")?.ok_or_else(missing)?;
                Ulimit { soft, hard: section.number("hard")?.ok_or_else(missing)? }
            }
        };
        Ok((entry.key.clone(), limit))
    });
    limits.collect()
}

fn extra_hosts(section: &Section<'_>) -> Read<Vec<String>> {
    let Some(node) = section.get("extra_hosts") else { return Ok(Vec::new()) };
    if let Value::Map(_) = &node.value {
        let hosts = pairs(node, ':')?.into_iter();
        return Ok(hosts.map(|(name, address)| format!("{name}:{address}")).collect());
    }
    let lines = texts(node)?;
    Ok(lines.into_iter().map(|line| line.replacen('=', ":", 1)).collect())
}

/// Of `deploy` only what bounds a container is meant for one engine.
fn limits(node: &Node, service: &mut Service) -> Read<()> {
    let deploy = Section::of(node, &["resources", "replicas"])?;
    if deploy.number::<u32>("replicas")?.is_some_and(|replicas| replicas != 1) {
        return Err(node.problem("a service has one container"));
    }
    let Some(resources) = deploy.get("resources") else { return Ok(()) };
    let resources = Section::of(resources, &["limits", "reservations"])?;
    if let Some(limits) = resources.get("limits") {
        let limits = Section::of(limits, &["cpus", "memory", "pids"])?;
        service.cpus = limits.number("cpus")?.or(service.cpus);
        let memory = limits.read("memory", "a size such as 512m", units::bytes)?;
        service.mem_limit = memory.or(service.mem_limit);
        service.pids_limit = limits.number("pids")?.or(service.pids_limit);
    }
    if let Some(reserved) = resources.get("reservations") {
        let reserved = Section::of(reserved, &["memory"])?;
        let memory = reserved.read("memory", "a size such as 512m", units::bytes)?;
        service.mem_reservation = memory.or(service.mem_reservation);
    }
    Ok(())
}
