//! A day at the desk, with a clock of its own.

use std::time::Duration;

use catalog::Origin;
use kit::Timestamp;
use routing::Scheme;
use tokio::time::Instant;

use super::index::{AppEntry, RouteEntry};
use super::*;
use crate::model::{
    Address, ContainerLink, Link, Observation, Offer, Probing, Score, ServiceKey, Source, Wishes,
};
use crate::probe::{Finding, Probed};

struct Day {
    desk: Desk,
    begun: Instant,
    now: Duration,
    tasks: std::collections::HashMap<ServiceKey, ProbeTask>,
    /// Ids of what is shown, and what was told, in order.
    shown: std::collections::BTreeSet<String>,
    told: Vec<String>,
    follows: Vec<Follow>,
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
        epoch: "1".to_owned(),
    }
}

impl Day {
    fn new() -> Self {
        Day::after(Memory::default(), Index::default())
    }

    fn after(memory: Memory, index: Index) -> Self {
        Day {
            desk: Desk::new(memory, index),
            begun: Instant::now(),
            now: Duration::ZERO,
            tasks: Default::default(),
            shown: Default::default(),
            told: Vec::new(),
            follows: Vec::new(),
        }
    }

    fn moment(&self) -> Moment {
        let time = Timestamp(i64::try_from(self.now.as_millis()).expect("a day"));
        Moment { now: self.begun + self.now, time }
    }

    fn act(&mut self, act: impl FnOnce(&mut Desk, Moment)) {
        let moment = self.moment();
        act(&mut self.desk, moment);
        let effects = self.desk.take_effects();
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
                Record::Claimed(..) | Record::Unclaimed(_) => {}
            }
        }
    }

    fn seen(&mut self, observation: Observation) {
        self.act(|desk, moment| desk.seen(observation, moment));
    }

    fn gone(&mut self, name: &str) {
        self.act(|desk, moment| desk.gone(&key(name), moment));
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
        });
        let probed = Probed { service: key(name), task: task.number, findings: findings.collect() };
        self.act(|desk, moment| desk.probed(probed, moment));
    }

    fn silent(&mut self, name: &str) {
        let number = self.tasks[&key(name)].number;
        let probed = Probed { service: key(name), task: number, findings: Vec::new() };
        self.act(|desk, moment| desk.probed(probed, moment));
    }

    fn start(&mut self, name: &str, at: &str) {
        self.seen(seen(name, at));
        self.answered(name);
    }

    /// Lets time pass, and everything happen that is due.
    fn pass(&mut self, millis: u64) {
        let end = self.now + Duration::from_millis(millis);
        while let Some(due) = self.desk.next_deadline().filter(|due| *due <= self.begun + end) {
            self.now = self.now.max(due.duration_since(self.begun));
            self.act(Desk::tick);
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

fn route(id: &str, to: &str, origin: Origin) -> RouteEntry {
    RouteEntry {
        id: id.into(),
        prefix: format!("/apps/{id}").into(),
        address: address(to),
        to: format!("http://{to}"),
        container_id: None,
        origin,
    }
}

/// The app `web`, as an approval left it.
fn approved(to: &str, now_to: &str) -> Index {
    let link = Link {
        service: key("web"),
        route_id: "web".into(),
        port: 80,
        to: format!("http://{to}"),
        container_id: None,
    };
    let mut index = Index::default();
    let routes = vec![route("web", now_to, Origin::Discovery)];
    index.add("web".into(), AppEntry { link: Some(link), routes });
    index
}

#[test]
fn a_container_is_proposed_when_it_answers_and_withdrawn_when_it_is_gone_for_a_second() {
    let mut day = Day::new();
    day.seen(seen("web", "172.17.0.2:80"));
    day.silent("web");
    day.pass(5_000);
    day.shows(&[]);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(999);
    day.shows(&[WEB]);
    day.pass(1);
    day.shows(&[]);
    day.tells(&["-proposal_docker_http_web_80"]);
    day.pass(100_000);
    day.start("web", "172.17.0.3:80");
    day.shows(&[WEB]);
    day.tells(&["~proposal_docker_http_web_80"]);
}

#[test]
fn a_restart_is_no_event() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(500);
    let mut again = seen("web", "172.17.0.2:80");
    again.epoch = "2".to_owned();
    day.seen(again);
    day.pass(5_000);
    day.shows(&[WEB]);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[]);
}

#[test]
fn one_that_does_not_come_back_to_speech_is_withdrawn() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    let mut again = seen("web", "172.17.0.2:80");
    again.epoch = "2".to_owned();
    day.seen(again);
    day.silent("web");
    day.pass(20_000);
    day.shows(&[]);
    day.answered("web");
    day.shows(&[WEB]);
}

