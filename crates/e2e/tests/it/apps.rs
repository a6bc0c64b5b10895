//! Apps as people meet them: routes come, change and go while requests are on their way.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Database, Gateway, PATIENCE, deadline};

use crate::people::Calls;
use crate::routes::put_route;
use crate::upstream::Upstream;

fn file(routes: &str) -> String {
    format!("rate_limits: {{enabled: false}}\nroutes: [{routes}]\n")
}

/// Which app answers at a path, or the status of the refusal.
async fn who(gateway: &Gateway, path: &str) -> String {
    let (status, body) = gateway.get(path).answer().await;
    body["app"].as_str().map_or_else(|| status.to_string(), str::to_owned)
}

#[tokio::test]
async fn a_route_of_the_file_is_there_at_the_start_and_follows_the_file() {
    let (one, two) = (Upstream::echo("one").await, Upstream::echo("two").await);
    let route = |to: &Upstream| format!("{{id: wiki, app_id: wiki, to: '{}'}}", to.url());
    let gateway = Gateway::launch().config(file(&route(&one))).start().await;
    put_route(&gateway, "mine", json!({ "to": one.url() })).await;

    let (status, seen) = gateway.get("/apps/wiki/page/1?q=a%2Fb&q=//").answer().await;
    assert_eq!((status, &seen["app"]), (200, &json!("one")));
    assert_eq!((&seen["path"], &seen["query"]), (&json!("/page/1"), &json!("q=a%2Fb&q=//")));

    gateway.write_config(&file(&route(&two)));
    deadline("the app moves", PATIENCE, async || who(&gateway, "/apps/wiki/").await == "two").await;

    let moved = format!("{{id: wiki, path_base: /apps/docs/wiki/, to: '{}'}}", two.url());
    gateway.write_config(&file(&moved));
    deadline("the path moves", PATIENCE, async || who(&gateway, "/apps/docs/wiki/").await == "two")
        .await;
    assert_eq!(who(&gateway, "/apps/wiki/").await, "404");

    gateway.write_config(&file(""));
    deadline("the route goes", PATIENCE, async || who(&gateway, "/apps/docs/wiki/").await == "404")
        .await;
    assert_eq!(who(&gateway, "/apps/mine/").await, "one", "a hand-made route is not the file's");
}

#[tokio::test]
async fn a_change_counts_for_the_next_request() {
    let (one, two) = (Upstream::echo("one").await, Upstream::echo("two").await);
    let gateway = Gateway::launch().without_rate_limits().start().await;
    for round in 0..20 {
        let (to, name) = if round % 2 == 0 { (&one, "one") } else { (&two, "two") };
        put_route(&gateway, "tv", json!({ "to": to.url() })).await;
        // Connections of their own, so that every thread that serves is asked.
        for _ in 0..4 {
            let fresh = gateway.client_builder().build().expect("a client");
            let seen = fresh.get(gateway.url("/apps/tv/")).answer().await.1;
            assert_eq!(seen["app"], name, "round {round}");
        }
        if round % 5 == 4 {
            let gone = gateway.request(Method::DELETE, "/api/v1/routes/tv").answer().await;
            assert_eq!(gone.0, 204);
            assert_eq!(who(&gateway, "/apps/tv/").await, "404");
        }
    }
    assert_eq!(gateway.request(Method::DELETE, "/api/v1/routes/none").answer().await.0, 404);
}

