use std::sync::{Arc, OnceLock};

use ::store::Db;
use arc_swap::{ArcSwap, Guard as Swapped};
use events::facts::AccessChanged;
use events::{Change, Events, Transaction};
use kit::{Clock, Directory, Entropy, Instance, Presence, Result, Secret};
use tokio::sync::Mutex;
use web::{Counts, Figures, Reload, Slice};

use crate::cookies::{Jars, Seal};
use crate::guard::Guard;
use crate::handoff::{AppOrigins, Codes};
use crate::memory::{Memory, Snapshot};
use crate::password::Passwords;
use crate::service::AppsListener;
use crate::token::Signer;
use crate::{AuthConfig, BootstrapConfig, PairingConfig, SLICE, http, service, worker};

/// Letters and digits that are not mistaken for each other.
const CODE_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH: usize = 8;

/// A code that people read off a screen and type.
pub(crate) fn new_code() -> String {
    Entropy.text(CODE_ALPHABET, CODE_LENGTH)
}

/// What the configuration says to this slice.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub auth: AuthConfig,
    pub pairing: PairingConfig,
    pub bootstrap: BootstrapConfig,
}

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub instance: Arc<Instance>,
    pub settings: Settings,
    /// The pins of the key that is served now.
    pub spki_pins: Box<dyn Fn() -> Vec<String> + Send + Sync>,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Access {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    settings: ArcSwap<Settings>,
    memory: Memory,
    signer: ArcSwap<Signer>,
    passwords: Passwords,
    guard: Guard,
    setup_code: Secret,
    codes: Codes,
    jars: Jars,
    cookie_seal: Seal,
    presence: OnceLock<Arc<dyn Presence>>,
    app_origins: OnceLock<Arc<dyn AppOrigins>>,
    apps_listener: OnceLock<AppsListener>,
    writing: Mutex<()>,
}

impl Access {
    pub async fn build(parts: Parts) -> Result<(Access, Slice)> {
        let auth = &parts.settings.auth;
        let secret = signing_secret(&parts.db, auth).await?;
        let signer = Signer::new(&secret, &auth.issuer, &auth.audience);
        let mut snapshot = Snapshot::default();
        snapshot.adopt(service::load(&parts.db).await?);
        let cookie_seal = Seal::of(&parts.db).await?;
        let jars = service::load_jars(&parts.db, &cookie_seal).await?;
        let access = Access::assemble(parts, signer, snapshot, cookie_seal);
        access.jars().adopt(jars);
        access.configure_bootstrap(&[], &access.settings().bootstrap.tokens).await?;
        let slice = Slice {
            routes: http::routes(access.clone()),
            workers: worker::all(&access),
            reread: {
                let access = access.clone();
                web::reread(move || access.clone().read_restored())
            },
            figures: Some(Arc::new(access.clone())),
            ..Slice::of(&SLICE)
        };
        Ok((access, slice))
    }

    fn assemble(parts: Parts, signer: Signer, snapshot: Snapshot, cookie_seal: Seal) -> Access {
        let inner = Inner {
            settings: ArcSwap::from_pointee(parts.settings.clone()),
            memory: Memory::new(snapshot),
            signer: ArcSwap::from_pointee(signer),
            passwords: Passwords::new(),
            guard: Guard::default(),
            setup_code: Secret::new(new_code()),
            codes: Codes::default(),
            jars: Jars::default(),
            cookie_seal,
            presence: OnceLock::new(),
            app_origins: OnceLock::new(),
            apps_listener: OnceLock::new(),
            writing: Mutex::default(),
            parts,
        };
        Access { inner: Arc::new(inner) }
    }

    /// Who is online is known to a slice that is built after this one.
    pub fn set_presence(&self, presence: Arc<dyn Presence>) {
        let _ = self.inner.presence.set(presence);
    }

    /// Where apps are reached is known to whoever routes to them. Until this is called they are
    /// at the main address alone.
    pub fn set_app_origins(&self, origins: Arc<dyn AppOrigins>) {
        let _ = self.inner.app_origins.set(origins);
    }

    /// What a person on another machine needs to set the gateway up; `None` once it is.
    pub fn setup_code(&self) -> Option<&Secret> {
        self.memory().load().users.is_empty().then_some(&self.inner.setup_code)
    }

