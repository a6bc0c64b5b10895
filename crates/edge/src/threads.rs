//! The threads of the data plane, each with a runtime of its own: they accept connections, serve
//! them and call apps for them.

use std::rc::Rc;
use std::sync::Arc;

use tokio::runtime::{Builder, LocalOptions};
use tokio::sync::mpsc;

use crate::accept::{self, LaneSocket};
use crate::edge::Edge;
use crate::lane::Lane;
use crate::upstream::SWEEP;

/// Starts the thread. It ends with the program: when its last task has, or at the cut.
pub(crate) fn start(
    edge: &Arc<Edge>,
    number: usize,
    lane_sockets: mpsc::UnboundedReceiver<LaneSocket>,
) {
    let edge = edge.clone();
    let work = move || {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build_local(LocalOptions::default())
            .expect("the system gives a thread its event queue");
        runtime.block_on(run(Lane::new(edge), lane_sockets));
    };
    let named = std::thread::Builder::new().name(format!("lane-{number}"));
    named.spawn(work).expect("the system starts threads");
}

async fn run(lane: Rc<Lane>, mut lane_sockets: mpsc::UnboundedReceiver<LaneSocket>) {
    let supervisor = lane.edge.supervisor.clone();
    let draining = supervisor.shutdown().token();
    let sweeping = lane.clone();
    let own = draining.clone();
    supervisor.spawn_local(async move {
        while own.run_until_cancelled(tokio::time::sleep(SWEEP)).await.is_some() {
            sweeping.pool.sweep();
            let Edge { cache, metrics, .. } = &*sweeping.edge;
            metrics.cached(cache.len(), cache.bytes());
        }
    });
    let serving = async {
        while let Some(Some(lane_socket)) = draining.run_until_cancelled(lane_sockets.recv()).await
        {
            supervisor.spawn_local(accept::run(lane.clone(), lane_socket));
        }
        lane.pool.close();
        // Connections that were accepted here belong to this thread's event queue, also those
        // that were handed to a task elsewhere.
        supervisor.ended().await;
    };
    tokio::select! {
        () = serving => {}
        () = lane.deadlines.count() => {}
    }
}
