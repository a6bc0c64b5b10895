//! The slice behind the management router, on both databases and on a real engine.

mod catalogue;
mod deploy;
mod failure;
mod fixture;
mod plan;
mod pull;
mod races;
mod replace;
mod secrets;
mod shipped;