    pub(crate) fn devices_total(&self) -> usize {
        let snapshot = self.memory().load();
        snapshot.devices.values().filter(|entry| !entry.device.pending).count()
    }

    pub(crate) fn is_online(&self, device_id: &str) -> bool {
        self.inner.presence.get().is_some_and(|presence| presence.is_online(device_id))
    }

    /// Changes to the records are made one after the other: committed first, then shown.
    pub(crate) async fn writing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.writing.lock().await
    }

    /// Records a change to what credentials are checked against, so that other programs on the
    /// same database hear of it, too.
    pub(crate) async fn record(&self, tx: &mut Transaction, change: Change) -> Result<()> {
        let change = change.fact(&AccessChanged {});
        tx.record(&change).await?;
        Ok(())
    }

    pub(crate) fn db(&self) -> &Db {
        &self.inner.parts.db
    }

    pub(crate) fn events(&self) -> &Events {
        &self.inner.parts.events
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.parts.clock
    }

    pub(crate) fn instance(&self) -> &Instance {
        &self.inner.parts.instance
    }

    pub(crate) fn spki_pins(&self) -> Vec<String> {
        (self.inner.parts.spki_pins)()
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.inner.settings.load_full()
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.inner.memory
    }

    pub(crate) fn signer(&self) -> Swapped<Arc<Signer>> {
        self.inner.signer.load()
    }

    /// Reads the key that signs tokens, which a restored backup may have brought.
    pub(crate) async fn read_signer(&self) -> Result<()> {
        let auth = &self.inner.parts.settings.auth;
        let secret = signing_secret(self.db(), auth).await?;
        let signer = Signer::new(&secret, &auth.issuer, &auth.audience);
        self.inner.signer.store(Arc::new(signer));
        Ok(())
    }

    pub(crate) fn passwords(&self) -> &Passwords {
        &self.inner.passwords
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.inner.guard
    }

    pub(crate) fn codes(&self) -> &Codes {
        &self.inner.codes
    }

    pub(crate) fn jars(&self) -> &Jars {
        &self.inner.jars
    }

    pub(crate) fn cookie_seal(&self) -> &Seal {
        &self.inner.cookie_seal
    }

    pub(crate) fn apps_listener_cell(&self) -> &OnceLock<AppsListener> {
        &self.inner.apps_listener
    }

    pub(crate) fn apps_listener(&self) -> Option<&AppsListener> {
        self.inner.apps_listener.get()
    }

    pub(crate) fn app_origins(&self) -> Option<&dyn AppOrigins> {
        self.inner.app_origins.get().map(AsRef::as_ref)
    }
}

impl Reload<Settings> for Access {
    /// Takes over what may change while the program runs: trusted writes, the grace for refresh,
    /// the pairing address and bootstrap tokens.
    async fn reload(&self, settings: Settings) -> Result<()> {
        let before = self.settings();
        self.configure_bootstrap(&before.bootstrap.tokens, &settings.bootstrap.tokens).await?;
        self.inner.settings.store(Arc::new(settings));
        Ok(())
    }
}

impl Figures for Access {
    fn counts(&self) -> Counts {
        let snapshot = self.memory().load();
        let online = snapshot.devices.keys().filter(|id| self.is_online(id));
        Counts {
            devices: self.devices_total() as u64,
            devices_online: online.count() as u64,
            ..Counts::default()
        }
    }
}

impl Directory for Access {
    fn device_name(&self, device_id: &str) -> Option<String> {
        let snapshot = self.memory().load();
        snapshot.devices.get(device_id).map(|entry| entry.device.name.clone())
    }

    fn devices(&self) -> Vec<Arc<str>> {
        let snapshot = self.memory().load();
        let paired = snapshot.devices.values().filter(|entry| !entry.device.pending);
        paired.map(|entry| entry.device.id.clone()).collect()
    }
}

async fn signing_secret(db: &Db, auth: &AuthConfig) -> Result<Secret> {
    if !auth.hs256_secret.is_empty() {
        return Ok(auth.hs256_secret.clone());
    }
    Ok(Secret::new(db.setting("access.hs256_secret", || Entropy.hex::<32>()).await?))
}
