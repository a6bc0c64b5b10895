//! The use cases: each checks, changes the database and the memory, and records what happened.

mod devices;
mod keys;
mod load;
mod pair;
mod redeem;
mod session;
mod setup;

pub(crate) use devices::DevicePatch;
pub(crate) use keys::NewKey;
pub(crate) use load::load;
pub(crate) use pair::{NewDevice, PairedDevice};
pub(crate) use redeem::{Minted, Redeemed};
pub(crate) use session::{Refreshed, SignedIn};
pub(crate) use setup::Credentials;
pub use setup::reset_password;
