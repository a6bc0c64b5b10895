//! Two programs on one database.

use http::StatusCode;
use serde_json::json;
use testkit::{PATIENCE, deadline};

use crate::fixture::{both, settings};

#[tokio::test]
async fn what_another_program_changes_is_served_here() {
    both(async |fixture| {
        let other = fixture.restarted(settings(json!({}))).await;
        let _running = (fixture.run(), other.run());
        let table = other.catalog.routes();
        fixture.put("keep", json!({ "to": "http://keep" })).await.expect(StatusCode::CREATED);
        fixture.put("nas", json!({ "to": "http://nas", "icon": "x" })).await;
        deadline("the new route", PATIENCE, async || table.load().find("/apps/nas/").is_some())
            .await;
        let kept = table.load().find("/apps/keep/").cloned().expect("a route");
        fixture.put("nas", json!({ "to": "http://nas2" })).await.expect(StatusCode::OK);
        deadline("the changed route", PATIENCE, async || {
            other.list("routes").await[1]["to"] == "http://nas2"
        })
        .await;
        let still = table.load().find("/apps/keep/").cloned().expect("a route");
        assert!(std::sync::Arc::ptr_eq(&kept, &still), "what did not change stays as it is");
        fixture.delete("/api/v1/routes/nas").send().await.expect(StatusCode::NO_CONTENT);
        deadline("the route's end", PATIENCE, async || table.load().find("/apps/nas/").is_none())
            .await;
        assert_eq!(other.ids("apps").await, ["keep"]);
    })
    .await;
}

/// Its table is behind for a moment; what is stored is right all the same.
#[tokio::test]
async fn a_program_that_has_not_heard_yet_breaks_nothing() {
    both(async |fixture| {
        let other = fixture.restarted(settings(json!({}))).await;
        fixture.put("nas", json!({ "to": "http://nas" })).await.expect(StatusCode::CREATED);
        let clash = json!({ "to": "http://x", "pathBase": "/apps/nas/" });
        other.put("other", clash).await.refused(409, "CONFLICT");
        let body = json!({ "routeId": "nas", "to": "http://x" });
        other.post("/api/v1/routes").body(&body).send().await.refused(409, "CONFLICT");
        let merged = other.put("nas", json!({ "cache": true })).await.expect(StatusCode::OK);
        assert_eq!((&merged["to"], &merged["cache"]), (&json!("http://nas"), &json!(true)));
        other.delete("/api/v1/routes/nas").send().await.expect(StatusCode::NO_CONTENT);
        fixture.put("nas", json!({})).await.refused(400, "INVALID_REQUEST");
    })
    .await;
}
