use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, sleep_until};

use super::Finding;
use super::ask::{Asker, Turn};
use crate::model::{Offer, Source};

/// How long a better address may take to answer after a worse one did.
const HEAD_START: Duration = Duration::from_millis(300);

/// The best of an offer's addresses that answers. All are asked at once, because one that cannot
/// be reached takes seconds to say so.
pub(super) async fn best(asker: &Asker, turn: Turn, offer: &Offer) -> Option<Finding> {
    let mut asked: FuturesUnordered<_> = offer
        .addresses
        .iter()
        .enumerate()
        .map(|(rank, address)| async move {
            let _slot = asker.slot(turn, address).await;
            let answer = asker.ask(address, offer.scheme).await;
            let has_key = answer.is_some_and(|answer| answer.scheme.is_secure());
            let key = if has_key && turn.source == Source::Mdns {
                asker.key(address).await
            } else {
                None
            };
            (rank, answer.map(|answer| (answer, key)))
        })
        .collect();
    let mut open: Vec<bool> = vec![true; offer.addresses.len()];
    let mut found: Option<(usize, _)> = None;
    let mut end = None;
    loop {
        tokio::select! {
            biased;
            answer = asked.next() => match answer {
                None => break,
                Some((rank, answer)) => {
                    open[rank] = false;
                    if let Some(answer) = answer
                        && found.as_ref().is_none_or(|(best, _)| rank < *best)
                    {
                        found = Some((rank, answer));
                        end.get_or_insert_with(|| Instant::now() + HEAD_START);
                    }
                    if found.as_ref().is_some_and(|(best, _)| !open[..*best].contains(&true)) {
                        break;
                    }
                }
            },
            () = at(end) => break,
        }
    }
    let (rank, (answer, key)) = found?;
    Some(Finding {
        own_port: offer.own_port,
        address: offer.addresses[rank].clone(),
        scheme: answer.scheme,
        status: answer.status,
        insecure: answer.insecure,
        key,
    })
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
