//! Where a container is reached: its own addresses, the host's, and what is published.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use testkit::docker::{Container, DockerEngine, Running};
use testkit::{Gateway, free_port};

use crate::discovery_fixture::{
    PATIENCE, approve, caught_up, found, launch_at, launch_with, notes, page, proposed, serves,
    start, web,
};
use crate::discovery_relay::Relay;
use crate::people::Calls;

async fn to(gateway: &Gateway, container: &Running<'_>) -> String {
    let proposal = proposed(gateway, container.name()).await;
    proposal["suggestedRoute"]["to"].as_str().expect("an address").to_owned()
}

#[tokio::test]
async fn the_configuration_says_which_networks_count() {
    let Some(engine) = testkit::docker() else { return };
    let (one, two) = (engine.unique("a-net"), engine.unique("b-net"));
    let networks = [&one, &two].map(|name| engine.create_network(name, false));
    let in_both = engine.run(web(engine, "in-both", "both").network(&two).network(&one));
    let in_two = engine.run(web(engine, "in-two", "two").network(&two));
    let outside = engine.run(web(engine, "outside", "outside"));
    let (first, second) = (in_both.address_on(&one), in_both.address_on(&two));
    for (docker, expected) in [
        (format!("networks: [{two}]"), second),
        (format!("network_mode: first\nnetworks: [{one}, {two}]"), first),
        (format!("network_mode: preferred\nnetworks: [{two}]\nexclude_networks: [bridge]"), second),
        (format!("networks: [{one}, {two}]\nexclude_networks: [{one}]"), second),
    ] {
        let gateway = launch_with(engine, &docker).start().await;
        assert_eq!(to(&gateway, &in_both).await, format!("http://{expected}:8080"), "{docker}");
        let address = in_two.address();
        assert_eq!(to(&gateway, &in_two).await, format!("http://{address}:8080"), "{docker}");
        assert_eq!(found(&gateway, outside.name()).await, None, "{docker}");
    }
    drop((in_both, in_two, networks));
}

/// An engine on another machine: its containers cannot be reached, but what it publishes can.
#[tokio::test]
async fn what_a_distant_engine_publishes_is_reached_there() {
    let Some(engine) = testkit::docker() else { return };
    let Some(host) = testkit::lan_address() else { return };
    let relay = Relay::tcp(host, engine).await;
    let gateway = launch_at(&relay.address(), "exclude_networks: [host]").start().await;
    let hidden = engine.run(web(engine, "hidden", "hidden"));
    let local = web(engine, "local", "local").publish_at("127.0.0.1", free_port(), 8080);
    let local = engine.run(local);
    let app = engine.run(web(engine, "published", "published").publish(8080));
    let proposal = proposed(&gateway, app.name()).await;
    let address = SocketAddr::new(host, app.published(8080));
    assert_eq!(proposal["suggestedRoute"]["to"], format!("http://{address}"));
    assert_eq!(proposal["detectedPort"], app.published(8080), "where the gateway reaches it");
    assert_eq!(proposal["id"], format!("proposal_docker_http_{}_8080", app.name()));
    approve(&gateway, &proposal).await;
    serves(&gateway, &format!("/apps/{}/", app.name()), "published", PATIENCE).await;
    for container in [&hidden, &local] {
        assert_eq!(found(&gateway, container.name()).await, None);
    }
}

#[tokio::test]
async fn a_container_in_the_hosts_network_is_at_the_host() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch_with(engine, "networks: [host]").start().await;
    let port = free_port();
    let app = Container::new(engine.unique("on-host")).serve(port, "on the host").host_network();
    let app = engine.run(app.label("svc.primary_port", port.to_string()));
    let proposal = proposed(&gateway, app.name()).await;
    assert_eq!(proposal["suggestedRoute"]["to"], format!("http://127.0.0.1:{port}"));
    assert!(notes(&proposal).contains("in the host's network"), "{proposal}");
    approve(&gateway, &proposal).await;
    serves(&gateway, &format!("/apps/{}/", app.name()), "on the host", PATIENCE).await;

    // The gateway is at the host, too, and does not offer itself.
    let port = gateway.port();
    let mirror = Container::new(engine.unique("mirror")).command(&["sleep", "1000"]).host_network();
    let mirror = engine.run(mirror.label("svc.primary_port", port.to_string()).expose(port));
    let after = Container::new(engine.unique("after")).serve(free_port(), "after").host_network();
    let after = engine.run(after);
    proposed(&gateway, after.name()).await;
    assert_eq!(found(&gateway, mirror.name()).await, None, "it would call itself");
}

