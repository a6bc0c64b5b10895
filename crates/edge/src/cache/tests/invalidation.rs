use http::Method;

use super::super::Lookup;
use super::lab::{App, Ask, Lab, user};

fn is_kept(lab: &Lab, ask: &Ask) -> bool {
    matches!(lab.lookup(ask), Lookup::Fresh(_))
}

#[test]
fn a_change_makes_the_cache_forget_the_resource_for_everybody() {
    for method in ["POST", "PUT", "PATCH", "DELETE", "BREW"] {
        let lab = Lab::new();
        let mine = Ask::get("/a").caller(user("ada"));
        let yours = Ask::get("/a").caller(user("bob")).with("accept-language", "de");
        let untouched = [Ask::get("/a?x"), Ask::get("/b"), Ask::get("/a").host("other.example")];
        let app = App::lasting("x").with("vary", "accept-language");
        for ask in untouched.iter().chain([&mine, &yours]) {
            lab.send(ask, &app);
        }
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let change = Ask::new(method, "/a").with("cookie", "a=b").with_body();
        lab.send(&change, &App::says("").status(403));
        assert!(is_kept(&lab, &mine), "a refused change changes nothing");
        lab.send(&change, &App::says("").status(204));
        assert!(!is_kept(&lab, &mine) && !is_kept(&lab, &yours));
        assert!(untouched.iter().all(|ask| is_kept(&lab, ask)));
        assert_eq!(lab.cache.len(), untouched.len());
    }
}

#[test]
fn what_a_change_points_to_is_forgotten_on_the_same_origin_alone() {
    for (location, forgotten) in [
        ("/b?x", true),
        ("/b?x#part", true),
        ("https://home.example/b?x", true),
        ("HTTPS://Home.Example:443/b?x", true),
        ("//home.example/b?x", true),
        ("/b", false),
        ("b?x", false),
        ("http://home.example/b?x", false),
        ("https://home.example:8443/b?x", false),
        ("https://other.example/b?x", false),
        ("//other.example/b?x", false),
        ("https://home.example@other.example/b?x", false),
        ("", false),
    ] {
        for name in ["location", "content-location"] {
            let lab = Lab::new();
            let ask = Ask::get("/b?x");
            lab.send(&ask, &App::lasting("x"));
            let answer = App::says("").status(201).with(name, location);
            lab.send(&Ask::new(Method::POST, "/a"), &answer);
            assert_eq!(!is_kept(&lab, &ask), forgotten, "{name}: {location}");
        }
    }
}

#[test]
fn an_answer_that_a_change_overtook_is_not_kept() {
    let lab = Lab::new();
    let Lookup::Miss(fill) = lab.lookup(&Ask::get("/a")) else { panic!("a miss") };
    let old = App::lasting("old").answer(&http::HeaderMap::new()).expect("an answer");
    let mut recorder = fill.on_response(old.status(), old.headers()).expect("a recorder");
    recorder.push(old.body());
    lab.send(&Ask::new(Method::PUT, "/a"), &App::says(""));
    recorder.finish();
    assert!(!is_kept(&lab, &Ask::get("/a")));
    assert_eq!(lab.cache.bytes(), 0);
}

#[test]
fn a_confirmation_that_a_change_overtook_is_not_kept() {
    let lab = Lab::new();
    let app = App::lasting("old").with("etag", "\"1\"");
    lab.send(&Ask::get("/a"), &app);
    lab.pass(100);
    let Lookup::Stale(revalidation) = lab.lookup(&Ask::get("/a")) else { panic!("stale") };
    lab.send(&Ask::new(Method::PUT, "/a"), &App::says(""));
    let confirmed = App::lasting("").status(304).answer(&http::HeaderMap::new()).unwrap();
    revalidation.on_response(confirmed.status(), confirmed.headers());
    assert_eq!(lab.cache.len(), 0);
}
