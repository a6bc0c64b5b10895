//! Makes proposals of observations. Nothing here waits or writes: what is to be shown, told,
//! written or probed comes out as effects, so that every rule can be tried with a clock of its own.

mod decide;
mod dependency;
mod effects;
mod flap_damper;
mod follow_guard;
mod index;
mod place;
mod reconciler;
mod relocation;
#[cfg(test)]
mod tests;
mod timers;
mod verdict;
mod watched;

pub(crate) use effects::{Follow, Record, Showing};
pub(crate) use index::Index;
pub(crate) use reconciler::{MOST_SERVICES, Memory, Reconciler};
pub(crate) use watched::{Moment, ProbeTask};
