//! Starting, stopping and restarting one container.

use std::collections::HashSet;

use catalog::HealthStatus;
use engines::{EngineError, Fault, State};
use http::{Method, StatusCode};
use serde_json::json;
use testkit::deadline;

use super::fixture::{PATIENCE, both, until};
use super::lab::container;

#[tokio::test]
async fn a_stop_is_accepted_done_and_told_and_the_app_is_unhealthy_at_once() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        fixture.until_listed(&["films"]).await;
        let mut facts = fixture.events.subscribe();

        let answer = fixture.post("/api/v1/containers/films/stop?timeout=7").await;
        let accepted = answer.expect(StatusCode::ACCEPTED);
        let expected = json!({
            "status": "accepted", "containerId": "films0123456", "runtime": "docker",
            "message": "films is being stopped", "timeout": 7, "timestamp": 1_800_000_000,
        });
        assert_eq!(accepted, expected);

        let seen = until(&mut facts, "container.stop.completed").await;
        let told = &seen.last().expect("the last").data;
        assert_eq!(
            (&told["containerId"], &told["status"]),
            (&json!("films0123456"), &json!("stopped"))
        );
        assert_eq!(
            (&told["message"], &told["timestamp"]),
            (&json!("films was stopped"), &json!(1_800_000_000))
        );
        // Before anybody hears of the end, the app is known to be down.
        let health = seen.iter().find(|event| event.kind == "health_change").expect("it is told");
        assert_eq!(
            (&health.data["appId"], &health.data["status"]),
            (&json!("films"), &json!("unhealthy"))
        );
        assert_eq!(fixture.catalog.health("films").status, HealthStatus::Unhealthy);
        assert_eq!(fixture.docker.state("films"), State::Exited);

        // Stopped, it has no address; it is known all the same.
        fixture.until_listed(&["films"]).await;
        fixture
            .post("/api/v1/containers/films/stop")
            .await
            .refused(409, "CONTAINER_ALREADY_STOPPED");
        assert!(fixture.feed().await.contains(&"films was stopped".to_owned()));
        let audited = fixture.audited().await;
        let entry = |action: &str| (action.to_owned(), "local".to_owned(), true);
        assert_eq!(audited, [entry("container.stopped"), entry("container.stop.requested")]);
    })
    .await;
}

#[tokio::test]
async fn a_start_and_a_restart_are_done_and_told() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        fixture.until_listed(&["films"]).await;
        let mut facts = fixture.events.subscribe();
        fixture
            .post("/api/v1/containers/films/start")
            .await
            .refused(409, "CONTAINER_ALREADY_STARTED");
        fixture.post("/api/v1/containers/films/stop").await.expect(StatusCode::ACCEPTED);
        until(&mut facts, "container.stop.completed").await;

        // By its whole id this time.
        let path = "/api/v1/containers/films0123456789abcdef/start";
        let accepted = fixture.post(path).await.expect(StatusCode::ACCEPTED);
        assert_eq!(accepted.get("timeout"), None, "{accepted}");
        let seen = until(&mut facts, "container.start.completed").await;
        assert_eq!(seen.last().expect("the last").data["status"], "started");
        assert_eq!(fixture.docker.state("films"), State::Running);

        fixture.post("/api/v1/containers/films0123456/restart").await.expect(StatusCode::ACCEPTED);
        let seen = until(&mut facts, "container.restart.completed").await;
        assert_eq!(seen.last().expect("the last").data["status"], "restarted");
        assert!(fixture.metrics.render().contains(
            r#"gatehouse_container_actions_total{action="restart",result="completed"} 1"#
        ));
    })
    .await;
}

