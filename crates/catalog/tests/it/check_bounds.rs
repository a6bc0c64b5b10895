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
use crate::front::Served;
use crate::house::both;

#[tokio::test]
async fn a_check_asks_for_no_more_than_it_may() {
    both(async |house| {
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
        let report = check_app(&house, app, json!({})).await;
        assert!(asked.load(Ordering::SeqCst) <= 40, "{asked:?}: {report}");
        assert!(report["evidence"].as_array().expect("evidence").len() <= 48);
    })
    .await;
}

#[tokio::test]
async fn one_check_of_a_route_runs_at_a_time() {
    both(async |house| {
        let began = Arc::new(tokio::sync::Semaphore::new(0));
        let go_on = Arc::new(tokio::sync::Semaphore::new(0));
        let (begin, wait) = (began.clone(), go_on.clone());
        let slow = async move || {
            begin.add_permits(1);
            drop(wait.acquire().await);
            "at last"
        };
        let served = Served::start(Router::new().fallback(slow)).await;
        house.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        let first = house.post(PATH).send();
        let second = async {
            drop(began.acquire().await);
            house.post(PATH).send().await.refused(409, "CONFLICT");
            go_on.add_permits(1_000);
        };
        let (first, ()) = tokio::join!(first, second);
        first.expect(StatusCode::OK);
        house.post(PATH).send().await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn who_may_check_and_what() {
    both(async |house| {
        house.post(PATH).send().await.refused(404, "NOT_FOUND");
        house.get(PATH).send().await.refused(404, "NOT_FOUND");
        let app = page("<p>hello");
        let served = Served::start(app).await;
        house.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        house.get(PATH).send().await.refused(404, "NOT_FOUND");
        house.post(PATH).remote().send().await.refused(401, "UNAUTHORIZED");
        house.post(PATH).scopes("read:*").send().await.refused(403, "FORBIDDEN");
        house.post(PATH).scopes("write:*").send().await.expect(StatusCode::OK);
        house.get(PATH).scopes("read:events").send().await.expect(StatusCode::OK);

        // Another route of the same id was not checked.
        house.delete("/api/v1/routes/app").send().await.expect(StatusCode::NO_CONTENT);
        house.get(PATH).send().await.refused(404, "NOT_FOUND");
        house.clock.advance(Duration::from_secs(1));
        house.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        house.get(PATH).send().await.refused(404, "NOT_FOUND");

        served.stop().await;
        let error = house.post(PATH).send().await.refused(409, "CONFLICT");
        let message = error["message"].as_str().expect("a text");
        assert!(message.contains("the connection was refused"), "{message}");
    })
    .await;
}