#[tokio::test]
async fn hand_made_routes_survive_a_kill() {
    let app = Upstream::echo("tv").await;
    for database in Database::all() {
        let mut gateway = Gateway::launch().without_rate_limits().database(&database).start().await;
        let health = json!({ "path": "/up", "interval": "30s", "disabled": false });
        let made = json!({ "to": app.url(), "appId": "media", "pathBase": "/apps/m/tv/",
            "scopes": ["access:tv"], "icon": "tv", "healthCheck": health, "stripPrefix": false });
        let put = put_route(&gateway, "tv", made).await;
        put_route(&gateway, "gone", json!({ "to": app.url() })).await;
        let gone = gateway.request(Method::DELETE, "/api/v1/routes/gone").answer().await;
        assert_eq!(gone.0, 204);
        gateway.kill9();
        gateway.restart().await;
        let seen = gateway.get("/apps/m/tv/x").answer().await.1;
        assert_eq!(seen["path"], "/apps/m/tv/x", "{database}");
        let kept = gateway.get("/api/v1/routes/tv").answer().await.1;
        for field in put.as_object().expect("a route").keys() {
            let changes = ["status", "healthInfo"].contains(&field.as_str());
            assert!(changes || kept[field] == put[field], "{database}: {field} of {kept}");
        }
        let ids = gateway.get("/api/v1/routes").answer().await.1;
        let ids: Vec<_> = ids.as_array().expect("routes").iter().map(|r| &r["routeId"]).collect();
        assert_eq!(ids, ["tv"], "{database}");
    }
}

#[tokio::test]
async fn a_route_of_the_file_cannot_be_changed_by_hand_and_keeps_its_path() {
    let app = Upstream::echo("wiki").await;
    let route = format!("{{id: wiki, to: '{}'}}", app.url());
    let gateway = Gateway::launch().config(file(&route)).start().await;
    let put = |id: &str, route: Value| {
        gateway.request(Method::PUT, &format!("/api/v1/routes/{id}")).json(&route).answer()
    };
    let to = "http://127.0.0.1:9";
    assert_eq!(put("wiki", json!({ "to": to })).await.0, 409);
    assert_eq!(put("other", json!({ "to": to, "pathBase": "/apps/wiki/" })).await.0, 409);
    assert_eq!(gateway.request(Method::DELETE, "/api/v1/routes/wiki").answer().await.0, 409);
    assert_eq!(who(&gateway, "/apps/wiki/").await, "wiki");
}

#[tokio::test]
async fn what_the_catalogue_says_is_what_a_client_finds() {
    let app = Upstream::echo("tv").await;
    let apps =
        "apps: [{id: tv, name: Television, tags: [media], endpoints: {lan: 'http://tv.lan'}}]";
    let route = format!("{{id: tv, app_id: tv, to: '{}', public_access: true}}", app.url());
    let gateway = Gateway::launch().config(format!("{}{apps}\n", file(&route))).start().await;

    let apps = gateway.get("/api/v1/apps").answer().await.1;
    let [shown] = &apps.as_array().expect("a list")[..] else { panic!("{apps}") };
    assert_eq!((&shown["id"], &shown["name"]), (&json!("tv"), &json!("Television")));
    assert_eq!(shown["endpoints"], json!({ "lan": "http://tv.lan" }));
    let path = shown["proxyPath"].as_str().expect("a path");
    assert_eq!(who(&gateway, path).await, "tv");
    let url = shown["url"].as_str().expect("an address");
    assert_eq!(gateway.client().get(url).remote().answer().await.0, 200, "{url}");

    let picture = gateway.get(shown["faviconUrl"].as_str().expect("a path"));
    let picture = picture.send().await.expect("an answer");
    assert_eq!(picture.status(), 200);
    let kind = picture.headers()["content-type"].to_str().expect("text").to_owned();
    assert!(kind.starts_with("image/"), "{kind}");

    let routes = gateway.get("/api/v1/routes").answer().await.1;
    let [route] = &routes.as_array().expect("a list")[..] else { panic!("{routes}") };
    assert_eq!((&route["origin"], &route["publicAccess"]), (&json!("config"), &json!(true)));
    assert_eq!((&route["pathBase"], &route["to"]), (&json!("/apps/tv/"), &json!(app.url())));
    let health = gateway.get("/api/v1/services/tv/health").answer().await;
    assert_eq!((health.0, &health.1["appId"]), (200, &json!("tv")));
    for missing in ["apps/x", "routes/x", "services/x/health", "apps/x/favicon", "apps/x/traffic"] {
        let (status, body) = gateway.get(&format!("/api/v1/{missing}")).answer().await;
        assert_eq!((status, &body["error"]["code"]), (404, &json!("NOT_FOUND")), "{missing}");
    }
}
