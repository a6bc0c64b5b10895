//! The slice behind the management router, called without a network.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use access::{Access, AppOrigins, MIGRATIONS, Parts, Settings};
use http::{StatusCode, header};
use kit::{Clock, Instance, Timestamp};
use serde_json::json;
use store::Db;
use testkit::harness::{Base, Harness, instance};

pub(crate) use testkit::harness::{Answer, Call, LAN};

/// A host name that leads to one app.
pub(crate) const TV: &str = "https://tv.home.lan";
/// Where all apps are reached besides the main address.
pub(crate) const APPS: &str = "https://apps.home.lan:8444";
pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) struct Fixture {
    harness: Harness,
    pub(crate) access: Access,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

struct Origins;

impl AppOrigins for Origins {
    fn cookie_path(&self, origin: &str) -> Option<&'static str> {
        match origin {
            TV => Some("/"),
            APPS | "https://localhost:8444" => Some("/apps/"),
            _ => None,
        }
    }

    fn is_main(&self, origin: &str, host: &str) -> bool {
        origin == format!("https://{host}:8443")
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
        test(
            Fixture::build(db, Clock::manual(Timestamp::from_unix(1_800_000_000)), settings())
                .await,
        )
        .await;
    })
    .await;
}

pub(crate) fn settings() -> Settings {
    Settings::default()
}

impl Fixture {
    pub(crate) async fn build(db: Db, clock: Clock, settings: Settings) -> Fixture {
        let base = Base::open(db, clock).await;
        let Base { db, clock, events, .. } = base.clone();
        let instance = Instance {
            name: "attic".to_owned(),
            base_url: kit::BaseUrl::new("https://attic.local:8443"),
            started_at: clock.now(),
            capabilities: vec!["pairing"],
            ..instance()
        };
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            instance: Arc::new(instance),
            settings,
            spki_pins: Box::new(|| vec!["sha256/AAAA".to_owned()]),
        };
        let (access, slice) = Access::build(parts).await.expect("the slice");
        access.set_app_origins(Arc::new(Origins));
        let harness = Harness::new(base, [slice], access.clone());
        Fixture { harness, access }
    }

    /// The same database after the program started again.
    pub(crate) async fn restarted(&self, settings: Settings) -> Fixture {
        Fixture::build(self.db.clone(), self.clock.clone(), settings).await
    }

    pub(crate) fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Sets the gateway up and returns the administrator's token.
    pub(crate) async fn administrator(&self) -> String {
        let body = json!({ "username": "ada", "password": PASSWORD });
        self.post("/api/v1/auth/setup").body(&body).send().await.expect(StatusCode::CREATED);
        self.sign_in().await
    }

    pub(crate) async fn sign_in(&self) -> String {
        self.sign_in_with_cookie().await.0
    }

    /// The token, and the cookie for apps.
    pub(crate) async fn sign_in_with_cookie(&self) -> (String, String) {
        let body = json!({ "username": "ada", "password": PASSWORD });
        let answer = self.post("/api/v1/auth/login").from(LAN).body(&body).send().await;
        let token = answer.expect(StatusCode::OK)["token"].as_str().expect("a token").to_owned();
        (token, answer.set_cookie().0)
    }

    /// Pairs a device with a code that a program on this machine minted.
    pub(crate) async fn device(&self, id: &str, platform: &str) -> String {
        let code = self.code().await;
        let bootstrap = self.redeemed(&code).await;
        let answer = self.pair(&bootstrap, id, platform).await;
        answer.expect(StatusCode::OK)["accessToken"].as_str().expect("a token").to_owned()
    }

    pub(crate) async fn code(&self) -> String {
        let minted = self.get("/api/v1/auth/qr").send().await.expect(StatusCode::OK);
        minted["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn redeemed(&self, code: &str) -> String {
        let answer = self.redeem(code, LAN).await.expect(StatusCode::OK);
        answer["bootstrapToken"].as_str().expect("a token").to_owned()
    }

    pub(crate) async fn redeem(&self, code: &str, from: &str) -> Answer {
        let call = self.post("/api/v1/pair").from(from).header("X-Pairing-Request", "true");
        call.body(&json!({ "code": code })).send().await
    }

    pub(crate) async fn pair(&self, bootstrap: &str, id: &str, platform: &str) -> Answer {
        let device = json!({ "id": id, "model": "Test phone", "platform": platform });
        let call = self.post("/api/v1/auth/pair").from(LAN).token(bootstrap);
        call.body(&json!({ "device": device })).send().await
    }

    /// The newest entry of the audit log.
    pub(crate) async fn last_audit(&self) -> events::AuditEntry {
        let newest = self.audit(kit::Page::first(1)).await;
        newest.into_iter().next().expect("an entry")
    }
}

/// A browser that has the cookie for apps.
pub(crate) trait WithCookie {
    fn cookie(self, cookie: &str) -> Self;
}

impl WithCookie for Call<'_> {
    fn cookie(self, cookie: &str) -> Self {
        self.header("Cookie", &format!("other=1; {}={cookie}", routing::APPS_COOKIE))
    }
}

pub(crate) trait SetCookie {
    /// The value of the cookie for apps that the answer sets, and its attributes.
    fn set_cookie(&self) -> (String, String);
}

impl SetCookie for Answer {
    #[track_caller]
    fn set_cookie(&self) -> (String, String) {
        let line = self.headers[header::SET_COOKIE].to_str().expect("text");
        let (pair, attributes) = line.split_once("; ").expect("attributes");
        let (name, value) = pair.split_once('=').expect("a value");
        assert_eq!(name, routing::APPS_COOKIE);
        (value.to_owned(), attributes.to_owned())
    }
}
