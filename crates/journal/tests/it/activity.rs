use axum::http::StatusCode;
use events::{Change, IconClass};
use kit::Actor;
use serde_json::json;
use testkit::both;

use crate::server::{MIGRATIONS, Server};

async fn happen(server: &Server, number: u32) {
    let change = Change::by(Actor::system(), "device.paired")
        .notice("Radio", IconClass::Success, format!("Phone {number} paired"))
        .notice_details("android");
    server.events.note(&change).await.expect("it is noted");
}

#[tokio::test]
async fn activity_is_an_array_and_an_object_for_those_who_page() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        assert_eq!(server.ok("local", "/api/v1/activity/recent").await, json!([]));
        for number in 1..=60 {
            happen(&server, number).await;
        }
        let newest = server.ok("phone", "/api/v1/activity/recent").await;
        assert_eq!(newest.as_array().map(Vec::len), Some(50));
        assert_eq!(
            newest[0],
            json!({
                "id": "device-60",
                "type": "device.paired",
                "icon": "Radio",
                "iconClass": "success",
                "message": "Phone 60 paired",
                "details": "android",
                "timestamp": 1_700_000_000_000_i64,
            })
        );
        let page = server.ok("key", "/api/v1/activity/recent?limit=2&offset=59").await;
        assert_eq!(page["activities"].as_array().map(Vec::len), Some(1));
        assert_eq!(page["activities"][0]["id"], "device-1");
        assert_eq!((&page["total"], &page["limit"]), (&json!(60), &json!(2)));
        assert_eq!(page["offset"], 59);
        let rest = server.ok("local", "/api/v1/activity/recent?offset=10").await;
        assert_eq!((&rest["limit"], &rest["offset"]), (&json!(50), &json!(10)));
        let lowered = server.ok("local", "/api/v1/activity/recent?limit=99999").await;
        assert_eq!(lowered["limit"], 1000);
        let none = server.ok("local", "/api/v1/activity/recent?limit=0").await;
        assert_eq!((&none["activities"], &none["total"]), (&json!([]), &json!(60)));
        for bad in ["limit=-1", "limit=ten", "offset=-1", "limit=1&limit=2"] {
            let (status, body) =
                server.get("local", &format!("/api/v1/activity/recent?{bad}")).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
            assert_eq!(body["error"]["code"], "INVALID_REQUEST", "{bad}");
        }
    })
    .await;
}
