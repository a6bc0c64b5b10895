use std::net::UdpSocket;
use std::process::Command;
use std::time::Duration;

use lan::mdns::{Condition, Settings};
use testkit::multicast::Lan;

use crate::lab::{PATIENCE, Speaker, aside};

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_link_loses_nothing_and_everything_goes_on_when_it_is_mended() {
    let Some(lan) = Lan::apart() else { return };
    let lan: &'static Lan = Box::leak(Box::new(lan));
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_http._tcp"]);
    let (stays, leaves) = (lan.unique("Stays"), lan.unique("Leaves"));
    let _stays = lan.publish(&stays, "_http._tcp", 80, &[]);
    let left = lan.publish(&leaves, "_http._tcp", 80, &[]);
    seen.found(&stays, "_http._tcp").await;
    seen.found(&leaves, "_http._tcp").await;
    aside(|| lan.cut()).await;
    let gone = |now: &Condition| matches!(now, Condition::Failing { .. });
    speaker.condition("it says that there is no network", gone).await;
    aside(move || drop(left)).await;
    // Longer than it takes to see that the interface is gone.
    tokio::time::sleep(Duration::from_secs(5)).await;
    for name in [&stays, &leaves] {
        assert!(seen.get(name, "_http._tcp").is_some(), "what was found still counts: {name}");
    }
    aside(|| lan.mend()).await;
    let works = |now: &Condition| matches!(now, Condition::Working { remark: None });
    speaker.condition("it works again", works).await;
    let new = lan.unique("New");
    let _new = lan.publish(&new, "_http._tcp", 80, &[]);
    let found = async || seen.get(&new, "_http._tcp").is_some();
    testkit::deadline("a new one is found", PATIENCE * 2, found).await;
    let lost = async || seen.get(&leaves, "_http._tcp").is_none();
    testkit::deadline("what left meanwhile is lost", PATIENCE * 6, lost).await;
    assert!(seen.get(&stays, "_http._tcp").is_some());
}

/// Runs `alone` in a network namespace in which nobody has the port.
#[test]
fn a_taken_port_is_said_and_tried_again() {
    if testkit::skipped("mdns") {
        return;
    }
    let this = std::env::current_exe().expect("a path");
    let mut run = Command::new("unshare");
    run.arg("--net").arg(this).args(["--ignored", "--exact", "network::alone"]);
    let output = run.output();
    let output = output.expect("unshare runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "only in a network namespace of its own"]
async fn alone() {
    let socket = UdpSocket::bind("0.0.0.0:5353").expect("nobody has the port here");
    let speaker = Speaker::new(Settings::default());
    let says = |word: &'static str| move |now: &Condition| matches!(now, Condition::Failing { reason } if reason.contains(word));
    speaker.condition("it says which port is taken", says("5353")).await;
    drop(socket);
    speaker.condition("it goes on and misses a network", says("no network")).await;
}
