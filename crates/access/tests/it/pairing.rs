use futures::future::join_all;
use http::StatusCode;
use serde_json::{Value, json};

use crate::fixture::{LAN, both};

const OTHER: &str = "192.168.7.99";

#[tokio::test]
async fn a_phone_pairs_with_a_code_from_this_machine() {
    both(async |fixture| {
        let minted = fixture.get("/api/v1/auth/qr").send().await.expect(StatusCode::OK);
        let code = minted["code"].as_str().expect("a code");
        assert_eq!(minted["qr"], json!({ "u": "https://attic.local:8443", "c": code }));
        assert_eq!((&minted["u"], &minted["c"]), (&minted["qr"]["u"], &minted["qr"]["c"]));
        assert_eq!(minted["expiresAt"], fixture.clock.now().unix() + 300);
        assert_eq!(code.len(), 8);

        let typed = format!("  {} ", code.to_lowercase());
        let config = fixture.redeem(&typed, LAN).await.expect(StatusCode::OK);
        assert_eq!(config["baseUrl"], "https://attic.local:8443");
        assert_eq!(config["name"], "attic");
        assert_eq!(config["instanceId"], "gh_0123456789abcdef");
        assert_eq!(config["spkiPins"], json!(["sha256/AAAA"]));
        assert_eq!(config["capabilities"], json!(["pairing"]));

        let bootstrap = config["bootstrapToken"].as_str().expect("a token");
        let paired = fixture.pair(bootstrap, "phone-1", "ios").await.expect(StatusCode::OK);
        assert_eq!(paired["status"], "approved");
        assert_eq!(paired["deviceId"], "phone-1");
        let scopes = json!(["access:*", "access:mobile", "read:*", "read:catalog", "read:events"]);
        assert_eq!(paired["scopes"], scopes);
        fixture.pair(bootstrap, "phone-2", "ios").await.refused(401, "UNAUTHORIZED");

        let token = paired["accessToken"].as_str().expect("a token");
        let me = fixture.get("/api/v1/auth/me").from(LAN).token(token).send().await;
        assert_eq!(me.expect(StatusCode::OK)["device"]["deviceName"], "Test phone");
        let audit = fixture.last_audit().await;
        assert_eq!(
            (audit.action.as_str(), audit.target_id.as_deref()),
            ("device.paired", Some("phone-1"))
        );
    })
    .await;
}

#[tokio::test]
async fn the_picture_holds_the_same_kind_of_code() {
    both(async |fixture| {
        let picture = fixture.get("/api/v1/auth/qr?format=png").send().await;
        picture.expect(StatusCode::OK);
        assert_eq!(picture.headers["content-type"], "image/png");
        assert!(picture.bytes.starts_with(b"\x89PNG\r\n"));
        fixture.get("/api/v1/auth/qr?format=gif").send().await.refused(400, "INVALID_REQUEST");
    })
    .await;
}

#[tokio::test]
async fn of_fifty_redemptions_at_once_one_wins() {
    both(async |fixture| {
        let code = fixture.code().await;
        let tries = (0..50).map(|n| {
            let (fixture, code) = (&fixture, &code);
            // Half of them share an address, which must not lock everybody out.
            let from = if n % 2 == 0 { LAN.to_owned() } else { format!("192.168.8.{n}") };
            async move { fixture.redeem(code, &from).await }
        });
        let answers = join_all(tries).await;
        let won = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        assert_eq!(won, 1);
        answers.iter().filter(|answer| answer.status != StatusCode::OK).for_each(|lost| {
            lost.refused(404, "INVALID_CODE");
        });
    })
    .await;
}

