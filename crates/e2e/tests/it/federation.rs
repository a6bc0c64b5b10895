//! Several gateways, one catalogue.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::multicast::{Found, Lan};
use testkit::{Gateway, Launch, PATIENCE, deadline, free_port};

use crate::people::{Calls, api_key};
use crate::routes::put_route;
use crate::upstream::Upstream;

const SECRET: &str = "what all gateways of this fixture know";
const PEERS: &str = "/api/v1/federation/peers";

fn member(port: u16, seed: u16, secret: &str) -> Launch {
    Gateway::launch().without_rate_limits().config(format!(
        "federation:\n  enabled: true\n  cluster_secret: '{secret}'\n  gossip_port: {port}\n  \
         advertise_addr: 127.0.0.1\n  bootstrap_peers: ['127.0.0.1:{seed}']\n  mdns: false\n"
    ))
}

/// One that opens apps for others, and others' for its own callers.
fn open_member(port: u16, seed: u16) -> Launch {
    member(port, seed, SECRET).env("GATEHOUSE_FEDERATION__ALLOW_REMOTE_ROUTES", "true").https()
}

async fn status(gateway: &Gateway) -> Value {
    gateway.get("/api/v1/federation/status").answer().await.1
}

async fn id_of(gateway: &Gateway) -> String {
    status(gateway).await["local_peer_id"].as_str().expect("an id").to_owned()
}

/// The ids of others' apps.
async fn remote(gateway: &Gateway) -> Vec<String> {
    let apps = gateway.get("/api/v1/apps").answer().await.1;
    let all = apps.as_array().expect("an array").iter();
    let federated = all.filter(|app| app["origin"] == "federation");
    let mut ids: Vec<_> =
        federated.map(|app| app["id"].as_str().expect("an id").to_owned()).collect();
    ids.sort();
    ids
}

async fn until_shown(gateway: &Gateway, mut ids: Vec<String>) {
    ids.sort();
    deadline(&format!("{ids:?}"), PATIENCE, async || remote(gateway).await == ids).await;
}

async fn until_connected(gateway: &Gateway, count: u64) {
    let what = format!("{count} peers");
    let connected = async || status(gateway).await["peers_by_status"]["connected"] == count;
    deadline(&what, PATIENCE, connected).await;
}

#[tokio::test]
async fn three_gateways_share_their_apps_through_crashes_and_removals() {
    let ports = [free_port(), free_port(), free_port()];
    let attic = member(ports[0], ports[1], SECRET).start().await;
    let mut cellar = member(ports[1], ports[0], SECRET).start().await;
    let yard = member(ports[2], ports[0], SECRET).start().await;
    let (attic_id, cellar_id) = (id_of(&attic).await, id_of(&cellar).await);
    put_route(&attic, "media", json!({ "to": "http://10.9.9.9" })).await;
    put_route(&cellar, "media", json!({ "to": "http://10.9.9.8" })).await;
    let (of_attic, of_cellar) = (format!("media@{attic_id}"), format!("media@{cellar_id}"));
    until_shown(&attic, vec![of_cellar.clone()]).await;
    until_shown(&yard, vec![of_attic.clone(), of_cellar.clone()]).await;
    let (_, app) = yard.get(&format!("/api/v1/apps/{of_attic}")).answer().await;
    assert_eq!(app["url"], format!("{}/apps/media/", attic.base_url()));
    assert!(app["tags"].as_array().expect("tags").contains(&json!("federated")));
    let routes = yard.get("/api/v1/routes").answer().await.1;
    assert_eq!(routes, json!([]), "an app of another gateway is no route of ours");

    // One crashes. Its apps stay, and it comes back as the same.
    cellar.kill9();
    until_connected(&attic, 1).await;
    assert_eq!(remote(&attic).await, [of_cellar.as_str()]);
    cellar.restart().await;
    until_connected(&attic, 2).await;
    assert_eq!(id_of(&cellar).await, cellar_id);
    put_route(&cellar, "wiki", json!({ "to": "http://10.9.9.7" })).await;
    until_shown(&attic, vec![of_cellar.clone(), format!("wiki@{cellar_id}")]).await;
    let deleted = attic.request(Method::DELETE, "/api/v1/routes/media").answer().await;
    assert_eq!(deleted.0, 204);
    until_shown(&yard, vec![of_cellar.clone(), format!("wiki@{cellar_id}")]).await;
    let (code, report) = yard.post("/api/v1/federation/sync", &json!({})).answer().await;
    assert_eq!((code, &report["peersContacted"]), (200, &json!(2)), "{report}");
    assert_eq!(report["servicesReceived"], 2);

    // One is removed here and stays a peer of the others.
    let (code, _) = attic.request(Method::DELETE, &format!("{PEERS}/{cellar_id}")).answer().await;
    assert_eq!(code, 200);
    assert!(remote(&attic).await.is_empty());
    until_connected(&yard, 2).await;
    let address = format!("127.0.0.1:{}", ports[1]);
    let (code, _) = attic.post(PEERS, &json!({ "address": address })).answer().await;
    assert_eq!(code, 202);
    until_shown(&attic, vec![of_cellar, format!("wiki@{cellar_id}")]).await;
}

