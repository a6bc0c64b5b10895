//! Names that are none, too much of everything, and keys that stay where they are.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::fixture::{both, machine};

#[tokio::test]
async fn names_that_are_none_are_refused_everywhere() {
    let fixture = machine().await.start().await;
    for name in [
        "",
        "..",
        "../../etc/passwd",
        "nas.lan\r\nX-Evil: 1",
        "a b",
        "*.*.lan",
        "*",
        "-rf",
        "$(reboot).lan",
        "nas.lan; reboot",
        "1.2.3",
        "nas.lan:8443",
        "https://nas.lan",
    ] {
        let answer = fixture.post("generate", json!({ "domains": [name] })).await;
        answer.refused(400, "INVALID_DOMAIN");
        for what in ["renew", "replace"] {
            let body = json!({ "domain": name, "certificate": "x", "privateKey": "x" });
            fixture.post(what, body).await.refused(400, "INVALID_DOMAIN");
        }
    }
    let nul = fixture.post("generate", json!({ "domains": ["nas.lan\0"] })).await;
    nul.refused(400, "INVALID_REQUEST");
    assert_eq!(fixture.listed().await, ["nas.local"]);
}

#[tokio::test]
async fn a_path_leads_nowhere_but_to_a_name() {
    let fixture = machine().await.start().await;
    for path in ["..%2f..%2fetc%2fpasswd", "%2e%2e", "a%0d%0ab", "ca.key%00", "server.key%2f.."] {
        let path = format!("/api/v1/certificates/{path}");
        for method in [Method::GET, Method::DELETE] {
            let answer = fixture.call(method, &path, None, Some("read:*,write:*")).await;
            assert_eq!(answer.status, 400, "{path}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn too_many_names_are_refused_and_a_hundred_are_not() {
    let fixture = machine().await.start().await;
    let names = |count: usize| (0..count).map(|n| format!("n{n}.lan")).collect::<Vec<_>>();
    for wrong in [0, 101, 300] {
        let body = json!({ "domains": names(wrong) });
        fixture.post("generate", body).await.refused(400, "INVALID_REQUEST");
    }
    fixture.post("generate", json!({ "domains": names(100) })).await.expect(StatusCode::CREATED);
    fixture.connect("n99.lan").expect("all of them are served");
}

#[tokio::test]
async fn there_is_an_end_to_how_many_are_kept() {
    let fixture = machine().await.start().await;
    for number in 0..200 {
        fixture.generate(&[&format!("n{number}.lan")]).await;
    }
    let more = fixture.post("generate", json!({ "domains": ["more.lan"] })).await;
    more.refused(409, "CONFLICT");
    fixture.generate(&["n7.lan"]).await;
}

#[tokio::test]
async fn what_is_no_order_is_refused() {
    let fixture = machine().await.start().await;
    for body in [
        json!({}),
        json!({ "domains": "nas.lan" }),
        json!({ "domains": [1] }),
        json!({ "domains": ["nas.lan"], "provider": "vault" }),
        json!({ "domains": ["nas.lan"], "provider": "gateway" }),
        json!({ "domains": ["nas.lan"], "provider": 5 }),
        Value::Null,
    ] {
        fixture.post("generate", body).await.refused(400, "INVALID_REQUEST");
    }
    let format = fixture.get("/api/v1/certificates/ca?format=key").await;
    format.refused(400, "INVALID_REQUEST");
}

#[tokio::test]
async fn no_answer_holds_a_private_key_and_no_row_shows_one() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["tv.lan"]).await;
        let pair = crate::imports::Pair::signed(&["home.example"]);
        let replaced = fixture.post("replace", pair.body("home.example")).await;
        let mut texts = vec![replaced.text()];
        for path in [
            "/api/v1/certificates",
            "/api/v1/certificates/tv.lan",
            "/api/v1/certificates/home.example",
            "/api/v1/certificates/nas.local",
            "/api/v1/certificates/ca",
            "/api/v1/certificates/suggest",
            "/_gh/trust/gatehouse-ca.pem",
        ] {
            texts.push(fixture.get(path).await.text());
        }
        for table in ["certificate_keys", "certificates"] {
            let sql = match table {
                "certificates" => "SELECT sealed || chain FROM certificates WHERE sealed <> ''",
                _ => "SELECT sealed || certificate FROM certificate_keys",
            };
            let mut conn = machine.db.read().await.expect("a connection");
            let rows: Vec<String> =
                store::query_scalar(sql).fetch_all(&mut *conn).await.expect("rows");
            assert!(!rows.is_empty(), "{table}");
            texts.extend(rows);
        }
        let body: String = pair.key.lines().filter(|line| !line.starts_with('-')).collect();
        for text in texts {
            assert!(!text.contains("PRIVATE") && !text.contains(&body[..40]), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn only_a_token_with_write_may_change_them() {
    let fixture = machine().await.start().await;
    let generate = "/api/v1/certificates/generate";
    let body = || Some(json!({ "domains": ["tv.lan"] }).to_string());
    for (scopes, status) in [(None, 401), (Some("read:*"), 403), (Some("access:*"), 403)] {
        let answer = fixture.call(Method::POST, generate, body(), scopes).await;
        assert_eq!(answer.status, status, "{scopes:?}");
        let answer =
            fixture.call(Method::DELETE, "/api/v1/certificates/nas.local", None, scopes).await;
        assert_eq!(answer.status, status, "{scopes:?}");
    }
    let list = fixture.call(Method::GET, "/api/v1/certificates", None, None).await;
    assert_eq!(list.status, 401, "a program on this machine needs a token, too");
    let list = fixture.call(Method::GET, "/api/v1/certificates", None, Some("read:*")).await;
    list.expect(StatusCode::OK);
    assert_eq!(fixture.listed().await, ["nas.local"]);
}
