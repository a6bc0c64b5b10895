//! The use cases: each checks, changes the database and the memory, and records what happened.

mod check;
mod favicon;
mod first_check;
mod health;
mod ledger;
mod load;
mod look;
mod preview;
mod routes;
mod writer;

pub(crate) use ledger::HealthLedger;
pub(crate) use load::{load, read_file};
pub use look::Listed;
pub use preview::Preview;
pub use routes::Written;
pub use writer::{Service, Writer};
