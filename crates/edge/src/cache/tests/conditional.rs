use http::{Method, StatusCode};

use super::lab::{App, Ask, Lab, field};

fn tagged(body: &'static str, tag: &str) -> App {
    App::lasting(body).with("etag", tag)
}

#[test]
fn a_client_that_has_the_answer_is_told_so() {
    let lab = Lab::new();
    let app = tagged("hello", "\"a,b\"")
        .with("last-modified", &lab.date(-100))
        .with("content-type", "text/plain")
        .with("content-security-policy", "default-src 'self'");
    lab.send(&Ask::get("/a"), &app);
    let (at, after, before) = (lab.date(-100), lab.date(-50), lab.date(-101));
    for (name, value, has_it) in [
        ("if-none-match", "\"a,b\"", true),
        ("if-none-match", "\"x\", W/\"a,b\"", true),
        ("if-none-match", "*", true),
        ("if-none-match", "\"a\"", false),
        ("if-none-match", "a,b", false),
        ("if-none-match", "", false),
        ("if-modified-since", at.as_str(), true),
        ("if-modified-since", &after, true),
        ("if-modified-since", &before, false),
        ("if-modified-since", "yesterday", false),
    ] {
        for method in [Method::GET, Method::HEAD] {
            let ask = Ask::new(method, "/a").with(name, value);
            let answer = lab.send(&ask, &App::failing());
            let expected = if has_it { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
            assert_eq!(answer.status(), expected, "{name}: {value}");
        }
    }
    let both = Ask::get("/a").with("if-none-match", "\"x\"").with("if-modified-since", &after);
    assert_eq!(lab.send(&both, &App::failing()).status(), StatusCode::OK, "the tag decides");
    let answer = lab.send(&Ask::get("/a").with("if-none-match", "*"), &App::failing());
    assert!(answer.body().is_empty());
    assert_eq!(field(&answer, "etag"), "\"a,b\"");
    assert_eq!(field(&answer, "age"), "0");
    assert!(answer.headers().contains_key("content-security-policy"));
    assert!(!answer.headers().contains_key("content-length"));
    assert!(!answer.headers().contains_key("content-type"));
}

#[test]
fn a_stale_answer_is_confirmed_and_brought_up_to_date() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &tagged("hello", "\"1\"").with("x-old", "1").with("x-both", "old"));
    lab.pass(100);
    let app = tagged("other", "\"1\"")
        .with("x-both", "new")
        .with("x-both", "newer")
        .with("x-new", "1")
        .with("content-type", "wrong/type");
    let answer = lab.send(&Ask::get("/a"), &app);
    assert_eq!(app.last_asked.borrow()["if-none-match"], "\"1\"");
    assert_eq!((answer.status(), answer.body().as_ref()), (StatusCode::OK, &b"hello"[..]));
    for answer in [answer, lab.send(&Ask::get("/a"), &App::failing())] {
        assert_eq!(answer.body(), "hello");
        assert_eq!((field(&answer, "x-old"), field(&answer, "x-new")), ("1", "1"));
        let both: Vec<_> = answer.headers().get_all("x-both").iter().collect();
        assert_eq!(both, ["new", "newer"]);
        assert_eq!(field(&answer, "age"), "0");
        assert_eq!(field(&answer, "date"), lab.date(0));
        assert_eq!(field(&answer, "content-length"), "5");
        assert!(!answer.headers().contains_key("content-type"));
    }
    lab.pass(59);
    assert_eq!(lab.send(&Ask::get("/a"), &App::failing()).body(), "hello");
    assert_eq!(lab.cache.len(), 1);
}

#[test]
fn a_stale_answer_gives_way_to_a_new_one() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &tagged("old", "\"1\""));
    lab.pass(100);
    assert_eq!(lab.send(&Ask::get("/a"), &tagged("new", "\"2\"")).body(), "new");
    assert_eq!(lab.send(&Ask::get("/a"), &App::failing()).body(), "new");
    lab.pass(100);
    lab.send(&Ask::get("/a"), &App::says("gone").status(404));
    assert_eq!(lab.cache.len(), 0, "what the app no longer has is not kept either");
}

#[test]
fn a_date_is_asked_about_where_there_is_no_tag() {
    let lab = Lab::new();
    let modified = lab.date(-100);
    let app = App::lasting("hello").with("last-modified", &modified);
    lab.send(&Ask::get("/a"), &app);
    lab.pass(100);
    lab.send(&Ask::get("/a").with("if-none-match", "\"theirs\""), &app);
    let asked = app.last_asked.borrow();
    assert_eq!(asked["if-modified-since"], modified.as_str());
    assert!(!asked.contains_key("if-none-match"), "only our own question is asked");
}

