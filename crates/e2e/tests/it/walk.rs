//! Every endpoint of the description, called by those who may not. What it must answer follows
//! from the security that it declares.

use std::net::Ipv4Addr;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::Gateway;

use crate::people::{Calls, api_key, pair};

struct Endpoint {
    method: Method,
    path: String,
    /// Which kinds of credential it takes; none: it is open to everybody.
    kinds: Vec<String>,
    scopes: Vec<String>,
}

#[tokio::test]
async fn every_endpoint_refuses_those_who_may_not() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let reader = narrowed(&gateway, "reader", "read:catalog").await;
    let listener = narrowed(&gateway, "listener", "read:events").await;
    let revoked = pair(&gateway, "revoked", "ios").await.token;
    assert_eq!(gateway.request(Method::DELETE, "/api/v1/devices/revoked").answer().await.0, 200);
    let (_, key) = api_key(&gateway, &["access:admin"]).await;

    let endpoints = endpoints(&gateway).await;
    assert!(endpoints.len() > 20, "only {} endpoints are described", endpoints.len());
    for endpoint in endpoints {
        let call = || endpoint.call(&gateway);
        let name = format!("{} {}", endpoint.method, endpoint.path);
        if endpoint.kinds.is_empty() {
            // Some are open to the dashboard's own page alone.
            let page =
                call().header("Origin", gateway.url("")).header("Sec-Fetch-Site", "same-origin");
            let status = page.remote().answer().await.0;
            assert!(!matches!(status, 403 | 500..), "{name} is open, and answers {status}");
            continue;
        }
        refused(&name, "no credential", call().remote(), 401).await;
        refused(&name, "a revoked token", call().bearer_auth(&revoked), 401).await;
        refused(&name, "a forged token", call().bearer_auth("a.b.c"), 401).await;
        refused(&name, "a forged key", call().header("X-API-Key", "svc_0"), 401).await;
        if !endpoint.scopes.is_empty() {
            let open_to_readers = endpoint.scopes.contains(&"read:catalog".to_owned());
            let weak = if open_to_readers { &listener } else { &reader };
            refused(&name, "too small a scope", call().bearer_auth(weak), 403).await;
        }
        if !endpoint.kinds.contains(&"apiKey".to_owned()) {
            refused(&name, "only the address", call(), 401).await;
            refused(&name, "an API key", call().header("X-API-Key", &key), 401).await;
        }
        let page = call().header("Referer", gateway.url("/apps/x/"));
        refused(&name, "a page of an app", page, 401).await;
    }
}

/// The token of a device that may do this alone.
async fn narrowed(gateway: &Gateway, device: &str, scope: &str) -> String {
    let token = pair(gateway, device, "linux").await.token;
    let patch = gateway.request(Method::PATCH, &format!("/api/v1/devices/{device}"));
    assert_eq!(patch.json(&json!({ "scopes": [scope] })).answer().await.0, 200);
    token
}

/// A neighbour in the network sends nothing but the request itself: no header gives it away.
#[tokio::test]
async fn a_neighbour_without_a_credential_gets_in_nowhere() {
    let Some(address) = testkit::lan_address() else { return };
    let everywhere = Ipv4Addr::UNSPECIFIED;
    let gateway = Gateway::launch().without_rate_limits().listen(everywhere).start().await;
    let guarded = endpoints(&gateway).await.into_iter().filter(|e| !e.kinds.is_empty());
    let mut asked = 0;
    for endpoint in guarded {
        let name = format!("{} {}", endpoint.method, endpoint.path);
        let call = endpoint.call_at(&gateway, gateway.url_at(address, &endpoint.path));
        refused(&name, "only an address of the network", call, 401).await;
        asked += 1;
    }
    assert!(asked > 15, "only {asked} endpoints want a credential");
}

async fn refused(name: &str, who: &str, call: RequestBuilder, wanted: u16) {
    let (status, body) = call.answer().await;
    assert_eq!(status, wanted, "{name} with {who}: {body}");
    let code = if wanted == 401 { "UNAUTHORIZED" } else { "FORBIDDEN" };
    assert_eq!(body["error"]["code"], code, "{name} with {who}");
}

async fn endpoints(gateway: &Gateway) -> Vec<Endpoint> {
    let api = gateway.get("/api/v1/openapi.json").answer().await.1;
    let paths = api["paths"].as_object().expect("paths");
    let mut endpoints = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            endpoints.push(Endpoint::new(method, path, operation));
        }
    }
    endpoints
}

impl Endpoint {
    fn new(method: Method, path: &str, operation: &Value) -> Self {
        let security = operation["security"].as_array();
        let security = security.unwrap_or_else(|| panic!("{method} {path} declares no security"));
        let needs = security.iter().filter_map(Value::as_object).flatten();
        let kinds = needs.clone().map(|(kind, _)| kind.clone()).collect();
        let scopes = needs.flat_map(|(_, scopes)| scopes.as_array()).flatten();
        let scopes = scopes.filter_map(Value::as_str).map(str::to_owned).collect();
        let parts = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        Endpoint { method, path, kinds, scopes }
    }

    fn call(&self, gateway: &Gateway) -> RequestBuilder {
        self.call_at(gateway, gateway.url(&self.path))
    }

    fn call_at(&self, gateway: &Gateway, url: String) -> RequestBuilder {
        let call = gateway.client().request(self.method.clone(), url);
        if self.method == Method::GET { call } else { call.json(&json!({})) }
    }
}

/// Every `$ref` in a document.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_description_is_whole() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let api = gateway.get("/api/v1/openapi.json").answer().await.1;
    let mut found = Vec::new();
    references(&api, &mut found);
    assert!(!found.is_empty());
    for reference in found {
        let target = reference.strip_prefix('#').expect("a place in this document");
        assert!(api.pointer(target).is_some(), "{reference} leads nowhere");
    }
    let operations = api["paths"].as_object().expect("paths").values();
    let mut names = std::collections::BTreeSet::new();
    for operation in operations.flat_map(|item| item.as_object().expect("operations").values()) {
        let name = operation["operationId"].as_str().expect("a name").to_owned();
        let answers = operation["responses"].as_object().expect("answers");
        assert!(answers.values().all(|answer| answer["description"].is_string()), "{name}");
        assert!(names.insert(name.clone()), "{name} is there twice");
    }
}
