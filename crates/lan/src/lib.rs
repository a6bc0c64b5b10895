//! What this machine is called, at which addresses its own network reaches it, and what is
//! announced in that network (multicast DNS).

mod address;
#[doc(hidden)]
pub mod fuzzing;
mod interface;
pub mod mdns;
mod name;
mod network;

pub use address::{address, own_addresses, private_addresses};
pub use interface::is_inner;
pub use name::host_name;
pub use network::PRIVATE_NETWORKS;
