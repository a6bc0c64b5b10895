//! Proposals from a real cluster, which `scripts/test-kubernetes` makes possible.

mod house;
mod proposals;
