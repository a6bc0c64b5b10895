//! The host's processors, memory, disk and network, read when somebody asks.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kit::{Error, Result};
use sysinfo::{Networks, System};
use tokio::time::Instant;

use crate::model::{Resources, Usage};

/// Callers within this time share one reading.
const FRESH: Duration = Duration::from_secs(1);
/// The processors' load is what they did between two readings; an older one would tell of the past.
const RECENT: Duration = Duration::from_secs(15);
const BETWEEN_READINGS: Duration = Duration::from_millis(250);

pub(crate) struct Host {
    data_dir: PathBuf,
    /// `None` on an operating system that cannot be asked.
    system: Arc<Mutex<Option<System>>>,
    /// Held while reading, so that many callers cause one reading.
    last: tokio::sync::Mutex<Option<(Instant, Resources)>>,
}

impl Host {
    pub(crate) fn new(data_dir: PathBuf) -> Self {
        let system = Arc::new(Mutex::new(System::new().ok()));
        Host { data_dir, system, last: Default::default() }
    }

    pub(crate) async fn read(&self) -> Result<Resources> {
        let mut last = self.last.lock().await;
        let age = last.as_ref().map(|(at, _)| at.elapsed());
        if let Some((_, resources)) = last.filter(|(at, _)| at.elapsed() < FRESH) {
            return Ok(resources);
        }
        if age.is_none_or(|age| age > RECENT) {
            self.blocking(|system, _| system.refresh_cpu_usage()).await?;
            tokio::time::sleep(BETWEEN_READINGS).await;
        }
        let resources = self.blocking(measure).await??;
        *last = Some((Instant::now(), resources));
        Ok(resources)
    }

    /// A disk that hangs must not hold up a runtime thread.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut System, &Path) -> T + Send + 'static,
    ) -> Result<T> {
        let (system, data_dir) = (self.system.clone(), self.data_dir.clone());
        let task = tokio::task::spawn_blocking(move || {
            let mut system = system.lock().unwrap_or_else(PoisonError::into_inner);
            let unknown = || Error::internal("this operating system cannot be asked");
            system.as_mut().map(|system| work(system, &data_dir)).ok_or_else(unknown)
        });
        task.await.map_err(Error::internal)?
    }
}

fn measure(system: &mut System, data_dir: &Path) -> Result<Resources> {
    system.refresh_cpu_usage();
    system.refresh_memory();
    let memory = Usage { used: system.used_memory(), total: system.total_memory() };
    let networks = Networks::new_with_refreshed_list().map_err(Error::internal)?;
    // Traffic of containers and virtual machines passes their own interfaces and the real one.
    let outer = || {
        let real = networks.iter().filter(|(name, _)| !lan::is_inner(&name.to_string_lossy()));
        real.map(|(_, data)| data)
    };
    Ok(Resources {
        cpu_percent: f64::from(system.global_cpu_usage()),
        memory,
        disk: disk(data_dir)?,
        received: outer().map(sysinfo::NetworkData::total_received).sum(),
        transmitted: outer().map(sysinfo::NetworkData::total_transmitted).sum(),
    })
}

/// Asks for this one file system: another one on the host may hang.
fn disk(path: &Path) -> Result<Usage> {
    let answer = rustix::fs::statvfs(path).map_err(Error::internal)?;
    let total = answer.f_blocks.saturating_mul(answer.f_frsize);
    let free = answer.f_bfree.saturating_mul(answer.f_frsize);
    Ok(Usage { used: total.saturating_sub(free), total })
}
