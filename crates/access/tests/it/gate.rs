//! What the data plane is told of callers.

use http::StatusCode;
use kit::{ErrorKind, Identity};
use routing::{Gate, Presented};
use serde_json::json;

use crate::fixture::{Fixture, LAN, both};

fn refused(fixture: &Fixture, credential: Presented<'_>) -> ErrorKind {
    Gate::judge(&fixture.access, credential).expect_err("refused").kind
}

#[tokio::test]
async fn a_passport_says_who_it_is_and_where_uses_are_counted() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        fixture.administrator().await;
        let (_, cookie) = fixture.sign_in_with_cookie().await;
        let body = json!({ "name": "script", "scopes": ["access:tv"] });
        let made = fixture.post("/api/v1/apikeys").body(&body).send().await;
        let made = made.expect(StatusCode::CREATED);
        let key = made["key"].as_str().expect("a key");

        let judge = |credential| Gate::judge(&fixture.access, credential).expect("a passport");
        let device = judge(Presented::Token(&phone));
        assert_eq!(device.principal.identity, Identity::Device("phone".into()));
        assert_eq!(device.name.as_ref().expect("a name"), "device:phone");
        let user = judge(Presented::Cookie(&cookie));
        assert_eq!(user.principal.identity, Identity::User("ada".into()));
        assert_eq!(user.name.as_ref().expect("a name"), "ada");
        assert!(user.principal.may("access:tv") && user.host.is_none());
        let script = judge(Presented::Key(key));
        assert_eq!(script.name.as_ref().expect("a name"), made["id"].as_str().expect("an id"));
        assert!(script.principal.may("access:tv") && !script.principal.may("access:nas"));

        let requests = async || {
            let shown = fixture.get("/api/v1/devices/phone").send().await.expect(StatusCode::OK);
            shown["requestsToday"].clone()
        };
        assert_eq!(requests().await, 0, "to be judged is not a use");
        device.usage.expect("a counter").touch(fixture.clock.now());
        assert_eq!(requests().await, 1);
    })
    .await;
}

#[tokio::test]
async fn an_answer_holds_until_the_generation_grows() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        fixture.administrator().await;
        let (token, cookie) = fixture.sign_in_with_cookie().await;
        let passport = Gate::judge(&fixture.access, Presented::Token(&phone)).expect("a passport");
        let generation = || fixture.access.generation();

        let before = generation();
        Gate::judge(&fixture.access, Presented::Token(&phone)).expect("a passport");
        fixture.get("/api/v1/devices").send().await.expect(StatusCode::OK);
        assert_eq!(generation(), before, "nothing changed");

        let body = json!({ "scopes": ["read:catalog"] });
        fixture.patch("/api/v1/devices/phone").body(&body).send().await.expect(StatusCode::OK);
        assert!(generation() > before && passport.principal.revoked.is_cancelled());
        let narrowed = Gate::judge(&fixture.access, Presented::Token(&phone)).expect("a passport");
        assert!(!narrowed.principal.may("access:tv"));

        let before = generation();
        fixture.delete("/api/v1/devices/phone").send().await.expect(StatusCode::OK);
        assert!(generation() > before);
        assert_eq!(refused(&fixture, Presented::Token(&phone)), ErrorKind::Unauthorized);

        let before = generation();
        let out = fixture.post("/api/v1/auth/logout").from(LAN).token(&token).send().await;
        out.expect(StatusCode::OK);
        assert!(generation() > before);
        assert_eq!(refused(&fixture, Presented::Cookie(&cookie)), ErrorKind::Unauthorized);
    })
    .await;
}

#[tokio::test]
async fn credentials_count_as_what_they_are() {
    both(async |fixture| {
        fixture.administrator().await;
        let (token, cookie) = fixture.sign_in_with_cookie().await;
        for wrong in [
            Presented::Token(&cookie),
            Presented::Key(&cookie),
            Presented::Cookie(&token),
            Presented::Key(&token),
            Presented::Cookie(""),
            Presented::Token("rubbish"),
            Presented::Key("svc_rubbish"),
        ] {
            assert_eq!(refused(&fixture, wrong), ErrorKind::Unauthorized);
        }
        let on_the_socket = web::Authenticator::judge_token(&fixture.access, &cookie);
        assert_eq!(on_the_socket.expect_err("refused").kind, ErrorKind::Unauthorized);
        fixture.pass(12 * 3600);
        assert_eq!(refused(&fixture, Presented::Cookie(&cookie)), ErrorKind::Unauthorized);

        assert!(fixture.access.is_ours(&token) && fixture.access.is_ours(&cookie));
        assert!(fixture.access.is_ours("svc_rubbish"));
        assert!(!fixture.access.is_ours("ghp_rubbish") && !fixture.access.is_ours("a.b.c"));
    })
    .await;
}

#[tokio::test]
async fn a_device_that_waits_for_approval_reaches_no_app() {
    both(async |fixture| {
        fixture.administrator().await;
        let phone = fixture.device("phone", "ios").await;
        let minted = fixture.get("/api/v1/auth/qr").from(LAN).token(&phone).send().await;
        let code = minted.expect(StatusCode::OK)["code"].as_str().expect("a code").to_owned();
        let bootstrap = fixture.redeemed(&code).await;
        let stranger = fixture.pair(&bootstrap, "stranger", "ios").await.expect(StatusCode::OK);
        assert_eq!(stranger["status"], "pending");
        let token = stranger["token"].as_str().expect("a token");
        assert_eq!(refused(&fixture, Presented::Token(token)), ErrorKind::Forbidden);
    })
    .await;
}
