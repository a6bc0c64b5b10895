//! What sources say, and what becomes of it.

mod observation;
mod proposal;
mod score;
mod service;
mod wishes;

pub(crate) use observation::{Address, ContainerLink, Observation, Offer, Probing};
pub(crate) use proposal::{Choice, Plan, Proposal, Protection, ServiceLink, host_header};
pub(crate) use score::Score;
pub(crate) use service::{ServiceKey, Source};
pub(crate) use wishes::Wishes;
