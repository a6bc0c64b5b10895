use engines::{Done, EngineError};
use events::facts::{
    ContainerDone, ContainerFailed, ContainerRestartFailed, ContainerRestarted,
    ContainerStartFailed, ContainerStarted, ContainerStopFailed, ContainerStopped,
};
use events::{Change, IconClass};
use kit::{Actor, Result};
use serde_json::json;

use crate::Containers;
use crate::error::{refused, sentence};
use crate::link::Found;
use crate::model::{Order, Verb};
use crate::wire;

impl Containers {
    /// Writes down who wants what before anything is done.
    pub(crate) async fn record_wish(
        &self,
        actor: &Actor,
        found: &Found,
        order: Order,
    ) -> Result<()> {
        let action = match order.verb {
            Verb::Start => "container.start.requested",
            Verb::Stop => "container.stop.requested",
            Verb::Restart => "container.restart.requested",
        };
        self.record(about(actor, found, action)).await
    }

    /// Tells what came of it: who listens, the feed, and the audit log.
    pub(crate) async fn record_outcome(
        &self,
        actor: &Actor,
        found: &Found,
        order: Order,
        done: &std::result::Result<Done, EngineError>,
    ) {
        let change = match done {
            Ok(done) => self.completed(actor, found, order.verb, done),
            Err(error) => self.failed(actor, found, order.verb, error),
        };
        if let Err(error) = self.record(change).await {
            let container = &*found.container().name;
            tracing::warn!(container, %error, "recording the outcome of a container action failed");
        }
    }

    async fn record(&self, change: Change) -> Result<()> {
        let mut tx = self.parts().events.begin().await?;
        tx.record(&change).await?;
        Ok(tx.commit().await?)
    }

    fn completed(&self, actor: &Actor, found: &Found, verb: Verb, done: &Done) -> Change {
        let name = &found.container().name;
        let mut message = format!("{name} was {}", verb.done());
        if let Some(warning) = &done.warning {
            message = format!("{message}; {warning}");
        }
        let data = ContainerDone {
            container_id: wire::id(found.container()).to_owned(),
            status: verb.done().to_owned(),
            message: message.clone(),
            timestamp: self.parts().clock.now().unix(),
        };
        let change = match verb {
            Verb::Start => about(actor, found, "container.started").fact(&ContainerStarted(data)),
            Verb::Stop => about(actor, found, "container.stopped").fact(&ContainerStopped(data)),
            Verb::Restart => {
                about(actor, found, "container.restarted").fact(&ContainerRestarted(data))
            }
        };
        let class = match (verb, &done.warning) {
            (Verb::Stop, _) | (_, Some(_)) => IconClass::Warning,
            _ => IconClass::Success,
        };
        change.notice("Box", class, message)
    }

    fn failed(&self, actor: &Actor, found: &Found, verb: Verb, error: &EngineError) -> Change {
        let name = &found.container().name;
        let message = sentence(error);
        let data = ContainerFailed {
            container_id: wire::id(found.container()).to_owned(),
            error: refused(error.clone(), verb.failed()).kind.code().to_owned(),
            message: message.clone(),
            timestamp: self.parts().clock.now().unix(),
        };
        let change = match verb {
            Verb::Start => {
                about(actor, found, "container.started").fact(&ContainerStartFailed(data))
            }
            Verb::Stop => about(actor, found, "container.stopped").fact(&ContainerStopFailed(data)),
            Verb::Restart => {
                about(actor, found, "container.restarted").fact(&ContainerRestartFailed(data))
            }
        };
        let notice = format!("{name} could not be {}", verb.done());
        change
            .failed(message.clone())
            .notice("AlertCircle", IconClass::Danger, notice)
            .notice_details(message)
    }
}

fn about(actor: &Actor, found: &Found, action: &'static str) -> Change {
    let container = found.container();
    Change::by(actor.clone(), action).target(wire::id(container)).details(json!({
        "name": container.name,
        "runtime": container.runtime.into_str(),
        "namespace": container.namespace,
        "apps": found.apps,
    }))
}
