use http::StatusCode;
use serde_json::json;

use crate::fixture::{LAN, PASSWORD, both, settings};

use testkit::PATIENCE;

#[tokio::test]
async fn sign_in_shows_who_it_is_and_sign_out_ends_the_token() {
    both(async |fixture| {
        let token = fixture.administrator().await;
        let me = |token: &str| fixture.get("/api/v1/auth/me").from(LAN).token(token).send();
        let user = me(&token).await.expect(StatusCode::OK)["user"].clone();
        assert_eq!(user["username"], "ada");
        assert_eq!(user["scopes"], json!(["access:*", "access:admin", "read:*", "write:*"]));
        assert_eq!(user["isActive"], true);
        let other = fixture.sign_in().await;
        let out = fixture.post("/api/v1/auth/logout").from(LAN).token(&token).send().await;
        out.expect(StatusCode::OK);
        me(&token).await.refused(401, "UNAUTHORIZED");
        let refresh = fixture.post("/api/v1/auth/refresh").token(&token).send().await;
        refresh.refused(401, "UNAUTHORIZED");
        me(&other).await.expect(StatusCode::OK);
        let restarted = fixture.restarted(settings()).await;
        let again = restarted.get("/api/v1/auth/me").token(&token).send().await;
        again.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn a_new_password_ends_what_the_old_one_opened() {
    both(async |fixture| {
        let token = fixture.administrator().await;
        let other = fixture.sign_in().await;
        let put = |token: &str, current: &str, new: &str| {
            let body = json!({ "currentPassword": current, "newPassword": new });
            fixture.put("/api/v1/auth/password").from(LAN).token(token).body(&body).send()
        };
        let me = |token: &str| fixture.get("/api/v1/auth/me").from(LAN).token(token).send();
        put(&token, "a wrong one", "another battery").await.refused(400, "INVALID_REQUEST");
        assert!(fixture.last_audit().await.error.is_some(), "somebody tries passwords");
        put(&token, PASSWORD, "short").await.refused(400, "INVALID_REQUEST");
        let phone = fixture.device("phone", "ios").await;
        put(&phone, PASSWORD, "another battery").await.refused(403, "FORBIDDEN");
        me(&other).await.expect(StatusCode::OK);

        let done = put(&token, PASSWORD, "another battery").await.expect(StatusCode::OK);
        let fresh = done["token"].as_str().expect("a token");
        me(fresh).await.expect(StatusCode::OK);
        for old in [&token, &other] {
            me(old).await.refused(401, "UNAUTHORIZED");
        }
        me(&phone).await.expect(StatusCode::OK);
        let fixture = fixture.restarted(settings()).await;
        let login = |password: &str| {
            let body = json!({ "username": "ada", "password": password });
            fixture.post("/api/v1/auth/login").from(LAN).body(&body).send()
        };
        login(PASSWORD).await.refused(401, "UNAUTHORIZED");
        login("another battery").await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn what_a_user_chose_comes_with_the_next_sign_in() {
    both(async |fixture| {
        let token = fixture.administrator().await;
        let put = |token: &str, body: serde_json::Value| {
            fixture.put("/api/v1/auth/preferences").from(LAN).token(token).body(&body).send()
        };
        let chosen = json!({ "favourites": ["tv"], "order": ["tv", "wiki"] });
        put(&token, chosen.clone()).await.expect(StatusCode::NO_CONTENT);
        put(&token, json!({ "order": ["x".repeat(70_000)] })).await.refused(400, "INVALID_REQUEST");
        put(&token, json!(["tv"])).await.refused(400, "INVALID_REQUEST");
        let phone = fixture.device("phone", "ios").await;
        put(&phone, chosen.clone()).await.refused(403, "FORBIDDEN");

        let fixture = fixture.restarted(settings()).await;
        let body = json!({ "username": "ada", "password": PASSWORD });
        let login = fixture.post("/api/v1/auth/login").from(LAN).body(&body).send().await;
        assert_eq!(login.expect(StatusCode::OK)["user"]["preferences"], chosen);
    })
    .await;
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_user_look_the_same() {
    both(async |fixture| {
        fixture.administrator().await;
        let login = |username: &str, password: &str| {
            let body = json!({ "username": username, "password": password });
            fixture.post("/api/v1/auth/login").from(LAN).body(&body).send()
        };
        let wrong = login("ada", "wrong password").await;
        wrong.refused(401, "UNAUTHORIZED");
        let unknown = login("nobody", "wrong password").await;
        assert_eq!(wrong.bytes, unknown.bytes);
        let audit = fixture.last_audit().await;
        assert_eq!((audit.action.as_str(), audit.actor_ip.as_str()), ("user.sign_in", LAN));
        assert!(audit.error.is_some());
    })
    .await;
}

#[tokio::test]
async fn a_token_lives_twelve_hours_and_can_be_refreshed_for_seven_days_more() {
    both(async |fixture| {
        let token = fixture.device("phone", "ios").await;
        let me = |token: &str| fixture.get("/api/v1/auth/me").from(LAN).token(token).send();
        let refresh =
            |token: &str| fixture.post("/api/v1/auth/refresh").from(LAN).token(token).send();
        fixture.pass(12 * 3600 - 1);
        me(&token).await.expect(StatusCode::OK);
        fixture.pass(1);
        me(&token).await.refused(401, "UNAUTHORIZED");
        fixture.pass(7 * 86_400 - 1);
        let fresh = refresh(&token).await.expect(StatusCode::OK);
        assert_eq!(fresh["deviceId"], "phone");
        assert_eq!(fresh["expiresIn"], 43_200);
        assert_eq!(fresh["token"], fresh["accessToken"]);
        me(fresh["token"].as_str().expect("a token")).await.expect(StatusCode::OK);
        fixture.pass(1);
        refresh(&token).await.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn a_token_refreshed_again_after_two_minutes_is_refused_and_noticed() {
    both(async |fixture| {
        let token = fixture.device("phone", "ios").await;
        let refresh = || fixture.post("/api/v1/auth/refresh").from(LAN).token(&token).send();
        refresh().await.expect(StatusCode::OK);
        fixture.pass(120);
        refresh().await.expect(StatusCode::OK);
        fixture.pass(1);
        refresh().await.refused(401, "UNAUTHORIZED");
        let audit = fixture.last_audit().await;
        assert_eq!((audit.action.as_str(), audit.actor_id.as_str()), ("token.reused", "phone"));
        let feed = fixture.events.activity(kit::Page::first(1)).await.expect("the feed");
        assert_eq!(feed.items[0].icon_class, "danger");
        let me = fixture.get("/api/v1/auth/me").token(&token).send().await;
        me.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_bearer_check_makes_no_query() {
    both(async |fixture| {
        let token = fixture.device("phone", "ios").await;
        let before = fixture.db.operations();
        for _ in 0..1000 {
            fixture
                .get("/api/v1/devices")
                .from(LAN)
                .token(&token)
                .send()
                .await
                .expect(StatusCode::OK);
        }
        fixture
            .get("/api/v1/devices")
            .from(LAN)
            .token("rubbish")
            .send()
            .await
            .refused(401, "UNAUTHORIZED");
        assert_eq!(fixture.db.operations(), before);
        let me = fixture.get("/api/v1/auth/me").token(&token).send().await.expect(StatusCode::OK);
        assert_eq!(me["device"]["requestsToday"], 1001);
    })
    .await;
}

#[tokio::test]
async fn a_credential_is_judged_by_itself_also_from_this_machine() {
    both(async |fixture| {
        let devices = || fixture.get("/api/v1/devices");
        devices().send().await.expect(StatusCode::OK);
        devices().from(LAN).send().await.refused(401, "UNAUTHORIZED");
        devices().token("rubbish").send().await.refused(401, "UNAUTHORIZED");
        devices().key("svc_rubbish").send().await.refused(401, "UNAUTHORIZED");
        devices().header("Authorization", "Basic YTpi").send().await.refused(401, "UNAUTHORIZED");
        let token = fixture.device("phone", "ios").await;
        let twice = devices().token(&token).token(&token);
        twice.send().await.refused(401, "UNAUTHORIZED");
        let by_query = fixture.get(&format!("/api/v1/devices?token={token}&access_token={token}"));
        by_query.from(LAN).send().await.refused(401, "UNAUTHORIZED");
        for header in ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X_Forwarded_For"] {
            let call = devices().header(header, "127.0.0.1");
            call.send().await.refused(401, "UNAUTHORIZED");
        }
        let page = devices().header("Origin", "https://localhost:8443");
        page.send().await.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn what_another_program_on_the_database_changes_is_heard() {
    both(async |fixture| {
        let other = fixture.restarted(settings()).await;
        let _running = (fixture.run(), other.run());
        let token = fixture.device("phone", "ios").await;
        let seen = async || {
            other.get("/api/v1/auth/me").from(LAN).token(&token).send().await.status
                == StatusCode::OK
        };
        testkit::deadline("the pairing is heard", PATIENCE, seen).await;
        fixture.delete("/api/v1/devices/phone").send().await.expect(StatusCode::OK);
        testkit::deadline("the revocation is heard", PATIENCE, async || !seen().await).await;
    })
    .await;
}

#[tokio::test]
async fn a_password_reset_ends_old_tokens() {
    both(async |fixture| {
        let _running = fixture.run();
        let old = fixture.administrator().await;
        let new = kit::Secret::new("another fine password");
        let command_line = fixture.other_program().await;
        access::reset_password(&command_line, "ada", new).await.expect("reset");
        let login = |password: &str| {
            let body = json!({ "username": "ada", "password": password });
            fixture.post("/api/v1/auth/login").from(LAN).body(&body).send()
        };
        testkit::deadline("the old token ends", PATIENCE, async || {
            let me = fixture.get("/api/v1/auth/me").token(&old).send().await;
            me.status == StatusCode::UNAUTHORIZED
        })
        .await;
        login(PASSWORD).await.refused(401, "UNAUTHORIZED");
        login("another fine password").await.expect(StatusCode::OK);
        let nobody = access::reset_password(&command_line, "bob", kit::Secret::new("12345678"));
        assert_eq!(nobody.await.expect_err("no such user").kind, kit::ErrorKind::NotFound);
    })
    .await;
}
