//! Finds services on this machine and in its network, and proposes them. Three sources (`docker`,
//! `mdns`, `kubernetes`) tell what they see as observations; the reconciler makes proposals of
//! them, less what is approved or dismissed; an administrator decides.
//!
//! Owns the tables `discovery_services` and `discovery_decisions`. Tells `discovery`,
//! `proposal_approved`, `proposal_dismissed` and `proposal_withdrawn`.

mod config;
mod docker;
mod kubernetes;
mod labels;
mod mdns;
mod model;
mod pace;
mod sightings;

pub use config::{Config, DockerConfig, KubernetesConfig, MdnsConfig};
