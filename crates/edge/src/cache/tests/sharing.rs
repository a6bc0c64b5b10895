use bytes::Bytes;
use kit::Identity;

use super::bounds::recorder;
use super::lab::{App, Ask, Lab, user};

/// Each of these asks first for `mine`, then for `yours`, which has to come from the app.
fn assert_never_shared(mine: Ask, yours: Ask, app: impl Fn(&'static str) -> App) {
    let lab = Lab::new();
    let (my_app, your_app) = (app("mine"), app("yours"));
    assert_eq!(lab.send(&mine, &my_app).body(), "mine");
    assert_eq!(lab.send(&yours, &your_app).body(), "yours");
    assert_eq!(lab.send(&mine, &App::failing()).body(), "mine", "both are kept, side by side");
    assert_eq!(lab.send(&yours, &App::failing()).body(), "yours");
}

#[test]
fn hosts_schemes_routes_paths_and_queries_do_not_share() {
    let ask = || Ask::get("/a?x=1");
    for other in [
        ask().host("other.example"),
        ask().host("home.example:8443"),
        ask().insecure(),
        ask().route("other"),
        Ask::get("/a?x=2"),
        Ask::get("/a"),
        Ask::get("/a?"),
        Ask::get("/A?x=1"),
        Ask::get("/%61?x=1"),
    ] {
        assert_never_shared(ask(), other, App::lasting);
    }
}

#[test]
fn callers_do_not_share_even_what_is_public() {
    let callers = [
        None,
        Some(Identity::Local),
        Some(user("ada")),
        Some(user("local")),
        Some(user("")),
        Some(Identity::Device("ada".into())),
        Some(Identity::ApiKey("ada".into())),
    ];
    let ask = |caller: &Option<Identity>| match caller {
        Some(caller) => Ask::get("/a").caller(caller.clone()),
        None => Ask::get("/a"),
    };
    for (index, one) in callers.iter().enumerate() {
        for other in &callers[index + 1..] {
            let public = |body| App::says(body).with("cache-control", "public, max-age=60");
            assert_never_shared(ask(one), ask(other), public);
        }
    }
}

#[test]
fn what_an_answer_varies_by_is_not_shared() {
    let varied = |body| App::lasting(body).with("vary", "Accept-Language").with("vary", "x-kind");
    let german = || Ask::get("/a").with("accept-language", "de");
    for other in [
        Ask::get("/a"),
        Ask::get("/a").with("accept-language", "en"),
        Ask::get("/a").with("accept-language", ""),
        german().with("accept-language", "en"),
        german().with("x-kind", "1"),
    ] {
        assert_never_shared(german(), other, varied);
    }
}

#[test]
fn what_apps_forget_to_vary_by_is_not_shared() {
    let from = |origin| Ask::get("/a").with("origin", origin);
    assert_never_shared(from("https://a.example"), from("https://b.example"), App::lasting);
    let packed = |body| App::lasting(body).with("content-encoding", "gzip");
    assert_never_shared(Ask::get("/a").with("accept-encoding", "gzip"), Ask::get("/a"), packed);
}

#[test]
fn fields_that_do_not_matter_do_not_divide() {
    let lab = Lab::new();
    let app = App::lasting("same").with("vary", "accept-language");
    lab.send(&Ask::get("/a").with("user-agent", "one"), &app);
    lab.send(&Ask::get("/a").with("user-agent", "two").host("HOME.example:443"), &app);
    assert_eq!(app.calls.get(), 1);
}

#[test]
fn of_answers_that_were_asked_for_at_once_the_last_one_counts() {
    let lab = Lab::new();
    let first = App::lasting("first");
    let second = App::lasting("second").with("vary", "accept-language");
    let third = App::lasting("third").with("vary", "accept-language");
    let apps = [&first, &second, &third];
    let recorders = apps.map(|app| recorder(&lab, "/a", app).expect("a recorder"));
    for (mut recorder, body) in recorders.into_iter().zip(["first", "second", "third"]) {
        recorder.push(&Bytes::from(body));
        recorder.finish();
    }
    assert_eq!(lab.send(&Ask::get("/a"), &App::failing()).body(), "third");
    assert_eq!(lab.cache.len(), 2, "the second one had the same place");
}

#[test]
fn only_so_many_variants_of_a_resource_are_kept() {
    let lab = Lab::new();
    let app = App::lasting("x").with("vary", "accept-language");
    let in_language = |number: usize| Ask::get("/a").with("accept-language", &number.to_string());
    for number in 0..17 {
        lab.send(&in_language(number), &app);
        lab.send(&in_language(0), &app);
    }
    assert_eq!(lab.cache.len(), 16);
    let calls = app.calls.get();
    lab.send(&in_language(0), &app);
    lab.send(&in_language(16), &app);
    assert_eq!(app.calls.get(), calls, "those that were asked for last are still there");
    lab.send(&in_language(1), &app);
    assert_eq!(app.calls.get(), calls + 1);
}
