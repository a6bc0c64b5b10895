mod hear;
mod identity;
mod manage;
mod own;
mod turn;
mod visits;

pub(crate) use identity::open_identity;
pub(crate) use manage::Synced;
pub(crate) use own::Own;
pub(crate) use visits::{Visits, visits};
