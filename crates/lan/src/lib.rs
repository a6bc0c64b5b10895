//! What this machine is called, and at which addresses its own network reaches it.

mod address;
mod interface;
mod name;
mod network;

pub use address::{address, own_addresses, private_addresses};
pub use interface::is_inner;
pub use name::host_name;
pub use network::PRIVATE_NETWORKS;
