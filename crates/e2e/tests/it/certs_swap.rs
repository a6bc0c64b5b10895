//! Certificates come and go while clients keep coming.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use reqwest::{Certificate, Client, RequestBuilder};
use serde_json::{Value, json};
use testkit::Gateway;

use crate::people::Calls;

const CHANGES: usize = 100;

/// Another authority, which signs pairs to import.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    root: String,
}

impl Authority {
    fn new() -> Self {
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = params.self_signed(&key).expect("a root").pem();
        Authority { issuer: Issuer::new(params, key), root }
    }

    fn pair(&self, name: &str) -> Value {
        let key = KeyPair::generate().expect("a key");
        let leaf = CertificateParams::new([name.to_owned()]).expect("a name");
        let leaf = leaf.signed_by(&key, &self.issuer).expect("a leaf").pem();
        json!({ "domain": name, "certificate": leaf, "privateKey": key.serialize_pem() })
    }
}

/// Makes a connection of its own for every request, and trusts only the two authorities.
fn client(gateway: &Gateway, authority: &Authority) -> Client {
    let ca = std::fs::read(gateway.data_dir().join("certs/ca.pem")).expect("the CA");
    let roots = [ca.as_slice(), authority.root.as_bytes()];
    let roots = roots.map(|pem| Certificate::from_pem(pem).expect("a certificate"));
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, gateway.port()));
    gateway
        .client_builder()
        .tls_certs_only(roots)
        .pool_max_idle_per_host(0)
        .resolve("tv.lan", here)
        .build()
        .expect("a client")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_handshake_fails_while_certificates_are_made_renewed_and_replaced() {
    let gateway = Gateway::launch().https().without_rate_limits().start().await;
    let token = gateway.admin_token().await;
    let authority = Authority::new();
    let (client, done, answered) =
        (client(&gateway, &authority), AtomicBool::new(false), AtomicUsize::new(0));
    let call = |what: &str, body: &Value| -> RequestBuilder {
        gateway.post(&format!("/api/v1/certificates/{what}"), body).bearer_auth(&token)
    };
    let made = call("generate", &json!({ "domains": ["tv.lan"] })).answer().await;
    assert_eq!(made.0, 201, "{}", made.1);

    let asking = async |host: &str| {
        while !done.load(Ordering::Relaxed) {
            let url = format!("https://{host}:{}/livez", gateway.port());
            let answer = client.get(&url).send().await;
            let answer = answer.unwrap_or_else(|error| panic!("{url}: {error:?}"));
            assert_eq!(answer.status(), 200);
            answered.fetch_add(1, Ordering::Relaxed);
        }
    };
    let changing = async {
        for number in 0..CHANGES {
            let (what, body) = match number % 4 {
                0 => ("replace", authority.pair("tv.lan")),
                1 => ("generate", json!({ "domains": ["tv.lan", "10.1.2.3"] })),
                2 => ("renew", json!({ "domain": "tv.lan" })),
                _ => ("renew", json!({ "domain": own_domain(&gateway, &token).await })),
            };
            let (status, answer) = call(what, &body).answer().await;
            assert!(matches!(status, 200 | 201), "{what}: {answer}");
        }
        done.store(true, Ordering::Relaxed);
    };
    tokio::join!(asking("127.0.0.1"), asking("tv.lan"), changing);
    assert!(answered.load(Ordering::Relaxed) > CHANGES / 2, "clients came all the while");
}

async fn own_domain(gateway: &Gateway, token: &str) -> String {
    let list = gateway.get("/api/v1/certificates").bearer_auth(token).answer().await.1;
    crate::people::text(&list["certificates"][0]["domain"])
}

#[tokio::test]
async fn what_was_answered_with_success_survives_a_kill() {
    let mut gateway = Gateway::launch().https().without_rate_limits().start().await;
    let token = gateway.admin_token().await;
    let authority = Authority::new();
    for (what, body) in
        [("generate", json!({ "domains": ["box.lan"] })), ("replace", authority.pair("tv.lan"))]
    {
        let call = gateway.post(&format!("/api/v1/certificates/{what}"), &body);
        let (status, answer) = call.bearer_auth(&token).answer().await;
        assert!(matches!(status, 200 | 201), "{what}: {answer}");
    }
    gateway.kill9();
    gateway.restart().await;
    let url = format!("https://tv.lan:{}/livez", gateway.port());
    let answer = client(&gateway, &authority).get(url).send().await.expect("it is served");
    assert_eq!(answer.status(), 200);
    let list = gateway.get("/api/v1/certificates").bearer_auth(&token).answer().await.1;
    assert_eq!(list["count"], 3, "{list}");
}
