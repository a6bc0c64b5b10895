//! What the first check of a route finds is taken over, unless somebody chose.

use std::time::Duration;

use axum::Router;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use kit::Page;
use serde_json::{Value, json};
use testkit::{PATIENCE, deadline};

use crate::fixture::{Fixture, both};
use crate::served::Served;

/// Answers only those who call it by its own name.
fn insists_on_its_host() -> Router {
    Router::new().route(
        "/",
        get(async |headers: HeaderMap| {
            let host = headers[header::HOST].to_str().unwrap_or_default();
            if host.starts_with("127.0.0.1:") {
                Html("<p>hello").into_response()
            } else {
                StatusCode::UNAUTHORIZED.into_response()
            }
        }),
    )
}

async fn route(fixture: &Fixture, id: &str) -> Value {
    let path = format!("/api/v1/routes/{id}");
    fixture.get(&path).send().await.expect(StatusCode::OK)
}

async fn is_checked(fixture: &Fixture, id: &str) -> bool {
    let path = format!("/api/v1/routes/{id}/check");
    fixture.get(&path).send().await.status == StatusCode::OK
}

#[tokio::test]
async fn what_nobody_set_is_chosen_by_the_first_check_and_said() {
    both(async |fixture| {
        let app = Served::start(insists_on_its_host()).await;
        for (id, more) in [("open", json!({})), ("set", json!({ "hostHeader": "client" }))] {
            let mut body = more;
            body["to"] = app.url().into();
            fixture.put(id, body).await.expect(StatusCode::CREATED);
        }
        let quiet = json!({ "to": app.url(), "healthCheck": { "disabled": true } });
        fixture.put("quiet", quiet).await.expect(StatusCode::CREATED);

        let running = fixture.run();
        deadline("it is adapted", PATIENCE, async || {
            route(&fixture, "open").await["hostHeader"] == "upstream"
        })
        .await;
        deadline("all are checked", PATIENCE, async || is_checked(&fixture, "set").await).await;
        assert_eq!(route(&fixture, "set").await["hostHeader"], "client");
        assert!(!is_checked(&fixture, "quiet").await, "nobody may call it unasked");
        let feed = fixture.events.activity(Page::ALL).await.expect("the feed");
        let told = feed.items.iter().filter(|line| line.kind == "route.chosen").count();
        assert_eq!(told, 1);

        // Whoever undoes it has the last word.
        fixture.put("open", json!({ "hostHeader": "client" })).await.expect(StatusCode::OK);
        running.stop().await;
        // Nobody else does it until the one who did has been silent for a while.
        fixture.clock.advance(Duration::from_secs(120));
        let restarted = fixture.restarted(crate::fixture::settings(json!({}))).await;
        let app = Served::start(insists_on_its_host()).await;
        restarted.put("later", json!({ "to": app.url() })).await.expect(StatusCode::CREATED);
        let running = restarted.run();
        deadline("another is adapted", PATIENCE, async || {
            route(&restarted, "later").await["hostHeader"] == "upstream"
        })
        .await;
        assert_eq!(route(&restarted, "open").await["hostHeader"], "client");
        running.stop().await;
    })
    .await;
}
