//! Certificates from a public authority, by each of the ways to show that a name is ours.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};

use reqwest::Client;
use serde_json::{Value, json};
use testkit::{Gateway, free_port, skipped};

use crate::certs_authority::Authority;
use crate::people::Calls;

const NAME: &str = "nas.acme.example";

struct Scene {
    authority: Authority,
    gateway: Gateway,
    token: String,
}

impl Scene {
    /// `None` where the authority is left out.
    async fn new(challenge: &str, hooked: bool, redirect: bool) -> Option<Scene> {
        if skipped("pebble") {
            return None;
        }
        let (port, http) = (free_port(), free_port());
        let authority = Authority::start(http, port).await;
        let hook = if hooked { json!([authority.hook()]) } else { json!([]) };
        let mut config = json!({ "certificates": { "acme": {
            "directory": authority.directory(), "email": "me@home.example",
            "challenge": challenge, "dns_hook": hook,
        }}});
        if redirect {
            config["server"] = json!({ "http_redirect_addr": format!("127.0.0.1:{http}") });
        }
        let launch = Gateway::launch().https().without_rate_limits().port(port);
        let launch = launch.env("SSL_CERT_FILE", authority.trust()).config(config.to_string());
        let gateway = launch.start().await;
        let token = gateway.admin_token().await;
        Some(Scene { authority, gateway, token })
    }

    async fn order(&self, domains: &[&str]) -> (u16, Value) {
        let body = json!({ "domains": domains, "provider": "acme" });
        let call = self.gateway.post("/api/v1/certificates/generate", &body);
        call.timeout(std::time::Duration::from_secs(300)).bearer_auth(&self.token).answer().await
    }

    /// A client that believes nobody but the public authority.
    async fn public(&self, name: &str) -> Client {
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, self.gateway.port()));
        let builder = Client::builder().no_proxy().resolve(name, here);
        builder.tls_certs_only([self.authority.root().await]).build().expect("a client")
    }

    async fn is_served(&self, name: &str) {
        let url = format!("https://{name}:{}/livez", self.gateway.port());
        let answer = self.public(name).await.get(&url).send().await;
        assert_eq!(answer.unwrap_or_else(|e| panic!("{url}: {e:?}")).status(), 200);
    }
}

#[tokio::test]
async fn by_a_file_on_the_redirecting_port() {
    let Some(scene) = Scene::new("http-01", false, true).await else { return };
    let (status, made) = scene.order(&[NAME, "tv.acme.example"]).await;
    assert_eq!(status, 201, "{made}\n{}", scene.gateway.output());
    assert_eq!(made["certificate"]["provider"], "acme");
    scene.is_served(NAME).await;
    scene.is_served("tv.acme.example").await;

    let renew = scene.gateway.post("/api/v1/certificates/renew", &json!({ "domain": NAME }));
    let (status, renewed) = renew.bearer_auth(&scene.token).answer().await;
    assert_eq!(status, 200, "{renewed}");
    let field = |answer: &Value, name: &str| answer["certificate"][name].clone();
    assert_ne!(field(&renewed, "fingerprint"), field(&made, "fingerprint"));
    assert_eq!(field(&renewed, "spki_pin"), field(&made, "spki_pin"), "the key stays");
    scene.is_served(NAME).await;

    let wildcard = scene.order(&["*.acme.example"]).await;
    assert_eq!((wildcard.0, &wildcard.1["error"]["code"]), (400, &json!("INVALID_REQUEST")));
    let address = scene.order(&["192.0.2.1"]).await;
    assert_eq!(address.0, 400, "{}", address.1);
}

#[tokio::test]
async fn by_a_handshake() {
    let Some(scene) = Scene::new("tls-alpn-01", false, false).await else { return };
    let (status, made) = scene.order(&[NAME]).await;
    assert_eq!(status, 201, "{made}\n{}", scene.gateway.output());
    scene.is_served(NAME).await;
}

#[tokio::test]
async fn by_a_record_that_a_program_sets() {
    let Some(scene) = Scene::new("dns-01", true, false).await else { return };
    let (status, made) = scene.order(&["*.acme.example"]).await;
    assert_eq!(status, 201, "{made}\n{}", scene.gateway.output());
    scene.is_served("any.acme.example").await;
    let calls = fs::read_to_string(scene.authority.calls()).expect("it was called");
    let expected =
        ["present", "cleanup"].map(|action| format!("{action} _acme-challenge.acme.example."));
    assert_eq!(calls.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_name_that_is_not_shown_to_be_ours_changes_nothing() {
    let Some(scene) = Scene::new("http-01", false, false).await else { return };
    let (status, refused) = scene.order(&[NAME]).await;
    assert_eq!((status, &refused["error"]["code"]), (502, &json!("BAD_GATEWAY")), "{refused}");
    let list = scene.gateway.get("/api/v1/certificates").bearer_auth(&scene.token).answer().await.1;
    assert_eq!(list["count"], 1, "{list}");
    let token = scene.gateway.get("/.well-known/acme-challenge/x").answer().await;
    assert_eq!(token.0, 404, "no proof is left behind");
}
