//! Docker: a real engine, and others played from what they answer.

mod docker_address;
mod docker_changes;
mod docker_containers;
mod docker_inside;
mod docker_outage;
mod docker_strangers;
mod lab;
