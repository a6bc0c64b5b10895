//! The program beside a real cluster, which `scripts/test-kubernetes` makes possible.

mod containers;
mod inside;
mod toolbox;
