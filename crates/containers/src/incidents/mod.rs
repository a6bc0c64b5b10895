//! What is kept of containers: the lines that they said last, in rings of bounded size on disk, and
//! a record of every end that nobody wanted, with what led to it.

mod attend;
mod http;
mod model;
mod recorder;
mod ring;
mod rings;
mod samples;
mod service;
mod store;
mod wire;
mod worker;

pub(crate) use http::routes;
pub(crate) use recorder::Recorder;
pub(crate) use rings::Rings;
pub(crate) use samples::Samples;
pub(crate) use worker::workers;
