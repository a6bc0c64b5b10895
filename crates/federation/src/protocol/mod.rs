//! What gateways say to each other, and how they know who says it.
//!
//! Two layers. The *cipher* keeps everybody out who does not know the cluster's secret. *Signatures*
//! keep members apart: whatever a gateway says of itself is signed with a key that its id is made
//! of, so no member can speak for another.

mod apps;
mod cipher;
mod exchange;
mod identity;
mod pass;
mod record;
mod signed;
mod text;

pub(crate) use apps::{MOST_APPS, SharedApp, digest, read_apps, write_apps};
pub(crate) use cipher::{Cipher, OVERHEAD, Purpose};
pub(crate) use exchange::Question;
pub(crate) use identity::{Identity, PeerId, PublicKey};
pub(crate) use pass::{NoPass, Pass, Shown, told_scopes};
pub(crate) use record::{Record, Statement};
