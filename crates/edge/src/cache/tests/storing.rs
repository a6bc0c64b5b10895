use http::{Method, StatusCode};

use super::lab::{App, Ask, Lab, field, user};

#[test]
fn what_must_not_be_kept_is_not() {
    for app in [
        App::says("x"),
        App::says("x").with("cache-control", "max-age=60, no-store"),
        App::says("x").with("cache-control", "Max-Age=60, No-Store"),
        App::lasting("x").with("cache-control", "PRIVATE"),
        App::lasting("x").with("cache-control", "private=\"x-name\""),
        App::lasting("x").with("cache-control", "ext=\"é\", no-store"),
        App::lasting("x").with("set-cookie", "a=b"),
        App::says("x").with("cache-control", "public, max-age=60").with("set-cookie", "a=b"),
        App::lasting("x").with("vary", "*"),
        App::lasting("x").with("vary", "accept, *"),
        App::lasting("x").with("vary", "bad name"),
        App::lasting("x").with("trailer", "x-sum"),
        App::lasting("x").with("content-range", "bytes 0-0/1"),
        App::lasting("x").with("content-length", "2"),
        App::lasting("x").with("content-length", "0"),
        App::lasting("x").with("content-length", "none"),
        App::lasting("x").status(206),
        App::lasting("x").status(401),
        App::lasting("x").status(500),
        App::lasting("x").status(503),
        App::says("x").status(404),
        App::lasting("x").breaking_off(),
    ] {
        let lab = Lab::new();
        assert!(!lab.keeps(&Ask::get("/a").caller(user("ada")), &app));
        assert_eq!((lab.cache.len(), lab.cache.bytes()), (0, 0), "nothing is left of it");
    }
}

#[test]
fn what_may_be_kept_is() {
    for app in [
        App::lasting("x"),
        App::lasting(""),
        App::lasting("x").with("content-length", "1"),
        App::lasting("x").status(404),
        App::lasting("x").status(302).with("location", "/b"),
        App::lasting("").status(204),
        App::says("x").with("cache-control", "s-maxage=5, max-age=0"),
    ] {
        let lab = Lab::new();
        assert!(lab.keeps(&Ask::get("/a"), &app));
        assert_eq!(lab.cache.len(), 1);
    }
}

#[test]
fn requests_with_credentials_or_odd_meanings_go_past_the_cache() {
    let lab = Lab::new();
    let kept = App::says("kept").with("cache-control", "public, max-age=60");
    lab.send(&Ask::get("/a"), &kept);
    for ask in [
        Ask::get("/a").with("authorization", "Bearer x"),
        Ask::get("/a").with("cookie", "session=x"),
        Ask::get("/a").with("x-plex-token", "x"),
        Ask::get("/a").with("x-auth-key", "x"),
        Ask::get("/a").with("cache-control", "no-store"),
        Ask::get("/a").with("range", "bytes=0-1"),
        Ask::get("/a").with("if-match", "\"1\""),
        Ask::get("/a").with("upgrade", "websocket"),
        Ask::get("/a").with("x-http-method-override", "DELETE"),
        Ask::get("/a").with("x-original-url", "/b"),
        Ask::get("/a").with_body(),
        Ask::new(Method::OPTIONS, "/a"),
    ] {
        let app = App::says("other").with("cache-control", "public, max-age=60");
        assert_eq!(lab.send(&ask, &app).body(), "other");
    }
    assert_eq!(lab.send(&Ask::get("/a"), &App::failing()).body(), "kept", "nor do they change it");
}

#[test]
fn head_is_answered_from_get_and_never_kept() {
    let lab = Lab::new();
    let app = App::lasting("hello");
    let head = Ask::new(Method::HEAD, "/a");
    lab.send(&head, &app);
    assert_eq!(lab.cache.len(), 0);
    lab.send(&Ask::get("/a"), &app);
    let answer = lab.send(&head, &App::failing());
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!((field(&answer, "content-length"), answer.body().len()), ("5", 0));
}

#[test]
fn a_kept_answer_is_the_apps_own_without_what_belonged_to_the_connection() {
    let lab = Lab::new();
    let app = App::lasting("x")
        .with("content-security-policy", "default-src 'self'")
        .with("content-security-policy", "img-src 'none'")
        .with("connection", "close, x-hop")
        .with("x-hop", "1")
        .with("transfer-encoding", "chunked")
        .with("date", &lab.date(0));
    lab.send(&Ask::get("/a"), &app);
    lab.pass(10);
    let answer = lab.send(&Ask::get("/a"), &App::failing());
    assert_eq!(answer.headers().get_all("content-security-policy").iter().count(), 2);
    assert_eq!(field(&answer, "date"), lab.date(-10));
    assert_eq!(field(&answer, "age"), "10");
    assert_eq!(field(&answer, "content-length"), "1");
    for gone in ["connection", "x-hop", "transfer-encoding"] {
        assert!(!answer.headers().contains_key(gone), "{gone}");
    }
}
