//! Many containers at once.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use engines::State;
use http::StatusCode;
use serde_json::{Value, json};

use super::fixture::{Fixture, both};
use super::lab::container;
use crate::service::AT_ONCE;

const MANY: usize = 17;

/// Linked containers `c0` to `c16`, all of which run.
async fn crowd(fixture: &Fixture) {
    for number in 0..MANY {
        let address = format!("172.17.1.{number}");
        fixture.docker.put(container(&format!("c{number}"), &address));
        fixture
            .put_route(&format!("c{number}"), json!({ "to": format!("http://{address}:80") }))
            .await;
    }
}

#[tokio::test]
async fn all_are_stopped_and_started_at_most_five_at_a_time() {
    both(async |fixture| {
        crowd(&fixture).await;
        fixture.docker.put(container("stranger", "172.17.2.1"));
        let all: Vec<String> = (0..MANY).map(|number| format!("c{number}")).collect();
        let names: HashSet<&str> = all.iter().map(String::as_str).collect();
        for (action, state, message) in [
            ("stop-all", State::Exited, "17 of 17 containers were stopped"),
            ("start-all", State::Running, "17 of 17 containers were started"),
            ("restart-all", State::Running, "17 of 17 containers were restarted"),
        ] {
            let path = format!("/api/v1/containers/{action}");
            // Two callers together do not get more.
            let (done, other) = match action {
                "restart-all" => (fixture.post(&path).await, None),
                _ => {
                    let (one, two) = tokio::join!(fixture.post(&path), fixture.post(&path));
                    (one, Some(two))
                }
            };
            let done = done.expect(StatusCode::OK);
            if let Some(other) = other {
                other.expect(StatusCode::OK);
                for name in &all {
                    assert_eq!(fixture.docker.state(name), state, "{action} {name}");
                }
            } else {
                assert_eq!(done["message"], message);
                assert_eq!((&done["total"], &done["failed"]), (&json!(MANY), &json!(0)), "{done}");
                let done = done["results"].as_array().expect("results");
                let named: HashSet<&str> =
                    done.iter().map(|each| each["name"].as_str().expect("a name")).collect();
                assert_eq!(named, names);
            }
        }
        let most = fixture.docker.most_at_work.load(Ordering::SeqCst);
        assert!(most <= AT_ONCE && AT_ONCE == 5, "{most} at a time");
        assert!(most > 1, "they are worked on side by side");
        assert_eq!(fixture.docker.state("stranger"), State::Running);
    })
    .await;
}

#[tokio::test]
async fn one_that_fails_does_not_keep_the_others_from_it() {
    both(async |fixture| {
        crowd(&fixture).await;
        *fixture.docker.broken.lock().unwrap() = HashSet::from(["c3".to_owned(), "c9".to_owned()]);
        let done = fixture.post("/api/v1/containers/stop-all").await.expect(StatusCode::OK);
        assert_eq!((&done["success"], &done["failed"]), (&json!(MANY - 2), &json!(2)), "{done}");
        for result in done["results"].as_array().expect("results") {
            let broken = result["name"] == "c3" || result["name"] == "c9";
            assert_eq!(result["success"], !broken, "{result}");
            let error = result["error"].as_str().unwrap_or_default();
            assert_eq!(error.starts_with("CONTAINER_STOP_FAILED: "), broken, "{result}");
        }
        assert_eq!(fixture.docker.state("c3"), State::Running);
        assert_eq!(fixture.docker.state("c4"), State::Exited);
    })
    .await;
}

/// The gateway's own container, its database and the proxy before it.
#[tokio::test]
async fn what_the_gateway_needs_is_never_touched() {
    both(async |fixture| {
        let vital =
            [("gateway", "172.17.0.2"), ("database", "172.17.0.3"), ("proxy", "172.17.0.99")];
        fixture.runs_in(&container("gateway", "172.17.0.2")).await;
        for (name, address) in vital.into_iter().chain([("films", "172.17.0.5")]) {
            fixture.docker.put(container(name, address));
            fixture.put_route(name, json!({ "to": format!("http://{address}:81") })).await;
        }
        fixture.until_listed(&["database", "films", "gateway", "proxy"]).await;
        for action in ["stop-all", "restart-all"] {
            let path = format!("/api/v1/containers/{action}");
            let done = fixture.post(&path).await.expect(StatusCode::OK);
            assert_eq!(done["total"], 1, "{done}");
            assert_eq!(done["results"][0]["name"], "films");
        }
        for (name, _) in vital {
            for action in ["stop", "restart"] {
                let path = format!("/api/v1/containers/{name}/{action}");
                fixture.post(&path).await.refused(409, "CONFLICT");
            }
            let batch = json!({ "action": "stop", "containerIds": [name] });
            let done = fixture.send("/api/v1/containers/batch", batch).await.expect(StatusCode::OK);
            assert_eq!(done["failed"], 1, "{done}");
            assert_eq!(fixture.docker.state(name), State::Running, "{name}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_batch_answers_for_each_in_the_order_given() {
    both(async |fixture| {
        crowd(&fixture).await;
        let ids = ["c2", "no-such", "c10123456789abcdef", "c3", "c2"];
        let batch = json!({ "action": "stop", "containerIds": ids, "timeout": 5 });
        let done = fixture.send("/api/v1/containers/batch", batch).await.expect(StatusCode::OK);
        let shown = |field: &str| -> Vec<Value> {
            done["results"].as_array().unwrap().iter().map(|each| each[field].clone()).collect()
        };
        assert_eq!(shown("name"), ["c2", "no-such", "c1", "c3"]);
        assert_eq!(shown("success"), [true, false, true, true]);
        // Both spellings are read; what is in the right state already is an outcome of its own.
        let batch = json!({ "operation": "stop", "containerIds": ["c2"] });
        let done = fixture.send("/api/v1/containers/batch", batch).await.expect(StatusCode::OK);
        let error = done["results"][0]["error"].as_str().expect("a reason");
        assert!(error.starts_with("CONTAINER_ALREADY_STOPPED"), "{error}");

        for (body, code) in [
            (json!({ "action": "pause", "containerIds": ["c1"] }), "INVALID_ACTION"),
            (json!({ "containerIds": ["c1"] }), "INVALID_ACTION"),
            (json!({ "action": "stop", "containerIds": [] }), "EMPTY_CONTAINER_LIST"),
            (json!({ "action": "stop" }), "EMPTY_CONTAINER_LIST"),
            (json!({ "action": "stop", "containerIds": ["c1"], "timeout": 0 }), "INVALID_TIMEOUT"),
            (
                json!({ "action": "stop", "containerIds": ["c1"], "timeout": 301 }),
                "INVALID_TIMEOUT",
            ),
            (
                json!({ "action": "stop", "containerIds": ["c1"], "timeout": 1.5 }),
                "INVALID_TIMEOUT",
            ),
            (json!({ "action": "stop", "containerIds": "c1" }), "INVALID_REQUEST"),
            (json!({ "action": "stop", "containerIds": vec!["c1"; 1_001] }), "INVALID_REQUEST"),
        ] {
            fixture.send("/api/v1/containers/batch", body).await.refused(400, code);
        }
        assert_eq!(fixture.docker.state("c4"), State::Running);
    })
    .await;
}
