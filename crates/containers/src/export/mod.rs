//! Containers as compose files that bring them up again.

mod compose;
mod http;
mod sanitize;
mod secrets;
mod service;
mod stack;
mod wire;
mod yaml;
mod zip;

pub(crate) use http::routes;
