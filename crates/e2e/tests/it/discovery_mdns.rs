//! What machines in the network announce, and what the gateway announces to them. The other host
//! runs a real Avahi.

use std::net::Ipv4Addr;
use std::time::Duration;

use serde_json::json;
use testkit::multicast::{Found, Lan};
use testkit::{Gateway, Launch, PATIENCE, deadline, free_port};
use tokio::time::Instant;

use crate::discovery_fixture::{
    approve, component, decide, event, found, notes, proposals, proposed_within, serves, withdrawn,
};
use crate::people::Calls;
use crate::socket::open;

fn launch() -> Launch {
    let config = "discovery: {docker: {enabled: false}}\n";
    let launch = Gateway::launch().without_rate_limits().config(config);
    launch.env("GATEHOUSE_DISCOVERY__ENABLED", "true")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_of_the_network_comes_and_goes() {
    let Some(lan) = Lan::start() else { return };
    let gateway = launch().start().await;
    let healthy = async || component(&gateway, "mdns").await.0 == "healthy";
    deadline("the gateway hears the network", Duration::from_secs(60), healthy).await;
    let mut socket = open(&gateway, "").await;
    let (name, port) = (lan.unique("Printer"), free_port());
    let _page = lan.serve_http(port, "printer");
    let published = lan.publish(&name, "_http._tcp", port, &[]);
    let began = Instant::now();
    let proposal = proposed_within(&gateway, &name, PATIENCE).await;
    println!("proposed {:?} after it was announced", began.elapsed());
    assert_eq!((&proposal["source"], &proposal["detectedPort"]), (&json!("mdns"), &json!(port)));
    let told = event(&mut socket, "discovery", &proposal).await;
    assert_eq!(told["data"]["suggestedApp"]["id"], proposal["suggestedApp"]["id"]);
    let address = lan.address();
    assert!(notes(&proposal).contains(&address.to_string()), "{proposal}");

    drop(published);
    let took = withdrawn(&gateway, &name, PATIENCE).await;
    println!("withdrawn {took:?} after its goodbye");
    event(&mut socket, "proposal_withdrawn", &proposal).await;
    assert_eq!(decide(&gateway, &proposal, "approve").answer().await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn its_records_say_how_it_is_called_and_served() {
    let Some(lan) = Lan::start() else { return };
    let gateway = launch().start().await;
    let (name, port) = (lan.unique("Box"), free_port());
    let _page = lan.serve_http(port, "the box");
    let id = format!("box-{port}");
    let path = format!("path=/apps/{id}/here/");
    let own = format!("app_id={id}");
    let txt = [&own, "app_name=The box", &path, "icon=📦", "tags=a,b", "scopes=access:family"];
    let published = lan.publish(&name, "_http._tcp", port, &txt.map(|text| text as &str));
    let proposal = proposed_within(&gateway, &name, PATIENCE).await;
    let made = approve(&gateway, &proposal).await;
    assert_eq!((&made["app"]["id"], &made["app"]["name"]), (&json!(id), &json!("The box")));
    assert_eq!((&made["app"]["icon"], &made["app"]["tags"]), (&json!("📦"), &json!(["a", "b"])));
    assert_eq!(made["route"]["pathBase"], format!("/apps/{id}/here/"));
    assert_eq!(made["route"]["scopes"], json!(["access:family"]));
    serves(&gateway, &format!("/apps/{id}/here/"), "the box", PATIENCE).await;
    drop(published);

    let (name, port) = (lan.unique("Hostile"), free_port());
    let _page = lan.serve_http(port, "hostile");
    let txt =
        ["app_id=api", "app_name=<script>alert(1)</script>", "path=/../../etc/", "scheme=file"];
    let _published = lan.publish(&name, "_http._tcp", port, &txt);
    let proposal = proposed_within(&gateway, &name, PATIENCE).await;
    assert_ne!(proposal["suggestedApp"]["id"], "api");
    let to = proposal["suggestedRoute"]["to"].as_str().expect("an address");
    assert!(to.starts_with("http://") && !to.contains(".."), "{to}");
    assert!(notes(&proposal).contains("The wished app id"), "{proposal}");
}

/// What the other host sees of the gateway.
async fn seen(lan: &'static Lan, kind: &'static str, port: u16) -> Vec<Found> {
    let all = tokio::task::spawn_blocking(move || lan.browse(kind)).await.expect("it browses");
    all.into_iter().filter(|one| one.port == port && one.address.is_ipv4()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_the_gateway_and_it_does_not_propose_itself() {
    let Some(lan) = Lan::start() else { return };
    for (secure, web) in [(true, "_https._tcp"), (false, "_http._tcp")] {
        let launch = launch().listen(Ipv4Addr::UNSPECIFIED);
        let mut gateway = if secure { launch.https() } else { launch }.start().await;
        let port = gateway.port();
        for kind in ["_gatehouse._tcp", web] {
            let there = async || !seen(lan, kind, port).await.is_empty();
            deadline(&format!("{kind} is seen"), Duration::from_secs(60), there).await;
            let all = seen(lan, kind, port).await;
            let here = all.iter().find(|one| one.address == lan.here().address);
            let here =
                here.unwrap_or_else(|| panic!("{kind} is not where it can be reached: {all:?}"));
            assert!(here.txt.contains(&"api=v1".to_owned()), "{here:?}");
        }
        let name = lan.unique("Beside");
        let _page = lan.serve_http(free_port(), "beside");
        let published = lan.publish(&name, "_http._tcp", free_port(), &[]);
        proposed_within(&gateway, &name, PATIENCE).await;
        let itself = |one: &serde_json::Value| one["detectedPort"] == port;
        assert!(!proposals(&gateway).await.iter().any(itself), "it proposes itself");
        drop(published);
        gateway.terminate().await;
        let gone = async || seen(lan, "_gatehouse._tcp", port).await.is_empty();
        // A goodbye may get lost on a busy machine; then what was said ends with its time.
        deadline("it says goodbye", Duration::from_secs(150), gone).await;
    }
}

/// Nobody else could come to where only this machine can; nor does a test say it is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_for_this_machine_alone_announces_nothing() {
    let Some(lan) = Lan::start() else { return };
    let (alone, silent) = (launch().start().await, Gateway::start().await);
    let name = lan.unique("Marker");
    let _published = lan.publish(&name, "_http._tcp", free_port(), &[]);
    proposed_within(&alone, &name, PATIENCE).await;
    for kind in ["_gatehouse._tcp", "_http._tcp"] {
        for gateway in [&alone, &silent] {
            assert_eq!(seen(lan, kind, gateway.port()).await, [], "{kind}");
        }
    }
    assert_eq!(found(&silent, &name).await, None);
}
