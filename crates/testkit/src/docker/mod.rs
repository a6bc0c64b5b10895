//! A real Docker engine: one for each test process, with an image made of busybox, because tests
//! pull nothing.

mod api;
mod container;
mod created;
mod engine;
mod image;
mod network;
mod process_guard;
mod relay;
mod running;

use std::sync::OnceLock;

pub use api::Answer;
pub use container::Container;
pub use created::Created;
pub use engine::{DockerEngine, TlsFiles};
pub use network::Network;
pub use running::Running;

/// The engine that the tests of this process share; it ends with the process, and until then
/// other test processes wait for it. `None` when `GATEHOUSE_TEST_SKIP` names `docker`.
///
/// Tests that stop, kill or pause the engine take one of their own: [`DockerEngine::apart`].
pub fn docker() -> Option<&'static DockerEngine> {
    static SHARED: OnceLock<DockerEngine> = OnceLock::new();
    if crate::skipped("docker") {
        return None;
    }
    Some(SHARED.get_or_init(DockerEngine::shared))
}
