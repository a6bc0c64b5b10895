//! The vocabulary every other crate shares: who is calling, what went wrong, what time it is,
//! which tasks run. Nothing here knows HTTP or SQL.

mod address;
mod bytesize;
mod clock;
mod entropy;
mod error;
mod health;
mod instance;
mod metrics;
mod network;
mod page;
mod ports;
mod principal;
mod scope;
mod secret;
mod span;
mod task;

pub use address::client_key;
pub use bytesize::ByteSize;
pub use clock::{Clock, Timestamp};
pub use entropy::Entropy;
pub use error::{Error, ErrorKind, FieldError, Result};
pub use health::{Component, Health, Status};
pub use instance::{BaseUrl, Instance};
pub use metrics::Metrics;
pub use network::Network;
pub use page::{Page, Paged};
pub use ports::{Directory, Presence};
pub use principal::{Actor, Identity, Principal};
pub use scope::{Scope, Scopes};
pub use secret::{Secret, sha256_hex};
pub use span::Span;
pub use task::{Shutdown, Supervisor, Worker};
