//! The slice behind the management router, called without a network.

use std::ops::Deref;
use std::sync::Arc;

use arc_swap::ArcSwap;
use catalog::{Catalog, Config, MIGRATIONS, Parts, Settings};
use fetch::Fetcher;
use http::{Method, StatusCode};
use kit::{BaseUrl, Clock, Timestamp};
use routing::Targets;
use serde_json::{Value, json};
use store::Db;
use testkit::harness::{Answer, Base, Harness, Scoped};

use crate::served::entrance;

pub(crate) struct Fixture {
    harness: Harness,
    pub(crate) catalog: Catalog,
}

impl Deref for Fixture {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

/// Runs a test on both databases.
pub(crate) async fn both(test: impl AsyncFn(Fixture)) {
    testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        test(Fixture::build(db, clock, settings(json!({}))).await).await;
    })
    .await;
}

/// The settings that a file with these two lists makes.
pub(crate) fn settings(file: Value) -> Settings {
    let config: Config = serde_json::from_value(file).expect("a configuration");
    assert_eq!(config.problems(), []);
    Settings { config, ..Settings::default() }
}

impl Fixture {
    pub(crate) async fn build(db: Db, clock: Clock, settings: Settings) -> Fixture {
        let base = Base::open(db, clock).await;
        let Base { db, clock, events, .. } = base.clone();
        let everywhere = "[::]:8443".parse().expect("an address");
        let lan = "192.168.1.5".parse().expect("an address");
        let targets = Targets::new(vec![everywhere], vec![lan]);
        let targets = Arc::new(ArcSwap::from_pointee(targets));
        let parts = Parts {
            db: db.clone(),
            events: events.clone(),
            clock: clock.clone(),
            base_url: BaseUrl::new("https://attic.local:8443"),
            settings,
            fetcher: Fetcher::new(targets.clone()),
            targets,
            entrance: Arc::new(entrance),
        };
        let (catalog, slice) = Catalog::build(parts).await.expect("the slice");
        let harness = Harness::new(base, [slice], Scoped::default());
        Fixture { harness, catalog }
    }

    /// The same database after the program started again.
    pub(crate) async fn restarted(&self, settings: Settings) -> Fixture {
        Fixture::build(self.db.clone(), self.clock.clone(), settings).await
    }

    pub(crate) async fn put(&self, id: &str, body: Value) -> Answer {
        self.call(Method::PUT, &format!("/api/v1/routes/{id}")).body(&body).send().await
    }

    pub(crate) async fn list(&self, what: &str) -> Vec<Value> {
        let answer = self.get(&format!("/api/v1/{what}")).send().await.expect(StatusCode::OK);
        answer.as_array().expect("a bare array").clone()
    }

    /// The ids in a list, in its order.
    pub(crate) async fn ids(&self, what: &str) -> Vec<String> {
        let field = if what == "apps" { "id" } else { "routeId" };
        let id = |item: &Value| item[field].as_str().expect("an id").to_owned();
        self.list(what).await.iter().map(id).collect()
    }

    /// The newest entry of the audit log.
    pub(crate) async fn last_audit(&self) -> Option<events::AuditEntry> {
        self.audit(kit::Page::first(1)).await.into_iter().next()
    }
}
