//! A day at the desk, with a clock of its own.

mod catalogue;
mod days;
mod moving;

use std::time::Duration;

use catalog::Origin;
use kit::Timestamp;
use routing::Scheme;
use tokio::time::Instant;

use super::index::{AppEntry, RouteEntry};
use super::*;
use crate::model::{
    Address, ContainerLink, Observation, Offer, Probing, Protection, Score, ServiceKey,
    ServiceLink, Source, Wishes,
};
use crate::probe::{Finding, Probed};

struct Day {
    reconciler: Reconciler,
    begun: Instant,
    now: Duration,
    tasks: std::collections::HashMap<ServiceKey, ProbeTask>,
    /// Ids of what is shown, and what was told, in order.
    shown: std::collections::BTreeSet<String>,
    told: Vec<String>,
    follows: Vec<Follow>,
    /// Old addresses that are to be called.
    calls: Vec<Address>,
}

fn key(name: &str) -> ServiceKey {
    ServiceKey::new(Source::Docker, name)
}

fn address(text: &str) -> Address {
    let (host, port) = text.rsplit_once(':').expect("host:port");
    Address { host: host.to_owned(), port: port.parse().expect("a port") }
}

fn offer(port: u16, at: &str) -> Offer {
    Offer { own_port: port, addresses: vec![address(at)], scheme: None, probing: Probing::Decides }
}

fn seen(name: &str, at: &str) -> Observation {
    Observation {
        service: key(name),
        name: name.to_owned(),
        wishes: Wishes::default(),
        tags: Vec::new(),
        offers: vec![offer(80, at)],
        server_path: String::new(),
        score: Score::base(50, "a container"),
        evidence: Vec::new(),
        security_notes: Vec::new(),
        container: None,
        announcer: None,
        epoch: "1".to_owned(),
    }
}

impl Day {
    fn new() -> Self {
        Day::after(Memory::default(), Index::default())
    }

    fn after(memory: Memory, index: Index) -> Self {
        Day {
            reconciler: Reconciler::new(memory, index),
            begun: Instant::now(),
            now: Duration::ZERO,
            tasks: Default::default(),
            shown: Default::default(),
            told: Vec::new(),
            follows: Vec::new(),
            calls: Vec::new(),
        }
    }

    fn moment(&self) -> Moment {
        let time = Timestamp(i64::try_from(self.now.as_millis()).expect("a day"));
        Moment { now: self.begun + self.now, time }
    }

    fn act(&mut self, act: impl FnOnce(&mut Reconciler, Moment)) {
        let moment = self.moment();
        act(&mut self.reconciler, moment);
        let effects = self.reconciler.take_effects();
        self.calls.extend(effects.calls.into_iter().map(|(_, address)| address));
        for (service, task) in effects.probes {
            match task {
                Some(task) => drop(self.tasks.insert(service, task)),
                None => drop(self.tasks.remove(&service)),
            }
        }
        for showing in effects.showing {
            match showing {
                Showing::Put(proposal, _) => drop(self.shown.insert(proposal.id.clone())),
                Showing::Drop(id) => assert!(self.shown.remove(&id), "{id} was not shown"),
                Showing::Seen(id, _) => assert!(self.shown.contains(&id), "{id} is not shown"),
            }
        }
        for record in effects.records {
            match record {
                Record::Appeared { proposal, is_new } => {
                    self.told.push(format!("{}{}", if is_new { "+" } else { "~" }, proposal.id));
                }
                Record::Withdrawn(id) => self.told.push(format!("-{id}")),
                Record::Follow(follow) => self.follows.push(*follow),
                Record::Unproven(follow) => self.told.push(format!("?{}", follow.to)),
                Record::Stayed(follow) => self.told.push(format!("!{}", follow.to)),
                Record::Claimed(..) | Record::Unclaimed(_) => {}
            }
        }
    }

    fn seen(&mut self, observation: Observation) {
        self.act(|reconciler, moment| reconciler.seen(observation, moment));
    }

    fn gone(&mut self, name: &str) {
        self.act(|reconciler, moment| reconciler.gone(&key(name), moment));
    }

    /// Every port that is asked answers, at its last address.
    fn answered(&mut self, name: &str) {
        let Some(task) = self.tasks.remove(&key(name)) else { return };
        let findings = task.offers.iter().map(|offer| Finding {
            own_port: offer.own_port,
            address: offer.addresses.last().expect("an address").clone(),
            scheme: offer.scheme.unwrap_or(Scheme::Http),
            status: 200,
            insecure: false,
            key: None,
        });
        let probed = Probed { service: key(name), task: task.number, findings: findings.collect() };
        self.act(|reconciler, moment| reconciler.probed(probed, moment));
    }

    fn silent(&mut self, name: &str) {
        let number = self.tasks[&key(name)].number;
        let probed = Probed { service: key(name), task: number, findings: Vec::new() };
        self.act(|reconciler, moment| reconciler.probed(probed, moment));
    }

    fn start(&mut self, name: &str, at: &str) {
        self.seen(seen(name, at));
        self.answered(name);
    }

    /// Lets time pass, and everything happen that is due.
    fn pass(&mut self, millis: u64) {
        let end = self.now + Duration::from_millis(millis);
        while let Some(due) = self.reconciler.next_deadline().filter(|due| *due <= self.begun + end)
        {
            self.now = self.now.max(due.duration_since(self.begun));
            self.act(Reconciler::tick);
        }
        self.now = end;
    }

    #[track_caller]
    fn shows(&self, ids: &[&str]) {
        assert_eq!(self.shown.iter().map(String::as_str).collect::<Vec<_>>(), ids);
    }

    #[track_caller]
    fn tells(&mut self, told: &[&str]) {
        assert_eq!(std::mem::take(&mut self.told), told);
    }
}

const WEB: &str = "proposal_docker_http_web_80";
const NEW_WEB: &str = "+proposal_docker_http_web_80";

/// As an approval left it, with a way that is protected like this.
fn protected(to: &str, protection: Protection) -> Index {
    let mut index = Index::default();
    let mut route = route("web", to, Origin::Discovery);
    (route.to, route.protection) = (format!("https://{to}"), protection);
    let link = ServiceLink { to: route.to.clone(), ..link(to) };
    index.add("web".into(), AppEntry { link: Some(link), routes: vec![route] });
    index
}

fn link(to: &str) -> ServiceLink {
    ServiceLink {
        service: key("web"),
        route_id: "web".into(),
        port: 80,
        to: format!("http://{to}"),
        container_id: None,
        announcer: None,
        key: None,
    }
}

fn route(id: &str, to: &str, origin: Origin) -> RouteEntry {
    RouteEntry {
        id: id.into(),
        prefix: format!("/apps/{id}").into(),
        address: address(to.split('/').next().unwrap_or_default()),
        to: format!("http://{to}"),
        protection: Protection::Plain,
        scopes: vec![format!("access:{id}")],
        container_id: None,
        origin,
    }
}

/// The app `web`, as an approval left it.
fn approved(to: &str, now_to: &str) -> Index {
    let link = link(to);
    let mut index = Index::default();
    let routes = vec![route("web", now_to, Origin::Discovery)];
    index.add("web".into(), AppEntry { link: Some(link), routes });
    index
}
