//! Asking another gateway for its apps, and bringing it ours.

use anyhow::{Context, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::frame::{LARGEST_LIST, receive, send};
use super::{EXCHANGE_TIME, may_send};
use crate::Federation;
use crate::model::Peer;
use crate::protocol::{Purpose, Question};

/// What an exchange brought, in apps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Exchanged {
    pub(crate) received: usize,
    pub(crate) sent: usize,
}

/// `whole`: both lists go over the wire, whatever is known already.
pub(crate) async fn exchange(
    federation: &Federation,
    peer: &Peer,
    whole: bool,
) -> anyhow::Result<Exchanged> {
    let outcome = timeout(EXCHANGE_TIME, ask(federation, peer, whole)).await;
    let outcome = outcome.unwrap_or_else(|_| Err(anyhow::anyhow!("it takes too long")));
    federation.figures().exchanged(outcome.is_ok());
    outcome
}

async fn ask(federation: &Federation, peer: &Peer, whole: bool) -> anyhow::Result<Exchanged> {
    let member = federation.member()?;
    let own = federation.own().context("we have nothing to say yet")?;
    let address = peer.record.said.gossip;
    let allowed = may_send(own.record.said.gossip, address);
    ensure!(allowed && federation.reaches(address), "it is out of reach");
    let mut stream = TcpStream::connect(address).await?;
    let has = if whole { "" } else { peer.held.digest.as_str() };
    let question = Question::new(&own.record, &peer.record.id, has, whole);
    let cipher = &member.cipher;
    let asked = question.write(&member.identity);
    send(&mut stream, (cipher, Purpose::Question), &asked).await?;
    let answer = receive(&mut stream, (cipher, Purpose::Answer), LARGEST_LIST).await?;
    let answer = answer.and_then(|text| question.read_answer(&text));
    let answer = answer.context("what came is not its answer")?;
    let mut exchanged = Exchanged::default();
    if question.wants_to_bring(&answer.has) {
        send(&mut stream, (cipher, Purpose::Apps), &own.apps).await?;
        exchanged.sent = own.record.said.apps;
    }
    // It has read everything when it ends the connection, too.
    stream.shutdown().await?;
    stream.read_to_end(&mut Vec::new()).await?;
    if !federation.hear(&answer.from).await?.is_member() {
        bail!("it was removed meanwhile");
    }
    if let Some(apps) = &answer.apps {
        exchanged.received = federation.take_apps(&answer.from, apps).await?;
    }
    Ok(exchanged)
}
