//! The time limits of a lane. Every request has one or two, and hardly any comes to its end, so
//! they are counted down in coarse steps by one task instead of being kept in order.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use slab::Slab;
use tokio::sync::Notify;

const STEP: Duration = Duration::from_millis(100);

#[derive(Clone, Default)]
pub(crate) struct Deadlines(Rc<Waiting>);

#[derive(Default)]
struct Waiting {
    slots: RefCell<Slab<Slot>>,
    /// Whether somebody counts, and how to make them.
    counting: Cell<bool>,
    begin: Notify,
}

struct Slot {
    /// Steps until the end.
    left: u32,
    waker: Waker,
}

impl Deadlines {
    /// Ends that long after it was first polled, or up to two steps later.
    pub(crate) fn after(&self, limit: Duration) -> Deadline {
        Deadline { waiting: self.0.clone(), limit, slot: None }
    }

    /// Counts for as long as anybody waits, and else sleeps.
    pub(crate) async fn count(&self) {
        loop {
            while self.0.slots.borrow().is_empty() {
                self.0.counting.set(false);
                self.0.begin.notified().await;
            }
            tokio::time::sleep(STEP).await;
            for (_, slot) in self.0.slots.borrow_mut().iter_mut().filter(|(_, slot)| slot.left > 0)
            {
                slot.left -= 1;
                if slot.left == 0 {
                    slot.waker.wake_by_ref();
                }
            }
        }
    }
}

pub(crate) struct Deadline {
    waiting: Rc<Waiting>,
    limit: Duration,
    slot: Option<usize>,
}

impl Deadline {
    fn begin(&mut self, waker: &Waker) {
        // The step that is under way counts for nothing.
        let steps = self.limit.as_millis().div_ceil(STEP.as_millis()) + 1;
        let left = u32::try_from(steps).unwrap_or(u32::MAX);
        let slot = Slot { left, waker: waker.clone() };
        self.slot = Some(self.waiting.slots.borrow_mut().insert(slot));
        if !self.waiting.counting.replace(true) {
            self.waiting.begin.notify_one();
        }
    }
}

/// When it has ended, it can be polled again, and begins anew.
impl Future for Deadline {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(key) = self.slot else {
            self.begin(cx.waker());
            return Poll::Pending;
        };
        {
            let slot = &mut self.waiting.slots.borrow_mut()[key];
            if slot.left > 0 {
                slot.waker.clone_from(cx.waker());
                return Poll::Pending;
            }
        }
        self.end();
        Poll::Ready(())
    }
}

impl Deadline {
    fn end(&mut self) {
        if let Some(key) = self.slot.take() {
            self.waiting.slots.borrow_mut().remove(key);
        }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.end();
    }
}
