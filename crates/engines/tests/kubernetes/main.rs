//! Against a real cluster, which `scripts/test-kubernetes` makes possible.

mod actions;
mod crowd;
mod exposures;
mod ground;
mod logs;
mod outages;
mod permissions;
mod pods;
