use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::model::{Observation, ServiceKey, Source};

/// How many wait for the reconciler before a source has to wait itself.
const WAITING: usize = 256;

/// What sources tell the reconciler.
#[derive(Debug)]
pub(crate) enum Sighting {
    /// There is such a service, or it is another than before.
    Seen(Box<Observation>),
    /// It is gone.
    Gone(ServiceKey),
    /// Everything that the source sees; whatever else was known of it is gone.
    Whole(Source, Vec<Observation>),
    /// How the source is doing.
    Condition(Source, Condition),
}

/// How a source is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    /// It sees what there is. A remark says what it cannot see, and how to mend that.
    Working { remark: Option<String> },
    /// It sees nothing at the moment; what it saw last still counts.
    Failing { reason: String },
}

/// The way from a source to the reconciler.
#[derive(Debug, Clone)]
pub(crate) struct Sightings(Sender<Sighting>);

impl Sightings {
    pub(crate) fn channel() -> (Sightings, Receiver<Sighting>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Sightings(sender), receiver)
    }

    pub(crate) async fn tell(&self, sighting: Sighting) {
        // Nobody listens any more when the program ends.
        let _ = self.0.send(sighting).await;
    }
}
