//! The storage kit on real databases: tables that change in steps, commits that last, damage and
//! outages that are told and survived.

mod connections;
mod damage;
mod disk;
mod lab;
mod migrations;
mod outages;
mod server;
mod transactions;
