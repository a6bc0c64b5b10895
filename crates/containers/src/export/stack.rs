//! Several containers as one compose file: their services, and the networks and volumes that they
//! share.

use std::collections::{BTreeMap, BTreeSet};

use engines::{Blueprint, ContainerId, Joined, NetworkMode, StorageKind};

use super::compose;
use super::sanitize::{Sanitizer, literal};
use super::yaml::Node;

const SERVICE_LABEL: &str = "com.docker.compose.service";
const NEEDS_LABEL: &str = "com.docker.compose.depends_on";
/// The engine makes these by itself.
const USUAL_DRIVERS: [&str; 2] = ["", "bridge"];

/// What a caller wants in the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wishes {
    pub(crate) sanitize: bool,
    pub(crate) volumes: bool,
    pub(crate) networks: bool,
}

/// A compose file, and what else there is to say.
#[derive(Debug, PartialEq)]
pub(crate) struct Stack {
    pub(crate) content: String,
    pub(crate) env_content: Option<String>,
    pub(crate) warnings: Vec<String>,
}

pub(crate) fn stack(made: &[Blueprint], wishes: Wishes) -> Stack {
    let names = Names::of(made);
    let mut hide = Sanitizer::new(wishes.sanitize);
    let mut warnings = Vec::new();
    for (one, name) in made.iter().zip(&names.services) {
        let values = one.environment.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        for (key, value) in values.chain(&one.labels) {
            hide.learn(name, key, value);
        }
        warnings.extend(warnings_of(one, name, &names, wishes));
    }
    let mut services = Node::map();
    for (one, name) in made.iter().zip(&names.services) {
        services.keep(name, compose::service(one, name, &names, &wishes, &mut hide));
    }
    let mut file = Node::map();
    file.set("services", services);
    if wishes.networks {
        file.set("networks", networks(made, &names));
    }
    if wishes.volumes {
        file.set("volumes", volumes(made, &names));
    }
    Stack { content: file.write(), env_content: hide.env_file(), warnings }
}

fn warnings_of(one: &Blueprint, name: &str, names: &Names, wishes: Wishes) -> Vec<String> {
    let mut warnings: Vec<String> = one.notes.clone();
    let anonymous = one.mounts.iter().filter(|mount| mount.kind == StorageKind::Anonymous);
    if wishes.volumes {
        warnings.extend(anonymous.map(|mount| {
            format!("the volume at {} has no name, so its data does not come along", mount.target)
        }));
    }
    if let NetworkMode::Container(id) = &one.network
        && names.of_id(id).is_none()
    {
        warnings.push("it uses the network of a container that is not exported".to_owned());
    }
    let line = |text: String| {
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(300).collect();
        format!("{name}: {text}")
    };
    warnings.into_iter().map(line).collect()
}

fn networks(made: &[Blueprint], names: &Names) -> Node {
    let mut all = Node::map();
    for (key, network) in &names.networks(made) {
        let mut node = Node::map();
        node.set("name", literal(&network.name));
        let driver = Some(&network.driver).filter(|it| !USUAL_DRIVERS.contains(&it.as_str()));
        node.set("driver", driver.map(|driver| literal(driver)));
        node.set("internal", network.internal.then_some(Node::Bool(true)));
        node.set("enable_ipv6", network.with_ipv6.then_some(Node::Bool(true)));
        node.set("attachable", network.attachable.then_some(Node::Bool(true)));
        node.set("driver_opts", options(&network.options));
        let subnets = network.subnets.iter().map(|subnet| {
            let mut node = Node::map();
            node.set("subnet", literal(&subnet.subnet));
            node.set("gateway", subnet.gateway.as_deref().map(literal));
            node.set("ip_range", subnet.range.as_deref().map(literal));
            node
        });
        let subnets = Node::List(subnets.collect());
        let mut ipam = Node::map();
        ipam.set("config", subnets);
        node.set("ipam", ipam);
        all.keep(key, node);
    }
    all
}

fn volumes(made: &[Blueprint], names: &Names) -> Node {
    let mut seen = BTreeMap::new();
    for mount in made.iter().flat_map(|one| &one.mounts) {
        if let StorageKind::Volume { name, driver, options } = &mount.kind {
            seen.insert(names.volume(name), (name, driver, options));
        }
    }
    let mut all = Node::map();
    for (key, (name, driver, with)) in seen {
        let mut node = Node::map();
        node.set("name", literal(name));
        let driver = Some(driver).filter(|it| !["", "local"].contains(&it.as_str()));
        node.set("driver", driver.map(|driver| literal(driver)));
        node.set("driver_opts", options(with));
        all.keep(&key, node);
    }
    all
}

fn options(all: &BTreeMap<String, String>) -> Node {
    Node::Map(all.iter().map(|(key, value)| (key.clone(), literal(value))).collect())
}

