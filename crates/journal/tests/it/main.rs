//! The endpoints on both databases, as callers see them.

mod access_log;
mod activity;
mod apps;
mod audit;
mod callers;
mod day;
mod disk;
mod health;
mod metrics;
mod server;
mod stats;
mod system;
mod traffic;