#[test]
fn a_clients_condition_is_weighed_after_the_app_has_confirmed() {
    let lab = Lab::new();
    let app = tagged("hello", "\"1\"");
    lab.send(&Ask::get("/a"), &app);
    lab.pass(100);
    let has_it = Ask::get("/a").with("if-none-match", "\"1\"");
    assert_eq!(lab.send(&has_it, &app).status(), StatusCode::NOT_MODIFIED);
    lab.pass(100);
    let has_another = Ask::get("/a").with("if-none-match", "\"2\"");
    let answer = lab.send(&has_another, &app);
    assert_eq!((answer.status(), answer.body().as_ref()), (StatusCode::OK, &b"hello"[..]));
}

#[test]
fn a_confirmation_makes_the_answer_young_again() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &tagged("hello", "\"1\"").with("age", "30"));
    lab.pass(100);
    assert_eq!(field(&lab.send(&Ask::get("/a"), &tagged("", "\"1\"")), "age"), "0");
    lab.pass(5);
    assert_eq!(field(&lab.send(&Ask::get("/a"), &App::failing()), "age"), "5");
}

#[test]
fn a_304_that_nobody_asked_for_confirms_nothing() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &App::lasting("hello"));
    lab.pass(100);
    let answer = lab.send(&Ask::get("/a"), &App::lasting("").status(304));
    assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(lab.cache.len(), 0);
}

#[test]
fn a_304_on_a_miss_goes_to_the_client_and_is_not_kept() {
    let lab = Lab::new();
    let app = tagged("hello", "\"1\"");
    let answer = lab.send(&Ask::get("/a").with("if-none-match", "\"1\""), &app);
    assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(lab.cache.len(), 0);
}

#[test]
fn a_confirmation_that_must_not_be_kept_is_given_once() {
    for (name, value) in [
        ("set-cookie", "a=b"),
        ("cache-control", "no-store"),
        ("cache-control", "private"),
        ("vary", "*"),
    ] {
        let lab = Lab::new();
        lab.send(&Ask::get("/a"), &tagged("hello", "\"1\""));
        lab.pass(100);
        let answer = lab.send(&Ask::get("/a"), &tagged("other", "\"1\"").with(name, value));
        assert_eq!(answer.body(), "hello");
        let mut told = answer.headers().get_all(name).iter();
        assert!(told.any(|told| told == value), "this client is told {name}: {value}");
        assert_eq!(lab.cache.len(), 0);
    }
}

#[test]
fn a_confirmation_of_something_else_confirms_nothing() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &tagged("hello", "\"1\""));
    lab.pass(100);
    let answer = lab.send(&Ask::get("/a"), &App::lasting("").status(304).with("etag", "\"2\""));
    assert_eq!(answer.body(), "hello");
    assert_eq!(lab.cache.len(), 0);
}

#[test]
fn a_stale_answer_stands_in_for_a_failing_app_where_it_says_so() {
    let stands_in = |control: &str, seconds: u64, app: &App| {
        let lab = Lab::new();
        lab.send(&Ask::get("/a"), &App::says("kept").with("cache-control", control));
        lab.pass(seconds);
        lab.send(&Ask::get("/a"), app).body() == "kept"
    };
    let allowed = "max-age=60, stale-if-error=30";
    for status in [500, 502, 503, 504] {
        assert!(stands_in(allowed, 90, &App::says("").status(status)), "{status}");
    }
    assert!(stands_in(allowed, 90, &App::failing()));
    assert!(!stands_in(allowed, 91, &App::failing()));
    assert!(!stands_in(allowed, 90, &App::says("").status(404)));
    assert!(!stands_in("max-age=60", 61, &App::failing()));
    assert!(!stands_in("max-age=60, stale-if-error=30, must-revalidate", 61, &App::failing()));
    assert!(!stands_in("max-age=60, stale-if-error=30, no-cache", 0, &App::failing()));
}

#[test]
fn an_answer_outlives_failures_of_the_app() {
    let lab = Lab::new();
    lab.send(&Ask::get("/a"), &tagged("hello", "\"1\""));
    lab.pass(100);
    let answer = lab.send(&Ask::get("/a"), &App::says("").status(503));
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(lab.send(&Ask::get("/a"), &tagged("", "\"1\"")).body(), "hello");
}