/// What everything is called in the file.
pub(super) struct Names {
    /// In the order of the containers.
    pub(super) services: Vec<String>,
    by_id: BTreeMap<ContainerId, String>,
    by_name: BTreeMap<String, String>,
    needs: BTreeMap<String, BTreeSet<String>>,
}

impl Names {
    fn of(made: &[Blueprint]) -> Self {
        let mut taken = BTreeSet::new();
        let mut names = Names {
            services: Vec::new(),
            by_id: BTreeMap::new(),
            by_name: BTreeMap::new(),
            needs: BTreeMap::new(),
        };
        for one in made {
            let wanted = one.labels.get(SERVICE_LABEL).unwrap_or(&one.name);
            let name = free(&plain(wanted), &taken);
            taken.insert(name.clone());
            if let Some(id) = &one.id {
                names.by_id.insert(id.clone(), name.clone());
            }
            names.by_name.entry(one.name.clone()).or_insert_with(|| name.clone());
            names.services.push(name);
        }
        names.needs = needs(made, &names);
        names
    }

    pub(super) fn of_id(&self, id: &ContainerId) -> Option<&str> {
        self.by_id.get(id).map(String::as_str)
    }

    pub(super) fn of_id_or_name(&self, made: &Blueprint) -> Option<&str> {
        let by_id = made.id.as_ref().and_then(|id| self.by_id.get(id));
        by_id.or_else(|| self.by_name.get(&made.name)).map(String::as_str)
    }

    pub(super) fn needs(&self, made: &Blueprint) -> Vec<String> {
        let own = self.of_id_or_name(made).and_then(|name| self.needs.get(name));
        own.into_iter().flatten().cloned().collect()
    }

    pub(super) fn network(&self, name: &str) -> String {
        plain(name)
    }

    pub(super) fn volume(&self, name: &str) -> String {
        plain(name)
    }

    fn networks<'a>(&self, made: &'a [Blueprint]) -> BTreeMap<String, &'a Joined> {
        let mut all: BTreeMap<String, &Joined> = BTreeMap::new();
        for one in made {
            let NetworkMode::Networks(joined) = &one.network else { continue };
            for network in joined {
                let known = all.entry(self.network(&network.name)).or_insert(network);
                if known.subnets.is_empty() {
                    *known = network;
                }
            }
        }
        all
    }
}

/// Compose takes no other letters.
fn plain(name: &str) -> String {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    let name: String =
        name.chars().map(|letter| if allowed(letter) { letter } else { '-' }).take(128).collect();
    let name = name.trim_start_matches(['-', '.', '_']);
    if name.is_empty() { "service".to_owned() } else { name.to_owned() }
}

fn free(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned())
}

/// Who has to be there before whom: as was said when they were made, and as their variables tell
/// whose name they hold. Two never wait for each other.
fn needs(made: &[Blueprint], names: &Names) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let pairs = |wanted: fn(&Blueprint, &Names) -> Vec<String>| {
        let each = made.iter().zip(&names.services);
        each.flat_map(move |(one, name)| {
            wanted(one, names).into_iter().map(move |need| (name.clone(), need))
        })
    };
    let said: Vec<_> = pairs(told).chain(pairs(mentioned)).collect();
    for (name, need) in said {
        if name != need && !leads_to(&all, &need, &name) {
            all.entry(name).or_default().insert(need);
        }
    }
    all
}

fn leads_to(needs: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    from == to || needs.get(from).into_iter().flatten().any(|next| leads_to(needs, next, to))
}

fn told(one: &Blueprint, names: &Names) -> Vec<String> {
    let label = one.labels.get(NEEDS_LABEL).map(String::as_str).unwrap_or_default();
    // As in `db:service_started:false,cache:service_healthy:true`.
    let of_label = label.split(',').filter_map(|entry| entry.split(':').next());
    let of_label = of_label.filter(|name| names.services.iter().any(|known| known == name));
    let by_name = one.needs.iter().filter_map(|need| {
        let by_id = ContainerId::parse(need).ok().and_then(|id| names.by_id.get(&id).cloned());
        by_id.or_else(|| names.by_name.get(need).cloned())
    });
    let of_network = match &one.network {
        NetworkMode::Container(id) => names.of_id(id).map(str::to_owned),
        _ => None,
    };
    of_label.map(str::to_owned).chain(by_name).chain(of_network).collect()
}

/// `DB_HOST=db` and `postgres://db:5432` name a service that this one talks to.
fn mentioned(one: &Blueprint, names: &Names) -> Vec<String> {
    let hosts: BTreeSet<&str> = one
        .environment
        .values()
        .flatten()
        .flat_map(|value| value.split(|c: char| !c.is_ascii_alphanumeric() && !"_.-".contains(c)))
        .collect();
    let by_service = names.services.iter().filter(|name| hosts.contains(name.as_str()));
    let by_name = names.by_name.iter().filter(|(name, _)| hosts.contains(name.as_str()));
    by_service.chain(by_name.map(|(_, service)| service)).cloned().collect()
}

#[cfg(test)]
#[path = "stack_tests.rs"]
mod tests;
