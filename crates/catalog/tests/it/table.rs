//! The table that the data plane reads.

use std::sync::Arc;

use catalog::Settings;
use http::StatusCode;
use routing::{HostHeader, Route, SharedRoutes};
use serde_json::{Value, json};
use web::Reload;

use crate::fixture::{Fixture, both, settings};

fn find(table: &SharedRoutes, path: &str) -> Option<Arc<Route>> {
    table.load().find(path).cloned()
}

#[tokio::test]
async fn a_change_is_in_the_table_when_the_answer_comes() {
    both(async |fixture| {
        let table = fixture.catalog.routes();
        let body = json!({
            "appId": "nas", "to": "https://nas.lan/base", "scopes": ["access:nas", "access:mobile"],
            "websocket": true, "stripPrefix": false, "rewriteHtml": false, "publicAccess": true,
            "cache": true, "persistCookies": true, "insecureUpstream": true,
            "forwardAuthorization": true, "hostHeader": "upstream",
        });
        fixture.put("files", body).await.expect(StatusCode::CREATED);
        let route = find(&table, "/apps/nas/photos").expect("the route");
        assert_eq!((&*route.id, &*route.app.id, &*route.app.name), ("files", "nas", "Nas"));
        assert_eq!(route.prefix.as_str(), "/apps/nas");
        assert!(route.by_path && route.host.is_none());
        assert_eq!(
            (&*route.upstream.endpoint.host, &*route.upstream.base_path),
            ("nas.lan", "/base")
        );
        assert!(route.upstream.endpoint.is_insecure());
        let scopes: Vec<_> = route.scopes.iter().map(kit::Scope::as_str).collect();
        assert_eq!(scopes, ["access:nas", "access:mobile"]);
        let options = &route.options;
        assert!(options.public_access && options.websocket && options.cache);
        assert!(options.persist_cookies && options.forward_authorization);
        assert!(!options.strip_prefix && !options.rewrite_html);
        assert_eq!(options.host_header, HostHeader::Upstream);
        assert!(find(&table, "/apps/nasty/").is_none());
        fixture.delete("/api/v1/routes/files").send().await.expect(StatusCode::NO_CONTENT);
        assert!(find(&table, "/apps/nas/").is_none());
    })
    .await;
}

#[tokio::test]
async fn what_does_not_change_stays_and_counters_go_on() {
    both(async |fixture| {
        let table = fixture.catalog.routes();
        fixture.put("a", json!({ "to": "http://a" })).await.expect(StatusCode::CREATED);
        fixture.put("b", json!({ "to": "http://b" })).await.expect(StatusCode::CREATED);
        let (a, b) = (find(&table, "/apps/a/").expect("a"), find(&table, "/apps/b/").expect("b"));
        a.app.traffic.received(7);
        fixture.put("a", json!({ "to": "http://a2", "icon": "x" })).await.expect(StatusCode::OK);
        let changed = find(&table, "/apps/a/").expect("a");
        assert_eq!(changed.app.traffic.figures().received, 7);
        assert!(Arc::ptr_eq(&a.app.lifecycle, &changed.app.lifecycle));
        assert!(Arc::ptr_eq(&b, &find(&table, "/apps/b/").expect("b")));
        let file = json!({ "apps": [{ "id": "a", "name": "Renamed" }],
                           "routes": [{ "id": "c", "to": "http://c" }] });
        fixture.catalog.reload(settings(file.clone())).await.expect("a reload");
        let renamed = find(&table, "/apps/a/").expect("a");
        assert_eq!(&*renamed.app.name, "Renamed");
        assert_eq!(renamed.app.traffic.figures().received, 7);
        assert!(Arc::ptr_eq(&b, &find(&table, "/apps/b/").expect("b")));
        let c = find(&table, "/apps/c/").expect("c");
        fixture.catalog.reload(settings(file)).await.expect("a reload");
        assert!(Arc::ptr_eq(&c, &find(&table, "/apps/c/").expect("c")), "the file is as it was");
    })
    .await;
}

async fn in_domain(fixture: &Fixture, domain: &str) {
    let base_domain = Some(domain.to_owned());
    fixture
        .catalog
        .reload(Settings { base_domain, ..settings(json!({})) })
        .await
        .expect("a reload");
}

#[tokio::test]
async fn a_domain_gives_routes_host_names() {
    both(async |fixture| {
        for (id, mode) in [("by-path", "path"), ("by-host", "subdomain"), ("by-both", "both")] {
            let body = json!({ "to": "http://nas", "routingMode": mode });
            let made = fixture.put(id, body).await.expect(StatusCode::CREATED);
            let subdomain = if mode == "path" { Value::Null } else { json!(id) };
            assert_eq!(made["subdomain"], subdomain);
        }
        let table = fixture.catalog.routes();
        assert!(find(&table, "/apps/by-host/").is_some(), "without a domain the path leads there");
        in_domain(&fixture, "Home.Example.").await;
        let host = |name: &str| table.load().find_host(&format!("{name}.home.example")).cloned();
        assert!(
            host("by-path").is_none() && host("by-host").is_some() && host("by-both").is_some()
        );
        assert!(find(&table, "/apps/by-host/").is_none());
        assert!(find(&table, "/apps/by-both/").is_some());
        let url = async |id: &str| {
            let app =
                fixture.get(&format!("/api/v1/apps/{id}")).send().await.expect(StatusCode::OK);
            app["url"].as_str().expect("an address").to_owned()
        };
        assert_eq!(url("by-host").await, "https://by-host.home.example:8443/");
        assert_eq!(url("by-both").await, "https://attic.local:8443/apps/by-both/");
        let named = json!({ "subdomain": "tv" });
        fixture.put("by-host", named).await.expect(StatusCode::OK);
        assert!(host("by-host").is_none() && host("tv").is_some());
        fixture.catalog.reload(settings(json!({}))).await.expect("a reload");
        assert!(host("tv").is_none() && find(&table, "/apps/by-host/").is_some());
    })
    .await;
}

/// Ten thousand routes in the file, and changes on top.
#[tokio::test]
async fn a_change_is_live_among_ten_thousand_routes_when_it_is_answered() {
    let routes: Vec<Value> =
        (0..10_000).map(|n| json!({ "id": format!("r{n}"), "to": "http://nas" })).collect();
    let file = settings(json!({ "routes": routes }));
    both(async |fixture| {
        fixture.catalog.reload(file.clone()).await.expect("a reload");
        let table = fixture.catalog.routes();
        assert!(find(&table, "/apps/r9999/").is_some());
        for number in 0..15 {
            let body = json!({ "to": "http://nas" });
            fixture.put(&format!("new{number}"), body).await.expect(StatusCode::CREATED);
            assert!(find(&table, &format!("/apps/new{number}/")).is_some());
        }
    })
    .await;
}
