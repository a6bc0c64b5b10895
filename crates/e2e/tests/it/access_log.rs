//! The access log of the real program: a line for each request, and no secret in any of them.

use std::fs;

use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

use crate::browser::PASSWORD;
use crate::people::{Calls, api_key, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

const OFF: &str = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
const ON: &str = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n\
                  access_log: {enabled: true, format: json}\n";

fn text(gateway: &Gateway) -> String {
    fs::read_to_string(gateway.data_dir().join("access.log")).unwrap_or_default()
}

fn lines(gateway: &Gateway) -> Vec<Value> {
    let text = text(gateway);
    // The last line may be on its way.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

/// Waits until a request with this mark is in the log, so that all before it are.
async fn written_up_to(gateway: &Gateway, mark: &str) {
    gateway.get(&format!("/livez?mark={mark}")).answer().await;
    let there = async || text(gateway).contains(mark);
    deadline("the log is written", PATIENCE, there).await;
}

async fn switched_on(gateway: &Gateway) {
    gateway.write_config(ON);
    let writes = async || {
        gateway.get("/livez?begun").answer().await;
        text(gateway).contains("begun")
    };
    deadline("the log is on", PATIENCE, writes).await;
}

#[tokio::test]
async fn switched_on_by_a_reload_it_has_one_line_for_each_request() {
    let gateway = Gateway::launch().config(OFF).start().await;
    let app = Upstream::echo("tv").await;
    put_route(&gateway, "tv", json!({ "to": app.url() })).await;
    put_route(&gateway, "dead", json!({ "to": "http://127.0.0.1:9" })).await;
    let phone = pair(&gateway, "phone", "ios").await.token;
    assert_eq!(gateway.get("/apps/tv/before").answer().await.0, 200);
    assert!(!gateway.data_dir().join("access.log").exists());
    switched_on(&gateway).await;

    for number in 0..25 {
        let call = gateway.get(&format!("/apps/tv/page/{number}?n={number}")).bearer_auth(&phone);
        assert_eq!(call.answer().await.0, 200);
        assert_eq!(gateway.get(&format!("/api/v1/apps/none-{number}")).answer().await.0, 404);
    }
    let upload = gateway.client().post(gateway.url("/apps/tv/upload")).body("12345");
    let upload = upload.header("User-Agent", "curl/8").send().await.expect("an answer");
    let answered = upload.headers()["x-request-id"].to_str().expect("text").to_owned();
    let length = upload.bytes().await.expect("a body").len();
    assert_eq!(gateway.get("/apps/dead/").answer().await.0, 502);
    assert_eq!(gateway.get("/apps/nowhere/").answer().await.0, 404);
    assert_eq!(gateway.get("/apps/tv/../x%00").remote().answer().await.0, 400);
    written_up_to(&gateway, "the-end").await;

    let lines = lines(&gateway);
    let with = |field: &str, value: Value| {
        lines.iter().filter(|line| line[field] == value).cloned().collect::<Vec<_>>()
    };
    for number in 0..25 {
        let visits = with("target", json!(format!("/apps/tv/page/{number}?n={number}")));
        let [visit] = &visits[..] else { panic!("{visits:?}") };
        assert_eq!((&visit["app"], &visit["status"]), (&json!("tv"), &json!(200)));
        assert_eq!((&visit["caller"], &visit["method"]), (&json!("device:phone"), &json!("GET")));
        let missing = with("target", json!(format!("/api/v1/apps/none-{number}")));
        assert_eq!(missing.len(), 1);
        assert_eq!((&missing[0]["status"], missing[0].get("app")), (&json!(404), None));
    }
    let uploads = with("target", json!("/apps/tv/upload"));
    let [upload] = &uploads[..] else { panic!("{uploads:?}") };
    assert_eq!((&upload["bytesReceived"], &upload["bytesSent"]), (&json!(5), &json!(length)));
    assert_eq!((&upload["requestId"], &upload["userAgent"]), (&json!(answered), &json!("curl/8")));
    assert_eq!(upload["client"], "127.0.0.1");
    let dead = &with("app", json!("dead"))[0];
    assert_eq!((&dead["status"], &dead["fault"]), (&json!(502), &json!("connect")));
    assert_eq!(with("target", json!("/apps/nowhere/")).len(), 1);
    assert_eq!(with("target", json!("/apps/tv/before")).len(), 0);

    gateway.write_config(OFF);
    let off = async || {
        let health = gateway.get("/healthz").answer().await.1;
        health["components"]["access_log"]["message"] == "It is switched off"
    };
    deadline("the log is off", PATIENCE, off).await;
    gateway.get("/apps/tv/after").answer().await;
    assert!(!text(&gateway).contains("/apps/tv/after"));
}

#[tokio::test]
async fn no_secret_is_written_down_wherever_it_is_sent() {
    let gateway = Gateway::launch().config(OFF).start().await;
    let app = Upstream::echo("tv").await;
    put_route(&gateway, "tv", json!({ "to": app.url(), "publicAccess": true })).await;
    let admin = gateway.admin_token().await;
    let device = pair(&gateway, "phone", "ios").await;
    let (_, key) = api_key(&gateway, &["read:*"]).await;
    switched_on(&gateway).await;

    let secrets = [&admin, &device.token, &key, "a-cookie-of-an-app", "an-apps-own-password"];
    for secret in secrets {
        for path in ["/apps/tv/", "/api/v1/devices", "/nowhere"] {
            for query in ["token", "access_token", "api_key", "password", "sid", "X-Amz-Signature"]
            {
                gateway.get(&format!("{path}?a=b&{query}={secret}&c=d")).answer().await;
            }
            let call = gateway.get(path).bearer_auth(secret);
            let call = call.header("Cookie", format!("sid={secret}; svc_apps={secret}"));
            let call = call.header("Referer", format!("http://tv.lan/?token={secret}"));
            call.header("X-API-Key", secret.to_owned()).answer().await;
            let basic = gateway.get(path).basic_auth("me", Some(secret));
            basic.answer().await;
        }
    }
    for secret in [&admin, &device.token, &key] {
        gateway.get(&format!("/apps/tv/{secret}/x?q={secret}")).answer().await;
        let call = gateway.get("/apps/tv/").header("User-Agent", format!("app/1 ({secret})"));
        call.answer().await;
    }
    gateway.get(&format!("/api/v1/pair/{}", device.code)).answer().await;
    let who = json!({ "username": "admin", "password": PASSWORD });
    let login = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
    let cookie = login.headers()["set-cookie"].to_str().expect("text").to_owned();
    let cookie = cookie.split([';', '=']).nth(1).expect("a value").to_owned();
    gateway.get("/apps/tv/").header("Cookie", format!("svc_apps={cookie}")).answer().await;
    written_up_to(&gateway, "the-end").await;

    let log = text(&gateway);
    let hidden = lines(&gateway).iter().filter(|line| line.to_string().contains("***")).count();
    assert!(hidden >= 5 * 3 * 6, "only {hidden} lines hide something");
    let all = secrets.into_iter().chain([&*device.code, &device.bootstrap, PASSWORD, &cookie]);
    for secret in all {
        let found = log.lines().find(|line| line.contains(secret));
        assert!(found.is_none(), "{found:?}");
    }
}
