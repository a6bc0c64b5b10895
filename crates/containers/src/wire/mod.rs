//! JSON in and out.

mod actions;
mod containers;
mod details;
mod stats;

pub(crate) use actions::{AcceptedView, BatchInput, BulkView};
pub(crate) use containers::{ContainerView, ListedView, id, state};
pub(crate) use details::DetailsView;
pub(crate) use stats::{AllStatsView, StatsView};
