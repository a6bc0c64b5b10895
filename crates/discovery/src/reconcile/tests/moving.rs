//! Services that anybody in the network can announce.

use super::*;

const OLD: &str = "192.168.1.7:80";
const NEW: &str = "192.168.1.66:80";
const HTTP: &str = "proposal_mdns_http_web_80";
const HTTPS: &str = "proposal_mdns_https_web_80";

fn nas() -> ServiceKey {
    ServiceKey::new(Source::Mdns, "web@nas.local")
}

/// The app `web` as it was let in at the old address, with this key.
fn let_in(scheme: Scheme, known_key: Option<&str>) -> Index {
    let to = format!("{}://{OLD}", scheme.into_str());
    let link = ServiceLink {
        service: nas(),
        to: to.clone(),
        announcer: Some("nas.local".to_owned()),
        key: known_key.map(str::to_owned),
        ..link(OLD)
    };
    let protection = Protection::of(scheme, true);
    let route = RouteEntry { to, protection, ..route("web", OLD, Origin::Discovery) };
    let mut index = Index::default();
    index.add("web".into(), AppEntry { link: Some(link), routes: vec![route] });
    index
}

fn announced(scheme: Scheme, addresses: &[&str]) -> Observation {
    let addresses: Vec<_> = addresses.iter().map(|at| address(at)).collect();
    let epoch = format!("{addresses:?}");
    let offers =
        vec![Offer { own_port: 80, addresses, scheme: Some(scheme), probing: Probing::Adds }];
    let announcer = Some("nas.local".to_owned());
    Observation { service: nas(), offers, announcer, epoch, ..seen("web", OLD) }
}

impl Day {
    /// The service is announced at these addresses, and the last of them answers with this key.
    fn announces(&mut self, scheme: Scheme, addresses: &[&str], key: Option<&str>) {
        self.hears(announced(scheme, addresses), key);
    }

    fn hears(&mut self, observation: Observation, key: Option<&str>) {
        let service = observation.service.clone();
        self.seen(observation);
        let Some(task) = self.tasks.remove(&service) else { return };
        let findings = task.offers.iter().map(|offer| Finding {
            own_port: offer.own_port,
            address: offer.addresses.last().expect("an address").clone(),
            scheme: offer.scheme.unwrap_or(Scheme::Http),
            status: 200,
            insecure: true,
            key: key.map(str::to_owned),
        });
        let probed = Probed { service, task: task.number, findings: findings.collect() };
        self.act(|reconciler, moment| reconciler.probed(probed, moment));
    }

    /// The old address is called, which must be so, and somebody answers or not.
    #[track_caller]
    fn calls_old(&mut self, answered: bool) {
        assert_eq!(std::mem::take(&mut self.calls), [address(OLD)]);
        self.act(|reconciler, moment| reconciler.called(&nas(), &address(OLD), answered, moment));
    }

    #[track_caller]
    fn notes(&self, id: &str) -> String {
        self.reconciler.proposal(id).expect("a proposal").security_notes.join("; ")
    }

    #[track_caller]
    fn stays(&self) {
        assert_eq!((self.follows.len(), self.shown.len(), self.calls.len()), (0, 0, 0));
    }
}

#[test]
fn addresses_in_another_order_and_other_records_move_nothing() {
    let index = || let_in(Scheme::Http, None);
    let mut day = Day::after(Memory::default(), index());
    // The probe prefers the other address; the old one is still announced.
    day.announces(Scheme::Http, &[OLD, NEW], None);
    day.announces(Scheme::Http, &[NEW, OLD], None);
    day.announces(Scheme::Http, &["[fd00::7]:80", OLD, NEW], None);
    day.stays();
    let mut other_path = announced(Scheme::Http, &[OLD]);
    other_path.server_path = "/evil".to_owned();
    day.hears(other_path, None);
    let mut other_scheme = announced(Scheme::Https, &[OLD]);
    other_scheme.epoch = "other".to_owned();
    day.hears(other_scheme, Some("key"));
    day.pass(60_000);
    day.stays();
    let mut renamed = announced(Scheme::Http, &[OLD]);
    renamed.announcer = Some("nas-2.local".to_owned());
    day.hears(renamed, None);
    day.stays();
    day.tells(&[]);
}

#[test]
fn a_plain_service_is_proposed_at_its_new_address_and_its_route_stays() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Http, None));
    let mut moved = announced(Scheme::Http, &[NEW]);
    moved.server_path = "/evil".to_owned();
    moved.wishes.scopes = Some(vec!["access:anybody".to_owned()]);
    moved.wishes.path_base = Some("/apps/evil/".to_owned());
    day.hears(moved, None);
    day.shows(&[]);
    day.calls_old(true);
    day.shows(&[HTTP]);
    day.tells(&["?http://192.168.1.66:80", &format!("+{HTTP}")]);
    let notes = day.notes(HTTP);
    assert!(notes.contains(&format!("http://{OLD}, where something still answers")), "{notes}");
    assert!(notes.contains(&format!("moves the route web to http://{NEW}")), "{notes}");
    assert!(notes.contains("access:web") && !notes.contains("anybody"), "{notes}");
    let plan = &day.reconciler.proposal(HTTP).expect("a proposal").plan;
    assert_eq!((plan.path_base.as_str(), plan.server_path.as_str()), ("/apps/web/", ""));

    day.pass(10_000);
    day.calls_old(false);
    assert!(day.notes(HTTP).contains("nobody answers any more"), "{}", day.notes(HTTP));
    assert_eq!(day.follows, []);
    // It is back where it was.
    day.announces(Scheme::Http, &[OLD], None);
    day.shows(&[]);
    day.tells(&[&format!("-{HTTP}")]);
}

