//! One life of the daemon, and what comes after it.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::SelectAll;
use futures::{Stream, StreamExt, stream};
use mdns_sd::{Metrics, Receiver, ServiceEvent};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::daemon::{Daemon, is_overfull};
use super::service::interfaces;
use super::shared::Shared;
use super::table::Table;
use super::{Condition, Service, ServiceType};

const LOOK: Duration = Duration::from_secs(1);
/// By then the daemon has seen a new interface, too.
const DAEMON_FOLLOWED: Duration = Duration::from_secs(3);
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// A life that lasted this long is not followed by a longer pause.
const STEADY: Duration = Duration::from_secs(600);

const BRIDGED: &str = "mDNS does not leave the bridge network of a container: run with host \
                       networking or on a macvlan network to see the machines around";
const NO_NETWORK: &str = "This machine has no network that it shares with others; mDNS goes on \
                          when it has one";
const FLOODED: &str = "The network announces more services than can be kept; mDNS pauses, and \
                       what was found still counts";

/// Keeps a daemon going until the token is cancelled.
pub(crate) async fn keep(shared: &Shared, token: &CancellationToken) {
    let mut pause = FIRST_PAUSE;
    while !token.is_cancelled() {
        let started = Instant::now();
        let Err(reason) = live(shared, token).await else { return };
        if started.elapsed() >= STEADY {
            pause = FIRST_PAUSE;
        }
        tracing::warn!(reason, ?pause, "mDNS stopped; it starts again");
        shared.set_condition(Condition::Failing { reason });
        token.run_until_cancelled(sleep(pause)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn live(shared: &Shared, token: &CancellationToken) -> Result<(), String> {
    let mut session = Session::new(shared, Daemon::start(&shared.settings.interfaces)?);
    let ended = session.run(token).await;
    session.daemon.stop().await;
    ended
}

/// What a stream says: the type, which of its streams it is, and `None` at its end.
type Event = (ServiceType, u64, Option<ServiceEvent>);

struct Session<'a> {
    shared: &'a Shared,
    daemon: Daemon,
    events: SelectAll<Pin<Box<dyn Stream<Item = Event> + Send>>>,
    /// The stream of each type that counts.
    browsing: BTreeMap<ServiceType, u64>,
    last_stream: u64,
    /// Types whose stream ended.
    ended: BTreeSet<ServiceType>,
    announced: BTreeMap<u64, Vec<String>>,
    asked: u64,
    present: BTreeSet<String>,
    /// When everybody is asked because there was another interface.
    ask_at: Option<Instant>,
    metrics: Option<Receiver<Metrics>>,
}

impl<'a> Session<'a> {
    fn new(shared: &'a Shared, daemon: Daemon) -> Self {
        let present = shared.settings.interfaces.present();
        shared.table.send_if_modified(|table| {
            table.doubt(&present);
            false
        });
        Session {
            shared,
            daemon,
            events: SelectAll::new(),
            browsing: BTreeMap::new(),
            last_stream: 0,
            ended: BTreeSet::new(),
            announced: BTreeMap::new(),
            asked: 0,
            present,
            ask_at: None,
            metrics: None,
        }
    }

    async fn run(&mut self, token: &CancellationToken) -> Result<(), String> {
        let mut orders = self.shared.orders.subscribe();
        orders.mark_changed();
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = token.cancelled() => return Ok(()),
                Ok(()) = orders.changed() => self.follow_orders()?,
                Some(event) = self.events.next(), if !self.events.is_empty() => self.take(event),
                _ = look.tick() => self.look()?,
            }
        }
    }

    fn follow_orders(&mut self) -> Result<(), String> {
        let (wanted, announcements, asked) = {
            let orders = self.shared.orders.borrow();
            let wanted: BTreeSet<_> = orders.wanted.keys().cloned().collect();
            (wanted, orders.announcements.clone(), orders.asked)
        };
        let again = std::mem::replace(&mut self.asked, asked) != asked;
        for service_type in self.browsing.keys().filter(|one| !wanted.contains(*one)) {
            self.daemon.stop_browsing(service_type);
        }
        self.browsing.retain(|service_type, _| wanted.contains(service_type));
        self.shared.table.send_modify(|table| {
            table.keep_types(|service_type| wanted.contains(service_type));
            table.forget_remark();
        });
        for service_type in wanted {
            if again || !self.browsing.contains_key(&service_type) {
                self.browse(service_type)?;
            }
        }
        for (number, announcement) in &announcements {
            if !self.announced.contains_key(number) {
                self.announced.insert(*number, self.daemon.announce(announcement)?);
            }
        }
        let withdrawn =
            self.announced.extract_if(.., |number, _| !announcements.contains_key(number));
        for name in withdrawn.flat_map(|(_, names)| names) {
            self.daemon.withdraw(&name);
        }
        Ok(())
    }

    /// Asks for a type, anew where it was asked for already.
    fn browse(&mut self, service_type: ServiceType) -> Result<(), String> {
        let events = self.daemon.browse(&service_type)?;
        self.last_stream += 1;
        let number = self.last_stream;
        let tagged = {
            let service_type = service_type.clone();
            move |event| (service_type.clone(), number, event)
        };
        let events = events.into_stream().map(Some).chain(stream::once(async { None }));
        self.events.push(Box::pin(events.map(tagged)));
        if self.browsing.insert(service_type.clone(), number).is_some() {
            let present = self.shared.settings.interfaces.present();
            self.shared.table.send_if_modified(|table| {
                table.doubt_type(&service_type, &present);
                false
            });
        }
        Ok(())
    }

    fn take(&mut self, (service_type, number, event): Event) {
        if self.browsing.get(&service_type) != Some(&number) {
            return;
        }
        match event {
            Some(ServiceEvent::ServiceResolved(found)) => {
                let service = Service::read(&found, &service_type);
                let heard_at = interfaces(&found);
                self.shared
                    .table
                    .send_if_modified(|table| table.put(&found.fullname, service, heard_at));
            }
            Some(ServiceEvent::ServiceRemoved(_, name)) => {
                // Not those of the last look: an interface that went took its services with it.
                let present = self.shared.settings.interfaces.present();
                let key = (service_type, Arc::from(name));
                self.shared.table.send_if_modified(|table| table.remove(&key, &present));
            }
            Some(_) => {}
            None => {
                self.ended.insert(service_type);
            }
        }
    }

    /// What is due now and then.
    fn look(&mut self) -> Result<(), String> {
        if self.ask_at.is_some_and(|at| Instant::now() >= at) {
            self.ask_at = None;
            self.ended.extend(self.browsing.keys().cloned());
        }
        for service_type in std::mem::take(&mut self.ended) {
            if self.browsing.contains_key(&service_type) {
                self.browse(service_type)?;
            }
        }
        self.follow_interfaces();
        self.shared.table.send_if_modified(Table::drop_doubted);
        self.say_condition();
        self.weigh()
    }

    fn follow_interfaces(&mut self) {
        let present = self.shared.settings.interfaces.present();
        if present == self.present {
            return;
        }
        tracing::info!(before = ?self.present, now = ?present, "mDNS follows other interfaces");
        let returned: BTreeSet<_> = present.difference(&self.present).cloned().collect();
        self.shared.table.send_if_modified(|table| {
            table.doubt(&returned);
            false
        });
        self.present = present;
        self.ask_at = Some(Instant::now() + DAEMON_FOLLOWED);
    }

    fn say_condition(&self) {
        let crowded = self.shared.table.borrow().remark();
        let condition = if self.present.is_empty() {
            Condition::Failing { reason: NO_NETWORK.to_owned() }
        } else {
            let bridged = self.shared.settings.interfaces.end_at_a_bridge(&self.present);
            let bridged = bridged.then(|| BRIDGED.to_owned());
            Condition::Working { remark: bridged.or(crowded) }
        };
        self.shared.set_condition(condition);
    }

    /// Ends this life when the daemon keeps more than it should: it has no bound of its own.
    fn weigh(&mut self) -> Result<(), String> {
        let Some(asked) = self.metrics.take() else {
            self.metrics = Some(self.daemon.metrics()?);
            return Ok(());
        };
        match asked.try_recv() {
            Ok(metrics) if is_overfull(&metrics) => return Err(FLOODED.to_owned()),
            Ok(_) => {}
            Err(_) => self.metrics = Some(asked),
        }
        Ok(())
    }
}
