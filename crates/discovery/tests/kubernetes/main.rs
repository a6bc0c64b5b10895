//! Proposals from a real cluster, which `scripts/test-kubernetes` makes possible.

mod crowd;
mod fixture;
mod proposals;
