use events::Events;
use kit::{BaseUrl, Clock, Instance, Metrics, Timestamp};
use store::Db;

/// What every slice is built on.
#[derive(Debug, Clone)]
pub struct Base {
    pub db: Db,
    pub clock: Clock,
    pub events: Events,
    pub metrics: Metrics,
}

impl Base {
    pub async fn open(db: Db, clock: Clock) -> Base {
        let events = Events::open(db.clone(), clock.clone()).await.expect("events");
        Base { db, clock, events, metrics: Metrics::default() }
    }
}

/// What the program says of itself.
pub fn instance() -> Instance {
    Instance {
        id: "gh_0123456789abcdef".to_owned(),
        name: "test".to_owned(),
        version: "1.2.3",
        build_date: "2023-11-14",
        base_url: BaseUrl::new("https://gateway.test:8443"),
        started_at: Timestamp(1_700_000_000_000),
        capabilities: Vec::new(),
    }
}
