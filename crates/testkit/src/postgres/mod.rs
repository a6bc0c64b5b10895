//! Real PostgreSQL: one cluster for each test process, one fresh database for each test.

mod cluster;
mod programs;

use std::sync::OnceLock;

pub use cluster::Cluster;
pub(crate) use cluster::PostgresDatabase;

/// The cluster that the tests of this process share; it ends with the process. `None` when
/// `GATEHOUSE_TEST_SKIP` names `postgres`.
pub fn postgres() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    if crate::skipped("postgres") {
        return None;
    }
    Some(SHARED.get_or_init(Cluster::start))
}