#[tokio::test]
async fn used_expired_locked_and_wrong_codes_look_the_same() {
    both(async |fixture| {
        let used = fixture.code().await;
        fixture.redeemed(&used).await;
        let used = fixture.redeem(&used, LAN).await;
        used.refused(404, "INVALID_CODE");

        let old = fixture.code().await;
        fixture.pass(300);
        let expired = fixture.redeem(&old, LAN).await;
        let wrong = fixture.redeem("AAAAAAAA", LAN).await;
        assert_eq!((used.status, &used.bytes), (expired.status, &expired.bytes));
        assert_eq!((used.status, &used.bytes), (wrong.status, &wrong.bytes));

        let code = fixture.code().await;
        for _ in 0..5 {
            fixture.redeem("AAAAAAAA", LAN).await.refused(404, "INVALID_CODE");
        }
        let locked = fixture.redeem(&code, LAN).await;
        assert_eq!((used.status, &used.bytes), (locked.status, &locked.bytes));
        let by_path = fixture.get(&format!("/api/v1/pair/{code}")).from(LAN).send().await;
        by_path.refused(404, "INVALID_CODE");
        fixture.redeem(&code, OTHER).await.expect(StatusCode::OK);
        fixture.pass(1);
        let fresh = fixture.code().await;
        fixture.redeem(&fresh, LAN).await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_hundred_failures_make_those_who_failed_wait() {
    both(async |fixture| {
        for number in 0..100 {
            fixture
                .redeem("AAAAAAAA", &format!("192.168.9.{number}"))
                .await
                .refused(404, "INVALID_CODE");
        }
        let code = fixture.code().await;
        let waiting = fixture.redeem(&code, "192.168.9.7").await;
        waiting.refused(429, "RATE_LIMIT_EXCEEDED");
        assert_eq!(waiting.headers["retry-after"], "3600");
        fixture.redeem(&code, OTHER).await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn the_header_keeps_other_sites_out() {
    both(async |fixture| {
        let code = fixture.code().await;
        let bare = fixture.post("/api/v1/pair").from(LAN).body(&json!({ "code": code }));
        bare.send().await.refused(400, "MISSING_HEADER");
        fixture.post("/api/v1/pair").from(LAN).send().await.refused(400, "MISSING_HEADER");
        let foreign =
            fixture.get(&format!("/api/v1/pair/{code}")).header("Sec-Fetch-Site", "cross-site");
        foreign.send().await.refused(403, "FORBIDDEN");
        let by_path = fixture.get(&format!("/api/v1/pair/{code}")).from(LAN).send().await;
        by_path.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_strangers_device_waits_for_an_administrator() {
    both(async |fixture| {
        let admin = fixture.administrator().await;
        let minted = fixture.get("/api/v1/auth/qr").from(LAN).send().await.expect(StatusCode::OK);
        let bootstrap = fixture.redeemed(minted["code"].as_str().expect("a code")).await;
        let paired = fixture.pair(&bootstrap, "tablet", "android").await.expect(StatusCode::OK);
        assert_eq!((&paired["status"], &paired["scopes"]), (&json!("pending"), &json!([])));
        let token = paired["accessToken"].as_str().expect("a token").to_owned();
        let call = |path: &str| fixture.get(path).from(LAN).token(&token).send();

        assert_eq!(
            call("/api/v1/auth/me").await.expect(StatusCode::OK)["device"]["status"],
            "pending"
        );
        call("/api/v1/devices").await.refused(403, "FORBIDDEN");
        let logout = fixture.post("/api/v1/auth/logout").from(LAN).token(&token).send().await;
        logout.refused(403, "FORBIDDEN");
        let refresh = fixture.post("/api/v1/auth/refresh").from(LAN).token(&token).send().await;
        refresh.expect(StatusCode::OK);

        let approve = json!({ "status": "approved" });
        let path = "/api/v1/devices/tablet";
        let by_itself = fixture.patch(path).from(LAN).token(&token).body(&approve).send().await;
        by_itself.refused(403, "FORBIDDEN");
        let approved = fixture.patch(path).from(LAN).token(&admin).body(&approve).send().await;
        assert_eq!(approved.expect(StatusCode::OK)["status"], "offline");
        let me = call("/api/v1/auth/me").await.expect(StatusCode::OK);
        assert!(
            me["device"]["scopes"]
                .as_array()
                .is_some_and(|scopes| scopes.contains(&json!("read:*")))
        );
    })
    .await;
}

#[tokio::test]
async fn a_stranger_never_touches_a_paired_device() {
    both(async |fixture| {
        let token = fixture.device("phone", "ios").await;
        let minted = fixture.get("/api/v1/auth/qr").from(LAN).send().await.expect(StatusCode::OK);
        let bootstrap = fixture.redeemed(minted["code"].as_str().expect("a code")).await;
        fixture.pair(&bootstrap, "phone", "ios").await.refused(409, "CONFLICT");
        fixture.get("/api/v1/auth/me").token(&token).send().await.expect(StatusCode::OK);
        fixture.pair(&bootstrap, "another", "ios").await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn pairing_again_ends_the_earlier_tokens_and_starts_from_the_pairing_scopes() {
    both(async |fixture| {
        let old = fixture.device("phone", "ios").await;
        let narrow = json!({ "scopes": ["read:catalog"] });
        fixture.patch("/api/v1/devices/phone").body(&narrow).send().await.expect(StatusCode::OK);
        let new = fixture.device("phone", "linux").await;
        fixture.get("/api/v1/auth/me").token(&old).send().await.refused(401, "UNAUTHORIZED");
        let me = fixture.get("/api/v1/auth/me").token(&new).send().await.expect(StatusCode::OK);
        assert_eq!(me["device"]["scopes"], json!(["access:*", "read:catalog", "read:events"]));
    })
    .await;
}

#[tokio::test]
async fn a_device_that_introduces_itself_badly_does_not_use_its_token_up() {
    both(async |fixture| {
        let code = fixture.code().await;
        let bootstrap = fixture.redeemed(&code).await;
        let pair = |device: Value| {
            let call = fixture.post("/api/v1/auth/pair").from(LAN).token(&bootstrap);
            call.body(&json!({ "device": device })).send()
        };
        for id in ["", "user-ada", "local", "key_1", "a/b", "a b", &"x".repeat(129)] {
            let device = json!({ "id": id, "platform": "ios" });
            pair(device).await.refused(400, "INVALID_REQUEST");
        }
        pair(json!({ "id": "phone", "platform": "toaster" })).await.refused(400, "INVALID_REQUEST");
        pair(json!({ "id": "phone" })).await.refused(400, "INVALID_REQUEST");
        let good = json!({ "id": "phone", "platform": "ios", "pushToken": "push-secret" });
        let paired = pair(good).await;
        paired.expect(StatusCode::OK);
        let shown = fixture.get("/api/v1/devices/phone").send().await;
        assert!(!String::from_utf8_lossy(&shown.bytes).contains("push-secret"));
    })
    .await;
}

#[tokio::test]
async fn strangers_cannot_use_up_all_codes() {
    both(async |fixture| {
        let mint = |from: String| {
            let fixture = &fixture;
            async move { fixture.get("/api/v1/auth/qr").from(&from).send().await.status }
        };
        for _ in 0..50 {
            assert_eq!(mint(LAN.to_owned()).await, StatusCode::OK);
        }
        let refused = fixture.get("/api/v1/auth/qr").from(LAN).send().await;
        refused.refused(429, "RATE_LIMIT_EXCEEDED");
        assert_eq!(refused.headers["retry-after"], "300");
        for number in 0..950 {
            let from = format!("10.0.{}.{}", number / 250, number % 250);
            assert_eq!(mint(from).await, StatusCode::OK);
        }
        assert_eq!(mint(OTHER.to_owned()).await, StatusCode::TOO_MANY_REQUESTS);
        fixture.code().await;
    })
    .await;
}

#[tokio::test]
async fn asking_for_the_headers_alone_has_no_effect() {
    both(async |fixture| {
        let code = fixture.code().await;
        let path = format!("/api/v1/pair/{code}");
        assert_eq!(
            fixture.head(&path).from(LAN).send().await.status,
            StatusCode::METHOD_NOT_ALLOWED
        );
        let qr = fixture.head("/api/v1/auth/qr").send().await;
        assert_eq!(qr.status, StatusCode::METHOD_NOT_ALLOWED);
        fixture.get(&path).from(LAN).send().await.expect(StatusCode::OK);
    })
    .await;
}
