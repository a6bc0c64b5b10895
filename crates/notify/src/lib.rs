//! Webhooks of other programs, and notifications that arrive: a queue for each device, delivery
//! that counts when the device has confirmed it, channels to people without an app, and rules that
//! make notifications of what happens here.
//!
//! Owns the tables `notification_messages`, `notifications`, `notification_counts`,
//! `notification_hours`, `notification_channels`, `notification_forwards`, `notification_rules`,
//! `notification_digests` and `notification_cursor`. Tells `notification_queued`.

mod backup;
mod config;
mod deliver;
mod forward;
mod handle;
mod http;
mod metrics;
mod model;
mod rules;
mod schema;
mod service;
mod store;
mod wire;
mod worker;

pub use config::Config;
pub use handle::{Notify, Parts};
pub use schema::MIGRATIONS;

pub const SLICE: web::Declaration = web::Declaration {
    name: "notify",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["notifications", "webhooks"],
};
