//! Who may come in: users, devices and their pairing, tokens, API keys. One verifier answers for
//! all of them, from memory.
//!
//! Owns the tables `founder`, `users`, `devices`, `api_keys`, `revoked_tokens`,
//! `refreshed_tokens`, `pairing_codes`, `bootstrap_tokens`, `session_cookies` and
//! `browser_sessions`. Tells `device_paired`,
//! `device_pending` and `device_revoked`.

mod backup;
mod config;
mod cookies;
mod gate;
mod guard;
mod handle;
mod handoff;
mod http;
mod memory;
mod model;
mod password;
mod schema;
mod service;
mod store;
mod token;
mod verifier;
mod wire;
mod worker;

pub use config::{AuthConfig, BootstrapConfig, PairingConfig};
pub use handle::{Access, Parts, Settings};
pub use handoff::AppOrigins;
pub use schema::MIGRATIONS;
pub use service::{AppsListener, reset_password};

pub const SLICE: web::Declaration = web::Declaration {
    name: "access",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["pairing", "devices", "apikeys"],
};

/// What the subject of a user's token begins with. No device may take such an id.
const USER_PREFIX: &str = "user-";
