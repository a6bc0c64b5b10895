use std::net::IpAddr;
use std::time::Duration;

use testkit::multicast::Lan;

use crate::lab::{PATIENCE, Speaker};

#[tokio::test(flavor = "multi_thread")]
async fn a_service_is_found_with_all_it_says_and_lost_with_its_goodbye() {
    let Some(lan) = Lan::start() else { return };
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_http._tcp", "_ssh._tcp"]);
    let name = lan.unique("Web.Server Ä");
    let published = lan.publish(&name, "_http._tcp", 8080, &["path=/ui", "App_Name=Müller's"]);
    let service = seen.found(&name, "_http._tcp").await;
    assert_eq!((service.host.as_str(), service.port), (lan.host_name().as_str(), 8080));
    assert_eq!(service.addresses[0], IpAddr::from(lan.address()));
    assert!(service.addresses.iter().all(|ip| !ip.to_string().starts_with("fe80")));
    let txt: Vec<_> = service.txt.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(txt, [("app_name", "Müller's"), ("path", "/ui")]);
    drop(published);
    seen.lost(&name, "_http._tcp").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_was_there_before_is_found_and_a_change_is_told() {
    let Some(lan) = Lan::start() else { return };
    let name = lan.unique("Early");
    let published = lan.publish(&name, "_http._tcp", 81, &[]);
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_http._tcp"]);
    assert_eq!(seen.found(&name, "_http._tcp").await.port, 81);
    drop(published);
    let _published = lan.publish(&name, "_http._tcp", 82, &["a=b"]);
    let changed = async || seen.get(&name, "_http._tcp").is_some_and(|one| one.port == 82);
    testkit::deadline("the other port is told", PATIENCE, changed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_records_are_text_of_bounded_length() {
    let Some(lan) = Lan::start() else { return };
    let mut speaker = Speaker::on(lan);
    let seen = speaker.look_for(&["_http._tcp"]);
    let name = lan.unique("<script>alert(1)</script>");
    let long = format!("long={}", "x".repeat(249));
    let fields: Vec<_> = (0..40).map(|n| format!("k{n}={}", "y".repeat(200))).collect();
    let mut txt = vec![long.as_str(), "turn=\u{202e}evil", "bell=\u{7}\u{1b}[31m"];
    txt.extend(fields.iter().map(String::as_str));
    let _published = lan.publish(&name, "_http._tcp", 8080, &txt);
    let service = seen.found(&name, "_http._tcp").await;
    assert!(service.was_cut);
    let size: usize = service.txt.iter().map(|(key, value)| key.len() + value.len()).sum();
    assert!(size <= 4096, "{size}");
    let shown = |c: char| !c.is_control() && c != '\u{202e}';
    assert!(service.txt.values().all(|value| value.chars().all(shown)), "{:?}", service.txt);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_can_look_for_the_same_and_one_stops_without_harm() {
    let Some(lan) = Lan::start() else { return };
    let mut speaker = Speaker::on(lan);
    let first = speaker.mdns.browse(["_http._tcp".parse().expect("a type")]);
    let seen = speaker.look_for(&["_http._tcp"]);
    let name = lan.unique("Shared");
    let _published = lan.publish(&name, "_http._tcp", 80, &[]);
    seen.found(&name, "_http._tcp").await;
    drop(first);
    let other = lan.unique("Later");
    let _later = lan.publish(&other, "_http._tcp", 80, &[]);
    seen.found(&other, "_http._tcp").await;
    speaker.mdns.ask_again();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(seen.get(&name, "_http._tcp").is_some(), "it stays when everybody is asked again");
}
