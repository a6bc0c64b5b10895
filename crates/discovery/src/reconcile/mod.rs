//! Makes proposals of observations. Nothing here waits or writes: what is to be shown, told,
//! written or probed comes out as effects, so that every rule can be tried with a clock of its own.

mod calm;
mod concern;
mod decide;
mod desk;
mod effects;
mod index;
mod place;
mod pursuit;
mod relocation;
#[cfg(test)]
mod tests;
mod timers;
mod verdict;
mod watched;

pub(crate) use desk::{Desk, MOST_SERVICES, Memory};
pub(crate) use effects::{Follow, Record, Showing};
pub(crate) use index::Index;
pub(crate) use watched::{Moment, ProbeTask};
