//! Work at deployments: what the table says shall be done is done, step by step, by one task. It
//! can end at any moment. Whoever begins again removes what an attempt left, or goes back to what
//! was there before.

mod broken;
mod cluster;
mod docker;
mod folders;
mod job;
mod names;
mod outcome;
mod parts;
mod reality;
mod route;

pub(crate) use broken::Broken;
pub(crate) use cluster::{Surroundings, Translated, translate};
pub(crate) use folders::Folders;
pub(crate) use job::Job;
pub(crate) use names::label_of;
