use std::collections::HashSet;
use std::time::Duration;

use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt, OptionFuture};
use tokio::time::{Instant, sleep_until};

use super::Inventory;
use super::inspections::Inspections;
use super::snapshot::Listed;
use crate::{Change, ContainerId, Details, EngineError, Fault};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// What happens to containers comes in bunches; one list shows all of it.
const CALM: Duration = Duration::from_millis(200);

/// Follows an engine, and keeps its inventory.
pub(super) struct Watcher {
    inventory: Inventory,
    inspections: Inspections,
    /// When the next list is asked for.
    due: Option<Instant>,
    /// A list that is on its way.
    list: Option<BoxFuture<'static, Result<Listed, EngineError>>>,
    /// What happened since the list was asked for: it may be older than that.
    touched: HashSet<ContainerId>,
    /// What has to be inspected until everything that the list showed is known.
    outstanding: HashSet<ContainerId>,
    /// How long the next list waits when one failed.
    pause: Duration,
}

impl Watcher {
    pub(super) fn new(inventory: Inventory) -> Self {
        Watcher {
            inspections: Inspections::new(inventory.engine().clone()),
            inventory,
            due: None,
            list: None,
            touched: HashSet::new(),
            outstanding: HashSet::new(),
            pause: FIRST_PAUSE,
        }
    }

    pub(super) async fn watch(mut self) {
        let inventory = self.inventory.clone();
        let mut changes = inventory.engine().changes();
        loop {
            let due = self.due.filter(|_| self.list.is_none());
            let list: OptionFuture<_> = self.list.as_mut().into();
            tokio::select! {
                Some(change) = changes.next() => self.changed(change),
                Some(listed) = list => {
                    self.list = None;
                    self.listed(listed);
                }
                (id, found) = self.inspections.next() => self.inspected(id, found),
                () = inventory.inner.wanted.notified() => self.look_when_calm(),
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.ask_for_list();
                }
            }
        }
    }

    fn changed(&mut self, change: Change) {
        match change {
            Change::Connected => {
                self.pause = FIRST_PAUSE;
                self.inventory.change(|snapshot| {
                    snapshot.link = Some(Ok(()));
                    snapshot.doubt_all();
                });
                self.look_anew();
            }
            Change::Changed(id) => {
                self.touch(&id);
                if self.inspects() {
                    self.inspections.ask(id);
                }
            }
            Change::Gone(id) => {
                self.touch(&id);
                self.inspections.outdate(&id);
                self.inventory.change(|snapshot| snapshot.remove(&id));
            }
            Change::Lost(error) => self.lose(error),
        }
    }

    fn touch(&mut self, id: &ContainerId) {
        self.inventory.change(|snapshot| snapshot.doubt(id));
        if self.list.is_some() {
            self.touched.insert(id.clone());
        }
        if !self.inspects() {
            self.look_when_calm();
        } else if self.is_own(id) {
            // Our own networks may be others now.
            self.look_anew();
        }
    }

    fn inspects(&self) -> bool {
        self.inventory.inner.inspects
    }

    fn is_own(&self, id: &ContainerId) -> bool {
        let snapshot = self.inventory.snapshot();
        snapshot.around.as_ref().is_some_and(|around| around.own.as_ref() == Some(id))
    }

    fn lose(&mut self, error: EngineError) {
        let may_list = error.fault == Fault::Forbidden;
        self.inventory.change(|snapshot| {
            if !may_list {
                snapshot.trouble = Some(error.clone());
            }
            snapshot.link = Some(Err(error));
        });
        if may_list {
            // A proxy before the engine may allow lists and no events.
            self.look_anew();
        } else {
            (self.list, self.due) = (None, None);
            self.outstanding.clear();
            self.inspections.forget_all();
        }
    }

    /// Asks for a list at once. One that is on its way may be too old and is given up.
    fn look_anew(&mut self) {
        self.list = None;
        self.look_after(Duration::ZERO);
    }

    fn look_when_calm(&mut self) {
        self.look_after(if self.inspects() { Duration::ZERO } else { CALM });
    }

    fn look_after(&mut self, pause: Duration) {
        let then = Instant::now() + pause;
        self.due = Some(self.due.map_or(then, |due| due.min(then)));
    }

    fn ask_for_list(&mut self) {
        self.due = None;
        self.touched.clear();
        let inventory = self.inventory.clone();
        self.list = Some(async move { inventory.list().await }.boxed());
    }

    fn listed(&mut self, listed: Result<Listed, EngineError>) {
        let touched = std::mem::take(&mut self.touched);
        match listed {
            Ok(listed) => {
                self.pause = FIRST_PAUSE;
                self.outstanding = self.inventory.take(listed, &touched);
                for id in &self.outstanding {
                    self.inspections.ask(id.clone());
                }
            }
            Err(error) => {
                self.inventory.change(|snapshot| snapshot.trouble = Some(error));
                self.look_after(self.pause);
                self.pause = (self.pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    fn inspected(&mut self, id: ContainerId, found: Result<Details, EngineError>) {
        let is_last = self.outstanding.remove(&id) && self.outstanding.is_empty();
        self.inventory.change(|snapshot| {
            match found {
                Ok(details) => snapshot.take_details(id, details),
                Err(error) if error.fault == Fault::NotFound => snapshot.remove(&id),
                Err(error) => {
                    snapshot.doubt(&id);
                    let before = snapshot.unseen.as_ref().map_or(0, |(count, _)| *count);
                    snapshot.unseen = Some((before + 1, error));
                }
            }
            snapshot.wholes += u64::from(is_last);
        });
    }
}
