//! Making, changing and deleting routes.

use http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::{Fixture, both, settings};

async fn route(fixture: &Fixture, id: &str) -> Value {
    fixture.get(&format!("/api/v1/routes/{id}")).send().await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_new_route_has_the_usual_values_and_brings_its_app() {
    both(async |fixture| {
        let made = fixture.put("jellyfin", json!({ "to": "http://10.0.0.9:8096" })).await;
        let made = made.expect(StatusCode::CREATED);
        assert_eq!(
            made,
            json!({
                "routeId": "jellyfin", "appId": "jellyfin", "pathBase": "/apps/jellyfin/",
                "to": "http://10.0.0.9:8096", "scopes": ["access:jellyfin"], "websocket": false,
                "stripPrefix": true, "icon": "", "rewriteHtml": true, "publicAccess": false,
                "cache": false, "persistCookies": true, "insecureUpstream": false,
                "forwardAuthorization": false, "hostHeader": "client", "routingMode": "path",
                "origin": "manual", "status": "UNKNOWN",
            })
        );
        assert_eq!(route(&fixture, "jellyfin").await, made);
        assert_eq!(fixture.list("routes").await, [made]);
        let app = fixture.get("/api/v1/apps/jellyfin").send().await.expect(StatusCode::OK);
        assert_eq!((&app["id"], &app["name"]), (&json!("jellyfin"), &json!("Jellyfin")));
    })
    .await;
}

#[tokio::test]
async fn what_is_left_out_keeps_its_value_and_null_takes_it_away() {
    both(async |fixture| {
        let whole = json!({
            "routeId": "tv", "appId": "jellyfin", "pathBase": "/apps/media/tv", "icon": "tv",
            "to": "https://nas.lan:8920/base", "scopes": ["access:jellyfin", "access:mobile"],
            "websocket": true, "stripPrefix": false, "rewriteHtml": false, "publicAccess": true,
            "cache": true, "persistCookies": true, "insecureUpstream": true,
            "forwardAuthorization": true, "hostHeader": "upstream", "routingMode": "both",
            "subdomain": "tv", "containerId": "abcdef012345",
            "healthCheck": { "path": "/ping", "interval": "30s", "timeout": "2s",
                             "expectedStatus": 204, "disabled": false },
        });
        let made = fixture.put("tv", whole.clone()).await.expect(StatusCode::CREATED);
        for (field, value) in whole.as_object().expect("fields") {
            let value = if field == "pathBase" { &json!("/apps/media/tv/") } else { value };
            assert_eq!(&made[field], value, "{field}");
        }
        fixture.put("tv", json!({})).await.expect(StatusCode::OK);
        assert_eq!(route(&fixture, "tv").await, made, "nothing was said");

        let changed = fixture.put("tv", json!({ "to": "http://nas.lan", "cache": false })).await;
        let changed = changed.expect(StatusCode::OK);
        assert_eq!((&changed["to"], &changed["cache"]), (&json!("http://nas.lan"), &json!(false)));
        for kept in ["scopes", "websocket", "subdomain", "healthCheck", "containerId", "icon"] {
            assert_eq!(changed[kept], made[kept], "{kept}");
        }
        let none = json!({ "subdomain": null, "containerId": null, "healthCheck": null,
                           "routingMode": "path" });
        let bare = fixture.put("tv", none).await.expect(StatusCode::OK);
        for gone in ["subdomain", "containerId", "healthCheck"] {
            assert_eq!(bare.get(gone), None, "{gone}");
        }
        let restarted = fixture.restarted(settings(json!({}))).await;
        assert_eq!(route(&restarted, "tv").await, bare, "it outlives the program");
    })
    .await;
}

#[tokio::test]
async fn websocket_is_read_in_both_spellings_and_not_in_both_at_once() {
    both(async |fixture| {
        let to = "http://nas";
        let made = fixture.put("a", json!({ "to": to, "websockets": true })).await;
        assert_eq!(made.expect(StatusCode::CREATED)["websocket"], true);
        let changed = fixture.put("a", json!({ "websocket": false })).await;
        assert_eq!(changed.expect(StatusCode::OK)["websocket"], false);
        let twice = fixture.put("a", json!({ "websocket": true, "websockets": false })).await;
        twice.refused(400, "INVALID_REQUEST");
    })
    .await;
}

#[tokio::test]
async fn the_icon_is_the_apps() {
    both(async |fixture| {
        fixture.put("one", json!({ "appId": "nas", "to": "http://nas", "icon": "disk" })).await;
        let other = json!({ "appId": "nas", "to": "http://nas:81", "pathBase": "/apps/two/" });
        let other = fixture.put("two", other).await.expect(StatusCode::CREATED);
        assert_eq!(other["icon"], "disk");
        fixture.put("two", json!({ "icon": "server" })).await.expect(StatusCode::OK);
        assert_eq!(route(&fixture, "one").await["icon"], "server");
        assert_eq!(fixture.list("apps").await[0]["icon"], "server");
    })
    .await;
}

#[tokio::test]
async fn post_makes_a_route_once_and_finds_an_id_for_it() {
    both(async |fixture| {
        let post = async |body: Value| fixture.post("/api/v1/routes").body(&body).send().await;
        let first = post(json!({ "appId": "nas", "to": "http://nas" })).await;
        assert_eq!(first.expect(StatusCode::CREATED)["routeId"], "nas");
        let second = json!({ "appId": "nas", "to": "http://nas", "pathBase": "/apps/nas2/" });
        assert_eq!(post(second).await.expect(StatusCode::CREATED)["routeId"], "nas-2");
        let named = json!({ "routeId": "wiki", "to": "http://wiki" });
        let named = post(named.clone()).await.expect(StatusCode::CREATED);
        assert_eq!((&named["routeId"], &named["appId"]), (&json!("wiki"), &json!("wiki")));
        post(json!({ "routeId": "wiki", "to": "http://other", "pathBase": "/apps/w/" }))
            .await
            .refused(409, "CONFLICT");
        assert_eq!(route(&fixture, "wiki").await["to"], "http://wiki", "nothing changed");
        let error = post(json!({ "to": "http://nas" })).await.refused(400, "INVALID_REQUEST");
        assert_eq!(error["details"][0]["field"], "appId");
    })
    .await;
}

#[tokio::test]
async fn the_app_goes_with_its_last_route() {
    both(async |fixture| {
        fixture.put("one", json!({ "appId": "nas", "to": "http://nas" })).await;
        let two = json!({ "appId": "nas", "to": "http://nas", "pathBase": "/apps/two/" });
        fixture.put("two", two).await.expect(StatusCode::CREATED);
        let gone = fixture.delete("/api/v1/routes/one").send().await;
        gone.expect(StatusCode::NO_CONTENT);
        assert!(gone.bytes.is_empty());
        assert_eq!(fixture.ids("apps").await, ["nas"]);
        fixture.delete("/api/v1/routes/two").send().await.expect(StatusCode::NO_CONTENT);
        assert_eq!(fixture.ids("apps").await, [""; 0]);
        fixture.delete("/api/v1/routes/two").send().await.refused(404, "NOT_FOUND");
        fixture.get("/api/v1/routes/two").send().await.refused(404, "NOT_FOUND");
        let restarted = fixture.restarted(settings(json!({}))).await;
        assert_eq!(restarted.ids("apps").await, [""; 0]);
        assert_eq!(restarted.ids("routes").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_route_that_moves_to_another_app_leaves_no_empty_one_behind() {
    both(async |fixture| {
        fixture.put("tv", json!({ "appId": "kodi", "to": "http://nas" })).await;
        let moved = fixture.put("tv", json!({ "appId": "jellyfin" })).await.expect(StatusCode::OK);
        assert_eq!(moved["pathBase"], "/apps/kodi/", "what was left out stays");
        assert_eq!(moved["scopes"], json!(["access:kodi"]));
        assert_eq!(fixture.ids("apps").await, ["jellyfin"]);
    })
    .await;
}

#[tokio::test]
async fn routes_come_in_the_order_of_their_ids() {
    both(async |fixture| {
        for id in ["m", "b", "z", "a-2", "a_1", "a"] {
            fixture.put(id, json!({ "to": "http://nas" })).await.expect(StatusCode::CREATED);
        }
        assert_eq!(fixture.ids("routes").await, ["a", "a-2", "a_1", "b", "m", "z"]);
        let restarted = fixture.restarted(settings(json!({}))).await;
        assert_eq!(restarted.list("routes").await, fixture.list("routes").await);
    })
    .await;
}