#[test]
fn a_restless_one_is_shown_after_half_a_minute_of_rest() {
    let mut day = Day::new();
    for _ in 0..3 {
        day.start("web", "172.17.0.2:80");
        day.pass(2_000);
        day.gone("web");
        day.pass(2_000);
    }
    day.told.clear();
    for _ in 0..100 {
        day.start("web", "172.17.0.2:80");
        day.pass(2_000);
        day.shows(&[]);
        day.gone("web");
        day.pass(2_000);
    }
    day.tells(&[]);
    day.start("web", "172.17.0.2:80");
    day.pass(29_000);
    day.shows(&[]);
    day.pass(2_000);
    day.shows(&[WEB]);
}

#[test]
fn what_was_announced_before_the_start_is_shown_and_not_told_again() {
    let mut memory = Memory::default();
    memory.announced.insert(WEB.to_owned());
    let mut day = Day::after(memory, Index::default());
    day.start("web", "172.17.0.2:80");
    day.shows(&[WEB]);
    day.tells(&[]);
}

#[test]
fn what_is_dismissed_stays_so_until_everything_is_found_anew() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.act(|desk, moment| desk.dismiss(WEB, moment));
    day.shows(&[]);
    day.tells(&[NEW_WEB]);
    day.gone("web");
    day.pass(100_000);
    day.start("web", "172.17.0.9:80");
    day.shows(&[]);
    day.act(Desk::clear);
    day.answered("web");
    day.shows(&[WEB]);
    day.tells(&[NEW_WEB]);
}

#[test]
fn the_id_depends_on_neither_address_nor_order() {
    let ids = |first: &str, second: &str| {
        let mut day = Day::new();
        let wish = |name: &str, at| {
            let mut observation = seen(name, at);
            observation.wishes.app_id = Some("files".to_owned());
            observation
        };
        let all = vec![wish("b", first), wish("a", second)];
        day.act(|desk, moment| desk.whole(Source::Docker, all, moment));
        day.answered("b");
        day.answered("a");
        day.shown.into_iter().collect::<Vec<_>>()
    };
    let first = ids("10.0.0.1:80", "10.0.0.2:80");
    assert_eq!(first.len(), 2);
    assert_eq!(first, ids("10.0.0.7:80", "10.0.0.1:80"));
}

#[test]
fn nothing_is_proposed_for_what_has_a_route() {
    let mut index = Index::default();
    let routes = vec![route("hand", "172.17.0.2:80", Origin::Manual)];
    index.add("hand".into(), AppEntry { link: None, routes });
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.2:80");
    day.start("other", "172.17.0.3:80");
    day.shows(&["proposal_docker_http_other_80"]);
    day.act(|desk, moment| desk.adopt(Index::default(), moment));
    day.shows(&["proposal_docker_http_other_80", WEB]);
    day.act(|desk, moment| desk.adopt(approved("172.17.0.2:80", "172.17.0.2:80"), moment));
    day.shows(&["proposal_docker_http_other_80"]);
}

#[test]
fn an_app_in_the_catalogue_keeps_its_id_and_its_path() {
    let mut index = Index::default();
    let routes = vec![route("web", "10.9.9.9:80", Origin::Manual)];
    index.add("web".into(), AppEntry { link: None, routes });
    let mut day = Day::after(Memory::default(), index);
    let mut thief = seen("web", "172.17.0.2:80");
    thief.wishes.app_id = Some("web".to_owned());
    thief.wishes.path_base = Some("/apps/web/login/".to_owned());
    day.seen(thief);
    day.answered("web");
    day.shows(&["proposal_docker_http_web-2_80"]);
    let proposal = day.desk.proposal("proposal_docker_http_web-2_80").expect("a proposal");
    assert_eq!(proposal.plan.path_base, "/apps/web-2/");
    let notes = proposal.security_notes.join("\n");
    assert!(notes.contains("app id web is another's") && notes.contains("path"), "{notes}");
}

#[test]
fn an_approved_route_follows_its_service_to_where_it_answers() {
    let index = approved("172.17.0.2:80", "172.17.0.2:80");
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.2:80");
    assert_eq!(day.follows, []);
    day.gone("web");
    day.pass(10_000);
    let mut again = seen("web", "172.17.0.7:80");
    again.epoch = "2".to_owned();
    let link = ContainerLink { id: "abc".into(), name: "web".into(), compose: None };
    again.container = Some(link);
    day.seen(again);
    assert_eq!(day.follows, [], "not before it answers");
    day.answered("web");
    let follow = day.follows.pop().expect("it follows");
    assert_eq!((&*follow.before.route_id, follow.to.as_str()), ("web", "http://172.17.0.7:80"));
    assert_eq!(follow.container.map(|link| link.id).as_deref(), Some("abc"));
    day.shows(&[]);
}

#[test]
fn what_somebody_changed_stays() {
    let index = approved("172.17.0.2:80", "10.1.1.1:80");
    let mut day = Day::after(Memory::default(), index);
    day.start("web", "172.17.0.7:80");
    assert_eq!(day.follows, []);
    day.shows(&[]);
}

