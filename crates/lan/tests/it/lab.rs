use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use lan::mdns::{Condition, Interfaces, Mdns, Service, Settings, Sighting};
use testkit::deadline;
use testkit::multicast::Lan;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

pub(crate) use testkit::PATIENCE;

/// Multicast DNS on one network, until this is dropped.
pub(crate) struct Speaker {
    pub(crate) mdns: Mdns,
    token: CancellationToken,
    tasks: JoinSet<()>,
}

impl Speaker {
    pub(crate) fn on(lan: &Lan) -> Self {
        Speaker::with_id(lan, None)
    }

    pub(crate) fn with_id(lan: &Lan, own_id: Option<&str>) -> Self {
        Speaker::new(Settings {
            interfaces: Interfaces::Named(vec![lan.here().interface]),
            own_id: own_id.map(str::to_owned),
        })
    }

    pub(crate) fn new(settings: Settings) -> Self {
        let (mdns, token) = (Mdns::new(settings), CancellationToken::new());
        let mut tasks = JoinSet::new();
        let (running, ending) = (mdns.clone(), token.clone());
        tasks.spawn(async move { running.run(ending).await });
        Speaker { mdns, token, tasks }
    }

    /// What is found of some types from now on.
    pub(crate) fn look_for(&mut self, types: &[&str]) -> Seen {
        let mut browse = self.mdns.browse(types.iter().map(|text| text.parse().expect("a type")));
        let seen = Seen::default();
        let filled = seen.clone();
        self.tasks.spawn(async move {
            loop {
                filled.note(browse.next().await);
            }
        });
        seen
    }

    pub(crate) async fn condition(&self, what: &str, is: impl Fn(&Condition) -> bool) {
        let conditions = self.mdns.condition();
        deadline(what, PATIENCE * 5, async || is(&conditions.borrow())).await;
    }

    /// Ends as a program does.
    pub(crate) async fn stop(mut self) {
        self.token.cancel();
        self.tasks.join_next().await;
    }
}

/// What is there at the moment, by name and type.
#[derive(Clone, Default)]
pub(crate) struct Seen(Arc<Mutex<Known>>);

type Known = BTreeMap<(String, String), Arc<Service>>;

impl Seen {
    fn note(&self, sighting: Sighting) {
        let key = |one: &Service| (one.instance.clone(), one.service_type.to_string());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match sighting {
            Sighting::Found(new) => assert!(known.insert(key(&new), new).is_none()),
            Sighting::Changed(before, now) => {
                assert_eq!(known.insert(key(&now), now), Some(before));
            }
            Sighting::Lost(gone) => assert_eq!(known.remove(&key(&gone)), Some(gone)),
        }
    }

    pub(crate) fn get(&self, name: &str, service_type: &str) -> Option<Arc<Service>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(name.to_owned(), service_type.to_owned())).cloned()
    }

    pub(crate) fn count(&self, service_type: &str) -> usize {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.keys().filter(|(_, one)| one == service_type).count()
    }

    pub(crate) async fn found(&self, name: &str, service_type: &str) -> Arc<Service> {
        let what = format!("{name} is found");
        deadline(&what, PATIENCE, async || self.get(name, service_type).is_some()).await;
        self.get(name, service_type).expect("it was there a moment ago")
    }

    pub(crate) async fn lost(&self, name: &str, service_type: &str) {
        let what = format!("{name} is lost");
        deadline(&what, PATIENCE, async || self.get(name, service_type).is_none()).await;
    }
}

/// Runs what would keep a thread of the runtime waiting.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("it does not panic")
}
