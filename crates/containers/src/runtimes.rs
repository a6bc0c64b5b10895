//! The engines that are switched on.

use std::sync::Arc;

use engines::{Docker, Engine, Inventory, Kubernetes, Runtime};
use kit::{Error, ErrorKind, Result};

use crate::Config;

/// What a caller says who means every runtime that is switched on.
const ALL: &str = "all";

pub(crate) struct Runtimes {
    primary: Runtime,
    inventories: Vec<Inventory>,
}

impl Runtimes {
    pub(crate) fn new(config: &Config) -> Result<Self> {
        let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
        if config.docker.enabled {
            let address = config.docker.address().map_err(|(key, why)| Error::invalid(key, why))?;
            engines.push(Arc::new(Docker::new(address)));
        }
        if config.kubernetes.enabled {
            let kubernetes = Kubernetes::new(config.kubernetes.settings());
            engines.push(Arc::new(kubernetes.metrics(config.kubernetes.metrics())));
        }
        Ok(Runtimes::of_engines(config.primary.runtime(), engines))
    }

    pub(crate) fn of_engines(primary: Runtime, engines: Vec<Arc<dyn Engine>>) -> Self {
        Runtimes { primary, inventories: engines.into_iter().map(Inventory::listing).collect() }
    }

    pub(crate) fn all(&self) -> &[Inventory] {
        &self.inventories
    }

    /// Those that a caller means: one by its name, all of them, or the primary one.
    pub(crate) fn meant(&self, name: Option<&str>) -> Result<&[Inventory]> {
        if name == Some(ALL) {
            self.refuse_none()?;
            return Ok(&self.inventories);
        }
        self.named(name).map(std::slice::from_ref)
    }

    /// The engine of a runtime as a caller names it, or the primary one where he names none.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<&Inventory> {
        self.refuse_none()?;
        let runtime = match name.filter(|name| !name.is_empty()) {
            None => self.primary,
            Some(name) => [Runtime::Docker, Runtime::Kubernetes]
                .into_iter()
                .find(|runtime| runtime.into_str() == name)
                .ok_or_else(invalid_runtime)?,
        };
        let meant = |one: &&Inventory| one.engine().runtime() == runtime;
        self.inventories.iter().find(meant).ok_or_else(|| {
            let name = runtime.into_str();
            let message =
                format!("The runtime {name} is switched off; runtimes.{name}.enabled has it on");
            Error::new(ErrorKind::RuntimeUnavailable, message)
        })
    }

    fn refuse_none(&self) -> Result<()> {
        let message = "No container runtime is switched on; runtimes.docker.enabled or \
                       runtimes.kubernetes.enabled does that";
        if self.inventories.is_empty() {
            Err(Error::new(ErrorKind::NoRuntime, message))
        } else {
            Ok(())
        }
    }
}

fn invalid_runtime() -> Error {
    Error::new(ErrorKind::InvalidRuntime, "The runtime must be docker or kubernetes")
}
