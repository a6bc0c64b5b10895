use std::time::Duration;

use engines::Runtime;
use kit::{Actor, Error, Result};

use super::claims::Claim;
use crate::Containers;
use crate::error::refused;
use crate::link::{ContainerRef, Found};
use crate::model::{Order, Verb};
use crate::wire;

/// What will be done, as the caller is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Accepted {
    pub(crate) container_id: String,
    pub(crate) verb: Verb,
    pub(crate) name: String,
    /// Where it has a meaning.
    pub(crate) timeout: Option<Duration>,
    pub(crate) runtime: Runtime,
    pub(crate) namespace: Option<String>,
}

impl Containers {
    /// Sees whether it can be done and begins with it. What comes of it is told as an event.
    pub(crate) async fn begin(
        &self,
        actor: Actor,
        asked: &ContainerRef,
        order: Order,
    ) -> Result<Accepted> {
        let found = self.find(asked, order.verb.failed()).await?;
        let claim = self.admit(&found, order)?;
        self.prepare(&actor, &found, order).await?;
        let accepted = Accepted {
            container_id: wire::id(found.container()).to_owned(),
            verb: order.verb,
            name: found.container().name.to_string(),
            timeout: (order.verb != Verb::Start).then_some(order.timeout),
            runtime: found.container().runtime,
            namespace: found.container().namespace.as_deref().map(str::to_owned),
        };
        let containers = self.clone();
        self.parts().supervisor.spawn(async move {
            // The event tells of a failure.
            let _ = containers.carry_out(&actor, &found, order, claim).await;
        });
        Ok(accepted)
    }

    /// Fails where the container is not to be touched, or not in a state for it.
    pub(crate) fn admit(&self, found: &Found, order: Order) -> Result<Claim> {
        if found.is_vital {
            return Err(Error::conflict(
                "The gateway needs this container and does not touch it itself",
            ));
        }
        order.check(found.container())?;
        self.claims().take(found.container().runtime, found.id())
    }

    /// Writes down who wants what, and where the container belongs: once it is stopped, its address
    /// does not say so any more.
    pub(crate) async fn prepare(&self, actor: &Actor, found: &Found, order: Order) -> Result<()> {
        self.record_wish(actor, found, order).await?;
        self.remember_link(found.container(), &found.around).await
    }

    /// Does it to the end, and tells what came of it.
    pub(crate) async fn carry_out(
        &self,
        actor: &Actor,
        found: &Found,
        order: Order,
        claim: Claim,
    ) -> Result<()> {
        let done = found.engine().act(found.id(), order.action()).await;
        drop(claim);
        self.figures().acted(order.verb, done.is_ok());
        // Before anybody is told: who hears that an app was stopped finds it unhealthy.
        self.track(&found.inventory).await;
        self.record_outcome(actor, found, order, &done).await;
        done.map(drop).map_err(|error| refused(error, order.verb.failed()))
    }
}
