//! A router with sample endpoints, and callers whose credentials are their names.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::routing::{get, post};
use axum::{Json, Router};
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kit::{Clock, Error, Identity, Metrics, Principal, Scopes, Timestamp};
use routing::{Connected, TrustPolicy};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::limits::{Config, Limiter};
use web::{Admin, Authenticated, Authenticator, Change, Class, Credential, Me, Open, OptionalJson};
use web::{Paging, Path, Query, Read, Require, Token, Write};

pub(crate) const LOCAL: &str = "127.0.0.1";
pub(crate) const REMOTE: &str = "192.0.2.7";

/// Tokens and keys named after what they hold.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) relaxed: AtomicBool,
}

impl Authenticator for Names {
    fn judge(&self, headers: &HeaderMap) -> kit::Result<Option<Authenticated>> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        match (text("authorization"), text("x-api-key")) {
            (Some(bearer), _) => self.judge_token(bearer.trim_start_matches("Bearer ")).map(Some),
            (None, Some(key)) => known(key, Credential::Key).map(Some),
            (None, None) => Ok(None),
        }
    }

    fn judge_token(&self, token: &str) -> kit::Result<Authenticated> {
        known(token, Credential::Token)
    }

    fn relaxed_writes(&self) -> bool {
        self.relaxed.load(Ordering::Relaxed)
    }
}

fn known(name: &str, credential: Credential) -> kit::Result<Authenticated> {
    let scopes: &[&str] = match name {
        "reader" => &["read:*"],
        "writer" => &["read:*", "write:*"],
        "admin" => &["access:admin"],
        "pending" => &[],
        _ => return Err(Error::unauthorized("The credential is not valid")),
    };
    let scopes = Arc::new(Scopes::parse(scopes).expect("known scopes"));
    let identity = Identity::Device(name.into());
    let revoked = CancellationToken::new();
    let principal = Principal { identity, scopes, revoked, expires_at: None };
    Ok(Authenticated { principal, credential, pending: name == "pending" })
}

pub(crate) struct Lab {
    router: Router,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: Limiter,
    pub(crate) clock: Clock,
    pub(crate) authenticator: Arc<Names>,
}

impl Lab {
    pub(crate) fn new() -> Self {
        Lab::limited(Config { enabled: false, ..Config::default() })
    }

    pub(crate) fn limited(config: Config) -> Self {
        let metrics = Metrics::default();
        let clock = Clock::manual(Timestamp::from_unix(1_700_000_000));
        let limiter = Limiter::new(config, "/metrics".to_owned(), clock.clone(), &metrics);
        let authenticator = Arc::new(Names::default());
        let slices = [endpoints(), classes()];
        let router = web::assemble(slices, authenticator.clone(), limiter.clone(), &metrics).router;
        Lab { router, metrics, limiter, clock, authenticator }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(LOCAL, request("GET", path)).await
    }

    /// Sends a request from an address. What is known of the client is decided as in production;
    /// every answer must carry what protects browsers.
    pub(crate) async fn send(&self, from: &str, request: Request<Body>) -> Answer {
        let peer = SocketAddr::new(from.parse::<IpAddr>().expect("an address"), 40_000);
        let connected = Connected { peer, secure: false, request_id: "req_1".into() };
        let (parts, body) = request.into_parts();
        let client = TrustPolicy::default().decide(connected, &parts).expect("a sound request");
        let mut request = Request::from_parts(parts, body);
        request.extensions_mut().insert(client);
        self.send_unannounced(request).await
    }

    /// Sends a request of which nobody said where it comes from.
    pub(crate) async fn send_unannounced(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("it always answers");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes();
        let answer = Answer { status: parts.status, headers: parts.headers, body: bytes.to_vec() };
        answer.assert_protected();
        answer
    }
}

pub(crate) fn request(method: &str, path: &str) -> Request<Body> {
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
    request.body(Body::empty()).expect("a request")
}

