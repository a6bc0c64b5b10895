//! When a cluster is looked at anew.

use std::time::Duration;

use engines::kubernetes::ClusterChange;
use futures::{StreamExt, stream};
use tokio::time::{Instant, sleep};

use crate::kubernetes::Teller;
use crate::kubernetes::census::Census;
use crate::kubernetes::health::Health;
use crate::pace::RescanTimer;
use crate::sightings::{Sighting, Sightings};

#[tokio::test(start_paused = true)]
async fn a_slow_cluster_may_finish_what_it_has_to_say() {
    let mut teller = Teller {
        census: Census::new(false),
        health: Health::default(),
        is_complete: false,
        due: None,
    };
    let rescan_timer = RescanTimer::new(Duration::from_secs(1));
    let (sightings, mut told) = Sightings::channel();
    let slow = stream::once(async {
        sleep(Duration::from_secs(40)).await;
        ClusterChange::Connected
    });
    let begun = Instant::now();
    let mut pace = rescan_timer.pace();
    teller.listen(slow.chain(stream::pending()).boxed(), &mut pace, &sightings).await;
    assert_eq!(begun.elapsed(), Duration::from_secs(41));
    assert!(matches!(told.try_recv(), Ok(Sighting::Whole(..))));
}
