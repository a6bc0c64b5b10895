//! How much a check asks for, how many run at once, and who may start one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Html;
use axum::routing::get;
use http::{StatusCode, header};
use serde_json::json;

use crate::check::{PATH, check_app, page};
use crate::fixture::both;
use crate::front::Served;

#[tokio::test]
async fn a_check_asks_for_no_more_than_it_may() {
    both(async |fixture| {
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
        let report = check_app(&fixture, app, json!({})).await;
        assert!(asked.load(Ordering::SeqCst) <= 40, "{asked:?}: {report}");
        assert!(report["evidence"].as_array().expect("evidence").len() <= 48);
    })
    .await;
}

#[tokio::test]
async fn one_check_of_a_route_runs_at_a_time() {
    both(async |fixture| {
        let began = Arc::new(tokio::sync::Semaphore::new(0));
        let go_on = Arc::new(tokio::sync::Semaphore::new(0));
        let (begin, wait) = (began.clone(), go_on.clone());
        let slow = async move || {
            begin.add_permits(1);
            drop(wait.acquire().await);
            "at last"
        };
        let served = Served::start(Router::new().fallback(slow)).await;
        fixture.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        let first = fixture.post(PATH).send();
        let second = async {
            drop(began.acquire().await);
            fixture.post(PATH).send().await.refused(409, "CONFLICT");
            go_on.add_permits(1_000);
        };
        let (first, ()) = tokio::join!(first, second);
        first.expect(StatusCode::OK);
        fixture.post(PATH).send().await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn who_may_check_and_what() {
    both(async |fixture| {
        fixture.post(PATH).send().await.refused(404, "NOT_FOUND");
        fixture.get(PATH).send().await.refused(404, "NOT_FOUND");
        let app = page("<p>hello");
        let served = Served::start(app).await;
        fixture.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        fixture.get(PATH).send().await.refused(404, "NOT_FOUND");
        fixture.post(PATH).remote().send().await.refused(401, "UNAUTHORIZED");
        fixture.post(PATH).scopes("read:*").send().await.refused(403, "FORBIDDEN");
        fixture.post(PATH).scopes("write:*").send().await.expect(StatusCode::OK);
        fixture.get(PATH).scopes("read:events").send().await.expect(StatusCode::OK);

        // Another route of the same id was not checked.
        fixture.delete("/api/v1/routes/app").send().await.expect(StatusCode::NO_CONTENT);
        fixture.get(PATH).send().await.refused(404, "NOT_FOUND");
        fixture.clock.advance(Duration::from_secs(1));
        fixture.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        fixture.get(PATH).send().await.refused(404, "NOT_FOUND");

        served.stop().await;
        let error = fixture.post(PATH).send().await.refused(409, "CONFLICT");
        let message = error["message"].as_str().expect("a text");
        assert!(message.contains("the connection was refused"), "{message}");
    })
    .await;
}
