//! Multicast DNS: what other machines announce in this network, and what this one announces.
//!
//! Whoever sends a packet to this network can say anything in it, as often as they like. So
//! everything that comes in is text without control characters, of bounded length and number, and
//! the daemon that keeps the records of others is made anew when it has too many of them.

mod announce;
mod browse;
mod condition;
mod daemon;
mod gateway;
mod handle;
mod interfaces;
mod service;
mod service_type;
mod session;
mod shared;
mod table;
mod text;

pub use announce::{Announced, Announcement};
pub use browse::{Browse, Sighting};
pub use condition::Condition;
pub use gateway::{GATEWAY_TYPE, Gateway, gateway_host};
pub use handle::{Mdns, Settings};
pub use interfaces::Interfaces;
pub use service::Service;
pub(crate) use service::read_txt;
pub use service_type::{InvalidType, ServiceType};
