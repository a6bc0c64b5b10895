//! What a check says about servers that are really there, or really not.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use fetch::Fetcher;
use http::StatusCode;
use kit::Span;
use routing::{Targets, Upstream};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::HealthCheck;
use crate::health::plan::Plan;
use crate::health::probe::Probe;
use crate::health::{HealthConfig, Outcome, Target};

async fn check(fetcher: &Fetcher, to: &str, check: HealthCheck) -> Outcome {
    let upstream = Upstream::parse(to, false).expect(to);
    let target = Target { app_id: "app".into(), upstream, away: false, check };
    let plan = Plan::new(target, &HealthConfig::default()).expect("a plan");
    fetcher.probe(&plan).await
}

fn fetcher(targets: Targets) -> Fetcher {
    Fetcher::new(Arc::new(ArcSwap::from_pointee(targets)))
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

#[tokio::test]
async fn a_check_asks_for_its_path_and_reads_the_status() {
    let app = Router::new()
        .route("/base/up", get(async || StatusCode::NO_CONTENT))
        .route("/base/moved", get(async || Redirect::to("/base/down")))
        .route("/base/down", get(async || StatusCode::SERVICE_UNAVAILABLE));
    let (listener, to) = listen().await;
    let mut tasks = JoinSet::new();
    tasks.spawn(async move { axum::serve(listener, app).await });
    let (fetcher, to) = (fetcher(Targets::default()), format!("{to}/base"));
    let at = |path: &str| HealthCheck { path: Some(path.to_owned()), ..HealthCheck::default() };
    for (path, status, failure) in [
        ("/up", 204, None),
        ("/moved", 303, None),
        ("/none", 404, None),
        ("/down", 503, Some("answered 503")),
    ] {
        let outcome = check(&fetcher, &to, at(path)).await;
        assert_eq!(outcome.status_code, Some(status), "{path}");
        assert_eq!(outcome.failure.as_deref(), failure, "{path}");
        assert!(outcome.response_time.is_some());
    }
    let strict = HealthCheck { expected_status: Some(200), ..at("/up") };
    let outcome = check(&fetcher, &to, strict).await;
    assert_eq!(outcome.failure.as_deref(), Some("answered 204 instead of 200"));
}

#[tokio::test]
async fn a_check_that_gets_no_answer_says_why() {
    // Connections are taken, and nobody reads from them.
    let (listener, to) = listen().await;
    let impatient =
        HealthCheck { timeout: Some(Span(Duration::from_millis(50))), ..HealthCheck::default() };
    let outcome = check(&fetcher(Targets::default()), &to, impatient).await;
    assert_eq!(outcome.failure.as_deref(), Some("no whole answer within 50ms"));
    assert_eq!((outcome.status_code, outcome.response_time), (None, None));

    let own = Targets::new(vec![listener.local_addr().expect("an address")], Vec::new());
    let outcome = check(&fetcher(own), &to, HealthCheck::default()).await;
    let reason = "requests to this address are not allowed";
    assert_eq!(outcome.failure.as_deref(), Some(reason));

    drop(listener);
    let outcome = check(&fetcher(Targets::default()), &to, HealthCheck::default()).await;
    assert_eq!(outcome.failure.as_deref(), Some("the connection was refused"));
}
