//! The management router as a client sees it: errors in one envelope, who may call what, limits,
//! and headers on every answer.

mod bodies;
mod callers;
mod docs;
mod errors;
mod lab;
mod limits;
mod metrics;
mod origins;
