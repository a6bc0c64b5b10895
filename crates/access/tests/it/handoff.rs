//! The way of a browser to another origin of apps.

use http::StatusCode;
use routing::{Gate, Presented};

use crate::fixture::{APPS, Answer, Call, Fixture, LAN, SetCookie, TV, WithCookie, both};

/// What the browser got at the place where it wants to go.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

async fn hand_off(fixture: &Fixture, to: &str, cookie: Option<&str>) -> Answer {
    let to: String = url::form_urlencoded::byte_serialize(to.as_bytes()).collect();
    let browser = kit::sha256_hex(SECRET);
    let call = fixture.get(&format!("/apps/_gh/handoff?to={to}&browser={browser}")).from(LAN);
    let call = cookie.into_iter().fold(call, Call::cookie);
    private(call.send().await)
}

/// Follows a redirect to the other origin.
async fn follow(fixture: &Fixture, location: &str) -> Answer {
    follow_with(fixture, location, &format!("a=b; gh-handoff={SECRET}")).await
}

async fn follow_with(fixture: &Fixture, location: &str, cookies: &str) -> Answer {
    let url = url::Url::parse(location).expect("an address");
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let path = &url[url::Position::BeforePath..];
    private(fixture.get(path).from(LAN).host(host).header("Cookie", cookies).send().await)
}

#[track_caller]
fn private(answer: Answer) -> Answer {
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(answer.headers["referrer-policy"], "no-referrer");
    answer
}

async fn signed_in(fixture: &Fixture) -> (String, String) {
    fixture.administrator().await;
    fixture.sign_in_with_cookie().await
}

#[tokio::test]
async fn a_signed_in_browser_gets_a_cookie_of_its_own_there() {
    both(async |fixture| {
        let (token, cookie) = signed_in(&fixture).await;
        fixture.pass(3600);
        for (origin, path, bound) in [(TV, "/", "tv.home.lan"), (APPS, "/apps/", "apps.home.lan")] {
            let to = format!("{origin}/apps/x/?a=b%20c&d=//e#f");
            let there = hand_off(&fixture, &to, Some(&cookie)).await.location();
            assert!(there.starts_with(&format!("{origin}/_gh/enter?code=")), "{there}");
            let entered = follow(&fixture, &there).await;
            assert_eq!(entered.location(), "/apps/x/?a=b%20c&d=//e");
            let (value, attributes) = entered.set_cookie();
            let rest = "Max-Age=39600; HttpOnly; SameSite=Lax; Secure";
            assert_eq!(attributes, format!("Path={path}; {rest}"));
            let passport = Gate::judge(&fixture.access, Presented::Cookie(&value)).expect("known");
            assert_eq!(passport.host.as_deref(), Some(bound));
            assert_eq!(passport.name.expect("a name"), "ada");

            let onward = hand_off(&fixture, &format!("{TV}/"), Some(&value)).await.location();
            assert!(onward.starts_with("/?next="), "it leads to no other origin: {onward}");
            let api = fixture.get("/api/v1/auth/me").from(LAN).token(&value).send().await;
            api.refused(401, "UNAUTHORIZED");
        }
        let there = hand_off(&fixture, &format!("{TV}/"), Some(&cookie)).await.location();
        let (value, _) = follow(&fixture, &there).await.set_cookie();
        let late = hand_off(&fixture, &format!("{TV}/"), Some(&cookie)).await.location();
        let out = fixture.post("/api/v1/auth/logout").from(LAN).token(&token).send().await;
        out.expect(StatusCode::OK);
        assert!(Gate::judge(&fixture.access, Presented::Cookie(&value)).is_err());
        follow(&fixture, &late).await.refused(400, "INVALID_REQUEST");
    })
    .await;
}

#[tokio::test]
async fn a_code_works_once_in_time_and_in_its_place() {
    both(async |fixture| {
        let (_, cookie) = signed_in(&fixture).await;
        let code = async || hand_off(&fixture, &format!("{TV}/"), Some(&cookie)).await.location();
        let used = code().await;
        follow(&fixture, &used).await.location();
        follow(&fixture, &used).await.refused(400, "INVALID_REQUEST");

        let late = code().await;
        fixture.pass(60);
        follow(&fixture, &late).await.refused(400, "INVALID_REQUEST");

        for elsewhere in [APPS, "https://evil.example", "https://tv.home.lan:8443"] {
            let code = code().await;
            let wrong = follow(&fixture, &code.replace(TV, elsewhere)).await;
            wrong.refused(400, "INVALID_REQUEST");
            assert!(!wrong.headers.contains_key("set-cookie"));
            follow(&fixture, &code).await.refused(400, "INVALID_REQUEST");
        }
        let fresh = code().await;
        let (_, path) = fresh.split_once(TV).expect("a path");
        let asked = fixture.head(path).from(LAN).host("tv.home.lan").send().await;
        assert_eq!(asked.status, StatusCode::METHOD_NOT_ALLOWED);
        follow(&fixture, &fresh).await.location();

        let path = "/_gh/enter?code=&next=/";
        let tv = || fixture.get(path).from(LAN).host("tv.home.lan");
        private(tv().send().await).refused(400, "INVALID_REQUEST");
        let page = private(tv().header("Accept", "text/html,*/*;q=0.8").send().await);
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert!(String::from_utf8_lossy(&page.bytes).contains("open the app again"));
    })
    .await;
}

