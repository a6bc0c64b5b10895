//! Multicast DNS against a real Avahi on another host, and against a flood.

mod announced;
mod flood;
mod found;
mod lab;
mod network;
