use futures::StreamExt;
use futures::stream;
use kit::{Actor, ErrorKind, Result};

use crate::Containers;
use crate::error::refused;
use crate::link::{ContainerRef, Found};
use crate::model::{Order, Verb};
use crate::wire;

/// How many containers are worked on at once, by all callers together.
pub(crate) const AT_ONCE: usize = 5;

/// What was done to several containers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bulk {
    pub(crate) verb: Verb,
    pub(crate) outcomes: Vec<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The code and why.
    pub(crate) error: Option<String>,
}

impl Containers {
    /// Does something to every container that routes lead to and that it concerns. One that fails
    /// does not keep the others from it, and what the gateway needs is left alone.
    pub(crate) async fn act_on_all(
        &self,
        actor: &Actor,
        runtime: Option<&str>,
        order: Order,
    ) -> Result<Bulk> {
        let inventory = self.runtimes().named(runtime)?;
        let failed = |error| refused(error, ErrorKind::ContainerListFailed);
        let around = inventory.surroundings().await.map_err(failed)?;
        let all = inventory.engine().containers().await.map_err(failed)?;
        let concerned = all.into_iter().filter(|container| {
            order.verb.concerns(container)
                && !self.is_vital(container, &around)
                && !self.apps_of(container, &around).is_empty()
        });
        let asked = concerned.map(|container| ContainerRef {
            id: container.name.to_string(),
            runtime: Some(container.runtime.into_str().to_owned()),
            namespace: container.namespace.as_deref().map(str::to_owned),
        });
        Ok(self.act_on_each(actor, asked.collect(), order).await)
    }

    /// Does something to each of these containers, at most five at a time.
    pub(crate) async fn act_on_each(
        &self,
        actor: &Actor,
        asked: Vec<ContainerRef>,
        order: Order,
    ) -> Bulk {
        let each = stream::iter(asked).map(|asked| self.act_on_one(actor, asked, order));
        Bulk { verb: order.verb, outcomes: each.buffered(AT_ONCE).collect().await }
    }

    async fn act_on_one(&self, actor: &Actor, asked: ContainerRef, order: Order) -> Outcome {
        // It is never closed.
        let _turn = self.turns().acquire().await.ok();
        let found = self.find(&asked, order.verb.failed()).await;
        let (id, name) = match &found {
            Ok(found) => {
                (wire::id(found.container()).to_owned(), found.container().name.to_string())
            }
            Err(_) => (asked.id.clone(), asked.id.clone()),
        };
        let done = match found {
            Ok(found) => self.act_on_found(actor, &found, order).await,
            Err(error) => Err(error),
        };
        Outcome { id, name, error: done.err().map(|error| error.to_string()) }
    }

    async fn act_on_found(&self, actor: &Actor, found: &Found, order: Order) -> Result<()> {
        let claim = self.admit(found, order)?;
        self.prepare(actor, found, order).await?;
        self.carry_out(actor, found, order, claim).await
    }
}
