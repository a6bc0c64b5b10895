//! Compose files, as far as one engine can do what they say: read strictly, so that whatever is
//! not supported is refused with its line before anything is made.

mod emit;
pub(crate) mod files;
pub(crate) mod interpolate;
mod mounts;
pub(crate) mod node;
mod order;
mod ports;
mod privileges;
mod project;
mod section;
mod service;
pub(crate) mod shell;
#[cfg(test)]
mod tests;
pub(crate) mod units;
pub(crate) mod yaml;

pub(crate) use emit::emit;
pub(crate) use files::FileMount;
pub(crate) use mounts::{Mount, Source};
pub(crate) use node::{Node, Position, Problem};
pub(crate) use ports::PortMapping;
pub(crate) use privileges::Privileges;
pub(crate) use project::{Condition, Healthcheck, NetworkMode, Project, Restart, Service, Ulimit};
