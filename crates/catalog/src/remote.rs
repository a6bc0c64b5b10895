//! Apps of other gateways. They are shown beside our own and kept by whoever knows those gateways:
//! no table of ours holds them, and nothing that looks after our own apps sees them.

use std::sync::Arc;

use kit::{Error, Result};
use routing::Upstream;

use crate::{App, Catalog, Health, HealthStatus};

/// An app of another gateway, as it told us.
#[derive(Debug, Clone)]
pub struct RemoteApp {
    /// Its id is `<id there>@<gateway>`, which none of ours can be.
    pub app: App,
    /// Where a browser finds it at its own gateway.
    pub url: String,
    /// The other gateway, where the app is opened through us.
    pub upstream: Option<Upstream>,
    pub health: HealthStatus,
    pub peer_id: String,
    pub peer_name: String,
}

/// Our apps as callers of other gateways may open them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenToPeers {
    /// What other gateways call us.
    pub gateway: Arc<str>,
    /// The tags of which an app must have one; `None`: all apps.
    pub tags: Option<Vec<String>>,
}

impl RemoteApp {
    pub(crate) fn health(&self) -> Health {
        Health { status: self.health, ..Health::default() }
    }
}

impl Catalog {
    /// Shows these in the place of all that were shown before.
    pub fn set_remote_apps(&self, apps: Vec<RemoteApp>) {
        self.memory().change(|state| state.set_remote_routes(&apps));
        self.remote().store(Arc::new(apps));
    }

    /// Opens our apps to callers of other gateways, or closes them all.
    pub fn set_open_to_peers(&self, open: Option<OpenToPeers>) {
        self.memory().change(|state| state.set_open_to_peers(open));
    }

    /// The path by which an app of another gateway is opened through us; empty where it is not.
    pub(crate) fn remote_path(&self, id: &str) -> String {
        let routed = self.memory().look().has_remote_route(id);
        if routed { format!("/apps/{id}/") } else { String::new() }
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