#[test]
fn an_address_that_was_given_to_another_hides_nobody() {
    let mut day = Day::after(Memory::default(), approved("172.17.0.2:80", "172.17.0.2:80"));
    day.start("web", "172.17.0.2:80");
    day.act(|desk, moment| desk.whole(Source::Docker, vec![seen("web", "172.17.0.2:80")], moment));
    day.start("heir", "172.17.0.2:80");
    day.shows(&[]);
    day.gone("web");
    day.pass(1_000);
    day.shows(&["proposal_docker_http_heir_80"]);
}

#[test]
fn elsewhere_an_answer_only_adds() {
    let mut day = Day::new();
    let mut printer = seen("printer", "192.168.1.9:631");
    printer.offers[0].probing = Probing::Adds;
    day.seen(printer.clone());
    day.shows(&[]);
    day.pass(1_000);
    day.shows(&["proposal_docker_http_printer_80"]);
    day.gone("printer");
    day.pass(100_000);
    printer.offers[0].scheme = Some(Scheme::Https);
    day.seen(printer);
    day.shows(&["proposal_docker_https_printer_80"]);
}

#[test]
fn every_port_that_answers_can_be_chosen() {
    let mut day = Day::new();
    let mut web = seen("web", "172.17.0.2:80");
    web.offers.push(offer(9000, "172.17.0.2:9000"));
    web.offers.push(offer(9001, "172.17.0.2:9001"));
    day.seen(web);
    let task = day.tasks[&key("web")].clone();
    let finding = |port: u16| Finding {
        own_port: port,
        address: address(&format!("172.17.0.2:{port}")),
        scheme: Scheme::Http,
        status: 200,
        insecure: false,
    };
    let tell = |day: &mut Day, ports: &[u16]| {
        let findings = ports.iter().map(|port| finding(*port)).collect();
        let probed = Probed { service: key("web"), task: task.number, findings };
        day.act(|desk, moment| desk.probed(probed, moment));
    };
    tell(&mut day, &[9001]);
    day.shows(&["proposal_docker_http_web_9001"]);
    tell(&mut day, &[80]);
    day.shows(&["proposal_docker_http_web_9001"]);
    let proposal = day.desk.proposal("proposal_docker_http_web_9001").expect("a proposal");
    let ports: Vec<u16> = proposal.choices.iter().map(|choice| choice.own_port).collect();
    assert_eq!(ports, [9001, 80]);
    day.act(|desk, moment| desk.dismiss("proposal_docker_http_web_9001", moment));
    day.shows(&[]);
}

#[test]
fn answers_are_remembered_while_nothing_changed() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.seen(seen("web", "172.17.0.2:80"));
    assert!(day.tasks.is_empty());
    let mut more = seen("web", "172.17.0.2:80");
    more.offers.push(offer(81, "172.17.0.2:81"));
    day.seen(more);
    let asked: Vec<u16> = day.tasks[&key("web")].offers.iter().map(|o| o.own_port).collect();
    assert_eq!(asked, [81]);
    day.shows(&[WEB]);
}

#[test]
fn a_look_at_everything_withdraws_what_it_does_not_name() {
    let mut day = Day::new();
    day.start("web", "172.17.0.2:80");
    day.start("old", "172.17.0.3:80");
    day.act(|desk, moment| desk.whole(Source::Mdns, Vec::new(), moment));
    day.pass(2_000);
    day.shows(&["proposal_docker_http_old_80", WEB]);
    let all = vec![seen("web", "172.17.0.2:80")];
    day.act(|desk, moment| desk.whole(Source::Docker, all, moment));
    day.pass(2_000);
    day.shows(&[WEB]);
}

#[test]
fn there_is_room_for_so_many_and_one_more_costs_the_same() {
    let mut day = Day::new();
    let many = |count: usize| {
        let one = |number: usize| {
            let mut one = seen(&format!("s{number}"), &format!("10.1.0.1:{}", number + 1));
            one.offers[0].probing = Probing::Adds;
            one.offers[0].scheme = Some(Scheme::Http);
            one
        };
        (0..count).map(one).collect::<Vec<_>>()
    };
    day.act(|desk, moment| desk.whole(Source::Docker, many(MOST_SERVICES + 10), moment));
    assert_eq!((day.shown.len(), day.desk.left_out()), (MOST_SERVICES, 10));
    let begun = std::time::Instant::now();
    for _ in 0..1_000 {
        day.seen(many(1).remove(0));
    }
    let each = begun.elapsed() / 1_000;
    assert!(each < Duration::from_millis(2), "{each:?} for one change");
    day.act(|desk, moment| desk.whole(Source::Docker, many(10), moment));
    day.pass(100_000);
    assert_eq!((day.shown.len(), day.desk.left_out()), (10, 0));
    assert_eq!(day.desk.count(Source::Docker), 10);
}
