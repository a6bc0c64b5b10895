//! Against a real Docker engine.

mod docker_address;
mod docker_changes;
mod docker_containers;
mod docker_outage;
mod lab;
