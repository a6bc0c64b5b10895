//! How apps are, and who hears of it.

use std::sync::Arc;
use std::time::Duration;

use catalog::{HealthConfig, Settings};
use events::Event;
use http::StatusCode;
use kit::{Page, Span};
use routing::Phase;
use serde_json::{Value, json};
use testkit::{PATIENCE, deadline};
use tokio::sync::broadcast::Receiver;
use web::{Figures, Reload};

use crate::fixture::{Fixture, both, settings};
use crate::site::Site;

fn impatient() -> Settings {
    let health = HealthConfig { interval: Span::seconds(1), ..HealthConfig::default() };
    Settings { health, ..settings(json!({})) }
}

async fn health(fixture: &Fixture, id: &str) -> Value {
    let path = format!("/api/v1/services/{id}/health");
    fixture.get(&path).send().await.expect(StatusCode::OK)
}

async fn until(fixture: &Fixture, id: &str, status: &str) {
    deadline(status, PATIENCE, async || health(fixture, id).await["status"] == status).await;
}

/// The next message about an app's health.
async fn told(facts: &mut Receiver<Arc<Event>>) -> Value {
    let wanted = async {
        loop {
            let event = facts.recv().await.expect("a fact");
            if event.kind == "health_change" {
                return event.data.clone();
            }
        }
    };
    tokio::time::timeout(PATIENCE, wanted).await.expect("a change of health")
}

async fn feed(fixture: &Fixture) -> Vec<String> {
    let feed = fixture.events.activity(Page::ALL).await.expect("the feed");
    let of_health = feed.items.into_iter().filter(|line| line.kind == "app.health_changed");
    of_health.map(|line| line.message).collect()
}

