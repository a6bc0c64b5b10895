//! How much a check asks for, and how many run at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::response::Html;
use axum::routing::get;
use http::header;
use routing::RouteOptions;

use super::Lab;
use super::front::Served;

#[tokio::test]
async fn a_check_asks_for_no_more_than_it_may() {
    let lab = Lab::open().await;
    let asked = Arc::<AtomicUsize>::default();
    let counter = asked.clone();
    let counting = axum::middleware::map_request(move |request: Request| {
        counter.fetch_add(1, Ordering::SeqCst);
        std::future::ready(request)
    });
    let files: String =
        (0..200).map(|number| format!("<script src=\"{number}.js\"></script>")).collect();
    let modules: String = (0..200).map(|number| format!("import '/{number}.js';")).collect();
    let app = Router::new()
        .route("/", get(async move || Html(files)))
        .fallback(get(async move || ([(header::CONTENT_TYPE, "text/javascript")], modules)))
        .layer(counting);
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert!(asked.load(Ordering::SeqCst) <= 40, "{asked:?}: {report:?}");
    assert!(report.evidence.len() <= 48);
}

#[tokio::test]
async fn one_check_of_a_route_runs_at_a_time() {
    let lab = Lab::open().await;
    let began = Arc::new(tokio::sync::Semaphore::new(0));
    let go_on = Arc::new(tokio::sync::Semaphore::new(0));
    let (begin, wait) = (began.clone(), go_on.clone());
    let slow = async move || {
        begin.add_permits(1);
        drop(wait.acquire().await);
        "at last"
    };
    let served = Served::start(Router::new().fallback(slow)).await;
    let (to, options) = (served.url(), RouteOptions::default());
    let second = async {
        drop(began.acquire().await);
        let refused = lab.try_check(&to, options).await.expect_err("one is under way");
        assert!(refused.to_string().contains("checked already"), "{refused}");
        go_on.add_permits(1_000);
    };
    tokio::join!(lab.check(&to, options), second);
    lab.check(&to, options).await;
}
