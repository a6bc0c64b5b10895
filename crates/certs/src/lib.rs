//! Certificates: the local CA that is made on first start, the leaf it signs for this machine's
//! names, what is made, ordered from a public authority or imported besides, and the table of all
//! of them that handshakes read.
//!
//! Owns the tables `certificate_keys`, `certificates` and `certificate_proofs`; private keys are
//! sealed in them. Tells `certificate_changing` and `certificate_expiring`.

mod acme;
mod backup;
mod ca;
mod config;
mod domain;
mod error;
mod files;
mod handle;
mod http;
mod leaf;
mod metrics;
mod model;
mod names;
mod own;
mod parsed;
mod pem;
mod schema;
mod service;
mod shelf;
mod store;
mod top_level;
mod trust;
mod vault;
mod wire;
mod worker;

use std::sync::Arc;

pub use config::{AcmeConfig, ChallengeKind, Config};
pub use error::Error;
pub use handle::{Certs, Parts};
pub use names::LeafNames;
pub use own::{GivenPair, expiry, from_files};
pub use schema::MIGRATIONS;

pub const SLICE: web::Declaration = web::Declaration {
    name: "certs",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["certificates"],
};

/// The name of the key that seals private keys.
const SEAL: &str = "certs.seal";

/// By which names the leaf should be called right now; asked again while the program runs.
pub type NameSource = Arc<dyn Fn() -> LeafNames + Send + Sync>;
