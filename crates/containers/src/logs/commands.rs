use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use futures::FutureExt;
use futures::future::BoxFuture;
use kit::{Error, ErrorKind, Result};
use serde_json::Value;
use web::{Command, Session};

use super::feed::Source;
use super::subscription::{Subscription, head_of};
use super::subscriptions::StreamKey;
use super::wire::{self, LogRequest};
use crate::Containers;

/// The socket commands of this slice.
pub(crate) fn commands(containers: &Containers) -> Vec<Arc<dyn Command>> {
    vec![Arc::new(Subscribe(containers.clone())), Arc::new(Unsubscribe(containers.clone()))]
}

struct Subscribe(Containers);

impl Command for Subscribe {
    fn kind(&self) -> &'static str {
        "container.logs.subscribe"
    }

    fn run<'a>(&'a self, session: &'a Session, data: Value) -> BoxFuture<'a, ()> {
        async move {
            let asked = data["containerId"].as_str().unwrap_or_default().to_owned();
            if let Err(error) = self.begin(session, data).await {
                refuse(&self.0, session, &asked, &error).await;
            }
        }
        .boxed()
    }
}

impl Subscribe {
    /// Only what the caller may see is found.
    async fn begin(&self, session: &Session, data: Value) -> Result<()> {
        let wanted = LogRequest::parse(data)?;
        let (tail, asked) = (wanted.tail()?, wanted.asked());
        let found = self.0.find(&asked, ErrorKind::ContainerInspectFailed).await?;
        let part = wanted.container.clone().filter(|part| !part.is_empty());
        let source = Source::of(found.engine(), found.container(), part.clone());
        let key = StreamKey {
            session: session.id,
            container_id: source.head.container_id.clone(),
            part,
            previous: wanted.previous(),
        };
        let place = self.0.listening().subscriptions.add(key, wanted.container_id.clone())?;
        let subscription = Subscription {
            containers: self.0.clone(),
            session: session.clone(),
            asked,
            source,
            tail,
            follow: wanted.follows(),
            timestamps: wanted.timestamps(),
            previous: wanted.previous(),
            stop: place.stop.clone(),
            begun: AtomicBool::new(false),
        };
        self.0.parts().supervisor.spawn(async move {
            if let Some(before) = &place.before {
                before.cancelled().await;
            }
            subscription.run().await;
            drop(place);
        });
        Ok(())
    }
}

struct Unsubscribe(Containers);

impl Command for Unsubscribe {
    fn kind(&self) -> &'static str {
        "container.logs.unsubscribe"
    }

    fn run<'a>(&'a self, session: &'a Session, data: Value) -> BoxFuture<'a, ()> {
        async move {
            let asked = data["containerId"].as_str().unwrap_or_default().to_owned();
            match LogRequest::parse(data) {
                Ok(wanted) => {
                    let part = wanted.container.as_deref();
                    self.0.listening().subscriptions.stop(session.id, &wanted.container_id, part);
                }
                Err(error) => refuse(&self.0, session, &asked, &error).await,
            }
        }
        .boxed()
    }
}

async fn refuse(containers: &Containers, session: &Session, asked: &str, error: &Error) {
    let now = containers.parts().clock.now();
    // What a client sends can be long; it knows what it sent.
    let asked = asked.get(..asked.floor_char_boundary(256)).unwrap_or_default();
    session.send_in_turn(wire::error(&head_of(asked), error, now).into()).await;
}
