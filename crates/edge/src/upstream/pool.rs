//! Connections that wait for the next request to the same app. Each lane has its own, so that
//! nothing is locked and no connection wanders between cores.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use routing::Endpoint;

use super::http1::Http1Conn;
use super::http2::Shared;

/// Most servers close an idle connection after a minute or more; some after five seconds, which
/// is noticed when it is taken up again.
const LONGEST_IDLE: Duration = Duration::from_secs(30);
/// How often they are looked through.
pub(crate) const SWEEP: Duration = Duration::from_secs(5);
const MOST_SWEEPS: u32 = (LONGEST_IDLE.as_secs() / SWEEP.as_secs()) as u32;
const MOST_IDLE_OF_ONE: usize = 128;
const MOST_IDLE: usize = 1024;

#[derive(Default)]
pub(crate) struct Pool(RefCell<Kept>);

#[derive(Default)]
struct Kept {
    by_endpoint: HashMap<Arc<Endpoint>, OfOne, foldhash::fast::FixedState>,
    idle: usize,
    closed: bool,
}

#[derive(Default)]
struct OfOne {
    #[expect(clippy::vec_box, reason = "a conn is moved about as a box")]
    idle: Vec<Box<Http1Conn>>,
    shared: Vec<Shared>,
}

impl Pool {
    /// The connection that was used last, if it still stands; those that do not are dropped.
    pub(crate) fn take(&self, endpoint: &Endpoint, cx: &mut Context<'_>) -> Option<Box<Http1Conn>> {
        let mut kept = self.0.borrow_mut();
        let Kept { by_endpoint, idle, .. } = &mut *kept;
        let of_one = by_endpoint.get_mut(endpoint)?;
        while let Some(mut conn) = of_one.idle.pop() {
            *idle -= 1;
            if conn.is_usable(cx) {
                return Some(conn);
            }
        }
        None
    }

    pub(crate) fn put(&self, endpoint: &Arc<Endpoint>, mut conn: Box<Http1Conn>) {
        let mut kept = self.0.borrow_mut();
        if kept.closed || kept.idle >= MOST_IDLE {
            return;
        }
        let of_one = kept.of(endpoint);
        if of_one.idle.len() < MOST_IDLE_OF_ONE {
            conn.rest();
            of_one.idle.push(conn);
            kept.idle += 1;
        }
    }

    /// A connection of HTTP/2 that has room for one more.
    pub(crate) fn shared(&self, endpoint: &Endpoint) -> Option<Shared> {
        let mut kept = self.0.borrow_mut();
        let of_one = kept.by_endpoint.get_mut(endpoint)?;
        of_one.shared.retain(Shared::is_usable);
        of_one.shared.iter().find(|shared| shared.has_room()).cloned()
    }

    pub(crate) fn share(&self, endpoint: &Arc<Endpoint>, shared: Shared) {
        let mut kept = self.0.borrow_mut();
        if !kept.closed {
            kept.of(endpoint).shared.push(shared);
        }
    }

    /// Closes what nobody wanted for a while.
    pub(crate) fn sweep(&self) {
        let mut kept = self.0.borrow_mut();
        let Kept { by_endpoint, idle, .. } = &mut *kept;
        by_endpoint.retain(|_, of_one| {
            let before = of_one.idle.len();
            let mut nobody = Context::from_waker(Waker::noop());
            of_one.idle.retain_mut(|conn| {
                conn.sweeps += 1;
                conn.sweeps <= MOST_SWEEPS && conn.is_usable(&mut nobody)
            });
            *idle -= before - of_one.idle.len();
            let wanted = |shared: &Shared| shared.is_usable() && shared.idle_for() < LONGEST_IDLE;
            of_one.shared.retain(wanted);
            !of_one.idle.is_empty() || !of_one.shared.is_empty()
        });
    }

    /// Lets everything go, for good: the drain waits for it.
    pub(crate) fn close(&self) {
        *self.0.borrow_mut() = Kept { closed: true, ..Kept::default() };
    }
}

impl Kept {
    fn of(&mut self, endpoint: &Arc<Endpoint>) -> &mut OfOne {
        self.by_endpoint.entry(endpoint.clone()).or_default()
    }
}
