//! What is refused, and what is shown to whom.

use std::sync::atomic::Ordering;

use engines::State;
use http::{Method, StatusCode};
use serde_json::json;

use super::fixture::both;
use super::lab::{container, pod};

/// What no route leads to is as good as not there, by whatever name it is called.
#[tokio::test]
async fn a_container_without_a_route_cannot_be_reached() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.docker.put(container("vault", "172.17.0.6"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        assert_eq!(fixture.listed("").await, ["films"]);
        assert_eq!(fixture.listed("?all=true").await, ["films", "vault"]);
        for id in ["vault", "vault0123456", "vault0123456789abcdef", "no-such"] {
            let path = |rest: &str| format!("/api/v1/containers/{id}{rest}");
            for rest in ["", "/stats"] {
                fixture.get(&path(rest)).await.refused(404, "CONTAINER_NOT_FOUND");
            }
            for rest in ["/start", "/stop", "/restart"] {
                fixture.post(&path(rest)).await.refused(404, "CONTAINER_NOT_FOUND");
            }
            let body = json!({ "action": "stop", "containerIds": [id] });
            let answer = fixture.send("/api/v1/containers/batch", body).await;
            let answer = answer.expect(StatusCode::OK);
            assert_eq!((&answer["success"], &answer["failed"]), (&json!(0), &json!(1)));
            let error = answer["results"][0]["error"].as_str().expect("a reason");
            assert!(error.starts_with("CONTAINER_NOT_FOUND"), "{error}");
        }
        assert_eq!(fixture.docker.state("vault"), State::Running);
    })
    .await;
}

#[tokio::test]
async fn nothing_but_a_name_is_sent_to_an_engine() {
    both(async |fixture| {
        let long = "a".repeat(10_000);
        let ids = [
            "..%2Fimages%2Fjson",
            "a%2F..%2F..%2Fplugins",
            "a%2Fb",
            "%2e%2e",
            "a%0Ab",
            "a%20b",
            "-a",
            "a%3Fall=1",
            "%C3%A4",
            &long,
        ];
        // The worker looks at the engine by itself; what it asks is nothing to these.
        fixture.docker.fault.lock().unwrap().take();
        for id in ids {
            for (method, rest) in [
                (Method::GET, ""),
                (Method::GET, "/stats"),
                (Method::POST, "/start"),
                (Method::POST, "/stop"),
                (Method::POST, "/restart"),
            ] {
                let path = format!("/api/v1/containers/{id}{rest}");
                let answer = fixture.call_as(None, method, &path, None).await;
                answer.refused(400, "INVALID_CONTAINER_ID");
            }
            let path = format!("/api/v1/containers/default/{id}/stop");
            fixture.post(&path).await.refused(400, "INVALID_CONTAINER_ID");
            let path = format!("/api/v1/containers/{id}/web/stop");
            fixture.post(&path).await.refused(400, "INVALID_CONTAINER_ID");
        }
        let outcome = json!({ "action": "stop", "containerIds": ["../x", "a\nb"] });
        let answer = fixture.send("/api/v1/containers/batch", outcome).await.expect(StatusCode::OK);
        assert_eq!(answer["failed"], 2, "{answer}");
        assert_eq!(fixture.docker.most_at_work.load(Ordering::SeqCst), 0);
    })
    .await;
}

#[tokio::test]
async fn figures_and_names_outside_of_their_bounds_are_refused() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        for timeout in ["0", "301", "-1", "ten", "1.5", "99999999999999999999"] {
            for action in ["stop", "restart"] {
                let path = format!("/api/v1/containers/films/{action}?timeout={timeout}");
                fixture.post(&path).await.refused(400, "INVALID_TIMEOUT");
            }
        }
        for replicas in ["0", "101", "-1", "two"] {
            let path = format!("/api/v1/containers/films/start?replicas={replicas}");
            fixture.post(&path).await.refused(400, "INVALID_REQUEST");
        }
        for path in ["/api/v1/containers", "/api/v1/containers/films", "/api/v1/containers/stats"] {
            let path = format!("{path}?runtime=podman");
            fixture.get(&path).await.refused(400, "INVALID_RUNTIME");
        }
        fixture.post("/api/v1/containers/stop-all?runtime=x").await.refused(400, "INVALID_RUNTIME");
        fixture.get("/api/v1/containers?all=perhaps").await.refused(400, "INVALID_REQUEST");
        assert_eq!(fixture.docker.state("films"), State::Running);
    })
    .await;
}

