//! The endpoints on both databases, as callers see them.

mod activity;
mod audit;
mod health;
mod metrics;
mod server;
mod stats;
mod system;
