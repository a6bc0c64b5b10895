//! What callers see of the apps.

use catalog::{AppDraft, Origin, RouteDraft, Service};
use http::StatusCode;
use kit::Actor;
use serde_json::json;
use web::Figures;

use crate::fixture::{Fixture, both, settings};

async fn add(fixture: &Fixture, id: &str, name: &str) {
    let route = RouteDraft { to: Some(format!("http://{id}.lan")), ..RouteDraft::default() };
    let app = AppDraft { name: Some(name.to_owned()), ..AppDraft::default() };
    let service = Service { route_id: id.to_owned(), route, app, origin: Origin::Discovery };
    fixture.catalog.create_route(&Actor::system(), &service).await.expect("a route");
}

#[tokio::test]
async fn apps_come_by_name_and_then_by_id() {
    both(async |fixture| {
        for (id, name) in [("z", "alpha"), ("b", "Beta"), ("a", "beta"), ("c", "Alpha")] {
            add(&fixture, id, name).await;
        }
        assert_eq!(fixture.ids("apps").await, ["c", "z", "a", "b"]);
        let restarted = fixture.restarted(settings(json!({}))).await;
        assert_eq!(restarted.list("apps").await, fixture.list("apps").await);
    })
    .await;
}

#[tokio::test]
async fn an_app_says_where_it_is_and_what_is_known_about_it() {
    both(async |fixture| {
        let route = RouteDraft {
            app_id: Some("jellyfin".to_owned()),
            to: Some("http://10.0.0.9:8096".to_owned()),
            ..RouteDraft::default()
        };
        let app = AppDraft {
            name: Some(" Jellyfin ".to_owned()),
            icon: Some("https://cdn.example/jellyfin.svg".to_owned()),
            tags: Some(vec!["media".to_owned(), "tv".to_owned()]),
            endpoints: Some([("lan".to_owned(), "http://10.0.0.9:8096".to_owned())].into()),
            discovery_meta: Some(Some(json!({ "source": "docker" }))),
        };
        let origin = Origin::Discovery;
        let service = Service { route_id: "jellyfin".to_owned(), route, app, origin };
        let written = fixture.catalog.put_route(&Actor::system(), &service).await.expect("a route");
        assert!(written.is_new);
        let apps = fixture.list("apps").await;
        assert_eq!(
            apps,
            [json!({
                "id": "jellyfin", "name": "Jellyfin", "icon": "https://cdn.example/jellyfin.svg",
                "tags": ["media", "tv"], "endpoints": { "lan": "http://10.0.0.9:8096" },
                "healthStatus": "unknown", "proxyPath": "/apps/jellyfin/",
                "url": "https://attic.local:8443/apps/jellyfin/",
                "faviconUrl": "/api/v1/apps/jellyfin/favicon",
                "discoveryMeta": { "source": "docker" }, "origin": "discovery",
            })]
        );
        let one = fixture.get("/api/v1/apps/jellyfin").send().await.expect(StatusCode::OK);
        assert_eq!(one, apps[0]);
        let counts = fixture.catalog.counts();
        assert_eq!((counts.services, counts.routes), (1, 1));
        let restarted = fixture.restarted(settings(json!({}))).await;
        assert_eq!(restarted.list("apps").await, apps);
    })
    .await;
}

#[tokio::test]
async fn an_unknown_app_is_not_found() {
    both(async |fixture| {
        for path in ["/api/v1/apps/none", "/api/v1/services/none/health", "/api/v1/routes/none"] {
            fixture.get(path).send().await.refused(404, "NOT_FOUND");
        }
        fixture.get("/api/v1/apps/a%2Fb").send().await.refused(404, "NOT_FOUND");
        fixture.get("/api/v1/apps/a%00").send().await.refused(400, "INVALID_REQUEST");
    })
    .await;
}

#[tokio::test]
async fn the_health_of_an_app_that_was_never_checked_is_unknown() {
    both(async |fixture| {
        add(&fixture, "wiki", "Wiki").await;
        let health = fixture.get("/api/v1/services/wiki/health").send().await;
        assert_eq!(
            health.expect(StatusCode::OK),
            json!({ "appId": "wiki", "status": "unknown", "consecutiveFailures": 0 })
        );
    })
    .await;
}

#[tokio::test]
async fn each_endpoint_asks_for_its_scope() {
    both(async |fixture| {
        add(&fixture, "wiki", "Wiki").await;
        let status = async |path: &str, scopes: &str| {
            fixture.get(path).scopes(scopes).send().await.status.as_u16()
        };
        for (path, narrow) in [
            ("/api/v1/apps", 403),
            ("/api/v1/apps/wiki", 403),
            ("/api/v1/routes", 200),
            ("/api/v1/routes/wiki", 200),
            ("/api/v1/services/wiki/health", 200),
        ] {
            assert_eq!(status(path, "read:events").await, narrow, "{path}");
            assert_eq!(status(path, "read:catalog").await, 200, "{path}");
            assert_eq!(status(path, "read:*").await, 200, "{path}");
            fixture.get(path).remote().send().await.refused(401, "UNAUTHORIZED");
        }
        let body = json!({ "routeId": "x", "to": "http://nas" });
        let post = |scopes| fixture.post("/api/v1/routes").body(&body).scopes(scopes).send();
        post("read:*,access:*").await.refused(403, "FORBIDDEN");
        let delete = |scopes| fixture.delete("/api/v1/routes/wiki").scopes(scopes).send();
        delete("read:*,access:*").await.refused(403, "FORBIDDEN");
        post("write:*").await.expect(StatusCode::CREATED);
        delete("write:*").await.expect(StatusCode::NO_CONTENT);
    })
    .await;
}