#[tokio::test]
async fn what_fails_is_told_with_its_code_and_changes_nothing() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        *fixture.docker.broken.lock().unwrap() = HashSet::from(["films".to_owned()]);
        let mut facts = fixture.events.subscribe();
        fixture.post("/api/v1/containers/films/stop").await.expect(StatusCode::ACCEPTED);
        let seen = until(&mut facts, "container.stop.failed").await;
        let told = &seen.last().expect("the last").data;
        assert_eq!(told["error"], "CONTAINER_STOP_FAILED");
        assert_eq!(told["message"], "The engine answered 500: no");
        assert_eq!(fixture.docker.state("films"), State::Running);
        assert_ne!(fixture.catalog.health("films").status, HealthStatus::Unhealthy);
        let audited = fixture.audited().await;
        assert_eq!(audited[0], ("container.stopped".to_owned(), "local".to_owned(), false));
    })
    .await;
}

#[tokio::test]
async fn only_those_who_may_change_things_do() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        let path = "/api/v1/containers/films/stop";
        let answer = fixture.call_as(Some("read:*"), Method::POST, path, None).await;
        answer.refused(403, "FORBIDDEN");
        let list = "/api/v1/containers?all=true";
        let answer = fixture.call_as(Some("read:*,write:*"), Method::GET, list, None).await;
        answer.refused(403, "FORBIDDEN");
        assert_eq!(fixture.docker.state("films"), State::Running);
        let answer = fixture.call_as(Some("write:*"), Method::POST, path, None).await;
        answer.expect(StatusCode::ACCEPTED);
    })
    .await;
}

/// Whoever stops or starts it, the app follows.
#[tokio::test]
async fn an_app_follows_what_happens_to_its_container_elsewhere() {
    both(async |fixture| {
        let films = container("films", "172.17.0.5");
        fixture.docker.put(films.clone());
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        fixture.until_listed(&["films"]).await;
        let mut facts = fixture.events.subscribe();
        // It may have been listed before it was remembered.
        fixture.containers.track(&fixture.containers.runtimes().all()[0]).await;
        fixture.docker.put(engines::Container {
            state: State::Exited,
            networks: Vec::new(),
            ..films.clone()
        });
        fixture.until_health("films", HealthStatus::Unhealthy).await;
        until(&mut facts, "health_change").await;
        let routes = fixture.catalog.routes();
        let phase = || {
            let table = routes.load();
            table.find("/apps/films/").expect("its route").app.lifecycle.get()
        };
        assert_eq!(phase(), routing::Phase::Stopped);
        fixture.docker.put(films);
        deadline("it runs again", PATIENCE, async || phase() == routing::Phase::Running).await;
    })
    .await;
}

#[tokio::test]
async fn two_callers_do_not_pull_at_one_container() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        let path = "/api/v1/containers/films/restart";
        let (one, other) = tokio::join!(fixture.post(path), fixture.post(path));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        // The second may come when the first is done.
        assert!(statuses == [202, 409] || statuses == [202, 202], "{statuses:?}");
        if statuses[1] == 409 {
            let refused = if one.status == StatusCode::CONFLICT { one } else { other };
            refused.refused(409, "CONFLICT");
        }
    })
    .await;
}

#[tokio::test]
async fn an_engine_that_is_gone_is_on_the_board_and_a_clear_answer() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        fixture.until_listed(&["films"]).await;
        let component = || {
            let all = fixture.health.components();
            all.iter().find(|part| part.name == "containers.docker").cloned()
        };
        deadline("it is on the board", PATIENCE, async || component().is_some()).await;
        for (fault, status, code) in [
            (Fault::Unreachable, 503, "RUNTIME_UNAVAILABLE"),
            (Fault::Timeout, 503, "RUNTIME_UNAVAILABLE"),
            (Fault::Failed, 500, "CONTAINER_LIST_FAILED"),
            (Fault::Forbidden, 500, "CONTAINER_LIST_FAILED"),
        ] {
            let error = EngineError::new(fault, "the engine is not well").advise("see to it");
            *fixture.docker.fault.lock().unwrap() = Some(error);
            // What is known about the surroundings is good for a moment.
            let answer = fixture.get("/api/v1/containers").await;
            answer.refused(status, code);
            assert_eq!(answer.body["error"]["message"], "The engine is not well; see to it");
        }
    })
    .await;
}
