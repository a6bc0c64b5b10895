//! What a check says about servers that are really there, or really not.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use fetch::Fetcher;
use kit::Span;
use routing::{Targets, Upstream};

use crate::HealthCheck;
use crate::favicon::tests::server::Site;
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

#[tokio::test]
async fn a_check_asks_for_its_path_and_reads_the_status() {
    let site = Site::start([
        ("/base/up", "204 No Content", "", b"".as_slice()),
        ("/base/moved", "302 Found", "Location: /base/down\r\n", b""),
        ("/base/down", "503 Service Unavailable", "", b"no"),
    ]);
    let site = site.await;
    let (fetcher, to) = (fetcher(Targets::default()), format!("{}/base", site.url()));
    let at = |path: &str| HealthCheck { path: Some(path.to_owned()), ..HealthCheck::default() };
    for (path, status, failure) in [
        ("/up", 204, None),
        ("/moved", 302, None),
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
    let site = Site::silent().await;
    let impatient =
        HealthCheck { timeout: Some(Span(Duration::from_millis(50))), ..HealthCheck::default() };
    let outcome = check(&fetcher(Targets::default()), &site.url(), impatient).await;
    assert_eq!(outcome.failure.as_deref(), Some("no whole answer within 50ms"));
    assert_eq!((outcome.status_code, outcome.response_time), (None, None));

    let own = Targets::new(vec![site.address], Vec::new());
    let outcome = check(&fetcher(own), &site.url(), HealthCheck::default()).await;
    let reason = "requests to this address are not allowed";
    assert_eq!(outcome.failure.as_deref(), Some(reason));

    let url = site.url();
    site.stop().await;
    let outcome = check(&fetcher(Targets::default()), &url, HealthCheck::default()).await;
    assert_eq!(outcome.failure.as_deref(), Some("the connection was refused"));
}
