mod hear;
mod identity;
mod manage;
mod own;
mod turn;

pub(crate) use identity::open_identity;
pub(crate) use manage::Synced;
pub(crate) use own::Own;
