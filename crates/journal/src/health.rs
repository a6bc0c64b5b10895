//! Whether the database answers and can be written.

use std::time::Duration;

use kit::{ErrorKind, Health, Status};
use store::Db;

/// Longer than the store itself waits for a connection or a lock.
const PATIENCE: Duration = Duration::from_secs(10);
const DATABASE: &str = "database";

/// Checks the database and reports it. Returns whether it is in order.
pub(crate) async fn check_database(db: &Db, health: &Health) -> bool {
    let problem = match tokio::time::timeout(PATIENCE, db.check()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => {
            tracing::warn!(%error, "checking the database failed");
            Some(describe(error.into()))
        }
        Err(_) => {
            tracing::warn!("the database does not answer");
            Some("The database does not answer".to_owned())
        }
    };
    let in_order = problem.is_none();
    let status = if in_order { Status::Healthy } else { Status::Unhealthy };
    health.report(DATABASE, status, problem);
    in_order
}

/// What callers may read; the cause is for the log.
fn describe(error: kit::Error) -> String {
    match error.kind {
        ErrorKind::StorageUnavailable => error.message,
        _ => "The database refused to be written".to_owned(),
    }
}
