//! Services that are ready to run: templates in the form of compose files, deployed to a container
//! engine, reached through the gateway and removed again without a trace.
//!
//! Owns the table `toolbox_deployments`. Tells `toolbox_progress`.

mod backup;
mod catalogue;
mod compose;
mod config;
mod handle;
mod http;
mod model;
mod plan;
mod rules;
mod schema;
mod seal;
mod service;
mod store;
mod wire;
mod work;
mod worker;

pub use config::Config;
pub use handle::{Parts, Target, Toolbox};
pub use schema::MIGRATIONS;

pub const SLICE: web::Declaration = web::Declaration {
    name: "toolbox",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["toolbox"],
};
