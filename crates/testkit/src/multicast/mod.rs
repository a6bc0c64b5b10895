//! A network with two hosts: this machine, and a network namespace in which a real Avahi answers
//! and asks by multicast DNS.

mod browse;
mod lan;
mod other_host;

pub use browse::Found;
pub use lan::{Here, Lan, Published, Served};
