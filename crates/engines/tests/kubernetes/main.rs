//! Against a real cluster, which `scripts/test-kubernetes` makes possible.

mod crowd;
mod exposures;
mod ground;
mod outages;
mod permissions;
mod pods;
