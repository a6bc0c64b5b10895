//! Who may start a check, and what is shown of it.

use std::time::Duration;

use axum::Router;
use axum::response::Html;
use http::{StatusCode, header};
use serde_json::json;

use crate::fixture::both;
use crate::served::Served;

const PATH: &str = "/api/v1/routes/app/check";

#[tokio::test]
async fn a_report_is_shown_now_and_later() {
    both(async |fixture| {
        let ask = async || {
            let header = [(header::WWW_AUTHENTICATE, "Basic realm=\"files\"")];
            (StatusCode::UNAUTHORIZED, header, Html("<p>who?"))
        };
        let served = Served::start(Router::new().fallback(ask)).await;
        fixture.put("app", json!({ "to": served.url() })).await.expect(StatusCode::CREATED);
        let report = fixture.post(PATH).send().await.expect(StatusCode::OK);
        let why = "The app asks for a sign-in of its own (Basic)";
        assert_eq!((&report["routeId"], &report["verdict"]), (&json!("app"), &json!("works")));
        assert_eq!(report["suggestedMode"], "path");
        let suggestion = json!({ "field": "forwardAuthorization", "value": true, "why": why });
        assert_eq!(report["suggestions"], json!([suggestion]));
        let evidence = json!({ "kind": "signIn", "url": "/apps/app/", "detail": why });
        assert_eq!(report["evidence"][0], evidence, "{report}");
        assert_eq!(report["checkedAt"], "2027-01-15T08:00:00Z");
        assert!(report["durationMs"].is_u64());
        let last = fixture.get(PATH).scopes("read:catalog").send().await;
        assert_eq!(last.expect(StatusCode::OK), report);
    })
    .await;
}

#[tokio::test]
async fn who_may_check_and_what() {
    both(async |fixture| {
        fixture.post(PATH).send().await.refused(404, "NOT_FOUND");
        fixture.get(PATH).send().await.refused(404, "NOT_FOUND");
        let served = Served::start(Router::new().fallback(async || Html("<p>hello"))).await;
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
