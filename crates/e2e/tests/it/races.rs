//! Many callers at once for what only one may have.

use futures::future::join_all;
use serde_json::json;
use testkit::{Database, Gateway};

use crate::people::{Calls, text};

/// Fewer than the passwords that may wait to be hashed, so that nobody is turned away for that.
const CALLERS: usize = 50;

#[tokio::test]
async fn of_many_setups_one_makes_the_administrator() {
    for database in Database::all() {
        let gateway = Gateway::launch().without_rate_limits().database(&database).start().await;
        let who = |number: usize| json!({ "username": format!("admin{number}"), "password": "correct horse battery" });
        let setups = (0..CALLERS).map(|n| gateway.post("/api/v1/auth/setup", &who(n)).answer());
        let answers = join_all(setups).await;
        let winners: Vec<_> = (0..CALLERS).filter(|n| answers[*n].0 == 201).collect();
        let [winner] = winners[..] else { panic!("{database}: {winners:?} all won") };
        for (number, (status, body)) in answers.iter().enumerate().filter(|(n, _)| *n != winner) {
            let code = &body["error"]["code"];
            assert_eq!((*status, code), (409, &json!("SETUP_ALREADY_COMPLETED")), "{number}");
        }
        let login = |number| gateway.post("/api/v1/auth/login", &who(number)).answer();
        assert_eq!(login((winner + 1) % CALLERS).await.0, 401, "{database}");
        let (status, signed_in) = login(winner).await;
        assert_eq!(status, 200, "{database}");
        let made = gateway.get("/api/v1/audit-logs?action=user.created");
        let made = made.bearer_auth(text(&signed_in["token"])).answer().await.1;
        assert_eq!(made["total"], 1, "{database}");
    }
}

/// Each from an address of its own: many tries from one are guesses, and locked.
#[tokio::test]
async fn of_many_redemptions_of_a_code_one_wins() {
    for database in Database::all() {
        let proxy = "server: {trusted_proxies: [127.0.0.1]}";
        let launch = Gateway::launch().without_rate_limits().config(proxy);
        let gateway = launch.database(&database).start().await;
        let code = text(&gateway.get("/api/v1/auth/qr").answer().await.1["code"]);
        let redeem = |caller| {
            let call = gateway.post("/api/v1/pair", &json!({ "code": code }));
            let call = call.header("X-Forwarded-For", format!("198.51.100.{caller}"));
            call.header("X-Pairing-Request", "true").answer()
        };
        let answers = join_all((0..CALLERS).map(redeem)).await;
        let (won, lost): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(status, _)| *status == 200);
        assert_eq!(won.len(), 1, "{database}");
        assert!(won[0].1["bootstrapToken"].is_string(), "{database}");
        for (status, body) in lost {
            let code = &body["error"]["code"];
            assert_eq!((status, code), (404, &json!("INVALID_CODE")), "{database}: {body}");
        }
    }
}
