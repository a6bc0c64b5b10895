//! A life among peers, from joining to leaving.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use kit::Status;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::advertise::{advertised, listen_address};
use super::fetch::keep_up;
use super::gossip::Gossip;
use super::listen::listen;
use super::nearby::{Nearby, look};
use super::seeds::greet;
use super::socket::SealedTransport;
use crate::Federation;

const OBSERVE: Duration = Duration::from_millis(300);
/// How soon a change of our own apps is noticed where nothing tells of it, such as their health.
const COMPOSE: Duration = Duration::from_secs(1);
const WHERE_ARE_WE: Duration = Duration::from_secs(30);
const ASK_FOR_TURN: Duration = Duration::from_secs(5);

/// Lives until the token is cancelled. When it returns earlier, it is called again after a pause.
pub(crate) async fn run(federation: Federation, token: CancellationToken) {
    let Some(outcome) = token.run_until_cancelled(live(&federation)).await else { return };
    let Err(error) = outcome else { return };
    tracing::warn!(error = format!("{error:#}"), "federation failed; restarting it");
    federation.report(Status::Degraded, Some(format!("{error:#}")));
}

async fn live(federation: &Federation) -> anyhow::Result<()> {
    let member = federation.member()?;
    federation.wait_for_turn(ASK_FOR_TURN).await;
    let config = federation.config();
    let own = advertised(config).await.context("this machine has no address for peers")?;
    let at = listen_address(config, own);
    let listener = TcpListener::bind(at).await.with_context(|| format!("cannot listen on {at}"))?;
    federation.begin(own).await?;
    let first = federation.own().context("nothing to say")?;
    let transport = SealedTransport {
        cipher: member.cipher.clone(),
        own,
        reach: federation.reach(),
        figures: federation.figures().clone(),
    };
    let gossip = Gossip::start(&first.record, at, &transport).await?;
    tracing::info!(id = %member.identity.id(), address = %own, "federation has begun");
    let _running = federation.running();
    federation.report(Status::Healthy, None);
    let nearby = Nearby::default();
    tokio::select! {
        () = observe(federation, &gossip) => {}
        () = greet(federation, &gossip, (own, &nearby)) => {}
        () = gossip.ended() => {}
        () = moved(federation, own) => tracing::info!("our address has changed"),
        () = federation.lose_turn(ASK_FOR_TURN) => tracing::info!("another program takes over"),
        never = say(federation, &gossip, own) => match never {},
        never = listen(federation, &listener) => match never {},
        never = keep_up(federation) => match never {},
        never = look(federation, own, &nearby) => match never {},
    }
    Ok(())
}

/// Takes over what gossip knows.
async fn observe(federation: &Federation, gossip: &Gossip) {
    let mut complained = false;
    while let Some(heard) = gossip.heard().await {
        match federation.take_over(&heard.records).await {
            Ok(()) => complained = false,
            Err(error) if !complained => {
                complained = true;
                tracing::warn!(%error, "storing what peers announce failed; retrying");
            }
            Err(_) => {}
        }
        sleep(OBSERVE).await;
    }
}

/// Tells others what changed here.
async fn say(federation: &Federation, gossip: &Gossip, own: SocketAddr) -> Infallible {
    let mut revisions = federation.catalog().revisions();
    loop {
        if federation.compose(own)
            && let Some(own) = federation.own()
        {
            gossip.say(&own.record).await;
        }
        tokio::select! {
            _ = revisions.changed() => {}
            () = sleep(COMPOSE) => {}
        }
    }
}

/// Returns when others would look for us in vain.
async fn moved(federation: &Federation, own: SocketAddr) {
    loop {
        sleep(WHERE_ARE_WE).await;
        if advertised(federation.config()).await.is_some_and(|now| now != own) {
            return;
        }
    }
}
