//! Containers as their users meet them, on a real engine.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::deadline;
use testkit::docker::{Container, DockerEngine};

use crate::containers_fixture::{
    PATIENCE, get, launch, listed, post, route_to, until_health, until_state, until_told, web,
};
use crate::discovery_fixture::{approve, page, proposed};
use crate::people::{Calls, pair};
use crate::routes::{metric, put_route};
use crate::socket::open;

#[tokio::test]
async fn a_container_is_stopped_started_and_restarted_and_its_app_follows() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine).start().await;
    // Nobody else gets this port, whereas addresses are given away while it is stopped.
    let port = testkit::free_port();
    let films = engine.run(web(engine, "films").publish_at("127.0.0.1", port, 8080));
    let (name, short) = (films.name(), &films.id()[..12]);
    put_route(&gateway, name, json!({ "to": format!("http://127.0.0.1:{port}") })).await;
    until_health(&gateway, name, "healthy").await;
    let shown = listed(&gateway, name).await.expect("it is listed");
    assert_eq!((&shown["id"], &shown["state"]), (&json!(short), &json!("running")), "{shown}");
    assert_eq!((&shown["runtime"], &shown["namespace"]), (&json!("docker"), &json!("")));
    assert_eq!(shown["image"], engine.image());
    let published =
        json!({ "ip": "127.0.0.1", "privatePort": 8080, "publicPort": port, "type": "tcp" });
    assert_eq!(shown["ports"], json!([published]));

    // Everybody who is connected hears of it, a phone that may only read as well.
    let phone = pair(&gateway, "phone", "ios").await.token;
    let mut socket = open(&gateway, &phone).await;
    let (status, accepted) = post(&gateway, &format!("/{short}/stop?timeout=3")).await;
    assert_eq!((status, &accepted["status"]), (202, &json!("accepted")), "{accepted}");
    assert_eq!((&accepted["containerId"], &accepted["timeout"]), (&json!(short), &json!(3)));
    let told = until_told(&mut socket, "container.stop.completed", short).await;
    assert_eq!(told.last().expect("it came")["data"]["status"], "stopped");
    let health = told.iter().find(|event| event["type"] == "health_change");
    let health = health.unwrap_or_else(|| panic!("the app is unhealthy at once: {told:?}"));
    assert_eq!(
        (&health["data"]["appId"], &health["data"]["status"]),
        (&json!(name), &json!("unhealthy"))
    );
    let health = gateway.get(&format!("/api/v1/services/{name}/health")).answer().await.1;
    assert_eq!(health["status"], "unhealthy", "{health}");
    let (status, body) = page(&gateway, &format!("/apps/{name}/")).await;
    assert_eq!(status, 503, "{body}");
    assert_eq!(films.inspect()["State"]["Running"], false);

    // It is listed although it has no address any more, and can be started by its name.
    until_state(&gateway, name, "exited").await;
    let refused = post(&gateway, &format!("/{short}/stop")).await;
    assert_eq!(
        (refused.0, &refused.1["error"]["code"]),
        (409, &json!("CONTAINER_ALREADY_STOPPED"))
    );
    assert_eq!(post(&gateway, &format!("/{name}/start")).await.0, 202);
    until_told(&mut socket, "container.start.completed", short).await;
    let refused = post(&gateway, &format!("/{name}/start")).await;
    assert_eq!(
        (refused.0, &refused.1["error"]["code"]),
        (409, &json!("CONTAINER_ALREADY_STARTED"))
    );
    until_health(&gateway, name, "healthy").await;

    let started = films.inspect()["State"]["StartedAt"].clone();
    assert_eq!(post(&gateway, &format!("/{}/restart", films.id())).await.0, 202);
    until_told(&mut socket, "container.restart.completed", short).await;
    assert_ne!(films.inspect()["State"]["StartedAt"], started);

    let done = r#"gatehouse_container_actions_total{action="stop",result="completed"}"#;
    assert!(metric(&gateway, done).await >= 1.0);
    let feed = gateway.get("/api/v1/activity/recent").answer().await.1;
    assert!(feed.to_string().contains(&format!("{name} was stopped")), "{feed}");
}

