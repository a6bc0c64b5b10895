//! The picture of an app.

use http::StatusCode;
use serde_json::json;

use crate::fixture::both;
use crate::site::Site;

#[tokio::test]
async fn an_app_without_a_picture_shows_its_letter() {
    both(async |fixture| {
        let site = Site::open().await;
        fixture.put("wiki", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        let path = "/api/v1/apps/wiki/favicon";
        let picture = fixture.get(path).scopes("read:events").send().await;
        picture.expect(StatusCode::OK);
        assert_eq!(picture.headers["content-type"], "image/svg+xml");
        assert_eq!(picture.headers["x-content-type-options"], "nosniff");
        let policy = picture.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        assert!(String::from_utf8_lossy(&picture.bytes).contains('W'));

        let tag = picture.headers["etag"].to_str().expect("text");
        let again = fixture.get(path).header("if-none-match", tag).send().await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert!(again.bytes.is_empty());
        fixture.get(path).remote().send().await.refused(401, "UNAUTHORIZED");
        fixture.get("/api/v1/apps/none/favicon").send().await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn the_picture_comes_from_the_app() {
    both(async |fixture| {
        let site = Site::open().await;
        site.shows(b"GIF89a, more or less");
        fixture.put("wiki", json!({ "to": site.url() })).await.expect(StatusCode::CREATED);
        let picture = fixture.get("/api/v1/apps/wiki/favicon").send().await;
        picture.expect(StatusCode::OK);
        assert_eq!(picture.headers["content-type"], "image/gif");
        assert_eq!(picture.bytes, b"GIF89a, more or less");
    })
    .await;
}
