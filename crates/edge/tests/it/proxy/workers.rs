//! Scripts that run outside of a page.

use super::rewriting::{given, rewritten, saying};
use crate::client::{asking, bodiless, stranger};
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::{ada, choosing};

async fn script(body: &str, destination: &str) -> String {
    let asked = match destination {
        "" => String::new(),
        named => format!("Sec-Fetch-Dest: {named}\r\n"),
    };
    let answer = given(saying("Content-Type: text/javascript\r\n", body), &asked).await;
    answer.text().to_owned()
}

#[tokio::test]
async fn a_worker_brings_the_run_time_script_with_it() {
    for destination in ["worker", "sharedworker", "serviceworker"] {
        let classic = script("fetch('/a')", destination).await;
        assert!(classic.ends_with("fetch('/a')") && classic.contains("\"/apps/x\""), "{classic}");
        let module = script("import '/a.js'; fetch('/a')", destination).await;
        assert!(module.contains("import \"/apps/x/_gh/rewrite.js\";"), "{module}");
        assert!(module.contains("import '/apps/x/a.js'"), "{module}");
    }
    assert_eq!(script("fetch('/a')", "script").await, "fetch('/a')");
}

#[tokio::test]
async fn where_the_browser_does_not_say_it_a_script_is_safe_without() {
    let guarded = script("go(location.pathname)", "").await;
    assert!(guarded.contains("$gh$") && guarded.ends_with("go(location.$gh$.pathname)"));
}

#[tokio::test]
async fn workers_that_are_modules_import_the_script_from_us() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(rewritten(&app.to()));
    let mut tag = String::new();
    for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/_gh/rewrite.js"))).await {
        assert_eq!(answer.status, 200);
        let kind = answer.value("content-type").expect("a type");
        assert!(kind.starts_with("text/javascript"), "{kind}");
        assert!(answer.body.contains("\"/apps/x\""));
        tag = answer.value("etag").expect("a tag").to_owned();
    }
    let again = asking("GET", "/apps/x/_gh/rewrite.js").header("if-none-match", &tag);
    assert_eq!(lab.ask(bodiless(again)).await.status, 304);
    let head = lab.ask(bodiless(asking("HEAD", "/apps/x/_gh/rewrite.js"))).await;
    assert_eq!((head.status.as_u16(), head.body.as_str()), (200, ""));
    assert_eq!(app.connections(), 0);
    lab.ask(bodiless(asking("POST", "/apps/x/_gh/rewrite.js"))).await;
    lab.ask(bodiless(asking("GET", "/apps/x/a/_gh/rewrite.js"))).await;
    assert_eq!(app.requests().await.len(), 2, "other requests are the app's");
}

#[tokio::test]
async fn it_is_behind_the_gate_like_the_app() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.gate.add("ours-a", ada());
    lab.lead(rewritten(&app.to()));
    let asked = || stranger("GET", "/apps/x/_gh/rewrite.js");
    assert_eq!(lab.ask(bodiless(asked())).await.status, 401);
    let known = asked().header("cookie", "svc_apps=ours-a");
    assert_eq!(lab.ask(bodiless(known)).await.status, 200);
    lab.lead(choosing(rewritten(&app.to()), |options| {
        options.rewrite_html = false;
        options.public_access = true;
    }));
    assert_eq!(lab.ask(bodiless(asked())).await.body, "ok", "where nothing is rewritten");
}
