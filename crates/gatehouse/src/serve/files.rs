//! How many files and sockets this program may have open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// For the database, logs, watches and what else is not a connection.
const OTHERS: u64 = 512;
/// More than the connections on both sides ever need.
const ENOUGH: u64 = 128 * 1024;

/// Raises the limit as far as the system lets us: many start programs with 1,024, which is 400
/// people with a socket to an app. Says how many connections fit on each side.
pub(crate) fn raise_limit() -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    let before = limit.current;
    let most = limit.maximum.unwrap_or(ENOUGH).min(ENOUGH);
    if before.is_some_and(|now| now < most) {
        limit.current = Some(most);
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, ?before, "raising the limit of open files failed; keeping the present one");
        }
    }
    let now = getrlimit(Resource::Nofile).current.unwrap_or(ENOUGH);
    usize::try_from(now.saturating_sub(OTHERS) / 2).unwrap_or(usize::MAX).max(64)
}
