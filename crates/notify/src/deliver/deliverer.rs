//! The lines of all devices that are here, and what moves them on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use events::Event;
use events::facts::{Aloud, Fact, Listeners, NotificationQueued};
use kit::{Result, Timestamp};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use web::{Parcel, Session};

use super::line::{Flight, Line, Sent};
use crate::Notify;
use crate::model::{Confirmation, Due};
use crate::store::queue;

/// What goes to a device at a time.
const BATCH: i64 = 32;
const BATCH_BYTES: usize = 256 << 10;
const FEW: usize = 64;

pub(super) struct Deliverer {
    notify: Notify,
    lines: HashMap<Arc<str>, Line>,
    /// Lines that may have something to send.
    ready: HashSet<Arc<str>>,
    /// Lines that time may change.
    waiting: HashSet<Arc<str>>,
    /// With so many lines, those of devices that went are forgotten.
    tidy_at: usize,
}

impl Deliverer {
    pub(super) fn new(notify: Notify) -> Self {
        let mut deliverer = Deliverer {
            notify,
            lines: HashMap::new(),
            ready: HashSet::new(),
            waiting: HashSet::new(),
            tidy_at: FEW,
        };
        deliverer.look_everywhere();
        deliverer
    }

    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty() || !self.ready.is_empty()
    }

    /// For the beginning, and when something was missed.
    pub(super) fn look_everywhere(&mut self) {
        let here = self.notify.sockets().devices();
        for device in here {
            self.line(&device).behind = true;
            self.ready.insert(device);
        }
    }

    /// A socket of the device opened. What is on its way over another one, which may be dead without
    /// knowing it, goes over this one, too.
    pub(super) fn arrived(&mut self, device: Arc<str>) {
        self.line(&device).restart();
        self.ready.insert(device);
    }

    fn line(&mut self, device: &Arc<str>) -> &mut Line {
        if self.lines.len() >= self.tidy_at {
            let here: HashSet<Arc<str>> = self.notify.sockets().devices().into_iter().collect();
            self.lines.retain(|device, line| line.flight.is_some() || here.contains(device));
            self.tidy_at = 2 * self.lines.len() + FEW;
        }
        self.lines.entry(device.clone()).or_insert_with(Line::new)
    }

    pub(super) async fn heard(&mut self, event: &Event) -> Result<()> {
        if event.kind != NotificationQueued::KIND {
            return Ok(());
        }
        let Some(fact) = event.read::<NotificationQueued>() else {
            tracing::error!(seq = event.seq, "reading a queued notification failed; it is skipped");
            return Ok(());
        };
        if let Some(aloud) = fact.aloud {
            self.say(aloud);
        }
        for device in fact.devices {
            self.look_again(device.into());
        }
        match fact.message_id {
            Some(message_id) => self.send_message(message_id).await,
            None => Ok(()),
        }
    }

    /// To sockets that are open, and that is all.
    fn say(&self, Aloud { frame, to }: Aloud) {
        let sockets = self.notify.sockets();
        let of = |devices: Vec<Arc<str>>| devices.into_iter().flat_map(|id| sockets.of_device(&id));
        let sessions: Vec<Session> = match to {
            Listeners::People => sockets.of_people(),
            Listeners::Everybody => {
                sockets.of_people().into_iter().chain(of(sockets.devices())).collect()
            }
            Listeners::Devices(devices) => {
                of(devices.into_iter().map(Arc::from).collect()).collect()
            }
        };
        let frame: Utf8Bytes = frame.into();
        for session in sessions {
            session.send_text(frame.clone());
        }
    }

    fn look_again(&mut self, device: Arc<str>) {
        if let Some(line) = self.lines.get_mut(&device) {
            line.behind = true;
            self.ready.insert(device);
        }
    }

    /// A new message goes straight to devices that have everything before it; for the others it is
    /// one more that waits.
    async fn send_message(&mut self, message_id: i64) -> Result<()> {
        let now = self.notify.clock().now();
        let rows = queue::of_message(&mut *self.notify.db().read().await?, message_id).await?;
        for (device, due) in rows {
            let Some(line) = self.lines.get_mut(&device) else { continue };
            if line.behind || !line.may_send(now) {
                line.behind = true;
                self.ready.insert(device);
                continue;
            }
            self.launch(&device, vec![due], now);
        }
        Ok(())
    }

    pub(super) async fn confirmed(&mut self, confirmations: &[Confirmation]) -> Result<()> {
        self.notify.confirm(confirmations).await?;
        for Confirmation { device, id, .. } in confirmations {
            let Some(line) = self.lines.get_mut(device) else { continue };
            line.confirmed(*id);
            if line.behind && line.flight.is_none() {
                self.ready.insert(device.clone());
            }
        }
        Ok(())
    }

    /// Sends what can be sent now, and gives up what nobody confirmed.
    pub(super) async fn step(&mut self) -> Result<()> {
        let now = self.notify.clock().now();
        self.give_up(now).await?;
        let ready: Vec<Arc<str>> = self.ready.iter().cloned().collect();
        for device in ready {
            if let Some(line) = self.lines.get(&device)
                && line.behind
                && line.may_send(now)
            {
                self.send_next(&device, now).await?;
            }
            // Only now: what could not be read is still to be done.
            self.ready.remove(&device);
        }
        Ok(())
    }

    async fn give_up(&mut self, now: Timestamp) -> Result<()> {
        let last = i64::from(self.notify.config().max_attempts);
        let (mut again, mut used_up) = (Vec::new(), Vec::new());
        let (lines, ready) = (&mut self.lines, &mut self.ready);
        let mut over = HashSet::new();
        for device in &self.waiting {
            let Some(line) = lines.get_mut(device) else {
                over.insert(device.clone());
                continue;
            };
            for Sent { id, attempts } in line.lost(now).into_iter().flatten() {
                if attempts + 1 >= last { used_up.push(id) } else { again.push(id) }
            }
            if !line.waits(now) {
                over.insert(device.clone());
            }
            if line.behind && line.may_send(now) {
                ready.insert(device.clone());
            }
        }
        self.waiting.retain(|device| !over.contains(device));
        if again.is_empty() && used_up.is_empty() {
            return Ok(());
        }
        self.notify.note_unconfirmed(&again, &used_up).await
    }

    async fn send_next(&mut self, device: &Arc<str>, now: Timestamp) -> Result<()> {
        let mut due = {
            let mut conn = self.notify.db().read().await?;
            queue::pending(&mut conn, device, now, BATCH).await?
        };
        let mut bytes = 0;
        let fits = |due: &Due| {
            bytes += due.frame.len();
            bytes <= BATCH_BYTES
        };
        let count = due.iter().map(fits).take_while(|fits| *fits).count().max(1);
        let more = due.len() > count || due.len() == BATCH as usize;
        due.truncate(count);
        if let Some(line) = self.lines.get_mut(device) {
            line.behind = more;
        }
        self.launch(device, due, now);
        Ok(())
    }

    /// Puts a batch on every socket of the device.
    fn launch(&mut self, device: &Arc<str>, due: Vec<Due>, now: Timestamp) {
        let carriers = self.notify.sockets().of_device(device);
        if carriers.is_empty() {
            // It comes back, and then begins anew.
            self.lines.remove(device);
            return;
        }
        if due.is_empty() {
            return;
        }
        for due in &due {
            for session in &carriers {
                let receipt = self.notify.inner.confirmations.receipt(device.clone(), due.id);
                session.post(Parcel { text: due.frame.as_str().into(), receipt: Some(receipt) });
            }
        }
        let rows = due.iter().map(|due| Sent { id: due.id, attempts: due.attempts }).collect();
        let deadline = now.after(self.notify.config().ack_timeout.0);
        if let Some(line) = self.lines.get_mut(device) {
            line.flight = Some(Flight { rows, carriers, deadline });
            self.waiting.insert(device.clone());
        }
    }
}
