use axum::http::StatusCode;
use kit::Status;
use serde_json::json;
use testkit::{Database, PATIENCE, both, deadline};

use crate::server::{MIGRATIONS, Server};

#[tokio::test]
async fn healthz_shows_its_parts_to_those_it_knows() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        server.health.report("database", Status::Healthy, None);
        server.health.report("docker", Status::Degraded, Some("not there".to_owned()));
        let mut expected = json!({
            "status": "degraded",
            "version": "1.2.3",
            "uptimeSeconds": 90,
            "timestamp": "2023-11-14T22:13:20Z",
            "components": {
                "database": {"status": "healthy", "lastChecked": "2023-11-14T22:13:20Z"},
                "docker": {
                    "status": "degraded",
                    "message": "not there",
                    "lastChecked": "2023-11-14T22:13:20Z",
                },
            },
        });
        for caller in ["local", "admin", "phone", "key"] {
            assert_eq!(server.ok(caller, "/healthz").await, expected, "{caller}");
        }
        expected["components"] = json!({});
        for caller in ["nobody", "pending", "wrong"] {
            assert_eq!(server.ok(caller, "/healthz").await, expected, "{caller}");
        }
        server.health.report("database", Status::Unhealthy, Some("gone".to_owned()));
        let (status, body) = server.get("nobody", "/healthz").await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(body["status"], "unhealthy");
    })
    .await;
}

#[tokio::test]
async fn readiness_follows_the_program_and_liveness_does_not() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    let text = async |path| server.text("nobody", path).await;
    assert_eq!(text("/livez").await, (StatusCode::OK, "ok".to_owned()));
    let not_ready = (StatusCode::SERVICE_UNAVAILABLE, "not ready".to_owned());
    assert_eq!(text("/readyz").await, not_ready);
    server.health.set_ready(true);
    assert_eq!(text("/readyz").await, (StatusCode::OK, "ok".to_owned()));
    server.health.set_ready(false);
    assert_eq!(text("/readyz").await, not_ready);
    assert_eq!(text("/livez").await, (StatusCode::OK, "ok".to_owned()));
}

#[tokio::test]
async fn another_sites_page_learns_nothing() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    for path in ["/healthz", "/livez", "/readyz", "/metrics"] {
        let (status, body) = server.get("foreign", path).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(body["error"]["code"], "FORBIDDEN", "{path}");
    }
}

#[tokio::test]
async fn a_database_that_goes_away_is_noticed_and_so_is_its_return() {
    let database = Database::sqlite();
    let mut server = Server::new(database.open(&MIGRATIONS).await).await;
    let running = server.run();
    let status = async || server.ok("local", "/healthz").await["components"].clone();
    let is = async |wanted: &str| {
        let (_, body) = server.get("local", "/healthz").await;
        body["components"]["database"]["status"] == wanted
    };
    deadline("it is healthy", PATIENCE, async || is("healthy").await).await;
    assert_eq!(status().await["database"]["message"], json!(null));

    let path = database.config().database_path;
    let aside = path.with_extension("aside");
    std::fs::rename(&path, &aside).expect("the file can be moved");
    deadline("its loss is noticed", PATIENCE, async || is("unhealthy").await).await;
    let (code, body) = server.get("local", "/healthz").await;
    assert_eq!(code, StatusCode::SERVICE_UNAVAILABLE);
    let message = body["components"]["database"]["message"].as_str().expect("a reason");
    assert!(!message.contains(&path.display().to_string()), "{message}");

    std::fs::rename(&aside, &path).expect("the file can be moved back");
    deadline("its return is noticed", PATIENCE, async || is("healthy").await).await;
    running.stop().await;
}
