//! The description of the API, for programs and for people.

use crate::lab::Lab;

#[tokio::test]
async fn the_description_is_served_with_its_endpoints() {
    let answer = Lab::new().get("/api/v1/openapi.json").await;
    assert_eq!(answer.status, 200);
    let description = answer.json();
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    let answers = &description["paths"]["/api/v1/things"]["post"]["responses"];
    assert!(answers["200"].is_object() && answers["400"].is_object(), "{answers}");
    assert!(description["components"]["securitySchemes"]["bearer"].is_object());
    assert!(description["components"]["securitySchemes"]["apiKey"].is_object());
}

#[tokio::test]
async fn the_page_runs_its_own_script_and_nobody_elses() {
    let lab = Lab::new();
    let page = lab.get("/api/docs").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let html = String::from_utf8(page.body.clone()).expect("text");
    for (file, kind) in [("page.js", "text/javascript"), ("page.css", "text/css")] {
        assert!(html.contains(&format!("/api/docs/{file}")), "{file} is not used");
        let answer = lab.get(&format!("/api/docs/{file}")).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, kind));
    }
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(!html.contains("<script>") && !html.contains("style="), "the policy would stop it");
}
