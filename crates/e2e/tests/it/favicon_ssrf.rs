//! Apps that would have the gateway fetch for them what they cannot reach themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{StatusCode, Uri};
use axum::response::IntoResponse;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Gateway, free_port};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::people::Calls;
use crate::routes::{metric, put_route};
use crate::upstream::{Upstream, read_head};
use crate::weight::resident;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

async fn gateway() -> Gateway {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
    Gateway::launch().config(config).start().await
}

struct Picture {
    kind: String,
    policy: String,
    body: Vec<u8>,
}

/// Shows the app's picture, with an app of that name made for it.
async fn picture(gateway: &Gateway, id: &str, to: &str) -> Picture {
    put_route(gateway, id, json!({ "to": to })).await;
    let answer =
        gateway.get(&format!("/api/v1/apps/{id}/favicon")).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    let header = |name: &str| {
        let value = answer.headers().get(name);
        value.map(|value| value.to_str().expect("text").to_owned()).unwrap_or_default()
    };
    assert_eq!(header("x-content-type-options"), "nosniff");
    let (kind, policy) = (header("content-type"), header("content-security-policy"));
    Picture { kind, policy, body: answer.bytes().await.expect("a body").to_vec() }
}

/// Whether it is the letter that is drawn where an app has no picture.
fn is_letter(picture: &Picture) -> bool {
    let text = String::from_utf8_lossy(&picture.body);
    picture.kind == "image/svg+xml" && text.contains("<text")
}

/// An app whose page and icon lead to `place`, by every way there is.
fn leading_to(place: &str) -> Router {
    let (page, location) = (
        format!(
            "<base href='{place}/'><link rel=icon href='{place}'><link rel=icon href=x.png>\
             <link rel='apple-touch-icon' href='{place}/a.png'><link rel=icon href=/hop.png>\
             <meta http-equiv=refresh content='0;url={place}'>"
        ),
        place.to_owned(),
    );
    Router::new().fallback(move |uri: Uri| async move {
        match uri.path() {
            "/" => ([(CONTENT_TYPE, "text/html")], page).into_response(),
            _ => (StatusCode::FOUND, [(LOCATION, location)]).into_response(),
        }
    })
}

#[tokio::test]
async fn an_icon_is_fetched_from_its_app_and_nowhere_else() {
    let gateway = gateway().await;
    let trap = Upstream::serve(Router::new().fallback(async || PNG)).await;
    let own = gateway.url("/livez");
    let places = [
        trap.url(),
        format!("http://localhost:{}", trap.port()),
        format!("http://[::ffff:127.0.0.1]:{}", trap.port()),
        own.clone(),
        "http://169.254.169.254/latest/meta-data/iam".to_owned(),
        "file:///etc/passwd".to_owned(),
    ];
    let asked = "gatehouse_http_requests_total{method=\"GET\",route=\"/livez\",status=\"200\"}";
    let before = metric(&gateway, asked).await;
    for (number, place) in places.iter().enumerate() {
        let app = Upstream::serve(leading_to(place)).await;
        let shown = picture(&gateway, &format!("app{number}"), &app.url()).await;
        assert!(is_letter(&shown), "{place}: {}", String::from_utf8_lossy(&shown.body));
        assert!(app.requests() >= 2, "{place}: the app itself is asked");
    }
    assert_eq!(trap.connections(), 0);
    assert_eq!(metric(&gateway, asked).await, before);
}

#[tokio::test]
async fn no_route_leads_to_the_gateway_or_to_a_clouds_secrets() {
    let port = free_port();
    let gateway = Gateway::launch().without_rate_limits().port(port).start().await;
    for to in [
        format!("http://127.0.0.1:{port}"),
        format!("http://localhost:{port}/"),
        format!("http://LOCALHOST.:{port}/apps/"),
        format!("http://gate.localhost:{port}"),
        format!("http://[::ffff:127.0.0.1]:{port}"),
        format!("http://127.1:{port}"),
        format!("http://2130706433:{port}"),
        format!("http://0.0.0.0:{port}"),
        format!("http://user@127.0.0.1:{port}"),
        "http://169.254.169.254".to_owned(),
        "http://169.254.169.254.:80/latest".to_owned(),
        "https://[::ffff:169.254.169.254]".to_owned(),
        "http://[fd00:ec2::254]".to_owned(),
        "http://2852039166".to_owned(),
        "file:///etc/passwd".to_owned(),
        "gopher://127.0.0.1:25/".to_owned(),
    ] {
        for (method, path) in [(Method::PUT, "/api/v1/routes/x"), (Method::POST, "/api/v1/routes")]
        {
            let route = json!({ "to": to, "appId": "x" });
            let (status, body) = gateway.request(method, path).json(&route).answer().await;
            let code = &body["error"]["code"];
            assert_eq!((status, code), (400, &json!("INVALID_REQUEST")), "{to}: {body}");
            assert!(body["error"]["details"].to_string().contains("\"to\""), "{body}");
        }
    }
    assert_eq!(gateway.get("/api/v1/routes").answer().await.1, json!([]));
    assert_eq!(gateway.get("/api/v1/apps").answer().await.1, json!([]));
}

