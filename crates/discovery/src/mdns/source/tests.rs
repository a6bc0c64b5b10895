//! Against a real Avahi on another host.

use std::collections::BTreeSet;
use std::time::Duration;
use testkit::PATIENCE;

use lan::mdns::{Interfaces, Settings};
use testkit::multicast::Lan;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::*;
use crate::model::{Observation, Probing, ServiceKey};
use crate::pace::RescanTimer;

/// On whichever host.
fn is_named(service: &ServiceKey, name: &str) -> bool {
    service.identity.rsplit_once('@').is_some_and(|(own, _)| own == name)
}

struct Lab {
    rescan_timer: RescanTimer,
    sightings: Receiver<Sighting>,
    /// What is gone, and has not come back.
    away: BTreeSet<ServiceKey>,
    _tasks: JoinSet<()>,
}

impl Lab {
    fn on(lan: &Lan) -> Self {
        let interfaces = Interfaces::Named(vec![lan.here().interface]);
        let mdns = Mdns::new(Settings { interfaces, own_id: None });
        let (sightings, received) = Sightings::channel();
        let rescan_timer = RescanTimer::new(Duration::from_secs(3_600));
        let source = MdnsSource {
            mdns: mdns.clone(),
            config: MdnsConfig::default(),
            pace: rescan_timer.pace(),
            sightings,
            targets: Targets::default(),
        };
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { mdns.run(CancellationToken::new()).await });
        tasks.spawn(source.run(CancellationToken::new()));
        Lab { rescan_timer, sightings: received, away: BTreeSet::new(), _tasks: tasks }
    }

    /// The first that is told within a time and that is meant.
    async fn told<T>(
        &mut self,
        what: &str,
        within: Duration,
        mut meant: impl FnMut(Sighting) -> Option<T>,
    ) -> T {
        let told = async {
            loop {
                let sighting = self.sightings.recv().await.expect("the source runs");
                match &sighting {
                    Sighting::Gone(key) => drop(self.away.insert(key.clone())),
                    Sighting::Seen(seen) => drop(self.away.remove(&seen.service)),
                    _ => {}
                }
                if let Some(found) = meant(sighting) {
                    return found;
                }
            }
        };
        timeout(within, told).await.unwrap_or_else(|_| panic!("not told in {within:?}: {what}"))
    }

    async fn seen(&mut self, identity: &str) -> Observation {
        self.told(identity, PATIENCE, |sighting| match sighting {
            Sighting::Seen(seen) if is_named(&seen.service, identity) => Some(*seen),
            _ => None,
        })
        .await
    }

    async fn gone(&mut self, identity: &str) {
        self.told(identity, PATIENCE, |sighting| match sighting {
            Sighting::Gone(key) => is_named(&key, identity).then_some(()),
            _ => None,
        })
        .await;
    }

    async fn condition(&mut self, is: impl Fn(&Condition) -> bool) {
        self.told("a condition", PATIENCE * 5, |sighting| match sighting {
            Sighting::Condition(Source::Mdns, now) => is(&now).then_some(()),
            _ => None,
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_is_seen_with_its_wishes_and_gone_with_its_goodbye() {
    let Some(lan) = Lan::start() else { return };
    let mut lab = Lab::on(lan);
    let name = lan.unique("Files");
    let txt = ["app_id=files", "path=/ui", "svc_enable=true", "tags=a,b"];
    let published = lan.publish(&name, "_http._tcp", 8080, &txt);
    let seen = lab.seen(&name.to_lowercase()).await;
    assert_eq!((seen.name.as_str(), seen.server_path.as_str()), (name.as_str(), "/ui"));
    assert_eq!(seen.wishes.app_id.as_deref(), Some("files"));
    assert_eq!(seen.score.confidence(), 0.95);
    let [offer] = &seen.offers[..] else { panic!("{:?}", seen.offers) };
    assert_eq!((offer.own_port, offer.probing), (8080, Probing::Adds));
    assert_eq!(offer.addresses[0].host, lan.address().to_string());
    assert!(seen.security_notes.is_empty(), "{:?}", seen.security_notes);
    drop(published);
    lab.gone(&name.to_lowercase()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_told_when_somebody_asks() {
    let Some(lan) = Lan::start() else { return };
    let mut lab = Lab::on(lan);
    let name = lan.unique("Whole");
    let _published = lan.publish(&name, "_hap._tcp", 80, &[]);
    let identity = name.to_lowercase();
    lab.seen(&identity).await;
    lab.rescan_timer.look_now();
    lab.told("everything", PATIENCE, |sighting| match sighting {
        Sighting::Whole(Source::Mdns, all) => {
            all.iter().any(|one| is_named(&one.service, &identity)).then_some(())
        }
        _ => None,
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_anew_stays() {
    let Some(lan) = Lan::start() else { return };
    let mut lab = Lab::on(lan);
    let name = lan.unique("Asked");
    let _published = lan.publish(&name, "_http._tcp", 80, &[]);
    lab.seen(&name.to_lowercase()).await;
    lab.rescan_timer.look_now();
    // By then whoever was not heard of again is dropped.
    let end = tokio::time::Instant::now() + Duration::from_secs(12);
    while let Ok(sighting) = tokio::time::timeout_at(end, lab.sightings.recv()).await {
        if let Some(Sighting::Gone(key)) = sighting {
            assert!(!is_named(&key, &name.to_lowercase()), "{key} is gone");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_is_away_takes_nothing_with_it() {
    let Some(lan) = Lan::apart() else { return };
    let mut lab = Lab::on(&lan);
    lab.condition(|now| matches!(now, Condition::Working { .. })).await;
    let name = lan.unique("Stays");
    let _published = lan.publish(&name, "_https._tcp", 443, &[]);
    lab.seen(&name.to_lowercase()).await;
    lan.cut();
    lab.condition(|now| matches!(now, Condition::Failing { .. })).await;
    assert!(lab.away.is_empty(), "{:?}", lab.away);
    lan.mend();
    lab.condition(|now| matches!(now, Condition::Working { .. })).await;
    let after = lan.unique("After");
    let _after = lan.publish(&after, "_http._tcp", 80, &[]);
    lab.told("a new service", PATIENCE * 2, |sighting| match sighting {
        Sighting::Seen(seen) => is_named(&seen.service, &after.to_lowercase()).then_some(()),
        _ => None,
    })
    .await;
    // Avahi may take its own name for another's, and then takes leave and comes back.
    while !lab.away.is_empty() {
        lab.seen(&name.to_lowercase()).await;
    }
}
