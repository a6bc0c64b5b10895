//! Runs registered scripts, chains of them (workflows), and either at set times (schedules), and
//! keeps a record of every execution.
//!
//! Owns the tables `scripts`, `script_executions`, `script_outputs`, `script_counts`,
//! `script_runners`, `script_workflows`, `script_workflow_runs` and `script_schedules`. Tells
//! `execution_started`, `execution_output`, `execution_completed`, `workflow_started` and
//! `workflow_completed`.

mod backup;
mod config;
mod cron;
mod files;
mod handle;
mod http;
mod keeper;
mod metrics;
mod model;
mod rules;
mod run;
mod schema;
mod service;
mod store;
mod wire;
mod worker;

pub use config::Config;
pub use handle::{Parts, Scripts};
pub use keeper::{COMMAND, run as keep};
pub use schema::MIGRATIONS;

pub const SLICE: web::Declaration = web::Declaration {
    name: "scripts",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["scripts"],
};
