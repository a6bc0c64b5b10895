use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::store::{Db, Lease, Seal};
use arc_swap::ArcSwap;
use events::Events;
use fetch::Fetcher;
use kit::{BaseUrl, Clock, Health, Metrics};
use routing::SharedCerts;
use tokio::sync::Mutex as AsyncMutex;
use web::{Reload, Slice};

use crate::domain::Domain;
use crate::metrics::Figures;
use crate::model::{Held, Provider, host_of};
use crate::own::{GivenPair, Own};
use crate::shelf::Shelf;
use crate::vault::Vault;
use crate::worker::LEASE_LIFE;
use crate::{Config, Error, NameSource, SLICE, http, service, worker};

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub metrics: Metrics,
    pub health: Health,
    /// Where public copies lie: the CA's certificate, and the served one.
    pub folder: PathBuf,
    pub names: NameSource,
    /// Where our own clients reach us.
    pub base_url: BaseUrl,
    /// Asks the public authority.
    pub fetcher: Fetcher,
    /// Whether TLS is spoken at all.
    pub serving: bool,
    /// Served by default instead of one of our own.
    pub given: Option<GivenPair>,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Certs {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    events: Events,
    clock: Clock,
    health: Health,
    seal: Seal,
    vault: ArcSwap<Vault>,
    folder: PathBuf,
    own: Own,
    names: NameSource,
    base_url: BaseUrl,
    fetcher: Fetcher,
    serving: bool,
    config: ArcSwap<Config>,
    figures: Figures,
    shelf: ArcSwap<Shelf>,
    shared: SharedCerts,
    /// Whoever holds it changes the shelf.
    writing: AsyncMutex<()>,
    /// One order at a time: authorities count them.
    ordering: AsyncMutex<()>,
    /// What could not be renewed, so that people are told once.
    failing: Mutex<HashSet<Domain>>,
}

impl Certs {
    pub async fn build(parts: Parts) -> Result<(Certs, Slice), Error> {
        let now = parts.clock.now();
        let seal = Seal::of(&parts.db, crate::SEAL).await?;
        let names = (parts.names)();
        let vault = Vault::open(&parts.db, &seal, &parts.folder, &names, now).await?;
        service::tell_replaced(&parts.events, &vault).await;
        let (own, default) = match parts.given {
            Some(GivenPair(pair)) => {
                let held = Held::new(Provider::File, Vec::new(), pair, i64::MAX);
                let damaged = || Error::Damaged { what: "the pair", reason: "unreadable".into() };
                (Own::Given, held.ok_or_else(damaged)?)
            }
            None => Own::open(&parts.folder, parts.names.clone(), &vault, now)?,
        };
        let shelf = service::load(&parts.db, &seal, &vault, Arc::new(default), now).await?;
        let figures = Figures::new(&parts.metrics);
        figures.show(&shelf);
        let inner = Inner {
            shared: Arc::new(ArcSwap::new(shelf.table.clone())),
            shelf: ArcSwap::from_pointee(shelf),
            seal,
            vault: ArcSwap::from_pointee(vault),
            folder: parts.folder,
            own,
            figures,
            names: parts.names,
            base_url: parts.base_url,
            fetcher: parts.fetcher,
            serving: parts.serving,
            config: ArcSwap::from_pointee(parts.config),
            writing: AsyncMutex::default(),
            ordering: AsyncMutex::default(),
            failing: Mutex::default(),
            db: parts.db,
            events: parts.events,
            clock: parts.clock,
            health: parts.health,
        };
        let certs = Certs { inner: Arc::new(inner) };
        let (routes, workers) = (http::routes(certs.clone()), worker::all(&certs));
        let restored = certs.clone();
        let reread = web::reread(move || restored.clone().read_restored());
        Ok((certs, Slice { routes, workers, reread, ..Slice::of(&SLICE) }))
    }

    /// The table that handshakes read.
    pub fn shared(&self) -> SharedCerts {
        self.inner.shared.clone()
    }

    /// What a client that has paired may pin. Renewals keep it, because they keep the key.
    pub fn spki_pins(&self) -> Vec<String> {
        self.shelf().pins(self.own_host().as_ref())
    }

    /// What a public authority finds at `/.well-known/acme-challenge/<token>`.
    pub fn proof(&self, token: &str) -> Option<String> {
        self.shelf().proofs.answers.get(token).cloned()
    }

    pub(crate) fn shelf(&self) -> Arc<Shelf> {
        self.inner.shelf.load_full()
    }

    /// From here on, handshakes see it.
    pub(crate) fn show(&self, shelf: Shelf) {
        self.inner.shared.store(shelf.table.clone());
        self.inner.figures.show(&shelf);
        self.inner.shelf.store(Arc::new(shelf));
    }

    pub(crate) fn own_host(&self) -> Option<Domain> {
        host_of(&self.inner.base_url.get())
    }

    /// Whether this program is the one that renews what all of them share.
    pub(crate) async fn holds_lease(&self) -> kit::Result<bool> {
        let holder = self.events().origin().to_owned();
        let lease = Lease { name: "certificates.renew", holder, lifetime: LEASE_LIFE };
        Ok(lease.take(&self.inner.db, self.inner.clock.now()).await?)
    }

    pub(crate) async fn writing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.writing.lock().await
    }

    pub(crate) async fn ordering(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.ordering.lock().await
    }

    pub(crate) fn failing(&self) -> MutexGuard<'_, HashSet<Domain>> {
        self.inner.failing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn db(&self) -> &Db {
        &self.inner.db
    }

    pub(crate) fn events(&self) -> &Events {
        &self.inner.events
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    pub(crate) fn health(&self) -> &Health {
        &self.inner.health
    }

    pub(crate) fn seal(&self) -> &Seal {
        &self.inner.seal
    }

    pub(crate) fn vault(&self) -> Arc<Vault> {
        self.inner.vault.load_full()
    }

    pub(crate) fn set_vault(&self, vault: Vault) {
        self.inner.vault.store(Arc::new(vault));
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.inner.folder
    }

    pub(crate) fn own(&self) -> &Own {
        &self.inner.own
    }

    pub(crate) fn names(&self) -> crate::LeafNames {
        (self.inner.names)()
    }

    pub(crate) fn fetcher(&self) -> &Fetcher {
        &self.inner.fetcher
    }

    pub(crate) fn is_serving(&self) -> bool {
        self.inner.serving
    }

    pub(crate) fn config(&self) -> Arc<Config> {
        self.inner.config.load_full()
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }
}

impl Reload<Config> for Certs {
    async fn reload(&self, config: Config) -> kit::Result<()> {
        self.inner.config.store(Arc::new(config));
        Ok(())
    }
}
