//! Which container is meant, and which containers belong to approved routes. Every endpoint and
//! every socket command asks [`crate::Containers::find`], so that nothing else can be reached by
//! them.

mod find;
mod identity;
mod index;
mod keys;

pub(crate) use find::{ContainerRef, Found};
pub(crate) use identity::Identity;
pub(crate) use index::{Links, Remembered, Tie};
pub(crate) use keys::Here;
