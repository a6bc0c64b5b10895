use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;
use testkit::docker::Container;
use testkit::{DockerEngine, PATIENCE, deadline, docker};

use crate::killed::{self, Killed};

/// The whole answer to a request, or nothing.
fn get(address: impl Into<IpAddr>, port: u16, path: &str) -> Option<String> {
    let address = SocketAddr::new(address.into(), port);
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(2)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

async fn shows(address: impl Into<IpAddr>, port: u16, text: &str) {
    let address = address.into();
    deadline(&format!("{text} at {address} port {port}"), PATIENCE, async || {
        get(address, port, "/").is_some_and(|answer| answer.contains(text))
    })
    .await;
}

fn state(engine: &DockerEngine, name: &str) -> String {
    let answer = engine.api("GET", &format!("/containers/{name}/json"), &Value::Null);
    answer.body["State"]["Status"].as_str().unwrap_or("gone").to_owned()
}

#[tokio::test]
async fn a_container_is_reached_by_its_addresses_and_its_published_port() {
    let Some(engine) = docker() else { return };
    let name = engine.unique("web");
    let web = engine.run(Container::new(&name).serve(3000, "a page").publish(3000));
    shows(web.address(), 3000, "a page").await;
    shows(web.address_v6(), 3000, "a page").await;
    shows(Ipv4Addr::LOCALHOST, web.published(3000), "a page").await;
    web.remove();
    assert_eq!(state(engine, &name), "gone");
}

#[tokio::test]
async fn a_container_is_described_as_it_was_asked_for() {
    let Some(engine) = docker() else { return };
    engine.retag("grafana/grafana:10");
    let network = engine.create_network(&engine.unique("net"), true);
    let container = Container::new(engine.unique("described"))
        .image("grafana/grafana:10")
        .command(&["sleep", "1000"])
        .label("svc.enable", "true")
        .env("VIRTUAL_HOST", "x.example")
        .network(network.name())
        .network("bridge")
        .mount("/tmp", "/host")
        .expose_as("53/udp")
        .restart("always")
        .privileged();
    let running = engine.run(container);
    let seen = running.inspect();
    assert_eq!(seen["Config"]["Image"], "grafana/grafana:10");
    assert_eq!(seen["Config"]["Labels"]["svc.enable"], "true");
    assert!(seen["Config"]["ExposedPorts"]["53/udp"].is_object(), "{seen}");
    assert_eq!(seen["HostConfig"]["Privileged"], true);
    assert_eq!(seen["HostConfig"]["RestartPolicy"]["Name"], "always");
    assert_ne!(running.address(), running.address_on("bridge"));
    assert!(!running.address_v6().is_loopback());
}

#[tokio::test]
async fn a_container_stops_starts_and_comes_again_as_another() {
    let Some(engine) = docker() else { return };
    let mut running = engine.run(Container::new(engine.unique("again")));
    running.stop();
    assert_eq!(state(engine, running.name()), "exited");
    running.start();
    running.restart();
    assert_eq!(state(engine, running.name()), "running");
    let first = running.id().to_owned();
    running.recreate(|container| container.label("round", "two"));
    assert_ne!(running.id(), first);
    assert_eq!(running.inspect()["Config"]["Labels"]["round"], "two");
    shows(running.address(), 8080, "hello from the lab").await;
}

#[tokio::test]
async fn the_host_network_needs_no_published_port() {
    let Some(engine) = docker() else { return };
    let port = testkit::free_port();
    let container = Container::new(engine.unique("host")).host_network().serve(port, "on the host");
    let _running = engine.run(container);
    shows(Ipv4Addr::LOCALHOST, port, "on the host").await;
}

#[tokio::test]
async fn many_containers_are_made_and_removed() {
    let Some(engine) = docker() else { return };
    let label = engine.unique("many");
    let count = || {
        let filter = format!("%7B%22label%22:%5B%22{label}%22%5D%7D");
        let path = format!("/containers/json?all=1&filters={filter}");
        engine.api("GET", &path, &Value::Null).body.as_array().map_or(0, Vec::len)
    };
    let many = engine.create_many(30, |number| {
        Container::new(engine.unique("one"))
            .label(&label, number.to_string())
            .host_network()
            .command(&["sleep", "1000"])
    });
    assert_eq!((many.ids().len(), count()), (30, 30));
    many.start();
    assert!(many.ids().iter().all(|id| state(engine, id) == "running"));
    drop(many);
    assert_eq!(count(), 0);
}

#[tokio::test]
async fn plain_tcp_and_tls_lead_to_the_engine() {
    let Some(engine) = docker() else { return };
    let answer = get(Ipv4Addr::LOCALHOST, engine.tcp_port(), "/_ping").expect("it answers");
    assert!(answer.ends_with("OK"), "{answer}");
    let (tls, url) = (engine.tls(), format!("https://127.0.0.1:{}/_ping", engine.tls_port()));
    let curl = || {
        let mut curl = std::process::Command::new("curl");
        curl.args(["--silent", "--noproxy", "*", "--cacert"]).arg(&tls.ca).arg(&url);
        curl
    };
    let known = curl().arg("--cert").arg(&tls.certificate).arg("--key").arg(&tls.key).output();
    assert_eq!(known.expect("curl runs").stdout, b"OK");
    let unknown = curl().output().expect("curl runs");
    assert!(!unknown.status.success(), "a client without a certificate is turned away");
}

#[tokio::test]
async fn containers_of_an_engine_apart_are_reached_from_here() {
    let Some(engine) = DockerEngine::apart() else { return };
    let network = engine.create_network("other", false);
    let container = Container::new("web").network(network.name()).network("bridge").publish(8080);
    let web = engine.run(container);
    shows(web.address(), 8080, "hello from the lab").await;
    shows(web.address_on("bridge"), 8080, "hello from the lab").await;
    shows(engine.published_at(), web.published(8080), "hello from the lab").await;
}

#[tokio::test]
async fn an_engine_goes_away_and_comes_back() {
    let Some(engine) = DockerEngine::apart() else { return };
    let ping = || get(Ipv4Addr::LOCALHOST, engine.tcp_port(), "/_ping");
    let _kept = engine.run(Container::new("kept").restart("always"));
    for end in [DockerEngine::stop_engine, DockerEngine::kill_engine] {
        end(&engine);
        assert_eq!(ping(), None);
        engine.start_engine();
        assert!(ping().is_some_and(|answer| answer.ends_with("OK")));
        deadline("the container runs", PATIENCE, async || state(&engine, "kept") == "running")
            .await;
    }
    engine.pause_engine();
    assert_eq!(ping(), None, "a paused engine answers nothing");
    engine.resume_engine();
    deadline("it answers", PATIENCE, async || ping().is_some()).await;
    let folder = engine.socket().parent().expect("a folder").to_owned();
    drop(_kept);
    drop(engine);
    assert!(!folder.exists(), "nothing is left behind");
}

#[tokio::test]
async fn an_engine_ends_with_a_test_process_that_is_killed() {
    if testkit::skipped("docker") {
        return;
    }
    let mut killed = Killed::start("docker::holds_an_engine_until_it_is_killed");
    let folder = PathBuf::from(killed.says());
    assert!(folder.join("docker.sock").exists());
    killed.kill();
    deadline("the engine is gone", PATIENCE, async || !folder.exists()).await;
}

#[test]
#[ignore = "it is started, and killed, by another test"]
fn holds_an_engine_until_it_is_killed() {
    let engine = DockerEngine::apart().expect("the other test has asked");
    let _running = engine.run(Container::new("held").restart("always"));
    killed::hold(engine.socket().parent().expect("a folder").to_str().expect("plain"));
}
