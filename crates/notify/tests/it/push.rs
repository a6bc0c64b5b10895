//! A browser and its push service: what arrives can be read by the browser alone.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use aws_lc_rs::signature::{self, ECDSA_P256_SHA256_FIXED};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use testkit::both;

use crate::channels::{create, path, report};
use crate::receiver::{Receiver, Taken};
use crate::server::{MIGRATIONS, Server};

struct Browser {
    key: PrivateKey,
    auth: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(length)).and_then(|okm| okm.fill(&mut out)).expect("derived");
    out
}

impl Browser {
    fn new() -> Self {
        Browser { key: PrivateKey::generate(&ECDH_P256).expect("a key"), auth: [7; 16] }
    }

    fn public(&self) -> Vec<u8> {
        self.key.compute_public_key().expect("a key").as_ref().to_vec()
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let coded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({ "endpoint": endpoint, "p256dh": coded(&self.public()), "auth": coded(&self.auth) })
    }

    /// Written after RFC 8291 from the receiver's side.
    fn read(&self, message: &[u8]) -> Value {
        let (salt, rest) = message.split_at(16);
        assert_eq!((&rest[..4], rest[4]), (&4096_u32.to_be_bytes()[..], 65));
        let (sender, coded) = rest[5..].split_at(65);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree(&self.key, peer, Unspecified, |shared| Ok(shared.to_vec()));
        let public = self.public();
        let info: [&[u8]; 3] = [b"WebPush: info\0", &public, sender];
        let secret = derive(&self.auth, &shared.expect("a secret"), &info, 32);
        let key = derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = derive(salt, &secret, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut coded = coded.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut coded).expect("it is for us");
        let (last, text) = plain.split_last().expect("an end");
        assert_eq!(*last, 2);
        serde_json::from_slice(text).expect("JSON")
    }
}

/// Whether the push service can tell who sent it.
fn check_sender(taken: &Taken, public: &str, origin: &str) {
    let header = taken.header("authorization").strip_prefix("vapid t=").expect("vapid");
    let (token, key) = header.split_once(", k=").expect("a key");
    assert_eq!(key, public);
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
        .verify(signed.as_bytes(), &bytes(signature))
        .expect("it is signed");
    let claims: Value =
        serde_json::from_slice(&bytes(signed.split('.').nth(1).expect("claims"))).expect("JSON");
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!(origin), &json!("https://gateway.test:8443"))
    );
}

#[tokio::test]
async fn only_the_browser_can_read_what_is_pushed() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let (service, browser) = (Receiver::start(&[201, 410]).await, Browser::new());
        let public = server.ok("phone", "/api/v1/notifications/push-key").await;
        let endpoint = format!("{}/push/abc", service.url);
        let settings = browser.subscription(&endpoint);
        let channel = create(&server, json!({ "type": "webpush", "settings": settings })).await;
        assert_eq!(channel["settings"], json!({ "url": service.url }));
        report(&server, "It rains").await;
        let taken = service.taken(1).await.remove(0);
        assert_eq!(taken.path, "/push/abc");
        assert_eq!(taken.header("content-encoding"), "aes128gcm");
        assert!(taken.header("ttl").parse::<u32>().is_ok());
        check_sender(&taken, public["publicKey"].as_str().expect("a key"), &service.url);
        let read = browser.read(&taken.body);
        assert_eq!((&read["title"], &read["message"]), (&json!("It rains"), &json!("the details")));

        // A subscription that has ended is not used any more.
        report(&server, "again").await;
        service.taken(2).await;
        testkit::deadline("it is switched off", crate::sockets::PATIENCE, async || {
            server.ok("admin", &path(&channel)).await["status"] == "disabled"
        })
        .await;
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_browser_subscribes_for_itself_alone() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let channels = "/api/v1/notifications/channels";
        let settings = Browser::new().subscription("https://push.example/x");
        let body =
            |device: Value| json!({ "type": "webpush", "deviceId": device, "settings": settings });
        assert_eq!(server.post("phone", channels, body(json!("tablet"))).await.0, 403);
        assert_eq!(server.post("phone", channels, body(json!(null))).await.0, 403);
        let (status, made) = server.post("phone", channels, body(json!("phone"))).await;
        assert_eq!(status, 201, "{made}");
        // Not to places that only we can reach.
        let inside = Browser::new().subscription("http://192.168.1.1/admin");
        let inside = json!({ "type": "webpush", "deviceId": "phone", "settings": inside });
        assert_eq!(server.post("phone", channels, inside).await.0, 400);
        assert_eq!(server.ok("phone", channels).await["count"], 1);
        assert_eq!(server.delete("tablet", &path(&made)).await.0, 404);
        assert_eq!(server.delete("phone", &path(&made)).await.0, 204);
        server.stop().await;
    })
    .await;
}
