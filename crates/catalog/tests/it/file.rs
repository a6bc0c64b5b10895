//! Apps and routes that belong to the configuration file.

use http::StatusCode;
use serde_json::{Value, json};
use web::Reload;

use crate::fixture::{Fixture, both, settings};

fn file() -> Value {
    json!({
        "apps": [{ "id": "nas", "name": "The NAS", "icon": "disk", "tags": ["files"],
                   "endpoints": { "lan": "http://10.0.0.2" } }],
        "routes": [
            { "id": "nas", "app_id": "nas", "to": "http://10.0.0.2:5000", "websocket": true },
            { "id": "wiki", "to": "http://10.0.0.3", "scopes": ["read:catalog"] },
        ],
    })
}

async fn reload(fixture: &Fixture, file: Value) {
    fixture.catalog.reload(settings(file)).await.expect("a reload");
}

#[tokio::test]
async fn the_files_records_are_there_while_the_file_has_them() {
    both(async |fixture| {
        fixture.put("own", json!({ "to": "http://own" })).await.expect(StatusCode::CREATED);
        reload(&fixture, file()).await;
        assert_eq!(fixture.ids("routes").await, ["nas", "own", "wiki"]);
        let routes = fixture.list("routes").await;
        assert_eq!((&routes[0]["origin"], &routes[0]["icon"]), (&json!("config"), &json!("disk")));
        assert_eq!(routes[0]["websocket"], true);
        assert_eq!(routes[2]["scopes"], json!(["read:catalog"]));
        let names: Vec<_> =
            fixture.list("apps").await.iter().map(|app| app["name"].clone()).collect();
        assert_eq!(names, ["Own", "The NAS", "Wiki"], "an app nobody described has a name, too");
        let table = fixture.catalog.routes();
        assert!(table.load().find("/apps/wiki/").is_some());

        reload(&fixture, json!({})).await;
        assert_eq!(fixture.ids("routes").await, ["own"]);
        assert_eq!(fixture.ids("apps").await, ["own"]);
        assert!(table.load().find("/apps/wiki/").is_none());
        let restarted = fixture.restarted(settings(file())).await;
        assert_eq!(restarted.ids("routes").await, ["nas", "own", "wiki"]);
    })
    .await;
}

#[tokio::test]
async fn what_belongs_to_the_file_is_changed_there_alone() {
    both(async |fixture| {
        reload(&fixture, file()).await;
        let named = |error: Value| {
            let message = error["message"].as_str().expect("a message").to_owned();
            assert!(message.contains("configuration file"), "{message}");
        };
        named(fixture.put("nas", json!({ "cache": true })).await.refused(409, "CONFLICT"));
        named(fixture.delete("/api/v1/routes/nas").send().await.refused(409, "CONFLICT"));
        let body = json!({ "routeId": "nas", "to": "http://x" });
        named(fixture.post("/api/v1/routes").body(&body).send().await.refused(409, "CONFLICT"));
        let path = json!({ "to": "http://x", "pathBase": "/apps/wiki/" });
        named(fixture.put("other", path).await.refused(409, "CONFLICT"));
        let icon = json!({ "appId": "nas", "to": "http://x", "pathBase": "/apps/x/", "icon": "y" });
        named(fixture.put("other", icon).await.refused(409, "CONFLICT"));
        assert_eq!(fixture.ids("routes").await, ["nas", "wiki"]);
        assert_eq!(fixture.last_audit().await, None);
    })
    .await;
}

#[tokio::test]
async fn a_stored_route_can_lead_to_an_app_of_the_file_and_outlives_it() {
    both(async |fixture| {
        reload(&fixture, file()).await;
        let more = json!({ "appId": "nas", "to": "http://10.0.0.2:81", "pathBase": "/apps/web/" });
        let more = fixture.put("web", more).await.expect(StatusCode::CREATED);
        assert_eq!((&more["icon"], &more["origin"]), (&json!("disk"), &json!("manual")));
        reload(&fixture, json!({})).await;
        let apps = fixture.list("apps").await;
        assert_eq!((&apps[0]["id"], &apps[0]["name"]), (&json!("nas"), &json!("Nas")));
        fixture.delete("/api/v1/routes/web").send().await.expect(StatusCode::NO_CONTENT);
        assert_eq!(fixture.ids("apps").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_file_wins_over_the_database_as_long_as_it_has_the_id() {
    both(async |fixture| {
        let mine = json!({ "to": "http://mine", "icon": "mine" });
        fixture.put("wiki", mine).await.expect(StatusCode::CREATED);
        let rival = json!({ "to": "http://rival", "pathBase": "/apps/nas/" });
        fixture.put("rival", rival).await.expect(StatusCode::CREATED);
        reload(&fixture, file()).await;
        let wiki = fixture.get("/api/v1/routes/wiki").send().await.expect(StatusCode::OK);
        assert_eq!((&wiki["to"], &wiki["origin"]), (&json!("http://10.0.0.3"), &json!("config")));
        let table = fixture.catalog.routes();
        let leads_to = |path: &str| {
            let table = table.load();
            table.find(path).map(|route| route.upstream.endpoint.host.clone())
        };
        assert_eq!(leads_to("/apps/nas/").as_deref(), Some("10.0.0.2"));
        assert_eq!(
            fixture.ids("routes").await,
            ["nas", "rival", "wiki"],
            "it can be deleted still"
        );

        reload(&fixture, json!({})).await;
        let wiki = fixture.get("/api/v1/routes/wiki").send().await.expect(StatusCode::OK);
        assert_eq!((&wiki["to"], &wiki["icon"]), (&json!("http://mine"), &json!("mine")));
        assert_eq!(leads_to("/apps/nas/").as_deref(), Some("rival"));
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_not_valid_changes_nothing() {
    both(async |fixture| {
        reload(&fixture, file()).await;
        let broken = json!({ "routes": [{ "id": "x", "to": "nowhere" }] });
        let config = serde_json::from_value(broken).expect("a configuration");
        let settings = catalog::Settings { config, ..Default::default() };
        let error = fixture.catalog.reload(settings).await.expect_err("it is refused");
        assert_eq!(error.details[0].field, "routes.0.to");
        assert_eq!(fixture.ids("routes").await, ["nas", "wiki"]);
    })
    .await;
}
