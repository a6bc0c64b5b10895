use std::net::IpAddr;

use engines::{ContainerId, Engine, Fault, Port, Protocol, Reach, Runtime, State};
use testkit::docker::Container;

use crate::lab::{client, id};

#[tokio::test]
async fn a_list_shows_what_runs_and_what_does_not() {
    let Some(engine) = testkit::docker() else { return };
    let name = engine.unique("listed");
    let running = engine.run(Container::new(&name).label("svc.app.name", "Größe ☃").publish_at(
        "127.0.0.1",
        0,
        8080,
    ));
    let created = engine.create(Container::new(engine.unique("made")));
    let listed = client(engine).containers().await.expect("the engine answers");

    let seen = listed.iter().find(|one| one.id == id(&running)).expect("it is listed");
    assert_eq!((&*seen.name, seen.runtime, seen.state), (&*name, Runtime::Docker, State::Running));
    assert_eq!(seen.image, engine.image());
    assert_eq!(seen.labels["svc.app.name"], "Größe ☃");
    let port = Port {
        ip: Some([127, 0, 0, 1].into()),
        private: 8080,
        public: Some(running.published(8080)),
        protocol: Protocol::Tcp,
    };
    assert_eq!(seen.ports, [port]);
    assert_eq!(seen.networks.len(), 1);
    assert_eq!(seen.networks[0].network, "bridge");
    assert_eq!(seen.networks[0].addresses[0], running.address());
    assert!(seen.networks[0].gateway.is_some() && !seen.host_network);
    assert!(seen.status.starts_with("Up"), "{}", seen.status);

    let made = listed.iter().find(|one| one.id == id(&created)).expect("it is listed");
    assert_eq!(made.state, State::Created);
}

#[tokio::test]
async fn a_look_at_one_tells_what_the_list_does_not() {
    let Some(engine) = testkit::docker() else { return };
    let network = engine.create_network(&engine.unique("six"), true);
    let running = engine.run(
        Container::new(engine.unique("seen"))
            .serve(9000, "hello")
            .expose_as("53/udp")
            .env("VIRTUAL_HOST", "a=b")
            .network(network.name())
            .mount("/tmp", "/data")
            .privileged(),
    );
    let client = client(engine);
    let details = client.container(&id(&running)).await.expect("it is there");
    assert!(details.privileged && details.started.is_some());
    assert!(details.environment.contains(&("VIRTUAL_HOST".into(), "a=b".into())));
    assert_eq!(details.command[0], "sh");
    let mount = &details.mounts[0];
    assert_eq!((&*mount.source, &*mount.target, mount.is_bind), ("/tmp", "/data", true));
    let ports: Vec<_> = details.container.ports.iter().map(|p| (p.private, p.protocol)).collect();
    assert_eq!(ports, [(53, Protocol::Udp), (8080, Protocol::Tcp), (9000, Protocol::Tcp)]);
    let expected = [IpAddr::from(running.address()), running.address_v6().into()];
    assert_eq!(details.container.networks[0].addresses, expected);

    let by_name = ContainerId::parse(running.name()).unwrap();
    assert_eq!(client.container(&by_name).await, Ok(details.clone()));
    running.restart();
    let again = client.container(&by_name).await.unwrap();
    assert!(again.started > details.started, "a restart is another start");
}

#[tokio::test]
async fn the_host_s_and_another_container_s_network_are_seen_through() {
    let Some(engine) = testkit::docker() else { return };
    let client = client(engine);
    let on_host = engine.run(Container::new(engine.unique("on-host")).host_network());
    let details = client.container(&id(&on_host)).await.unwrap();
    assert!(details.container.host_network);
    // The engine names no port of such a container, the image does.
    assert_eq!(details.container.ports[0].private, 8080);

    let lender = engine.run(Container::new(engine.unique("lender")).publish(8080));
    let borrower = engine.run(
        Container::new(engine.unique("borrower")).network(format!("container:{}", lender.id())),
    );
    let details = client.container(&id(&borrower)).await.unwrap();
    assert_eq!(details.container.networks[0].addresses[0], lender.address());
    let is_ipv4 = |port: &&Port| port.ip.is_some_and(|ip| ip.is_ipv4());
    let published = details.container.ports.iter().find(is_ipv4).and_then(|port| port.public);
    assert_eq!(published, Some(lender.published(8080)));
}

#[tokio::test]
async fn nothing_that_is_not_a_container_can_be_asked_for() {
    let Some(engine) = testkit::docker() else { return };
    // These never become an id, so nothing is sent.
    let long = "a".repeat(65_536);
    for text in ["../images/json", "a/../../plugins", "a%2fb", "a\nb", &long, "a?all=1"] {
        assert!(ContainerId::parse(text).is_err());
    }
    for text in ["no-such-container", "media/jellyfin-0", "json"] {
        let id = ContainerId::parse(text).unwrap();
        let fault = client(engine).container(&id).await.map(drop).unwrap_err().fault;
        assert_eq!(fault, Fault::NotFound, "{text}");
    }
}

#[tokio::test]
async fn hostile_labels_are_only_text() {
    let Some(engine) = testkit::docker() else { return };
    let values = ["../../etc", "`id`", "$(id)", "a\r\nX-Evil: 1", "<script>", "\u{202e}x", "{", ""];
    let long = "x".repeat(300_000);
    let mut container = Container::new(engine.unique("hostile")).label("svc.long", &long);
    for (n, value) in values.iter().enumerate() {
        container = container.label(format!("svc.{n}"), *value);
    }
    let running = engine.run(container);
    let details = client(engine).container(&id(&running)).await.unwrap();
    for (n, value) in values.iter().enumerate() {
        assert_eq!(details.container.labels[&format!("svc.{n}")], **value);
    }
    assert_eq!(details.container.labels["svc.long"].len(), long.len());
}

#[tokio::test]
async fn a_program_beside_the_engine_reaches_what_its_host_reaches() {
    let Some(engine) = testkit::docker() else { return };
    let around = client(engine).surroundings().await.unwrap();
    assert_eq!((around.own, around.reach), (None, Reach::Host));
}
