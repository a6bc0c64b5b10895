use events::Event;
use events::facts::FederationChanged;
use kit::Worker;

use crate::{Federation, node};

/// None where federation is switched off.
pub(crate) fn all(federation: &Federation) -> Vec<Worker> {
    if !federation.is_enabled() {
        return Vec::new();
    }
    let (member, follower) = (federation.clone(), federation.clone());
    vec![
        Worker::new("federation.node", move |token| node::run(member.clone(), token)),
        federation.events().follower(
            "federation.follow",
            Event::is::<FederationChanged>,
            move || {
                let follower = follower.clone();
                async move { follower.read_again().await }
            },
        ),
    ]
}
