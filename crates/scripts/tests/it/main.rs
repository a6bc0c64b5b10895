//! The endpoints of this slice over the assembled router, on both databases, with real scripts.

mod access;
mod cancelling;
mod fixture;
mod million;
mod output;
mod parameters;
mod queueing;
mod recovery;
mod registry;
mod retention;
mod running;
mod schedules;
mod switched_off;
mod workflows;
