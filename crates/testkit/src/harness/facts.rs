use std::sync::Arc;

use events::Event;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use crate::PATIENCE;

/// The facts that come until one is of this kind, which is the last of them.
pub async fn until(facts: &mut Receiver<Arc<Event>>, kind: &str) -> Vec<Arc<Event>> {
    let wanted = async {
        let mut seen = Vec::new();
        loop {
            let event = facts.recv().await.expect("a fact");
            let last = event.kind == kind;
            seen.push(event);
            if last {
                return seen;
            }
        }
    };
    timeout(PATIENCE, wanted).await.unwrap_or_else(|_| panic!("no {kind}"))
}
