//! Apps of other gateways. They are shown beside our own and kept by whoever knows those gateways:
//! no table of ours holds them, and nothing that looks after our own apps sees them.

use std::sync::Arc;

use kit::{Error, Result};

use crate::{App, Catalog, Health, HealthStatus};

/// An app of another gateway, as it told us.
#[derive(Debug, Clone, PartialEq)]
pub struct RemoteApp {
    /// Its id is `<id there>@<gateway>`, which none of ours can be.
    pub app: App,
    /// Where a browser finds it.
    pub url: String,
    pub health: HealthStatus,
    pub peer_id: String,
    pub peer_name: String,
}

impl RemoteApp {
    pub(crate) fn health(&self) -> Health {
        Health { status: self.health, ..Health::default() }
    }
}

impl Catalog {
    /// Shows these in the place of all that were shown before.
    pub fn set_remote_apps(&self, apps: Vec<RemoteApp>) {
        self.remote().store(Arc::new(apps));
    }

    pub fn remote_apps(&self) -> Arc<Vec<RemoteApp>> {
        self.remote().load_full()
    }

    pub(crate) fn remote_app(&self, id: &str) -> Option<RemoteApp> {
        self.remote().load().iter().find(|remote| &*remote.app.id == id).cloned()
    }

    /// How an app is doing, wherever it is.
    pub(crate) fn known_health(&self, id: &str) -> Result<(Arc<str>, Health)> {
        if let Some(listed) = self.app(id) {
            return Ok((listed.app.id.clone(), self.health(&listed.app.id)));
        }
        let remote = self.remote_app(id).ok_or_else(|| Error::not_found("This app"))?;
        Ok((remote.app.id.clone(), remote.health()))
    }
}