/// Which address a name has shows only when it is called.
#[tokio::test]
async fn a_name_that_turns_out_to_be_the_gateway_is_not_called() {
    let gateway = gateway().await;
    let asked = "gatehouse_http_requests_total{method=\"GET\",route=\"/livez\",status=\"200\"}";
    let before = metric(&gateway, asked).await;
    let own = format!("http://0x7f000001:{}", gateway.port());
    for to in [own.as_str(), "http://0xa9fea9fe", "http://0xa9.0xfe.0xa9.0xfe/latest"] {
        let put = gateway.request(Method::PUT, "/api/v1/routes/x").json(&json!({ "to": to }));
        if put.answer().await.0 == 400 {
            continue;
        }
        let (status, body) = gateway.get("/apps/x/livez").answer().await;
        assert_eq!((status, &body["error"]["code"]), (502, &json!("BAD_GATEWAY")), "{to}");
        assert!(is_letter(&picture(&gateway, "x", to).await), "{to}");
    }
    assert_eq!(metric(&gateway, asked).await, before);
}

/// Which port is ours is known only when we listen, so that a check of the file cannot see it.
#[tokio::test]
async fn a_route_of_the_file_does_not_come_round() {
    let port = free_port();
    let config = format!(
        "rate_limits: {{enabled: false}}\nroutes:\n\
         - {{id: loop, to: 'http://127.0.0.1:{port}/apps/loop', public_access: true}}\n"
    );
    let gateway = Gateway::launch().config(config).port(port).start().await;
    let (status, body) = gateway.get("/apps/loop/").answer().await;
    assert!(matches!(status, 404 | 502), "{status} {body}");
    assert_eq!(gateway.get("/livez").answer().await.0, 200);
}

#[tokio::test]
async fn a_gigabyte_is_not_an_icon() {
    let gateway = gateway().await;
    let sent = Arc::<AtomicU64>::default();
    let counter = sent.clone();
    let app = Upstream::raw(move |stream| pour(stream, counter.clone())).await;
    put_route(&gateway, "warm", json!({ "to": "http://127.0.0.1:9" })).await;
    gateway.get("/api/v1/apps/warm/favicon").answer().await;
    let before = resident(&gateway);
    let shown = picture(&gateway, "large", &app.url()).await;
    assert!(is_letter(&shown));
    let grown = resident(&gateway).saturating_sub(before) >> 20;
    assert!(grown < 64, "{grown} MiB more");
    // Some of it waits in the buffers of the system.
    let sent = sent.load(Ordering::SeqCst) >> 20;
    assert!(sent < 64, "{sent} MiB were taken of it");
}

/// Answers every request with a gigabyte, or as much as is taken of it.
async fn pour(mut stream: TcpStream, sent: Arc<AtomicU64>) {
    read_head(&mut stream).await;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1073741824\r\n\r\n";
    let _ = stream.write_all(&[head.as_bytes(), PNG].concat()).await;
    while let Ok(()) = stream.write_all(&[0; 65_536]).await {
        sent.fetch_add(65_536, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_drawing_that_acts_is_not_shown() {
    let gateway = gateway().await;
    let drawings = [
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "<svg xmlns='http://www.w3.org/2000/svg'><a href='javascript:alert(1)'><rect/></a></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><foreignObject><iframe src='/api/'/>\
         </foreignObject></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='http://evil.example/x'/></svg>",
        "<html><script>alert(1)</script></html>",
    ];
    for (number, drawing) in drawings.into_iter().enumerate() {
        let app =
            Router::new().fallback(async move || ([(CONTENT_TYPE, "image/svg+xml")], drawing));
        let app = Upstream::serve(app).await;
        let shown = picture(&gateway, &format!("app{number}"), &app.url()).await;
        let body = String::from_utf8_lossy(&shown.body).to_lowercase();
        for word in ["alert", "script", "onload", "foreignobject", "iframe", "evil.example"] {
            assert!(!body.contains(word), "{drawing}: {body}");
        }
        assert!(shown.kind.starts_with("image/"), "{}", shown.kind);
        assert!(shown.policy.contains("default-src 'none'"), "{}", shown.policy);
    }
}

#[tokio::test]
async fn a_good_icon_is_shown_as_it_is() {
    let gateway = gateway().await;
    let app = Router::new().fallback(async |uri: Uri| match uri.path() {
        "/logo.png" => PNG.into_response(),
        _ => ([(CONTENT_TYPE, "text/html")], "<link rel=icon href=logo.png>").into_response(),
    });
    let app = Upstream::serve(app).await;
    let shown = picture(&gateway, "tv", &app.url()).await;
    assert_eq!((shown.kind.as_str(), &*shown.body), ("image/png", PNG));
    let before = app.requests();
    let again: Value = gateway.get("/api/v1/apps/tv/favicon").answer().await.0.into();
    assert_eq!((again, app.requests()), (json!(200), before), "it is kept");
}
