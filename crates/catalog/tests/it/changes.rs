//! What is recorded about changes, and who hears of them.

use testkit::PATIENCE;

use catalog::{AppDraft, Origin, RouteDraft, Service};
use events::{Audience, Event};
use http::StatusCode;
use kit::{Actor, Page};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::broadcast::Receiver;

use crate::fixture::both;

async fn next(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Arc<Event> {
    let wanted = async {
        loop {
            let event = facts.recv().await.expect("a fact");
            if event.kind == kind {
                return event;
            }
        }
    };
    tokio::time::timeout(PATIENCE, wanted).await.unwrap_or_else(|_| panic!("no {kind}"))
}

#[tokio::test]
async fn a_change_is_audited_and_told() {
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let _running = fixture.run();
        let body = json!({ "to": "http://nas", "publicAccess": true });
        let put = fixture.call(http::Method::PUT, "/api/v1/routes/nas").body(&body);
        put.scopes("write:*").send().await.expect(StatusCode::CREATED);
        let told = next(&mut facts, "config_reload").await;
        assert_eq!(told.audience, Audience::Scope("read:events".to_owned()));
        assert_eq!(told.data["changed"], json!(["apps", "routes"]));
        assert!(told.data["message"].is_string());
        let entry = fixture.last_audit().await.expect("an entry");
        assert_eq!((entry.action.as_str(), entry.actor_id.as_str()), ("route.created", "phone"));
        assert_eq!(entry.actor_ip, testkit::harness::LAN);
        assert_eq!(entry.target_id.as_deref(), Some("nas"));
        let details = entry.details.expect("details");
        assert_eq!(details["to"], "http://nas");
        assert_eq!(details["publicAccess"], true);

        fixture.put("nas", json!({ "cache": true })).await.expect(StatusCode::OK);
        assert_eq!(fixture.last_audit().await.expect("an entry").action, "route.changed");
        fixture.delete("/api/v1/routes/nas").send().await.expect(StatusCode::NO_CONTENT);
        assert_eq!(fixture.last_audit().await.expect("an entry").action, "route.deleted");
        let feed = fixture.events.activity(Page::ALL).await.expect("the feed");
        let lines: Vec<_> = feed.items.iter().map(|line| line.message.as_str()).collect();
        assert_eq!(
            lines,
            ["The route nas was deleted", "The route nas was changed", "The route nas was added"]
        );
    })
    .await;
}

#[tokio::test]
async fn saying_the_same_again_changes_nothing() {
    both(async |fixture| {
        let body = json!({ "to": "http://nas", "icon": "disk" });
        fixture.put("nas", body.clone()).await.expect(StatusCode::CREATED);
        let before = fixture.last_audit().await.expect("an entry").id;
        fixture.put("nas", body).await.expect(StatusCode::OK);
        assert_eq!(fixture.last_audit().await.expect("an entry").id, before);
    })
    .await;
}

fn service(id: &str) -> Service {
    let route = RouteDraft { to: Some("http://nas".to_owned()), ..RouteDraft::default() };
    let route_id = id.to_owned();
    Service { route_id, route, app: AppDraft::default(), origin: Origin::Discovery }
}

#[tokio::test]
async fn another_slice_changes_the_catalog_in_its_own_transaction() {
    both(async |fixture| {
        let table = fixture.catalog.routes();
        let is_there = |path: &str| table.load().find(path).is_some();
        let mut writer = fixture.catalog.writer().await;
        let mut tx = fixture.events.begin().await.expect("a transaction");
        writer.create(&mut tx, &Actor::system(), &service("wiki")).await.expect("a route");
        writer.create(&mut tx, &Actor::system(), &service("wiki")).await.expect_err("it is there");
        tx.commit().await.expect("it commits");
        assert!(!is_there("/apps/wiki/"), "not before it is published");
        writer.publish();
        assert!(is_there("/apps/wiki/"));
        assert_eq!(fixture.list("routes").await[0]["origin"], "discovery");

        let mut writer = fixture.catalog.writer().await;
        let mut tx = fixture.events.begin().await.expect("a transaction");
        writer.put(&mut tx, &Actor::system(), &service("other")).await.expect("a route");
        writer.delete(&mut tx, &Actor::system(), "wiki").await.expect("it goes");
        drop((tx, writer));
        assert_eq!(fixture.ids("routes").await, ["wiki"], "what was not committed never was");
        assert!(is_there("/apps/wiki/") && !is_there("/apps/other/"));
    })
    .await;
}

#[tokio::test]
async fn an_app_of_another_gateway_needs_no_route() {
    both(async |fixture| {
        let mut writer = fixture.catalog.writer().await;
        let mut tx = fixture.events.begin().await.expect("a transaction");
        let endpoints = [("peer".to_owned(), "https://garage.local/apps/saw/".to_owned())].into();
        let draft = AppDraft { endpoints: Some(endpoints), ..AppDraft::default() };
        let actor = Actor::system();
        let put = writer.put_app(&mut tx, &actor, "saw", &draft, Origin::Federation);
        put.await.expect("an app");
        tx.commit().await.expect("it commits");
        writer.publish();
        let app = &fixture.list("apps").await[0];
        assert_eq!((&app["proxyPath"], &app["name"]), (&json!(""), &json!("Saw")));
        assert_eq!(app["url"], "https://garage.local/apps/saw/");

        let mut writer = fixture.catalog.writer().await;
        let mut tx = fixture.events.begin().await.expect("a transaction");
        writer.put(&mut tx, &actor, &service("saw")).await.expect("a route");
        writer.delete_app(&mut tx, &actor, "saw").await.expect("it goes");
        tx.commit().await.expect("it commits");
        writer.publish();
        assert_eq!(fixture.ids("apps").await, [""; 0]);
        assert_eq!(fixture.ids("routes").await, [""; 0]);
    })
    .await;
}
