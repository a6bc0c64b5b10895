//! Deployments as workloads of a Kubernetes cluster: each service is a Deployment, what it listens
//! at a Service, each volume a claim.

mod apply;
mod names;
mod refusals;
mod remove;
mod steps;
#[cfg(test)]
mod tests;
mod translate;
mod wait;

pub(super) use names::service_of;
pub(crate) use translate::{Surroundings, Translated, translate};
