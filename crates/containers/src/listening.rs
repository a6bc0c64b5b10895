//! What is heard from containers, and kept of it.

use web::Slice;

use crate::incidents::{self, Recorder, Rings, Samples};
use crate::logs::{Feeds, Subscriptions, commands};
use crate::{Containers, Parts, export};

pub(crate) struct Listening {
    pub(crate) feeds: Feeds,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) rings: Rings,
    pub(crate) recorder: Recorder,
    pub(crate) samples: Samples,
}

impl Listening {
    pub(crate) fn new(parts: &Parts) -> Self {
        Listening {
            feeds: Feeds::new(parts.supervisor.clone()),
            subscriptions: Subscriptions::default(),
            rings: Rings::new(parts.data_dir.clone()),
            recorder: Recorder::default(),
            samples: Samples::default(),
        }
    }
}

/// The slice with the endpoints, commands and workers of logs, incidents and exports.
pub(crate) fn added(containers: &Containers, mut slice: Slice) -> Slice {
    slice.routes = slice.routes.merge(export::routes(containers.clone()));
    slice.routes = slice.routes.merge(incidents::routes(containers.clone()));
    slice.workers.extend(incidents::workers(containers));
    slice.commands.extend(commands(containers));
    slice
}
