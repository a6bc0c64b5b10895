//! Many containers at once.

use std::fs;
use std::net::Ipv4Addr;
use std::time::Duration;

use testkit::docker::Container;
use testkit::{Gateway, deadline, free_port};
use tokio::time::{Instant, sleep};

use crate::discovery_fixture::{PATIENCE, launch_at, proposals, proposed_within};
use crate::discovery_relay::Relay;

const CROWD: usize = 101;
/// What an idle gateway may use of a core.
const IDLE: f64 = 0.15;

/// How much processor time the program has used, in seconds.
fn used(gateway: &Gateway) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", gateway.pid())).expect("it runs");
    let fields = stat.rsplit_once(") ").expect("the name ends with a bracket").1;
    let ticks =
        fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("ticks"));
    ticks.sum::<f64>() / 100.0
}

async fn of_crowd(gateway: &Gateway, prefix: &str) -> usize {
    let wanted = format!("proposal_docker_http_{prefix}-");
    let all = proposals(gateway).await;
    all.iter().filter(|one| one["id"].as_str().expect("an id").starts_with(&wanted)).count()
}

#[tokio::test]
#[ignore = "weighs the program: make soak"]
async fn a_crowd_is_seen_quickly_and_costs_nothing_afterwards() {
    let Some(engine) = testkit::docker() else { return };
    let prefix = engine.unique("crowd");
    let ports: Vec<u16> = (0..=CROWD).map(|_| free_port()).collect();
    let member = |number: usize| {
        let port = ports[number];
        let command = ["httpd", "-f", "-p", &port.to_string(), "-h", "/www"];
        let container = Container::new(format!("{prefix}-{number}")).command(&command);
        // The image exposes 8080, where none of them serves.
        container.expose(port).host_network()
    };
    let crowd = engine.create_many(CROWD, member);
    let began = Instant::now();
    crowd.start();
    println!("{CROWD} containers started within {:?}", began.elapsed());

    let relay = Relay::tcp(Ipv4Addr::LOCALHOST.into(), engine).await;
    let gateway = launch_at(&relay.address(), "networks: [host]").start().await;
    let began = Instant::now();
    let all = async || of_crowd(&gateway, &prefix).await == CROWD;
    deadline("all of the crowd are proposed", PATIENCE, all).await;
    println!("{CROWD} proposals {:?} after the gateway was ready", began.elapsed());

    // Ports that do not answer are asked a few more times.
    sleep(Duration::from_secs(3)).await;
    let (before, began) = (used(&gateway), Instant::now());
    sleep(Duration::from_secs(10)).await;
    let share = (used(&gateway) - before) / began.elapsed().as_secs_f64();
    println!("idle, the gateway uses {:.2} % of a core", share * 100.0);
    assert!(share < IDLE, "{share}");

    let asked = relay.asked();
    let one_more = engine.run(member(CROWD));
    proposed_within(&gateway, one_more.name(), PATIENCE).await;
    let asked = relay.asked() - asked;
    println!("one more container: {asked} calls of the engine");
    assert!(asked < CROWD / 4, "{asked} calls for one container");
    drop((one_more, crowd));
}
