use std::net::IpAddr;
use std::time::Duration;

use lan::mdns::{Announcement, Gateway, Interfaces, Settings};
use testkit::multicast::{Found, Lan};

use crate::lab::{PATIENCE, Speaker, aside};

fn announcement(name: &str, host: &str, id: &str) -> Announcement {
    let gateway = Gateway { instance_id: id, version: "1.0", port: 8443, tls: true };
    let (instance, host) = (name.to_owned(), host.to_owned());
    Announcement { instance, host, ..gateway.announcement() }
}

/// What the other host sees under a name, as soon as it is `there`.
async fn seen_by_avahi(
    lan: &'static Lan,
    name: &str,
    kind: &'static str,
    there: bool,
) -> Option<Found> {
    let mut found = None;
    let what = format!("Avahi sees {name}: {there}");
    testkit::deadline(&what, PATIENCE * 3, async || {
        let all = aside(move || lan.browse(kind)).await;
        found = all.into_iter().find(|one| one.name == name && one.address.is_ipv4());
        found.is_some() == there
    })
    .await;
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn avahi_sees_the_gateway_and_its_goodbye() {
    let Some(lan) = Lan::start() else { return };
    let speaker = Speaker::on(lan);
    let name = lan.unique("Gatehouse on nas");
    let host = format!("nas{}-gatehouse.local", lan.here().interface);
    let announced = speaker.mdns.announce(announcement(&name, &host, "id-1"));
    for kind in ["_gatehouse._tcp", "_https._tcp"] {
        let found = seen_by_avahi(lan, &name, kind, true).await.expect("it is there");
        assert_eq!((found.port, found.host.as_str()), (8443, host.as_str()));
        assert_eq!(found.address, IpAddr::from(lan.here().address));
        for record in ["id=id-1", "version=1.0", "path=/", "api=v1"] {
            assert!(found.txt.iter().any(|one| one == record), "{record}: {:?}", found.txt);
        }
    }
    let asked = host.clone();
    assert_eq!(aside(move || lan.resolve(&asked)).await, Some(lan.here().address));
    drop(announced);
    seen_by_avahi(lan, &name, "_gatehouse._tcp", false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_program_is_a_goodbye() {
    let Some(lan) = Lan::start() else { return };
    let speaker = Speaker::on(lan);
    let name = lan.unique("Ends");
    let _announced = speaker.mdns.announce(announcement(&name, "ends-gatehouse.local", "id-2"));
    seen_by_avahi(lan, &name, "_https._tcp", true).await;
    tokio::time::timeout(Duration::from_secs(2), speaker.stop()).await.expect("it ends");
    seen_by_avahi(lan, &name, "_https._tcp", false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_does_not_find_itself_and_others_find_it() {
    let Some(lan) = Lan::start() else { return };
    let mut gateway = Speaker::with_id(lan, Some("id-3"));
    let mut peer = Speaker::with_id(lan, Some("id-4"));
    let (own, found) =
        (gateway.look_for(&["_gatehouse._tcp"]), peer.look_for(&["_gatehouse._tcp"]));
    let (ours, theirs) = (lan.unique("Ours"), lan.unique("Theirs"));
    let _ours = gateway.mdns.announce(announcement(&ours, "ours-gatehouse.local", "id-3"));
    let _theirs = peer.mdns.announce(announcement(&theirs, "theirs-gatehouse.local", "id-4"));
    let service = found.found(&ours, "_gatehouse._tcp").await;
    assert_eq!(service.txt.get("id").map(String::as_str), Some("id-3"));
    own.found(&theirs, "_gatehouse._tcp").await;
    assert!(own.get(&ours, "_gatehouse._tcp").is_none());
    assert!(found.get(&theirs, "_gatehouse._tcp").is_none());
}

/// The other host runs Avahi and a gateway: neither takes the other for a stranger.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_and_avahi_on_one_machine_both_keep_their_names() {
    let Some(lan) = Lan::apart() else { return };
    let lan: &'static Lan = Box::leak(Box::new(lan));
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_gatehouse._tcp", "_http._tcp"]);
    let this = std::env::current_exe().expect("a path");
    let mut gateway = lan.command(this.to_str().expect("text"));
    gateway.args(["--ignored", "--exact", "announced::beside_avahi"]);
    // On a thread that lives as long as the test: the gateway ends with the one that starts it.
    let mut gateway = gateway.stdout(std::process::Stdio::null()).spawn().expect("it starts");
    let host = lan.host_name();
    let host = host.trim_end_matches(".local");
    let name = format!("Gatehouse on {host}");
    let there = async || seen.get(&name, "_gatehouse._tcp").is_some();
    testkit::deadline("the gateway is found", PATIENCE * 3, there).await;
    let found = seen.get(&name, "_gatehouse._tcp").expect("it is there");
    assert_eq!(found.host, format!("{host}-gatehouse.local"));
    assert_eq!(found.addresses[0], IpAddr::from(lan.address()));
    let web = lan.unique("Web");
    let _web = lan.publish(&web, "_http._tcp", 80, &[]);
    assert_eq!(seen.found(&web, "_http._tcp").await.host, lan.host_name());
    gateway.kill().expect("it ends");
    gateway.wait().expect("it ended");
    let own = lan.host_name();
    assert_eq!(aside(move || lan.resolve(&own)).await, Some(lan.address()));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "only on the other host"]
async fn beside_avahi() {
    let interfaces = Interfaces::Named(vec!["eth0".to_owned()]);
    let speaker = Speaker::new(Settings { interfaces, own_id: Some("id-5".to_owned()) });
    let gateway = Gateway { instance_id: "id-5", version: "1.0", port: 8443, tls: true };
    let _announced = speaker.mdns.announce(gateway.announcement());
    tokio::time::sleep(Duration::from_secs(60)).await;
}
