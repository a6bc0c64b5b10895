use std::time::Duration;

use engines::{EngineError, Inventory};
use kit::Worker;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Containers;
use crate::service::component;

/// The safety net under the engine's own word.
const PERIOD: Duration = Duration::from_secs(30);

pub(crate) fn all(containers: &Containers) -> Vec<Worker> {
    let inventories = containers.runtimes().all().iter();
    let workers = inventories.map(|inventory| {
        let name = component(inventory.engine().runtime());
        let (containers, inventory) = (containers.clone(), inventory.clone());
        Worker::new(name, move |token| containers.clone().watch(inventory.clone(), token))
    });
    workers.collect()
}

impl Containers {
    async fn watch(self, inventory: Inventory, token: CancellationToken) {
        tokio::select! {
            () = token.cancelled() => {}
            () = inventory.run() => {}
            () = self.follow(&inventory) => {}
        }
    }

    /// Hears what happens to containers and what becomes of routes, and looks at what that means.
    async fn follow(&self, inventory: &Inventory) {
        let mut snapshots = inventory.subscribe();
        let mut revisions = self.parts().catalog.revisions();
        let mut link: Option<Result<(), EngineError>> = None;
        let mut wholes = 0;
        loop {
            tokio::select! {
                Ok(()) = snapshots.changed() => {}
                Ok(()) = revisions.changed() => inventory.look_soon(),
                () = sleep(PERIOD) => inventory.look_soon(),
            }
            let now = snapshots.borrow_and_update().clone();
            if now.link != link {
                link.clone_from(&now.link);
                self.reached(inventory, &now);
            }
            if now.wholes != wholes {
                wholes = now.wholes;
                self.tell_phases(inventory).await;
            }
        }
    }
}
