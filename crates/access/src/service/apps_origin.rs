//! Whether apps are opened beside the dashboard or at an origin of their own.

use ::store::Db;
use events::Change;
use kit::{Error, Result};
use routing::AppsPort;
use strum::{EnumString, IntoStaticStr};
use web::Caller;

use crate::Access;

const SETTING: &str = "access.apps_origin";

/// The second listener, which serves apps alone.
#[derive(Debug, Clone)]
pub struct AppsListener {
    pub port: u16,
    /// The configuration names it, so that it counts as reachable.
    pub configured: bool,
    /// Where the data plane reads what is decided.
    pub decided: AppsPort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum AppsOrigin {
    Own,
    Shared,
}

/// What is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AppsPlace {
    pub(crate) origin: AppsOrigin,
    pub(crate) port: Option<u16>,
    /// Nobody has said yet whether browsers reach the port.
    pub(crate) undecided: bool,
}

impl Access {
    /// There is a second listener. What was decided about it before counts again.
    pub async fn set_apps_listener(&self, listener: AppsListener) -> Result<()> {
        let decided = self.stored_origin().await?;
        let own = listener.configured || decided == Some(AppsOrigin::Own);
        listener.decided.set(own.then_some(listener.port));
        let _ = self.apps_listener_cell().set(listener);
        Ok(())
    }

    pub(crate) fn are_apps_apart(&self) -> bool {
        self.apps_listener().is_some_and(|listener| listener.decided.get().is_some())
    }

    pub(crate) async fn apps_place(&self) -> Result<AppsPlace> {
        let port = self.apps_listener().map(|listener| listener.port);
        let configured = self.apps_listener().is_some_and(|listener| listener.configured);
        let origin = if self.are_apps_apart() { AppsOrigin::Own } else { AppsOrigin::Shared };
        let undecided = port.is_some() && !configured && self.stored_origin().await?.is_none();
        Ok(AppsPlace { origin, port, undecided })
    }

    pub(crate) async fn decide_apps_origin(
        &self,
        caller: &Caller,
        origin: AppsOrigin,
    ) -> Result<AppsPlace> {
        let Some(listener) = self.apps_listener() else {
            let message = "Apps have no address of their own; server.apps_addr gives them one";
            return Err(Error::conflict(message));
        };
        if listener.configured && origin == AppsOrigin::Shared {
            return Err(Error::conflict("server.apps_addr in the configuration decides this"));
        }
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        Db::set_setting(&mut tx, SETTING, origin.into_str()).await?;
        let change = Change::by(caller.actor(), "apps_origin.changed").target(origin.into_str());
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        listener.decided.set((origin == AppsOrigin::Own).then_some(listener.port));
        self.apps_place().await
    }

    /// What another program on the same database decided.
    pub(crate) async fn read_apps_origin(&self) -> Result<()> {
        let decided = self.stored_origin().await?;
        if let Some(listener) = self.apps_listener().filter(|listener| !listener.configured) {
            listener.decided.set((decided == Some(AppsOrigin::Own)).then_some(listener.port));
        }
        Ok(())
    }

    async fn stored_origin(&self) -> Result<Option<AppsOrigin>> {
        let stored = self.db().find_setting(SETTING).await?;
        Ok(stored.and_then(|stored| stored.parse().ok()))
    }
}
