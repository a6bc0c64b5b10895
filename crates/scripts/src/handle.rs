use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::store::Db;
use events::Events;
use kit::{Clock, Entropy, Error, ErrorKind, Metrics, Result, Supervisor};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, Notify, Semaphore};
use web::Slice;

use crate::metrics::Figures;
use crate::run::{FairQueue, Job, Live, Ticket};
use crate::{Config, SLICE, http, worker};

/// Workflows that run at a time.
const MOST_RUNS: usize = 1_000;
/// The name in the data directory under which this program finds its own executions again.
const RUNNER: &str = "scripts-runner";

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub metrics: Metrics,
    pub supervisor: Supervisor,
    pub data_dir: PathBuf,
    /// The program that has the internal command: this one.
    pub program: PathBuf,
    /// `PATH` and `HOME` of scripts.
    pub search_path: Option<OsString>,
    pub home: Option<OsString>,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Scripts {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    events: Events,
    clock: Clock,
    supervisor: Supervisor,
    config: Config,
    directory: PathBuf,
    program: PathBuf,
    search_path: String,
    home: String,
    figures: Figures,
    /// Whoever changes scripts, workflows or schedules holds it.
    writing: AsyncMutex<()>,
    board: Mutex<Board>,
    /// One for each execution that is accepted and not over.
    seats: Arc<Semaphore>,
    run_seats: Arc<Semaphore>,
    live: Live,
    /// Whoever tells what a script did holds it, so that it is told in order.
    telling: AsyncMutex<()>,
    /// Something about when schedules are due has changed.
    replanned: Notify,
    /// A run of a schedule is over, and another may wait for that.
    ended: Notify,
    /// Who runs what this program accepted, over restarts.
    runner: String,
}

/// Who waits, who runs, and how to end them.
#[derive(Default)]
pub(crate) struct Board {
    pub(crate) queue: FairQueue<Job>,
    pub(crate) running: usize,
    pub(crate) tickets: HashMap<String, Arc<Ticket>>,
}

const USUAL_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

impl Scripts {
    pub async fn build(parts: Parts) -> Result<(Scripts, Slice)> {
        let config = parts.config;
        let runner = if config.enabled {
            runner(&parts.data_dir).map_err(Error::internal)?
        } else {
            String::new()
        };
        let text = |value: Option<OsString>, otherwise: &str| {
            let text = value.and_then(|value| value.into_string().ok());
            text.filter(|text| !text.is_empty()).unwrap_or_else(|| otherwise.to_owned())
        };
        let most = (config.max_queued + config.max_concurrent) as usize;
        let directory = std::path::absolute(&config.directory).map_err(Error::internal)?;
        // Another user has another home; the folder of scripts is one that there is.
        let home = if config.user().is_some() { None } else { parts.home };
        let inner = Inner {
            search_path: text(parts.search_path, USUAL_PATH),
            home: text(home, directory.to_str().unwrap_or("/")),
            directory,
            figures: Figures::new(&parts.metrics),
            writing: AsyncMutex::default(),
            board: Mutex::default(),
            seats: Arc::new(Semaphore::new(most)),
            run_seats: Arc::new(Semaphore::new(MOST_RUNS)),
            live: Live::default(),
            telling: AsyncMutex::default(),
            replanned: Notify::new(),
            ended: Notify::new(),
            runner,
            config,
            db: parts.db,
            events: parts.events,
            clock: parts.clock,
            supervisor: parts.supervisor,
            program: parts.program,
        };
        let scripts = Scripts { inner: Arc::new(inner) };
        let mut workers = Vec::new();
        if scripts.config().enabled {
            if !scripts.directory().is_dir() {
                let directory = scripts.directory().display();
                tracing::warn!("there is no scripts directory {directory}");
            }
            scripts.recover().await?;
            scripts.plan_restored().await?;
            workers = worker::all(&scripts);
        }
        let routes = http::routes(scripts.clone());
        let restored = scripts.clone();
        let reread = web::reread(move || {
            let restored = restored.clone();
            async move { restored.plan_restored().await }
        });
        Ok((scripts, Slice { routes, workers, reread, ..Slice::of(&SLICE) }))
    }

    /// For whoever moved the clock: schedules that are due run now.
    pub fn look_at_the_clock(&self) {
        self.replanned().notify_one();
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.inner.config.enabled
    }

    pub(crate) fn refuse_while_off(&self) -> Result<()> {
        let message = "Scripts are switched off; scripts.enabled switches them on";
        if self.is_enabled() {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::ServiceUnavailable, message))
        }
    }

    pub(crate) async fn writing(&self) -> AsyncMutexGuard<'_, ()> {
        self.inner.writing.lock().await
    }

    pub(crate) async fn telling(&self) -> AsyncMutexGuard<'_, ()> {
        self.inner.telling.lock().await
    }

    pub(crate) fn board(&self) -> MutexGuard<'_, Board> {
        self.inner.board.lock().unwrap_or_else(PoisonError::into_inner)
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

    pub(crate) fn config(&self) -> &Config {
        &self.inner.config
    }

    pub(crate) fn supervisor(&self) -> &Supervisor {
        &self.inner.supervisor
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.inner.directory
    }

    pub(crate) fn program(&self) -> &Path {
        &self.inner.program
    }

    pub(crate) fn search_path(&self) -> &str {
        &self.inner.search_path
    }

    pub(crate) fn home(&self) -> &str {
        &self.inner.home
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }

    pub(crate) fn seats(&self) -> &Arc<Semaphore> {
        &self.inner.seats
    }

    pub(crate) fn run_seats(&self) -> &Arc<Semaphore> {
        &self.inner.run_seats
    }

    pub(crate) fn live(&self) -> &Live {
        &self.inner.live
    }

    pub(crate) fn replanned(&self) -> &Notify {
        &self.inner.replanned
    }

    pub(crate) fn ended(&self) -> &Notify {
        &self.inner.ended
    }

    pub(crate) fn runner(&self) -> &str {
        &self.inner.runner
    }
}

/// Only one program works in a data directory, so whoever finds this name there is the one that
/// ran what it says, and does not run it any more.
fn runner(data_dir: &Path) -> std::io::Result<String> {
    let path = data_dir.join(RUNNER);
    match std::fs::read_to_string(&path) {
        Ok(name) if !name.trim().is_empty() => Ok(name.trim().to_owned()),
        Ok(_) => new_runner(&path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => new_runner(&path),
        Err(error) => Err(error),
    }
}

fn new_runner(path: &Path) -> std::io::Result<String> {
    let name = format!("runner_{}", Entropy.hex::<8>());
    std::fs::write(path, &name)?;
    Ok(name)
}
