use std::net::{IpAddr, Ipv4Addr};

use axum::Router;
use axum::body::Body;
use http::{Method, Request, header};
use http_body_util::BodyExt;
use routing::{Connected, TrustPolicy};
use serde_json::Value;
use tower::ServiceExt;

use super::Answer;

/// The address of another machine.
pub const LAN: &str = "192.168.7.20";

/// A request, put together piece by piece, and sent at the end.
pub struct Call<'a> {
    router: &'a Router,
    method: Method,
    path: String,
    host: String,
    from: IpAddr,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

impl<'a> Call<'a> {
    pub(super) fn new(router: &'a Router, method: Method, path: &str) -> Self {
        Call {
            router,
            method,
            path: path.to_owned(),
            host: "localhost:8443".to_owned(),
            from: Ipv4Addr::LOCALHOST.into(),
            headers: Vec::new(),
            body: None,
        }
    }

    pub fn from(mut self, address: &str) -> Self {
        self.from = address.parse().expect("an address");
        self
    }

    /// From another machine.
    pub fn remote(self) -> Self {
        self.from(LAN)
    }

    pub fn host(mut self, host: &str) -> Self {
        host.clone_into(&mut self.host);
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub fn key(self, key: &str) -> Self {
        self.header("X-API-Key", key)
    }

    /// From another machine, with a token that holds these scopes: see `Scoped`.
    pub fn scopes(self, scopes: &str) -> Self {
        self.remote().token(scopes)
    }

    /// `local` calls from this machine, `nobody` from another one without a credential; anybody
    /// else from there with the token of that name: see `People`.
    pub fn by(self, caller: &str) -> Self {
        match caller {
            "local" => self,
            "nobody" => self.remote(),
            token => self.remote().token(token),
        }
    }

    pub fn body(self, body: &Value) -> Self {
        self.raw(&body.to_string())
    }

    /// A body that says that it is JSON, whatever it is.
    pub fn raw(mut self, body: &str) -> Self {
        self.body = Some(body.to_owned());
        self
    }

    pub async fn send(self) -> Answer {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        request = request.header(header::HOST, &self.host);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if self.body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = self.body.map_or_else(Body::empty, Body::from);
        let request = connected(self.from, request.body(body).expect("a request"));
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes().to_vec();
        Answer::new(parts.status, parts.headers, bytes, self.path)
    }
}

/// The request with what the data plane says of its client.
fn connected(address: IpAddr, request: Request<Body>) -> Request<Body> {
    let (mut parts, body) = request.into_parts();
    let peer = (address, 50_000).into();
    let connected = Connected { peer, secure: true, request_id: "test".into() };
    let client = TrustPolicy::default().decide(connected, &parts).expect("a client");
    parts.extensions.insert(client);
    Request::from_parts(parts, body)
}