/// The same request with more headers.
pub(crate) fn with(mut request: Request<Body>, headers: &[(&'static str, &str)]) -> Request<Body> {
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().expect("a header value"));
    }
    request
}

pub(crate) fn post_json(path: &str, body: impl Into<Body>) -> Request<Body> {
    let mut request = with(request("POST", path), &[("content-type", "application/json")]);
    *request.body_mut() = body.into();
    request
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_slice(&self.body).expect("JSON")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Checks status and envelope; returns field and reason of the first detail, where there is
    /// one.
    #[track_caller]
    pub(crate) fn assert_error(&self, status: u16, code: &str) -> Option<(String, String)> {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        let json = self.json();
        let error = json["error"].as_object().expect("the envelope");
        assert_eq!(json.as_object().map(serde_json::Map::len), Some(1));
        assert_eq!(error["code"], code);
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
        let detail = error.get("details")?.get(0)?;
        let text = |key: &str| detail[key].as_str().expect("a text").to_owned();
        Some((text("field"), text("reason")))
    }

    #[track_caller]
    fn assert_protected(&self) {
        let policy = self.header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(self.header("x-frame-options"), "DENY");
        assert_eq!(self.header("x-content-type-options"), "nosniff");
        assert_eq!(self.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(self.header("referrer-policy"), "same-origin");
        let cache = self.header("cache-control");
        assert!(["no-store", "no-cache"].contains(&cache), "{cache}");
        let cors = self.headers.keys().find(|name| name.as_str().starts_with("access-control"));
        assert_eq!(cors, None, "no other site may read our answers");
    }
}

#[derive(Deserialize, ToSchema)]
struct Thing {
    name: String,
    #[serde(default)]
    sizes: Vec<u8>,
}

/// Takes a thing.
#[utoipa::path(post, path = "/api/v1/things", tag = "things",
    responses((status = 200, description = "It was taken."), web::responses::Invalid))]
async fn take(web::Json(thing): web::Json<Thing>) -> Json<Value> {
    Json(json!({ "name": thing.name, "sizes": thing.sizes }))
}

fn endpoints() -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(take))
        .route("/api/v1/things/{id}", get(async |Path(id): Path<u32>| id.to_string()))
        .route("/api/v1/names/{id}", get(async |Path(id): Path<String>| id))
        .route("/api/v1/list", get(list))
        .route("/api/v1/optional", post(optional))
        .route("/api/v1/broken", get(async || web::ApiError(Error::internal("a secret cause"))))
        .route("/api/v1/auth/open", get(open).post(open))
        .route("/api/v1/auth/qr", get(async || "a code"))
        .route("/healthz", get(async || "ok"))
        .route("/metrics", get(async || "figures"))
        .route("/plain", get(async || "not limited"))
}

async fn list(Query(paging): Query<Paging>) -> web::Result<Json<Value>> {
    let page = paging.page(50, 100)?;
    Ok(Json(json!({ "limit": page.limit, "offset": page.offset })))
}

async fn optional(OptionalJson(thing): OptionalJson<Thing>) -> String {
    thing.map_or("nothing".to_owned(), |thing| thing.name)
}

async fn open(open: Open) -> Json<Value> {
    let known = open.caller.as_ref().map(|caller| caller.principal.identity.actor_id());
    Json(json!({ "local": open.is_local(), "caller": known, "actor": open.actor().id }))
}

/// One endpoint for each class: `/class/read` and so on.
fn classes() -> OpenApiRouter {
    fn class<C: Class>() -> axum::routing::MethodRouter {
        get(async |caller: Require<C>| caller.actor().id)
    }
    OpenApiRouter::new()
        .route("/class/read", class::<Read>())
        .route("/class/change", class::<Change>())
        .route("/class/write", class::<Write>())
        .route("/class/admin", class::<Admin>())
        .route("/class/token", class::<Token>())
        .route("/class/me", class::<Me>())
}
