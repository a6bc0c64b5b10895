//! Sends what waits, each channel by itself. No connection to the database is held while the
//! network is waited for.

use std::collections::HashSet;
use std::time::Duration;

use ::store::Lease;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use kit::{Entropy, Result};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::Forward;
use crate::Notify;

const TICK: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_secs(2);
const AT_ONCE: usize = 16;
/// Longer than any attempt takes.
const LEASE: Duration = Duration::from_secs(60);

pub(crate) async fn run(notify: Notify, token: CancellationToken) {
    let lease = Lease { name: "notify.forward", holder: Entropy.hex::<8>(), lifetime: LEASE };
    let mut busy: HashSet<String> = HashSet::new();
    let mut under_way = FuturesUnordered::new();
    loop {
        match due(&notify, &lease, &busy).await {
            Ok(due) => {
                for forward in due.into_iter().take(AT_ONCE.saturating_sub(busy.len())) {
                    busy.insert(forward.channel_id.clone());
                    under_way.push(attempt(notify.clone(), forward));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "forwarding to channels failed; retrying");
                token.run_until_cancelled(sleep(RETRY)).await;
            }
        }
        tokio::select! {
            () = token.cancelled() => return,
            Some(channel) = under_way.next() => drop(busy.remove(&channel)),
            () = notify.inner.forwarding.notified() => {}
            () = sleep(TICK) => {}
        }
    }
}

/// The next of every channel that is not busy; none while another program sends.
async fn due(notify: &Notify, lease: &Lease, busy: &HashSet<String>) -> Result<Vec<Forward>> {
    let mut due = notify.forwards_due().await?;
    due.retain(|forward| !busy.contains(&forward.channel_id));
    if due.is_empty() || lease.take(notify.db(), notify.clock().now()).await? {
        return Ok(due);
    }
    Ok(Vec::new())
}

/// Returns the channel, which is free again.
async fn attempt(notify: Notify, forward: Forward) -> String {
    let sent = match notify.channel_target(&forward.channel_id).await {
        Ok(Some(target)) => target.send(&notify, &forward.outgoing).await,
        // Removed in the meantime, and what waited with it.
        Ok(None) => return forward.channel_id,
        Err(error) => {
            tracing::warn!(%error, "reading a channel failed; retrying");
            sleep(RETRY).await;
            return forward.channel_id;
        }
    };
    if let Err(error) = notify.note_forwarded(&forward, sent).await {
        // It is sent again: better twice than never.
        tracing::warn!(%error, "recording a forwarded notification failed; it may be sent twice");
        sleep(RETRY).await;
    }
    forward.channel_id
}
