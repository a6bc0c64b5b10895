//! One container as a service of a compose file.

use engines::{
    Blueprint, Healthcheck, Limits, NetworkMode, Port, Privileges, Protocol, Resolver, Restart,
    Storage, StorageKind,
};

use super::sanitize::{Sanitizer, literal};
use super::stack::{Names, Wishes};
use super::yaml::Node;

/// What compose writes into labels for itself.
const COMPOSE_LABELS: &str = "com.docker.compose.";

pub(super) fn service(
    made: &Blueprint,
    name: &str,
    names: &Names,
    wishes: &Wishes,
    hide: &mut Sanitizer,
) -> Node {
    let mut service = Node::map();
    service.set("container_name", literal(&made.name));
    service.set("image", literal(&made.image));
    service
        .set("entrypoint", made.entrypoint.as_ref().map(|all| hide.words(name, "entrypoint", all)));
    service.set("command", made.command.as_ref().map(|all| hide.words(name, "command", all)));
    service.set("environment", environment(made, name, hide));
    service.set("labels", labels(made, name, hide));
    service.set("user", optional(&made.user));
    service.set("working_dir", optional(&made.working_dir));
    service.set("hostname", optional(&made.hostname));
    service.set("domainname", optional(&made.domain_name));
    service.set("tty", made.terminal.then_some(Node::Bool(true)));
    service.set("stdin_open", made.open_stdin.then_some(Node::Bool(true)));
    service.set("restart", restart(made.restart));
    service.set("stop_signal", optional(&made.stop_signal));
    let grace = made.stop_seconds.map(|seconds| literal(&format!("{seconds}s")));
    service.set("stop_grace_period", grace);
    service
        .set("healthcheck", made.healthcheck.as_ref().map(|check| healthcheck(check, name, hide)));
    network(made, names, wishes, &mut service);
    if wishes.volumes {
        service.set("volumes", list(made.mounts.iter().map(|mount| storage(mount, names))));
    }
    privileges(&made.privileges, &mut service);
    limits(&made.limits, &mut service);
    resolver(&made.resolver, &mut service);
    if let Some(logging) = &made.logging {
        let mut node = Node::map();
        node.set("driver", literal(&logging.driver));
        let options =
            logging.options.iter().map(|(key, value)| (key.clone(), hide.value(name, key, value)));
        node.set("options", Node::Map(options.collect()));
        service.set("logging", node);
    }
    let needs = names.needs(made).into_iter().map(|need| literal(&need));
    service.set("depends_on", list(needs));
    service
}

fn environment(made: &Blueprint, name: &str, hide: &mut Sanitizer) -> Node {
    let entries = made.environment.iter().map(|(key, value)| {
        let value = value.as_ref().map_or(Node::Null, |value| hide.value(name, key, value));
        (key.clone(), value)
    });
    Node::Map(entries.collect())
}

fn labels(made: &Blueprint, name: &str, hide: &mut Sanitizer) -> Node {
    let own = made.labels.iter().filter(|(key, _)| !key.starts_with(COMPOSE_LABELS));
    Node::Map(own.map(|(key, value)| (key.clone(), hide.value(name, key, value))).collect())
}

fn restart(policy: Restart) -> Option<Node> {
    Some(literal(&match policy {
        Restart::No => return None,
        Restart::Always => "always".to_owned(),
        Restart::UnlessStopped => "unless-stopped".to_owned(),
        Restart::OnFailure(None) => "on-failure".to_owned(),
        Restart::OnFailure(Some(times)) => format!("on-failure:{times}"),
    }))
}

fn healthcheck(check: &Healthcheck, name: &str, hide: &mut Sanitizer) -> Node {
    let mut node = Node::map();
    if check.test.first().is_some_and(|first| first == "NONE") {
        node.set("disable", Node::Bool(true));
        return node;
    }
    node.set("test", hide.words(name, "healthcheck", &check.test));
    for (key, nanos) in [
        ("interval", check.interval),
        ("timeout", check.timeout),
        ("start_period", check.start_period),
    ] {
        node.set(key, nanos.map(|nanos| literal(&span(nanos))));
    }
    node.set("retries", check.retries.map(Node::Number));
    node
}

/// In the largest unit that loses nothing.
fn span(nanos: i64) -> String {
    for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)] {
        if nanos % size == 0 {
            return format!("{}{unit}", nanos / size);
        }
    }
    format!("{}us", (nanos / 1_000).max(1))
}

fn network(made: &Blueprint, names: &Names, wishes: &Wishes, service: &mut Node) {
    // Ports belong to whoever has the network.
    let has_own = matches!(made.network, NetworkMode::Default | NetworkMode::Networks(_));
    if has_own {
        service.set("ports", list(made.published.iter().map(port)));
        let exposed =
            made.exposed.iter().map(|(port, kind)| literal(&format!("{port}/{}", protocol(*kind))));
        service.set("expose", list(exposed));
    }
    match &made.network {
        NetworkMode::Host => service.set("network_mode", literal("host")),
        NetworkMode::None => service.set("network_mode", literal("none")),
        NetworkMode::Container(id) => {
            let mode = match names.of_id(id) {
                Some(other) => format!("service:{other}"),
                None => format!("container:{id}"),
            };
            service.set("network_mode", literal(&mode));
        }
        _ if !wishes.networks => {}
        NetworkMode::Default => service.set("network_mode", literal("bridge")),
        NetworkMode::Networks(joined) => {
            let mut networks = Node::map();
            for network in joined {
                let mut node = Node::map();
                let own = names.of_id_or_name(made);
                let aliases = network.aliases.iter().filter(|alias| Some(alias.as_str()) != own);
                node.set("aliases", list(aliases.map(|alias| literal(alias))));
                node.set("ipv4_address", optional(&network.ipv4));
                node.set("ipv6_address", optional(&network.ipv6));
                networks.keep(&names.network(&network.name), node);
            }
            service.set("networks", networks);
        }
    }
}

