use std::io::Write;
use std::process::{Command, Stdio};

use axum::http::StatusCode;
use journal::{MetricsConfig, Settings};
use testkit::Database;
use web::Reload;

use crate::server::{MIGRATIONS, Server};

#[tokio::test]
async fn promtool_is_content_with_what_is_exported() {
    let database = Database::sqlite();
    let server = Server::new(database.open(&MIGRATIONS).await).await;
    server.ok("local", "/api/v1/admin/info").await;
    server.health.report("docker", kit::Status::Degraded, None);
    let answer = server.call("nobody", "/metrics").await;
    assert_eq!(answer.headers["content-type"], "text/plain; version=0.0.4");
    let (status, text) = server.text("nobody", "/metrics").await;
    assert_eq!(status, StatusCode::OK);
    for name in [
        "gatehouse_build_info{version=\"1.2.3\"} 1",
        "gatehouse_process_start_time_seconds 1699999909",
        "gatehouse_process_resident_memory_bytes ",
        "gatehouse_process_open_fds ",
        "gatehouse_component_status{component=\"docker\"} 1",
        "gatehouse_process_cpu_seconds_total ",
        "gatehouse_http_requests_total{method=\"GET\",route=\"/api/v1/admin/info\",status=\"200\"} 1",
    ] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name} is not in\n{text}");
    }
    assert!(!text.contains("gatehouse_process_resident_memory_bytes 0\n"));
    assert!(!text.contains("gatehouse_process_open_fds 0\n"));
    if !testkit::skipped("promtool") {
        check(&text);
    }
}

pub(crate) fn check(text: &str) {
    let mut promtool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("promtool is installed");
    let mut input = promtool.stdin.take().expect("its input");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = promtool.wait_with_output().expect("it ends");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
}

#[tokio::test]
async fn metrics_can_be_switched_off_and_on_while_running() {
    let database = Database::sqlite();
    let config = MetricsConfig { enabled: false, path: "/internal/figures".to_owned() };
    let server = Server::configured(database.open(&MIGRATIONS).await, config.clone()).await;
    let status = async |path| server.get("nobody", path).await;
    let (code, body) = status("/internal/figures").await;
    assert_eq!((code, body["error"]["code"].as_str()), (StatusCode::NOT_FOUND, Some("NOT_FOUND")));
    let on = MetricsConfig { enabled: true, ..config.clone() };
    let reload = async |metrics: MetricsConfig| {
        let settings = Settings { metrics, ..Settings::default() };
        server.journal.reload(settings).await.expect("a reload");
    };
    reload(on).await;
    assert_eq!(status("/internal/figures").await.0, StatusCode::OK);
    assert_eq!(status("/metrics").await.0, StatusCode::NOT_FOUND);
    reload(config).await;
    assert_eq!(status("/internal/figures").await.0, StatusCode::NOT_FOUND);
    assert!(server.openapi.paths.paths.contains_key("/internal/figures"));
}
