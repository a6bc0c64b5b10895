use std::sync::Arc;

use ::store::Db;
use arc_swap::ArcSwap;
use catalog::Catalog;
use engines::{Docker, Kubernetes};
use events::Events;
use kit::{Clock, Error, ErrorKind, Result};
use tokio::sync::{Notify, watch};
use web::Slice;

use crate::catalogue::{self, Shelf, Stamp};
use crate::seal::Seal;
use crate::work::Folders;
use crate::{Config, SLICE, http, worker};

/// Where deployments go.
#[derive(Debug, Clone)]
pub enum Target {
    Docker(Docker),
    Kubernetes(Kubernetes),
    /// The primary runtime is switched off.
    Off,
}

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub catalog: Catalog,
    pub target: Target,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Toolbox {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    events: Events,
    clock: Clock,
    catalog: Catalog,
    target: Target,
    config: Config,
    folders: Folders,
    seal: Seal,
    shelf: ArcSwap<Shelf>,
    /// How the files were when the shelf was filled first.
    first_stamp: Stamp,
    /// There is work.
    wake: Notify,
    /// Grows whenever a job has ended.
    finished: watch::Sender<u64>,
}

impl Toolbox {
    pub async fn build(parts: Parts) -> Result<(Toolbox, Slice)> {
        let config = parts.config;
        // Before they are read: what changes in between is read again.
        let first_stamp = catalogue::stamp(&config.catalog_dir);
        let folders = Folders::new(&config.data_dir, &config.host_data_dir);
        let inner = Inner {
            seal: Seal::of(&parts.db).await?,
            folders: folders.map_err(Error::internal)?,
            shelf: ArcSwap::from_pointee(catalogue::read(&config.catalog_dir)),
            first_stamp,
            wake: Notify::new(),
            finished: watch::Sender::new(0),
            db: parts.db,
            events: parts.events,
            clock: parts.clock,
            catalog: parts.catalog,
            target: parts.target,
            config,
        };
        let toolbox = Toolbox { inner: Arc::new(inner) };
        let workers = if toolbox.is_enabled() { worker::all(&toolbox) } else { Vec::new() };
        let routes = http::routes(toolbox.clone());
        Ok((toolbox, Slice { routes, workers, ..Slice::of(&SLICE) }))
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.inner.config.enabled
    }

    pub(crate) fn refuse_while_off(&self) -> Result<()> {
        let message = "The toolbox is switched off; toolbox.enabled switches it on";
        if self.is_enabled() {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::ServiceUnavailable, message))
        }
    }

    pub(crate) fn target(&self) -> &Target {
        &self.inner.target
    }

    pub(crate) fn refuse_without_target(&self) -> Result<()> {
        let message = "There is nothing to deploy to; switch on what runtimes.primary names, with \
                       runtimes.docker.enabled or runtimes.kubernetes.enabled";
        match self.target() {
            Target::Docker(_) | Target::Kubernetes(_) => Ok(()),
            Target::Off => Err(Error::new(ErrorKind::ServiceUnavailable, message)),
        }
    }

    pub(crate) fn auto_route(&self) -> bool {
        self.inner.config.auto_route
    }

    pub(crate) fn auto_start(&self) -> bool {
        self.inner.config.auto_start
    }

    pub(crate) fn config(&self) -> &Config {
        &self.inner.config
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

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.inner.catalog
    }

    pub(crate) fn folders(&self) -> &Folders {
        &self.inner.folders
    }

    pub(crate) fn seal(&self) -> &Seal {
        &self.inner.seal
    }

    pub(crate) fn shelf(&self) -> &ArcSwap<Shelf> {
        &self.inner.shelf
    }

    pub(crate) fn first_stamp(&self) -> &Stamp {
        &self.inner.first_stamp
    }

    pub(crate) fn wake(&self) -> &Notify {
        &self.inner.wake
    }

    pub(crate) fn finished(&self) -> &watch::Sender<u64> {
        &self.inner.finished
    }
}