#[test]
fn the_same_key_is_followed_when_the_old_address_is_silent() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Https, Some("key")));
    day.announces(Scheme::Https, &[NEW], Some("key"));
    assert_eq!(day.follows, []);
    day.calls_old(true);
    day.shows(&[HTTPS]);
    assert_eq!(day.follows, []);
    day.pass(10_000);
    day.calls_old(false);
    assert_eq!(day.follows.len(), 1);
    assert_eq!(day.follows[0].to, format!("https://{NEW}"));
    day.shows(&[]);
}

/// What came of the call is old by the time the right key is shown.
#[test]
fn the_old_address_is_called_again_before_a_route_follows() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Https, Some("key")));
    day.announces(Scheme::Https, &[NEW], None);
    day.calls_old(false);
    day.pass(9_999);
    day.now += Duration::from_millis(1);
    let mut again = announced(Scheme::Https, &[NEW]);
    again.epoch = "again".to_owned();
    day.hears(again, Some("key"));
    assert_eq!(day.follows, []);
    day.calls_old(true);
    assert_eq!(day.follows, []);
}

#[test]
fn without_the_same_key_host_and_protection_a_person_decides() {
    for (known, scheme, shown, host) in [
        (None, Scheme::Https, Some("key"), "nas.local"),
        (None, Scheme::Https, None, "nas.local"),
        (Some("key"), Scheme::Https, None, "nas.local"),
        (Some("key"), Scheme::Https, Some("other"), "nas.local"),
        (Some("key"), Scheme::Http, None, "nas.local"),
        (Some("key"), Scheme::Https, Some("key"), "nas-2.local"),
    ] {
        let mut day = Day::after(Memory::default(), let_in(Scheme::Https, known));
        let mut moved = announced(scheme, &[NEW]);
        moved.announcer = Some(host.to_owned());
        day.hears(moved, shown);
        day.calls_old(false);
        let id = if scheme == Scheme::Https { HTTPS } else { HTTP };
        day.shows(&[id]);
        assert_eq!(day.follows, [], "{known:?} {scheme:?} {shown:?} {host}");
        let notes = day.notes(id);
        assert_eq!(notes.contains("less protected"), scheme == Scheme::Http, "{notes}");
    }
}

#[test]
fn a_move_that_was_dismissed_or_approved_is_not_proposed_again() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Http, None));
    day.announces(Scheme::Http, &[NEW], None);
    day.calls_old(false);
    day.act(|reconciler, moment| reconciler.dismiss(HTTP, moment));
    day.shows(&[]);
    day.pass(10_000);
    day.calls_old(false);
    day.shows(&[]);

    let mut day = Day::after(Memory::default(), let_in(Scheme::Http, None));
    day.announces(Scheme::Http, &[NEW], None);
    day.calls_old(false);
    day.tells(&["?http://192.168.1.66:80", &format!("+{HTTP}")]);
    let mut index = Index::default();
    let link = ServiceLink { service: nas(), to: format!("http://{NEW}"), ..link(NEW) };
    let routes = vec![route("web", NEW, Origin::Discovery)];
    index.add("web".into(), AppEntry { link: Some(link), routes });
    day.act(|reconciler, moment| reconciler.adopt(index, moment));
    day.shows(&[]);
    day.tells(&[]);
    day.pass(60_000);
    day.stays();
}

#[test]
fn another_host_of_the_same_name_is_proposed_beside_and_says_so() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Http, None));
    let mut other = announced(Scheme::Http, &[NEW]);
    other.service = ServiceKey::new(Source::Mdns, "web@a.local");
    other.announcer = Some("a.local".to_owned());
    day.hears(other, None);
    let id = "proposal_mdns_http_web-2_80";
    day.shows(&[id]);
    let notes = day.notes(id);
    assert!(notes.contains(&format!("The approved app web at http://{OLD}")), "{notes}");
    assert_eq!(day.follows, []);
}

#[test]
fn a_proposed_move_goes_with_its_service() {
    let mut day = Day::after(Memory::default(), let_in(Scheme::Http, None));
    day.announces(Scheme::Http, &[NEW], None);
    day.calls_old(false);
    day.tells(&["?http://192.168.1.66:80", &format!("+{HTTP}")]);
    day.act(|reconciler, moment| reconciler.gone(&nas(), moment));
    day.pass(1_000);
    day.shows(&[]);
    day.tells(&[&format!("-{HTTP}")]);
}