/// Whoever stops a container, its app is known to be down at once and recovers by itself.
#[tokio::test]
async fn an_app_follows_its_container_whoever_stops_it() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine).env("GATEHOUSE_HEALTH_CHECKS__INTERVAL", "1h").start().await;
    let port = testkit::free_port();
    let web = engine.run(web(engine, "elsewhere").publish_at("127.0.0.1", port, 8080));
    let to = format!("http://127.0.0.1:{port}");
    put_route(&gateway, web.name(), json!({ "to": to })).await;
    until_health(&gateway, web.name(), "healthy").await;
    until_state(&gateway, web.name(), "running").await;
    // No check would show it within an hour.
    web.stop();
    until_health(&gateway, web.name(), "unhealthy").await;
    until_state(&gateway, web.name(), "exited").await;
    web.start();
    until_health(&gateway, web.name(), "healthy").await;
}

/// An approved container is known by its name and its compose service, not by its id.
#[tokio::test]
async fn an_approved_container_keeps_its_link_when_it_is_made_anew() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine)
        .env("GATEHOUSE_DISCOVERY__ENABLED", "true")
        .env("GATEHOUSE_DISCOVERY__MDNS__ENABLED", "false")
        .env("GATEHOUSE_DISCOVERY__DOCKER__SOCKET_PATH", engine.url())
        .start()
        .await;
    let mut blog = engine.run(web(engine, "blog"));
    approve(&gateway, &proposed(&gateway, blog.name()).await).await;
    until_state(&gateway, blog.name(), "running").await;
    let before = listed(&gateway, blog.name()).await.expect("it is listed")["id"].clone();
    assert_eq!(post(&gateway, &format!("/{}/stop", blog.name())).await.0, 202);
    until_state(&gateway, blog.name(), "exited").await;
    until_health(&gateway, blog.name(), "unhealthy").await;
    blog.recreate(|container| container);
    until_state(&gateway, blog.name(), "running").await;
    let after = listed(&gateway, blog.name()).await.expect("it is listed")["id"].clone();
    assert_ne!(before, after);
    until_health(&gateway, blog.name(), "healthy").await;
}

#[tokio::test]
async fn figures_and_details_of_a_container() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine).start().await;
    let shop = engine.run(web(engine, "shop").env("DB_PASSWORD", "hunter2").env("TONE", "blue"));
    route_to(&gateway, &shop).await;
    let path = format!("/{}", shop.name());
    let (status, raw) = get(&gateway, &path).await;
    assert_eq!((status, &raw["Id"]), (200, &json!(shop.id())), "{raw}");
    assert_eq!(raw["Config"]["Env"], shop.inspect()["Config"]["Env"]);
    let phone = pair(&gateway, "phone", "ios").await.token;
    let call = gateway.get(&format!("/api/v1/containers{path}")).bearer_auth(&phone);
    let (status, raw) = call.answer().await;
    assert_eq!(status, 200);
    let shown = raw.to_string();
    assert!(!shown.contains("hunter2") && shown.contains("DB_PASSWORD=*"), "{shown}");
    assert!(shown.contains("TONE=blue"));

    let (status, stats) = get(&gateway, &format!("{path}/stats")).await;
    assert_eq!((status, &stats["containerId"]), (200, &json!(shop.id()[..12])), "{stats}");
    assert!(stats["memory"]["used"].as_u64().is_some_and(|used| used > 0), "{stats}");
    assert!(stats["cpu"]["totalCores"].as_f64().is_some_and(|cores| cores >= 1.0), "{stats}");
    assert!(stats["network"]["rx"].as_u64().is_some_and(|bytes| bytes > 0), "{stats}");
    let (status, all) = get(&gateway, "/stats").await;
    assert_eq!((status, all["containers"].as_array().map(Vec::len)), (200, Some(1)), "{all}");
    assert!(metric(&gateway, "gatehouse_container_stats_streams").await >= 1.0);
}