#[tokio::test]
async fn a_container_that_only_speaks_ipv6_is_reached() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let network = engine.create_network(&engine.unique("six"), true);
    let app = Container::new(engine.unique("six")).network(network.name()).expose(8080);
    let own = "echo -n six >/www/index.html; ip addr del $(ip -4 -o addr show eth0 | \
               awk '{print $4}') dev eth0; exec httpd -f -p 8080 -h /www";
    let app = engine.run(app.privileged().command(&["sh", "-c", own]));
    let proposal = proposed(&gateway, app.name()).await;
    let address = app.address_v6();
    assert_eq!(proposal["suggestedRoute"]["to"], format!("http://[{address}]:8080"));
    approve(&gateway, &proposal).await;
    serves(&gateway, &format!("/apps/{}/", app.name()), "six", PATIENCE).await;
    drop((app, network));
}

/// A server that speaks TLS and nothing else, with a certificate that only tests know.
struct Secure(Child);

impl Secure {
    fn start(engine: &DockerEngine, port: u16) -> Secure {
        let files = engine.tls().folder;
        let mut server = Command::new("openssl");
        server.args(["s_server", "-www", "-quiet", "-accept", &format!("127.0.0.1:{port}")]);
        server.arg("-cert").arg(files.join("server.pem"));
        server.arg("-key").arg(files.join("server-key.pem"));
        Secure(server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("openssl"))
    }
}

impl Drop for Secure {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn an_app_with_a_certificate_of_its_own_is_found_and_served() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch_with(engine, "networks: [host]").start().await;
    let port = free_port();
    let _secure = Secure::start(engine, port);
    let app = Container::new(engine.unique("secure")).command(&["sleep", "1000"]).host_network();
    let app = engine.run(app.expose(port));
    let proposal = proposed(&gateway, app.name()).await;
    assert_eq!(proposal["id"], format!("proposal_docker_https_{}_{port}", app.name()));
    assert_eq!(proposal["detectedScheme"], "https");
    assert!(notes(&proposal).contains("certificate"), "{proposal}");
    let made = approve(&gateway, &proposal).await;
    assert_eq!(made["route"]["to"], format!("https://127.0.0.1:{port}"));
    assert_eq!(made["route"]["insecureUpstream"], true);
    let (status, said) = page(&gateway, &format!("/apps/{}/", app.name())).await;
    assert!(status == 200 && said.contains("Ciphers"), "{status}: {said}");

    // Another gateway says in plain HTTP that it wants TLS.
    let other = Gateway::launch().without_rate_limits().https().start().await;
    let peer = Container::new(engine.unique("peer")).command(&["sleep", "1000"]).host_network();
    let peer = engine.run(peer.expose(other.port()));
    let proposal = proposed(&gateway, peer.name()).await;
    assert_eq!(proposal["detectedScheme"], "https");
    approve(&gateway, &proposal).await;
    let path = format!("/apps/{}/livez", peer.name());
    assert_eq!(page(&gateway, &path).await, (200, "ok".to_owned()));
}

#[tokio::test]
async fn a_container_follows_its_networks() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = start(engine).await;
    let network = engine.create_network(&engine.unique("joined"), false);
    let app = engine.run(web(engine, "joins", "joins"));
    approve(&gateway, &proposed(&gateway, app.name()).await).await;
    app.connect(network.name());
    app.disconnect("bridge");
    let path = format!("/apps/{}/", app.name());
    serves(&gateway, &path, "joins", PATIENCE).await;
    let shown = gateway.get(&format!("/api/v1/routes/{}", app.name())).answer().await.1;
    let address = app.address_on(network.name());
    assert_eq!(shown["to"], format!("http://{address}:8080"));
    caught_up(&gateway, engine).await;
    assert_eq!(found(&gateway, app.name()).await, None);
    drop((app, network));
}