#[tokio::test]
async fn an_app_that_answers_is_healthy_and_one_that_stops_is_not() {
    both(async |fixture| {
        fixture.catalog.reload(impatient()).await.expect("a reload");
        let mut facts = fixture.events.subscribe();
        let running = fixture.run();
        let site = Site::open().await;
        fixture.put("wiki", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        let message = told(&mut facts).await;
        assert_eq!(
            message,
            json!({ "appId": "wiki", "appName": "Wiki", "proxyPath": "/apps/wiki/",
                    "status": "healthy", "message": "Wiki answers", "timestamp": 1_800_000_000 })
        );
        let shown = health(&fixture, "wiki").await;
        assert_eq!((&shown["status"], &shown["statusCode"]), (&json!("healthy"), &json!(200)));
        assert_eq!(shown["consecutiveFailures"], 0);
        assert!(shown["responseTime"].is_u64() && shown.get("message").is_none());
        assert_eq!(shown["lastCheck"], "2027-01-15T08:00:00Z");
        let app = fixture.list("apps").await.remove(0);
        assert_eq!(
            (&app["healthStatus"], &app["lastHealthCheck"]),
            (&shown["status"], &shown["lastCheck"])
        );
        let route = fixture.list("routes").await.remove(0);
        assert_eq!(
            (&route["status"], &route["healthInfo"]["status"]),
            (&json!("ACTIVE"), &shown["status"])
        );
        assert_eq!(feed(&fixture).await, [""; 0], "that a new app answers is no news");

        site.answers(503);
        assert_eq!(told(&mut facts).await["status"], "unhealthy");
        assert_eq!(fixture.list("routes").await[0]["status"], "UNHEALTHY");
        assert!(health(&fixture, "wiki").await["consecutiveFailures"].as_u64() >= Some(2));
        assert_eq!(fixture.catalog.verdicts(), [(Arc::<str>::from("wiki"), false)]);
        let restarted = fixture.restarted(impatient()).await;
        let known = health(&restarted, "wiki").await;
        assert_eq!((&known["status"], &known["statusCode"]), (&json!("unhealthy"), &json!(503)));
        site.answers(204);
        assert_eq!(told(&mut facts).await["status"], "healthy");
        assert_eq!(feed(&fixture).await, ["Wiki answers", "Wiki does not answer"]);
        let last = fixture.last_audit().await.expect("an entry");
        assert_eq!(last.action, "route.created", "nobody did it, so nobody is blamed");
        drop(running);
    })
    .await;
}

#[tokio::test]
async fn an_app_that_was_stopped_is_unhealthy_at_once() {
    both(async |fixture| {
        let mut facts = fixture.events.subscribe();
        let _running = fixture.run();
        let site = Site::open().await;
        fixture.put("wiki", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        assert_eq!(told(&mut facts).await["status"], "healthy");
        let table = fixture.catalog.routes();
        let phase = || {
            let table = table.load();
            table.find("/apps/wiki/").expect("the route").app.lifecycle.get()
        };
        fixture.catalog.set_phase("wiki", Phase::Stopped).await.expect("it is known");
        assert_eq!(
            (phase(), &health(&fixture, "wiki").await["status"]),
            (Phase::Stopped, &json!("unhealthy"))
        );
        let message = told(&mut facts).await;
        assert_eq!(
            (&message["status"], &message["message"]),
            (&json!("unhealthy"), &json!("The app was stopped"))
        );
        fixture.catalog.set_phase("wiki", Phase::Starting).await.expect("it is known");
        assert_eq!(phase(), Phase::Starting);
        fixture.catalog.set_phase("wiki", Phase::Running).await.expect("it is known");
        assert_eq!(phase(), Phase::Running);
        until(&fixture, "wiki", "healthy").await;
        fixture.catalog.set_phase("none", Phase::Stopped).await.expect_err("it is not known");
    })
    .await;
}

#[tokio::test]
async fn the_route_says_how_its_app_is_checked() {
    both(async |fixture| {
        fixture.catalog.reload(impatient()).await.expect("a reload");
        let _running = fixture.run();
        let site = Site::open().await;
        let picky = json!({ "to": site.url(), "healthCheck": { "expectedStatus": 204 } });
        fixture.put("picky", picky).await.expect(StatusCode::CREATED);
        let silent = json!({ "to": site.url(), "healthCheck": { "disabled": true } });
        fixture.put("silent", silent).await.expect(StatusCode::CREATED);
        fixture.put("plain", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        until(&fixture, "plain", "healthy").await;
        until(&fixture, "picky", "unhealthy").await;
        assert_eq!(health(&fixture, "silent").await["status"], "unknown");
        fixture.put("picky", json!({ "healthCheck": null })).await.expect(StatusCode::OK);
        until(&fixture, "picky", "healthy").await;
        fixture.delete("/api/v1/routes/plain").send().await.expect(StatusCode::NO_CONTENT);
        fixture.put("plain", json!({ "to": "http://127.0.0.1:1" })).await;
        assert_eq!(fixture.catalog.health("plain").last_success, None, "it is another app");

        let off = HealthConfig { enabled: false, ..HealthConfig::default() };
        fixture.catalog.reload(Settings { health: off, ..impatient() }).await.expect("a reload");
        until(&fixture, "picky", "unknown").await;
    })
    .await;
}

#[tokio::test]
async fn a_stop_writes_down_what_the_last_checks_found() {
    both(async |fixture| {
        let site = Site::open().await;
        let routes = json!([{ "id": "of-file", "to": site.url() }]);
        let file = settings(json!({ "routes": routes }));
        fixture.catalog.reload(file.clone()).await.expect("a reload");
        let running = fixture.run();
        fixture.put("gone", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        fixture.put("kept", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        for id in ["of-file", "gone", "kept"] {
            until(&fixture, id, "healthy").await;
        }
        fixture.clock.advance(Duration::from_secs(60));
        fixture.catalog.reload(settings(json!({}))).await.expect("a reload");
        fixture.delete("/api/v1/routes/gone").send().await.expect(StatusCode::NO_CONTENT);
        // A change of place is looked at at once, a minute later by this clock.
        fixture.put("kept", json!({ "to": format!("{}/base", site.url()) })).await;
        deadline("another check", PATIENCE, async || {
            health(&fixture, "kept").await["lastCheck"] == "2027-01-15T08:01:00Z"
        })
        .await;
        let last = health(&fixture, "kept").await;
        running.stop().await;
        let restarted = fixture.restarted(file).await;
        assert_eq!(health(&restarted, "kept").await["lastCheck"], last["lastCheck"]);
        let forgotten = health(&restarted, "of-file").await;
        assert_eq!(forgotten["status"], "unknown", "the file had it no more");
    })
    .await;
}
