use reqwest::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use testkit::Gateway;

#[tokio::test]
async fn a_page_stands_at_the_root_that_no_other_page_can_frame_or_feed() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/").send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
    assert_eq!(answer.headers()["x-frame-options"], "DENY");
    let policy = answer.headers()[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
    for part in ["default-src 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    for part in ["unsafe", "script-src 'self'", "script-src *"] {
        assert!(!policy.contains(part), "{policy}");
    }
    assert!(answer.text().await.expect("a page").contains("Gatehouse"));
    let icon = gateway.get("/_gh/icon.svg").send().await.expect("an answer");
    assert_eq!(icon.headers()[CONTENT_TYPE], "image/svg+xml");
}
