//! Apps and routes that belong to the configuration file.

use http::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, both, settings};

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

async fn reload(house: &House, file: Value) {
    house.catalog.reload(settings(file)).await.expect("a reload");
}

#[tokio::test]
async fn the_files_records_are_there_while_the_file_has_them() {
    both(async |house| {
        house.put("own", json!({ "to": "http://own" })).await.expect(StatusCode::CREATED);
        reload(&house, file()).await;
        assert_eq!(house.ids("routes").await, ["nas", "own", "wiki"]);
        let routes = house.list("routes").await;
        assert_eq!((&routes[0]["origin"], &routes[0]["icon"]), (&json!("config"), &json!("disk")));
        assert_eq!(routes[0]["websocket"], true);
        assert_eq!(routes[2]["scopes"], json!(["read:catalog"]));
        let names: Vec<_> =
            house.list("apps").await.iter().map(|app| app["name"].clone()).collect();
        assert_eq!(names, ["Own", "The NAS", "Wiki"], "an app nobody described has a name, too");
        let table = house.catalog.routes();
        assert!(table.load().find("/apps/wiki/").is_some());

        reload(&house, json!({})).await;
        assert_eq!(house.ids("routes").await, ["own"]);
        assert_eq!(house.ids("apps").await, ["own"]);
        assert!(table.load().find("/apps/wiki/").is_none());
        let restarted = house.restarted(settings(file())).await;
        assert_eq!(restarted.ids("routes").await, ["nas", "own", "wiki"]);
    })
    .await;
}

#[tokio::test]
async fn what_belongs_to_the_file_is_changed_there_alone() {
    both(async |house| {
        reload(&house, file()).await;
        let named = |error: Value| {
            let message = error["message"].as_str().expect("a message").to_owned();
            assert!(message.contains("configuration file"), "{message}");
        };
        named(house.put("nas", json!({ "cache": true })).await.refused(409, "CONFLICT"));
        named(house.delete("/api/v1/routes/nas").send().await.refused(409, "CONFLICT"));
        let body = json!({ "routeId": "nas", "to": "http://x" });
        named(house.post("/api/v1/routes").body(&body).send().await.refused(409, "CONFLICT"));
        let path = json!({ "to": "http://x", "pathBase": "/apps/wiki/" });
        named(house.put("other", path).await.refused(409, "CONFLICT"));
        let icon = json!({ "appId": "nas", "to": "http://x", "pathBase": "/apps/x/", "icon": "y" });
        named(house.put("other", icon).await.refused(409, "CONFLICT"));
        assert_eq!(house.ids("routes").await, ["nas", "wiki"]);
        assert_eq!(house.last_audit().await, None);
    })
    .await;
}

#[tokio::test]
async fn a_stored_route_can_lead_to_an_app_of_the_file_and_outlives_it() {
    both(async |house| {
        reload(&house, file()).await;
        let more = json!({ "appId": "nas", "to": "http://10.0.0.2:81", "pathBase": "/apps/web/" });
        let more = house.put("web", more).await.expect(StatusCode::CREATED);
        assert_eq!((&more["icon"], &more["origin"]), (&json!("disk"), &json!("manual")));
        reload(&house, json!({})).await;
        let apps = house.list("apps").await;
        assert_eq!((&apps[0]["id"], &apps[0]["name"]), (&json!("nas"), &json!("Nas")));
        house.delete("/api/v1/routes/web").send().await.expect(StatusCode::NO_CONTENT);
        assert_eq!(house.ids("apps").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_file_wins_over_the_database_as_long_as_it_has_the_id() {
    both(async |house| {
        let mine = json!({ "to": "http://mine", "icon": "mine" });
        house.put("wiki", mine).await.expect(StatusCode::CREATED);
        let rival = json!({ "to": "http://rival", "pathBase": "/apps/nas/" });
        house.put("rival", rival).await.expect(StatusCode::CREATED);
        reload(&house, file()).await;
        let wiki = house.get("/api/v1/routes/wiki").send().await.expect(StatusCode::OK);
        assert_eq!((&wiki["to"], &wiki["origin"]), (&json!("http://10.0.0.3"), &json!("config")));
        let table = house.catalog.routes();
        let leads_to = |path: &str| {
            let table = table.load();
            table.find(path).map(|route| route.upstream.endpoint.host.clone())
        };
        assert_eq!(leads_to("/apps/nas/").as_deref(), Some("10.0.0.2"));
        assert_eq!(house.ids("routes").await, ["nas", "rival", "wiki"], "it can be deleted still");

        reload(&house, json!({})).await;
        let wiki = house.get("/api/v1/routes/wiki").send().await.expect(StatusCode::OK);
        assert_eq!((&wiki["to"], &wiki["icon"]), (&json!("http://mine"), &json!("mine")));
        assert_eq!(leads_to("/apps/nas/").as_deref(), Some("rival"));
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_not_valid_changes_nothing() {
    both(async |house| {
        reload(&house, file()).await;
        let broken = json!({ "routes": [{ "id": "x", "to": "nowhere" }] });
        let config = serde_json::from_value(broken).expect("a configuration");
        let settings = catalog::Settings { config, ..Default::default() };
        let error = house.catalog.reload(settings).await.expect_err("it is refused");
        assert_eq!(error.details[0].field, "routes.0.to");
        assert_eq!(house.ids("routes").await, ["nas", "wiki"]);
    })
    .await;
}
