use std::time::Duration;

use engines::{Change, ContainerId, Docker, DockerAddress};
use futures::StreamExt;
use futures::stream::BoxStream;
use testkit::docker::{DockerEngine, Running};
use tokio::time::{Instant, timeout_at};

pub(crate) fn client(engine: &DockerEngine) -> Docker {
    at(&engine.url())
}

pub(crate) fn at(address: &str) -> Docker {
    Docker::new(DockerAddress::parse(address).expect("it is an address"))
}

pub(crate) fn id(running: &Running<'_>) -> ContainerId {
    ContainerId::parse(running.id()).expect("the engine's ids are ids")
}

/// The first change that is the right one; what tests beside this one do is passed over.
pub(crate) async fn wait_for<T>(
    changes: &mut BoxStream<'static, Change>,
    within: Duration,
    right: impl Fn(&Change) -> Option<T>,
) -> T {
    let end = Instant::now() + within;
    loop {
        let change = timeout_at(end, changes.next()).await.expect("it comes in time");
        if let Some(found) = right(&change.expect("the stream never ends")) {
            return found;
        }
    }
}

pub(crate) async fn connected(changes: &mut BoxStream<'static, Change>, within: Duration) {
    wait_for(changes, within, |change| matches!(change, Change::Connected).then_some(())).await;
}