#[tokio::test]
async fn a_runtime_that_is_switched_off_says_so() {
    both(async |fixture| {
        let only_docker = fixture.with_engines(vec![fixture.docker.clone()]).await;
        let answer = only_docker.get("/api/v1/containers?runtime=kubernetes").await;
        answer.refused(503, "RUNTIME_UNAVAILABLE");
        assert!(
            answer.body["error"]["message"]
                .as_str()
                .unwrap()
                .contains("runtimes.kubernetes.enabled")
        );
        let none = fixture.with_engines(Vec::new()).await;
        for query in ["", "?runtime=docker", "?runtime=podman"] {
            let path = format!("/api/v1/containers{query}");
            none.get(&path).await.refused(500, "NO_RUNTIME");
        }
        none.post("/api/v1/containers/stop-all").await.refused(500, "NO_RUNTIME");
        none.get("/api/v1/containers/x").await.refused(500, "NO_RUNTIME");
        let batch = json!({ "action": "stop", "containerIds": ["x"] });
        none.send("/api/v1/containers/batch", batch).await.refused(500, "NO_RUNTIME");
    })
    .await;
}

#[tokio::test]
async fn secrets_are_for_administrators() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        fixture.put_route("films", json!({ "to": "http://172.17.0.5:80" })).await;
        let path = "/api/v1/containers/films";
        let env = |answer: &serde_json::Value| answer["Config"]["Env"].clone();
        let local = fixture.get(path).await.expect(StatusCode::OK);
        assert_eq!(env(&local), json!(["A=1", "DB_PASSWORD=x"]));
        let reader = fixture.call_as(Some("read:*"), Method::GET, path, None).await;
        assert_eq!(env(&reader.expect(StatusCode::OK)), json!(["A=1", "DB_PASSWORD=********"]));
        let admin = fixture.call_as(Some("access:admin"), Method::GET, path, None).await;
        assert_eq!(env(&admin.expect(StatusCode::OK)), json!(["A=1", "DB_PASSWORD=x"]));

        fixture.kubernetes.put(pod("media", "films-1", &[]));
        fixture.put_route("pod", json!({ "to": "http://10.244.0.7:80" })).await;
        let path = "/api/v1/containers/films-1?runtime=kubernetes&namespace=media";
        let reader = fixture.call_as(Some("read:*"), Method::GET, path, None).await;
        let shown = reader.expect(StatusCode::OK);
        assert_eq!(shown["config"]["env"], json!(["DB_PASSWORD=********"]), "{shown}");
        assert_eq!((&shown["id"], &shown["namespace"]), (&json!("films-1"), &json!("media")));
        assert!(shown["raw"].is_object() && shown["networkSettings"].is_object(), "{shown}");
    })
    .await;
}

#[tokio::test]
async fn figures_are_shown_for_one_and_for_all_that_run() {
    both(async |fixture| {
        fixture.docker.put(container("films", "172.17.0.5"));
        let asleep = container("asleep", "172.17.0.6");
        fixture.docker.put(asleep.clone());
        fixture.docker.put(container("vault", "172.17.0.7"));
        for (name, address) in [("films", "172.17.0.5"), ("asleep", "172.17.0.6")] {
            fixture.put_route(name, json!({ "to": format!("http://{address}:80") })).await;
        }
        fixture.until_listed(&["asleep", "films"]).await;
        fixture.containers.track(&fixture.containers.runtimes().all()[0]).await;
        fixture.docker.put(engines::Container { state: State::Exited, ..asleep });
        let stats = fixture.get("/api/v1/containers/films/stats").await.expect(StatusCode::OK);
        let expected = json!({
            "containerId": "films0123456",
            "cpu": { "usage": 50.0, "coresUsed": 0.5, "totalCores": 4.0, "time": 90.0 },
            "memory": { "usage": 25.0, "used": 256, "limit": 1024, "available": 768 },
            "network": { "rx": 10, "tx": 20 },
            "timestamp": 1_800_000_000,
        });
        assert_eq!(stats, expected);
        let stats = fixture.get("/api/v1/containers/asleep/stats").await.expect(StatusCode::OK);
        assert_eq!((&stats["cpu"]["usage"], &stats["memory"]["used"]), (&json!(0.0), &json!(0)));
        assert_eq!(stats["warning"], "The container does not run");
        let all = fixture.get("/api/v1/containers/stats").await.expect(StatusCode::OK);
        assert_eq!(all["containers"], json!([expected]));

        let broken = format!("{}0123456789abcdef", "films");
        fixture.docker.broken.lock().unwrap().insert(broken);
        let other = fixture.with_engines(vec![fixture.docker.clone()]).await;
        let answer = other.get("/api/v1/containers/films/stats").await;
        answer.refused(500, "CONTAINER_STATS_FAILED");
        let all = other.get("/api/v1/containers/stats").await.expect(StatusCode::OK);
        assert_eq!(all["containers"], json!([]));
        assert_eq!(all["warning"], "films is missing: No figures");
    })
    .await;
}
