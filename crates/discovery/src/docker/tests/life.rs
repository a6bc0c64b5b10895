use std::time::Duration;

use testkit::docker::{Container, DockerEngine};
use tokio::time::timeout;

use super::{Lab, PATIENCE, named};
use crate::config::DockerConfig;
use crate::model::{Observation, Probing};
use crate::sightings::{Condition, Sighting};

#[tokio::test(flavor = "multi_thread")]
async fn a_container_is_seen_and_gone_within_a_second() {
    let Some(engine) = testkit::docker() else { return };
    let mut lab = Lab::new(engine);
    lab.whole(PATIENCE).await;

    let mut running = engine.run(Container::new(engine.unique("life")).serve(8080, "hello"));
    let name = running.name().to_owned();
    let seen = lab.seen(&name).await;
    assert_eq!(seen.offers[0].addresses[0].host, running.address().to_string());
    assert_eq!((seen.offers[0].own_port, seen.offers[0].probing), (8080, Probing::Decides));
    assert_eq!(seen.score.confidence(), 0.60);
    assert_eq!(seen.tags, ["docker", "gatehouse-lab"]);

    running.stop();
    lab.gone(&name).await;
    running.start();
    let again = lab.seen(&name).await;
    assert_eq!(again.service, seen.service);
    assert_ne!(again.epoch, seen.epoch);
    running.recreate(|container| container.label("svc.app.name", "Another"));
    let other = lab
        .wait(PATIENCE, |told| match told {
            Sighting::Seen(seen) if seen.wishes.app_name.is_some() => Some(seen),
            _ => None,
        })
        .await;
    assert_eq!(other.service, seen.service);

    let renamed = engine.unique("renamed");
    running.rename(&renamed);
    lab.gone(&name).await;
    lab.seen(&renamed).await;
    running.remove();
    lab.gone(&renamed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_look_shows_what_runs_and_leaves_out_what_it_should() {
    let Some(engine) = testkit::docker() else { return };
    engine.retag("traefik:v3");
    engine.retag("somebody/gatehouse:1");
    engine.retag("grafana/grafana:11");
    let start = |name: &str, image: &str, labels: &[(&str, &str)]| {
        let mut container = Container::new(engine.unique(name)).image(image);
        for (name, value) in labels {
            container = container.label(*name, *value);
        }
        engine.run(container)
    };
    let plain = engine.image();
    let shown = [
        start("known", "grafana/grafana:11", &[("svc.enable", "true")]),
        start("system", "traefik:v3", &[("svc.test", "1")]),
        start("hostile", plain, &[("svc.app.id", "../api"), ("svc.route.path", "a\r\nb")]),
    ];
    let hidden = [
        start("system", "traefik:v3", &[]),
        start("own", "somebody/gatehouse:1", &[("svc.enable", "true")]),
        start("skipped", plain, &[("svc.skip", "yes")]),
        start("disabled", plain, &[("svc.enable", "0")]),
        engine.create(Container::new(engine.unique("never-started"))),
    ];
    let mut lab = Lab::new(engine);
    let working = lab.condition(PATIENCE).await;
    assert_eq!(working, Condition::Working { remark: None });
    let all = lab.whole(PATIENCE).await;
    for one in &shown {
        assert!(named(&all, one.name()).is_some(), "{}", one.name());
    }
    for one in &hidden {
        assert!(named(&all, one.name()).is_none(), "{}", one.name());
    }
    let known = named(&all, shown[0].name()).unwrap();
    assert_eq!(known.score.confidence(), 1.0);
    let hostile = named(&all, shown[2].name()).unwrap();
    assert_eq!(hostile.wishes.app_id.as_deref(), Some("../api"));
    assert_eq!(hostile.wishes.path_base.as_deref(), Some("a\r\nb"));
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_and_published_ports_lead_to_addresses() {
    let Some(engine) = testkit::docker() else { return };
    let one = engine.create_network(&engine.unique("one"), true);
    let other = engine.create_network(&engine.unique("other"), false);
    let both = engine.run(
        Container::new(engine.unique("both")).network(one.name()).network(other.name()).publish_at(
            "127.0.0.1",
            0,
            8080,
        ),
    );
    let host = engine.run(Container::new(engine.unique("host")).host_network().privileged());
    let outside = engine.run(Container::new(engine.unique("outside")).publish(8080));
    let config = DockerConfig {
        networks: vec![one.name().to_owned(), "host".to_owned()],
        ..DockerConfig::default()
    };
    let mut lab = Lab::with(engine, config);
    let all = lab.whole(PATIENCE).await;
    assert!(named(&all, outside.name()).is_none(), "its network does not count");

    let ways = |observation: &Observation| -> Vec<String> {
        let addresses = observation.offers[0].addresses.iter();
        addresses.map(|way| format!("{} {}", way.host, way.port)).collect()
    };
    let expected = [
        format!("{} 8080", both.address_on(one.name())),
        format!("{} 8080", both.address_v6()),
        format!("127.0.0.1 {}", both.published(8080)),
    ];
    assert_eq!(ways(named(&all, both.name()).unwrap()), expected);
    let host = named(&all, host.name()).unwrap();
    assert_eq!(ways(host), ["127.0.0.1 8080"]);
    assert_eq!(host.security_notes.len(), 2, "{:?}", host.security_notes);

    both.disconnect(one.name());
    lab.gone(both.name()).await;
    both.connect(one.name());
    lab.seen(both.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_asks_for_a_look_gets_one() {
    let Some(engine) = testkit::docker() else { return };
    let mut lab = Lab::new(engine);
    lab.whole(PATIENCE).await;
    for _ in 0..3 {
        lab.rescan_timer.look_now();
        lab.whole(PATIENCE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_goes_takes_nothing_with_it_and_comes_back() {
    let Some(engine) = DockerEngine::apart() else { return };
    let before = engine.run(Container::new(engine.unique("kept")).restart("always"));
    let mut lab = Lab::new(&engine);
    assert!(named(&lab.whole(PATIENCE).await, before.name()).is_some());

    tokio::task::block_in_place(|| engine.kill_engine());
    let failing = |told| match told {
        Sighting::Condition(_, Condition::Failing { reason }) => Some(reason),
        Sighting::Gone(service) => panic!("{service} is not known to be gone"),
        _ => None,
    };
    lab.wait(PATIENCE * 2, failing).await;
    lab.rescan_timer.look_now();
    assert!(
        timeout(
            Duration::from_secs(1),
            lab.wait(PATIENCE, |told| {
                matches!(told, Sighting::Gone(_) | Sighting::Whole(..)).then_some(())
            })
        )
        .await
        .is_err()
    );

    tokio::task::block_in_place(|| engine.start_engine());
    let working = |told| match told {
        Sighting::Condition(_, Condition::Working { remark }) => Some(remark),
        _ => None,
    };
    assert_eq!(lab.wait(PATIENCE, working).await, None);
    lab.whole(PATIENCE).await;
    let after = engine.run(Container::new(engine.unique("after")));
    lab.seen(after.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_containers_are_seen_at_once() {
    const MANY: usize = 100;
    let Some(engine) = testkit::docker() else { return };
    let prefix = engine.unique("many");
    let many = engine.create_many(MANY, |n| {
        Container::new(format!("{prefix}-{n}")).command(&["sleep", "1000"]).host_network()
    });
    tokio::task::block_in_place(|| many.start());
    let mut lab = Lab::new(engine);
    let all = lab.whole(PATIENCE).await;
    assert_eq!(all.iter().filter(|one| one.name.starts_with(&prefix)).count(), MANY);

    // One more costs one look, and a look at unchanged ones none.
    let one = engine.run(Container::new(engine.unique("one-more")));
    lab.seen(one.name()).await;
    lab.rescan_timer.look_now();
    lab.whole(PATIENCE).await;
}
