//! Answering other gateways.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;

use anyhow::Context;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::EXCHANGE_TIME;
use super::frame::{LARGEST_LIST, LARGEST_QUESTION, receive, send};
use crate::Federation;
use crate::protocol::{Purpose, Question, digest};

/// Each peer asks one question at a time.
const MOST_AT_ONCE: usize = 64;
/// So that one neighbour cannot take all places.
const MOST_OF_ONE: usize = 16;
/// Who knocks has his question ready.
const QUESTION_TIME: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

pub(super) async fn listen(federation: &Federation, listener: &TcpListener) -> Infallible {
    let mut under_way = FuturesUnordered::new();
    let mut places: HashMap<IpAddr, usize> = HashMap::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if under_way.len() < MOST_AT_ONCE => match accepted {
                Ok((stream, from)) => {
                    let place = places.entry(from.ip()).or_default();
                    if *place < MOST_OF_ONE {
                        *place += 1;
                        under_way.push(async move { serve(federation, stream).await; from.ip() });
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, "a peer's connection could not be accepted");
                    tokio::time::sleep(PAUSE).await;
                }
            },
            Some(ip) = under_way.next() => {
                if let Some(place) = places.get_mut(&ip) {
                    *place -= 1;
                    if *place == 0 {
                        places.remove(&ip);
                    }
                }
            }
        }
    }
}

async fn serve(federation: &Federation, mut stream: TcpStream) {
    match timeout(EXCHANGE_TIME, answer(federation, &mut stream)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a connection of a peer has ended"),
        Err(_) => tracing::debug!("a connection of a peer took too long"),
    }
}

/// Whoever is no member hears nothing: the connection ends.
async fn answer(federation: &Federation, stream: &mut TcpStream) -> anyhow::Result<()> {
    let member = federation.member()?;
    let cipher = &member.cipher;
    let asked = receive(stream, (cipher, Purpose::Question), LARGEST_QUESTION);
    let asked = timeout(QUESTION_TIME, asked).await??;
    let question = asked.and_then(|text| Question::read(&text, member.identity.id()));
    let question = question.context("no question of a member")?;
    if !federation.hear(&question.from).await?.is_member() {
        return Ok(());
    }
    let own = federation.own().context("we have nothing to say yet")?;
    let has = federation.held_of(&question.from.id);
    let answer = question.answer(&member.identity, &own.record, &has, &own.apps);
    send(stream, (cipher, Purpose::Answer), &answer).await?;
    if question.wants_to_bring(&has) {
        let apps = receive(stream, (cipher, Purpose::Apps), LARGEST_LIST).await?;
        let announced = |apps: &String| digest(apps) == question.from.said.digest;
        let apps = apps.filter(announced).context("not the list that it announces")?;
        federation.take_apps(&question.from, &apps).await?;
    }
    Ok(())
}