#[tokio::test]
async fn an_app_opens_through_another_gateway_in_the_users_own_name() {
    let ports = [free_port(), free_port()];
    let attic = open_member(ports[0], ports[1]).start().await;
    let cellar = open_member(ports[1], ports[0]).start().await;
    let (attic_id, cellar_id) = (id_of(&attic).await, id_of(&cellar).await);
    let app = Upstream::echo("media").await;
    put_route(&attic, "media", json!({ "to": app.url(), "websocket": true })).await;
    let id = format!("media@{attic_id}");
    until_shown(&cellar, vec![id.clone()]).await;
    let (_, shown) = cellar.get(&format!("/api/v1/apps/{id}")).answer().await;
    assert_eq!(shown["url"], format!("{}/apps/{id}/", cellar.base_url()));

    let page = format!("/apps/{id}/page?q=1");
    let admin = cellar.admin_token().await;
    let (code, seen) = cellar.get(&page).bearer_auth(&admin).remote().answer().await;
    assert_eq!((code, &seen["app"]), (200, &json!("media")), "{seen}");
    assert_eq!((&seen["path"], &seen["query"]), (&json!("/page"), &json!("q=1")));
    let headers = &seen["headers"];
    assert_eq!(headers["remote-user"], format!("admin@{cellar_id}"));
    assert_eq!(headers["x-forwarded-prefix"], format!("/apps/{id}"));
    assert_eq!(headers["x-forwarded-host"], format!("127.0.0.1:{}", cellar.port()));
    assert!(headers.get("authorization").is_none() && headers.get("x-gatehouse-peer").is_none());
    let (code, _) = cellar.get(&page).remote().answer().await;
    assert_eq!(code, 401, "who is nobody here is nobody there");
    let (_, key) = api_key(&cellar, &["access:media"]).await;
    let (code, _) = cellar.get(&page).header("X-API-Key", &key).remote().answer().await;
    assert_eq!(code, 403, "that is another app's right");
    let (code, _) = attic.get(&page).answer().await;
    assert_eq!(code, 404, "its own people have another address for it");

    put_route(&attic, "media", json!({ "scopes": ["access:admin"] })).await;
    let refused = async || cellar.get(&page).bearer_auth(&admin).answer().await.0 == 403;
    deadline("an administrator there is none here", PATIENCE, refused).await;
    put_route(&attic, "media", json!({ "scopes": ["access:media"] })).await;
    let opens = async || cellar.get(&page).bearer_auth(&admin).answer().await.0 == 200;
    deadline("it opens again", PATIENCE, opens).await;
    let (code, _) = attic.request(Method::DELETE, &format!("{PEERS}/{cellar_id}")).answer().await;
    assert_eq!(code, 200);
    let (code, _) = cellar.get(&page).bearer_auth(&admin).answer().await;
    assert_eq!(code, 401, "a removed peer opens nothing");
}

#[tokio::test]
async fn a_gateway_with_another_secret_stays_alone() {
    let ports = [free_port(), free_port(), free_port()];
    let attic = member(ports[0], ports[1], SECRET).start().await;
    let cellar = member(ports[1], ports[0], SECRET).start().await;
    let stranger = member(ports[2], ports[0], "guessed, and guessed wrongly").start().await;
    put_route(&attic, "media", json!({ "to": "http://10.9.9.9" })).await;
    until_shown(&cellar, vec![format!("media@{}", id_of(&attic).await)]).await;
    let dropped = "gatehouse_federation_datagrams_total{direction=\"dropped\"} ";
    deadline("the stranger knocks", PATIENCE, async || {
        let metrics = attic.get("/metrics").send().await.expect("an answer");
        let metrics = metrics.text().await.expect("a text");
        let line = metrics.lines().find_map(|line| line.strip_prefix(dropped));
        line.is_some_and(|count| count.trim() != "0")
    })
    .await;
    assert_eq!(status(&stranger).await["peer_count"], 0);
    assert_eq!(status(&attic).await["peer_count"], 1);
    assert!(remote(&stranger).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn gateways_of_one_network_find_each_other_without_any_address() {
    let Some(lan) = Lan::start() else { return };
    let here = lan.here().address;
    let nearby = |port: u16| {
        Gateway::launch().without_rate_limits().config(format!(
            "federation:\n  enabled: true\n  cluster_secret: '{SECRET}'\n  gossip_port: {port}\n  \
             advertise_addr: {here}\n"
        ))
    };
    let ports = [free_port(), free_port()];
    let attic = nearby(ports[0]).start().await;
    let cellar = nearby(ports[1]).start().await;
    put_route(&attic, "media", json!({ "to": "http://10.9.9.9" })).await;
    until_shown(&cellar, vec![format!("media@{}", id_of(&attic).await)]).await;
    let ours = || -> Vec<Found> {
        let all = lan.browse("_gatehouse-peer._tcp").into_iter();
        all.filter(|found| ports.contains(&found.port)).collect()
    };
    let seen = |port: &u16| ours().iter().any(|found| found.port == *port);
    deadline("others see both", PATIENCE, async || ports.iter().all(seen)).await;
    for found in ours() {
        let text = format!("{found:?}");
        assert!(!text.contains(SECRET) && !text.contains("gw-"), "an address alone: {text}");
    }
}
