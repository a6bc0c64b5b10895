use http::StatusCode;

use super::lab::{App, Ask, Lab, field};

/// Whether an answer with such headers is given again after so many seconds.
fn lasts(headers: &[(&'static str, &str)], seconds: u64) -> bool {
    let lab = Lab::new();
    let app = headers.iter().fold(App::says("x"), |app, (name, value)| app.with(name, value));
    lab.send(&Ask::get("/a"), &app);
    lab.pass(seconds);
    lab.send(&Ask::get("/a"), &app);
    app.calls.get() == 1
}

fn lasts_exactly(headers: &[(&'static str, &str)], seconds: u64) {
    assert!(lasts(headers, seconds - 1), "{headers:?} is fresh before {seconds} s");
    assert!(!lasts(headers, seconds), "{headers:?} is stale after {seconds} s");
}

#[test]
fn an_answer_is_good_for_as_long_as_it_says() {
    let lab = Lab::new();
    let (past, now, soon) = (lab.date(-20), lab.date(0), lab.date(60));
    lasts_exactly(&[("cache-control", "max-age=60")], 60);
    lasts_exactly(&[("cache-control", "MAX-AGE=\"60\"")], 60);
    lasts_exactly(&[("cache-control", "max-age=10, s-maxage=60")], 60);
    lasts_exactly(&[("cache-control", "max-age=60"), ("expires", &past)], 60);
    lasts_exactly(&[("cache-control", "max-age=60"), ("cache-control", "max-age=90")], 60);
    lasts_exactly(&[("expires", &soon)], 60);
    lasts_exactly(&[("expires", &soon), ("date", &now)], 60);
    lasts_exactly(&[("cache-control", "max-age=60"), ("age", "20")], 40);
    lasts_exactly(&[("cache-control", "max-age=60"), ("date", &past)], 40);
    lasts_exactly(&[("cache-control", "max-age=60"), ("date", &past), ("age", "30")], 30);
    lasts_exactly(&[("cache-control", "max-age=99999999999999999999")], 1 << 31);
}

#[test]
fn what_says_nothing_clear_is_not_given_again() {
    let lab = Lab::new();
    let long_ago = lab.date(-1_000_000);
    for headers in [
        &[("last-modified", long_ago.as_str())][..],
        &[("cache-control", "public"), ("last-modified", &long_ago)],
        &[("cache-control", "immutable")],
        &[("cache-control", "max-age=60, no-cache"), ("etag", "\"1\"")],
        &[("cache-control", "max-age=60, no-cache=\"x-name\""), ("etag", "\"1\"")],
        &[("cache-control", "max-age=soon")],
        &[("cache-control", "max-age=-1")],
        &[("cache-control", "max-age=0"), ("etag", "\"1\"")],
        &[("expires", "0")],
        &[("expires", &long_ago)],
        &[("cache-control", "max-age=60"), ("age", "60")],
        &[("cache-control", "max-age=60"), ("age", "18446744073709551615")],
        &[("cache-control", "max-age=60"), ("date", &long_ago)],
    ] {
        assert!(!lasts(headers, 0), "{headers:?}");
    }
}

#[test]
fn the_time_that_the_app_took_counts() {
    let lab = Lab::new();
    let app = App::lasting("x");
    let super::super::Lookup::Miss(fill) = lab.lookup(&Ask::get("/a")) else { panic!("a miss") };
    lab.pass(50);
    let answer = app.answer(&http::HeaderMap::new()).expect("an answer");
    fill.on_response(answer.status(), answer.headers()).expect("a recorder").finish();
    assert_eq!(field(&lab.send(&Ask::get("/a"), &app), "age"), "50");
    lab.pass(10);
    lab.send(&Ask::get("/a"), &app);
    assert_eq!(app.calls.get(), 2, "it is stale after ten seconds more");
}

#[test]
fn a_client_says_how_old_an_answer_may_be() {
    let reused_after_30 = |headers: &[&'static str], wish: &str| {
        let lab = Lab::new();
        let app = headers.iter().fold(App::says("x"), |app, line| app.with("cache-control", line));
        lab.send(&Ask::get("/a"), &app);
        lab.pass(30);
        lab.send(&Ask::get("/a").with("cache-control", wish), &app);
        app.calls.get() == 1
    };
    for (kept, wish, reused) in [
        (&["max-age=60"][..], "max-age=30", true),
        (&["max-age=60"], "max-age=29", false),
        (&["max-age=60"], "Max-Age=0", false),
        (&["max-age=60"], "no-cache", false),
        (&["max-age=60"], "min-fresh=30", true),
        (&["max-age=60"], "min-fresh=31", false),
        (&["max-age=20"], "max-stale", true),
        (&["max-age=20"], "max-stale=10", true),
        (&["max-age=20"], "max-stale=9", false),
        (&["max-age=20", "must-revalidate"], "max-stale", false),
        (&["max-age=20", "proxy-revalidate"], "max-stale", false),
        (&["s-maxage=20"], "max-stale", false),
        (&["max-age=20", "no-cache"], "max-stale", false),
    ] {
        assert_eq!(reused_after_30(kept, wish), reused, "{kept:?} and {wish}");
    }
}

#[test]
fn a_reload_asks_the_app_even_about_the_newest_answer() {
    let lab = Lab::new();
    let app = App::lasting("x");
    lab.send(&Ask::get("/a"), &app);
    lab.send(&Ask::get("/a").with("cache-control", "max-age=0"), &app);
    assert_eq!(app.calls.get(), 2);
}

#[test]
fn pragma_counts_where_there_is_no_cache_control() {
    let lab = Lab::new();
    let app = App::lasting("x");
    lab.send(&Ask::get("/a"), &app);
    lab.send(&Ask::get("/a").with("pragma", "no-cache"), &app);
    assert_eq!(app.calls.get(), 2);
    let both = Ask::get("/a").with("pragma", "no-cache").with("cache-control", "max-age=9");
    lab.send(&both, &app);
    assert_eq!(app.calls.get(), 2);
}

#[test]
fn who_wants_only_what_is_kept_gets_504_where_nothing_is() {
    let lab = Lab::new();
    let app = App::lasting("x");
    let only_kept = Ask::get("/a").with("cache-control", "only-if-cached");
    assert_eq!(lab.send(&only_kept, &app).status(), StatusCode::GATEWAY_TIMEOUT);
    lab.send(&Ask::get("/a"), &app);
    assert_eq!(lab.send(&only_kept, &app).body(), "x");
    lab.pass(60);
    assert_eq!(lab.send(&only_kept, &app).status(), StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(app.calls.get(), 1);
}

#[test]
fn a_clock_that_was_set_back_does_not_keep_answers_alive() {
    let lab = Lab::new();
    let app = App::lasting("x");
    lab.send(&Ask::get("/a"), &app);
    lab.set_clock_back(3600);
    lab.send(&Ask::get("/a"), &app);
    assert_eq!(app.calls.get(), 2);
}
