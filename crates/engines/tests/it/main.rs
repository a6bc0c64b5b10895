//! A real Docker engine, and other engines played from what they answer.

mod docker_actions;
mod docker_address;
mod docker_changes;
mod docker_containers;
mod docker_inside;
mod docker_logs;
mod docker_outage;
mod docker_stats;
mod docker_strangers;
mod kubernetes_metrics;
mod lab;