#[tokio::test]
async fn a_code_is_good_for_the_browser_that_set_out_alone() {
    both(async |fixture| {
        let (_, cookie) = signed_in(&fixture).await;
        for wrong in ["", "gh-handoff=", "gh-handoff=fedcba9876543210fedcba9876543210"] {
            let there = hand_off(&fixture, &format!("{TV}/"), Some(&cookie)).await.location();
            let caught = follow_with(&fixture, &there, wrong).await;
            caught.refused(400, "INVALID_REQUEST");
            assert!(!caught.headers.contains_key("set-cookie"));
            follow(&fixture, &there).await.refused(400, "INVALID_REQUEST");
        }
        // Nobody is given a code without having been there first.
        for browser in ["", "&browser=", "&browser=short"] {
            let path = format!("/apps/_gh/handoff?to={TV}/{browser}");
            let answer = fixture.get(&path).from(LAN).cookie(&cookie).send().await;
            private(answer).refused(400, "INVALID_REQUEST");
        }
    })
    .await;
}

#[tokio::test]
async fn without_a_cookie_the_way_leads_over_the_sign_in_and_back() {
    both(async |fixture| {
        let (token, cookie) = signed_in(&fixture).await;
        let to = format!("{TV}/a?b=c&d=e");
        let here = "/?next=%2Fapps%2F_gh%2Fhandoff%3Fto%3Dhttps%253A%252F%252Ftv.home.lan\
                    %252Fa%253Fb%253Dc%2526d%253De%26browser%3D";
        let here = format!("{here}{}", kit::sha256_hex(SECRET));
        for wrong in [None, Some(""), Some("rubbish"), Some(token.as_str())] {
            assert_eq!(hand_off(&fixture, &to, wrong).await.location(), here);
        }
        let local = fixture.get("/apps/_gh/handoff?to=https://tv.home.lan/").send().await;
        assert!(local.location().starts_with("/?next="));
        let browser = kit::sha256_hex(SECRET);
        let path = format!("/apps/_gh/handoff?to=https://tv.home.lan/&browser={browser}");
        let shadowed = fixture.get(&path).from(LAN);
        let shadowed = shadowed.header("Cookie", "svc_apps=set-by-an-app").cookie(&cookie);
        assert!(shadowed.send().await.location().starts_with(TV), "a good one is among them");
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_shares_its_cookies_with_the_place_needs_no_code() {
    both(async |fixture| {
        let (_, cookie) = signed_in(&fixture).await;
        let to = "https://localhost:8444/apps/x/?a=b";
        assert_eq!(hand_off(&fixture, to, Some(&cookie)).await.location(), to);
    })
    .await;
}

#[tokio::test]
async fn nobody_is_sent_to_a_place_that_is_not_ours() {
    both(async |fixture| {
        let (_, cookie) = signed_in(&fixture).await;
        for to in [
            "",
            "/apps/x/",
            "//tv.home.lan/",
            "https://evil.example/",
            "https://tv.home.lan.evil.example/",
            "https://evil.example/?https://tv.home.lan/",
            "https://tv.home.lan@evil.example/",
            "https://evil.example\\@tv.home.lan/",
            "https://tv.home.lan:8443/",
            "http://tv.home.lan/",
            "ftp://tv.home.lan/",
            "javascript:alert(1)//https://tv.home.lan/",
            "https://localhost:8443/",
            "https://tv.home.lan//evil.example/",
            "https://tv.home.lan/\r\nSet-Cookie: a=b",
        ] {
            for cookie in [Some(cookie.as_str()), None] {
                hand_off(&fixture, to, cookie).await.refused(400, "INVALID_REQUEST");
            }
        }
        let long = format!("{TV}/{}", "x".repeat(9_000));
        hand_off(&fixture, &long, Some(&cookie)).await.refused(400, "INVALID_REQUEST");
        let none = private(fixture.get("/apps/_gh/handoff").from(LAN).cookie(&cookie).send().await);
        none.refused(400, "INVALID_REQUEST");

        for (next, place) in [
            ("//evil.example/", "/"),
            ("/%5Cevil.example/", "/"),
            ("https://evil.example/", "/"),
            ("javascript:alert(1)", "/"),
            ("/a%0d%0aSet-Cookie:%20a=b", "/"),
            ("", "/"),
            ("/fine?x=//y", "/fine?x=//y"),
        ] {
            let there = hand_off(&fixture, &format!("{TV}/"), Some(&cookie)).await.location();
            let (there, _) = there.split_once("&next=").expect("a next");
            let entered = follow(&fixture, &format!("{there}&next={next}")).await;
            assert_eq!(entered.location(), place, "{next}");
        }
    })
    .await;
}