#[tokio::test]
async fn many_at_once() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine).start().await;
    let mut crowd = Vec::new();
    for _ in 0..7 {
        let one = engine.run(web(engine, "crowd"));
        let to = format!("http://{}:8080", one.address());
        put_route(&gateway, one.name(), json!({ "to": to })).await;
        crowd.push(one);
    }
    let stranger = engine.run(web(engine, "bystander"));
    let broken = engine.create(Container::new(engine.unique("broken")).command(&["/none"]));
    let by_hand = json!({ "to": "http://192.0.2.1:1", "containerId": broken.id() });
    put_route(&gateway, broken.name(), by_hand).await;

    let (status, done) = post(&gateway, "/stop-all?timeout=5").await;
    assert_eq!((status, &done["success"], &done["failed"]), (200, &json!(7), &json!(0)), "{done}");
    assert!(crowd.iter().all(|one| one.inspect()["State"]["Running"] == false));
    assert_eq!(stranger.inspect()["State"]["Running"], true);
    // One cannot be started, which does not keep the others from it.
    let (status, done) = post(&gateway, "/start-all").await;
    assert_eq!((status, &done["success"], &done["failed"]), (200, &json!(7), &json!(1)), "{done}");
    assert!(crowd.iter().all(|one| one.inspect()["State"]["Running"] == true));

    let ids = [&crowd[0].id()[..12], crowd[1].id(), crowd[2].name(), stranger.name(), "no-such"];
    let body = json!({ "action": "stop", "containerIds": ids, "timeout": 2 });
    let (status, done) = gateway.post("/api/v1/containers/batch", &body).answer().await;
    assert_eq!((status, &done["success"], &done["failed"]), (200, &json!(3), &json!(2)), "{done}");
    assert_eq!(stranger.inspect()["State"]["Running"], true);
    let (status, done) = post(&gateway, "/restart-all?timeout=2").await;
    assert_eq!((status, &done["success"]), (200, &json!(7)), "{done}");
}

/// What no route leads to is not there, and nothing but a name is an id.
#[tokio::test]
async fn strangers_and_tricks_are_refused() {
    let Some(engine) = testkit::docker() else { return };
    let gateway = launch(engine).start().await;
    let vault = engine.run(web(engine, "vault"));
    let stopped = engine.create(web(engine, "drawer"));
    for id in [vault.name(), vault.id(), &vault.id()[..12], stopped.name()] {
        for rest in ["", "/stats"] {
            let (status, body) = get(&gateway, &format!("/{id}{rest}")).await;
            assert_eq!(
                (status, &body["error"]["code"]),
                (404, &json!("CONTAINER_NOT_FOUND")),
                "{body}"
            );
        }
        for action in ["start", "stop", "restart"] {
            let (status, body) = post(&gateway, &format!("/{id}/{action}")).await;
            assert_eq!(
                (status, &body["error"]["code"]),
                (404, &json!("CONTAINER_NOT_FOUND")),
                "{body}"
            );
        }
    }
    assert_eq!(vault.inspect()["State"]["Running"], true);
    assert_eq!(listed(&gateway, vault.name()).await, None);
    let (status, all) = get(&gateway, "?all=true").await;
    assert_eq!(status, 200);
    assert!(all.to_string().contains(vault.name()));
    let phone = pair(&gateway, "phone", "ios").await.token;
    let call = gateway.get("/api/v1/containers?all=true").bearer_auth(&phone);
    assert_eq!(call.answer().await.0, 403);

    let long = "a".repeat(60_000);
    for id in ["..%2Fimages%2Fjson", "a%2F..%2F..%2Fplugins", "a%2fb", "a%0ab", &long] {
        let path = format!("/api/v1/containers/{id}/stop");
        let (status, body) = gateway.request(Method::POST, &path).answer().await;
        let refused = status == 400 && body["error"]["code"] == "INVALID_CONTAINER_ID";
        // A path that long may not even be read.
        assert!(refused || status == 414 || status == 431, "{status} {body}");
    }
}

/// The engine goes away and comes back: a clear answer, and the gateway finds it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_goes_away_is_a_clear_answer() {
    let Some(engine) = DockerEngine::apart() else { return };
    let gateway = launch(&engine).start().await;
    let web = engine.run(web(&engine, "lonely").restart("no"));
    route_to(&gateway, &web).await;
    until_state(&gateway, web.name(), "running").await;
    tokio::task::block_in_place(|| engine.stop_engine());
    let component = async || -> Value {
        gateway.get("/healthz").answer().await.1["components"]["containers.docker"].clone()
    };
    deadline("it is noticed", PATIENCE, async || component().await["status"] == "degraded").await;
    let (status, body) = get(&gateway, "").await;
    assert_eq!((status, &body["error"]["code"]), (503, &json!("RUNTIME_UNAVAILABLE")), "{body}");
    let (status, body) = post(&gateway, &format!("/{}/stop", web.name())).await;
    assert_eq!((status, &body["error"]["code"]), (503, &json!("RUNTIME_UNAVAILABLE")), "{body}");

    tokio::task::block_in_place(|| engine.start_engine());
    deadline("it is found again", PATIENCE, async || component().await["status"] == "healthy")
        .await;
    // The container went with the engine.
    until_state(&gateway, web.name(), "exited").await;
    assert_eq!(post(&gateway, &format!("/{}/start", web.name())).await.0, 202);
    until_state(&gateway, web.name(), "running").await;
}