fn port(port: &Port) -> Node {
    let ip = port
        .ip
        .filter(|ip| !ip.is_unspecified())
        .map(|ip| if ip.is_ipv6() { format!("[{ip}]:") } else { format!("{ip}:") });
    let public = port.public.map_or(String::new(), |port| port.to_string());
    let kind = protocol(port.protocol);
    let place = match (ip, public.is_empty()) {
        (Some(ip), _) => format!("{ip}{public}:"),
        (None, false) => format!("{public}:"),
        (None, true) => String::new(),
    };
    literal(&format!("{place}{}/{kind}", port.private))
}

fn protocol(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Tcp => "tcp",
        Protocol::Udp => "udp",
        Protocol::Sctp => "sctp",
    }
}

fn storage(mount: &Storage, names: &Names) -> Node {
    let mut node = Node::map();
    let mut set = |kind: &str, source: Option<Node>| {
        node.set("type", literal(kind));
        node.set("source", source);
        node.set("target", literal(&mount.target));
        node.set("read_only", mount.read_only.then_some(Node::Bool(true)));
    };
    match &mount.kind {
        StorageKind::Bind { source, propagation } => {
            set("bind", Some(literal(source)));
            if let Some(mode) = propagation {
                let mut bind = Node::map();
                bind.set("propagation", literal(mode));
                node.set("bind", bind);
            }
        }
        StorageKind::Volume { name, .. } => set("volume", Some(literal(&names.volume(name)))),
        StorageKind::Anonymous => set("volume", None),
        StorageKind::Memory { bytes } => {
            set("tmpfs", None);
            if let Some(bytes) = bytes {
                let mut memory = Node::map();
                memory.set("size", Node::Number(*bytes));
                node.set("tmpfs", memory);
            }
        }
    }
    node
}

fn privileges(given: &Privileges, service: &mut Node) {
    service.set("privileged", given.privileged.then_some(Node::Bool(true)));
    service.set("read_only", given.read_only.then_some(Node::Bool(true)));
    service.set("init", given.init.map(Node::Bool));
    service.set("cap_add", texts(&given.added));
    service.set("cap_drop", texts(&given.dropped));
    service.set("group_add", texts(&given.groups));
    service.set("devices", texts(&given.devices));
    service.set("security_opt", texts(&given.security));
    let kernel = given.kernel.iter().map(|(key, value)| (key.clone(), literal(value)));
    service.set("sysctls", Node::Map(kernel.collect()));
    service.set("pid", optional(&given.pid));
    service.set("ipc", optional(&given.ipc));
    service.set("userns_mode", optional(&given.user_namespace));
    service.set("runtime", optional(&given.runtime));
}

fn limits(limits: &Limits, service: &mut Node) {
    for (key, value) in [
        ("mem_limit", limits.memory),
        ("memswap_limit", limits.memory_swap),
        ("mem_reservation", limits.memory_reservation),
        ("shm_size", limits.shared_memory),
        ("cpu_shares", limits.cpu_shares),
        ("cpu_quota", limits.cpu_quota),
        ("cpu_period", limits.cpu_period),
        ("pids_limit", limits.processes),
        ("oom_score_adj", limits.out_of_memory_score),
    ] {
        service.set(key, value.map(Node::Number));
    }
    service.set("cpus", limits.nano_cpus.map(|nanos| Node::Text(cores(nanos))));
    service.set("cpuset", optional(&limits.cpu_set));
    let of_user = limits.of_user.iter().map(|(name, soft, hard)| {
        let mut limit = Node::map();
        limit.set("soft", Node::Number(*soft));
        limit.set("hard", Node::Number(*hard));
        (name.clone(), limit)
    });
    service.set("ulimits", Node::Map(of_user.collect()));
}

/// `1500000000` billionths are `1.5` cores.
fn cores(nanos: i64) -> String {
    let text = format!("{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn resolver(resolver: &Resolver, service: &mut Node) {
    service.set("dns", texts(&resolver.servers));
    service.set("dns_search", texts(&resolver.search));
    service.set("dns_opt", texts(&resolver.options));
    service.set("extra_hosts", texts(&resolver.hosts));
}

fn texts(all: &[String]) -> Node {
    list(all.iter().map(|text| literal(text)))
}

fn list(nodes: impl Iterator<Item = Node>) -> Node {
    Node::List(nodes.collect())
}

fn optional(text: &Option<String>) -> Option<Node> {
    text.as_deref().map(literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_shares_are_written_exactly() {
        assert_eq!(span(30_000_000_000), "30s");
        assert_eq!(span(1_500_000_000), "1500ms");
        assert_eq!(cores(1_500_000_000), "1.5");
        assert_eq!(cores(2_000_000_000), "2");
        assert_eq!(cores(50_000_000), "0.05");
    }

    #[test]
    fn ports_are_written_as_they_were_published() {
        let of = |ip: Option<&str>, public| {
            let ip = ip.map(|ip| ip.parse().expect("an address"));
            port(&Port { ip, private: 80, public, protocol: Protocol::Tcp })
        };
        let text = |text: &str| Node::Text(text.to_owned());
        assert_eq!(of(None, Some(8080)), text("8080:80/tcp"));
        assert_eq!(of(Some("0.0.0.0"), Some(8080)), text("8080:80/tcp"));
        assert_eq!(of(Some("127.0.0.1"), Some(8080)), text("127.0.0.1:8080:80/tcp"));
        assert_eq!(of(Some("127.0.0.1"), None), text("127.0.0.1::80/tcp"));
        assert_eq!(of(None, None), text("80/tcp"));
    }
}
