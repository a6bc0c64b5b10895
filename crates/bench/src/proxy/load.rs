//! Clients that keep a proxy busy: each asks again as soon as it was answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context, Result, bail, ensure};
use tokio::task::JoinSet;

use super::dial::Dialer;
use super::hpack::Blocks;
use super::request::Request;
use super::scenario::{Answer, Transport};
use super::{http1, http2};

/// Requests under way at a time.
const MANY: usize = 32;
/// The same for large answers, which need no more to fill every buffer.
const FEW: usize = 8;
/// A browser asks for several things at a time over one connection of HTTP/2.
const STREAMS: usize = 16;

/// What all clients of a round share.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    answered: AtomicU64,
    stopping: AtomicBool,
}

impl Tally {
    pub(crate) fn answered(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }
}

/// The clients of one round.
pub(crate) struct Load {
    pub(crate) tally: Arc<Tally>,
    clients: JoinSet<Result<()>>,
}

impl Load {
    /// Several requests are sent in turn, over HTTP/1.1 only.
    pub(crate) async fn start(
        dialer: &Dialer,
        requests: &[Request],
        answer: Answer,
    ) -> Result<Load> {
        let mut load = Load { tally: Arc::default(), clients: JoinSet::new() };
        let at_once = if answer == Answer::Large { FEW } else { MANY };
        let request = requests.first().context("there is nothing to ask")?;
        match request.transport {
            Transport::H2 => load.speak_http2(dialer, request, answer, at_once).await?,
            Transport::Handshakes => load.come_anew(dialer, request, answer, at_once),
            _ => load.speak_http1(dialer, requests, answer, at_once).await?,
        }
        Ok(load)
    }

    /// Each request comes on a connection of its own.
    fn come_anew(&mut self, dialer: &Dialer, request: &Request, answer: Answer, at_once: usize) {
        let text = Arc::new(request.text());
        for _ in 0..at_once {
            let (dialer, text, tally) = (dialer.clone(), text.clone(), self.tally.clone());
            self.clients.spawn(async move {
                while !tally.is_stopping() {
                    let mut stream = dialer.dial().await?;
                    let body = http1::fetch(&mut stream, &text).await?;
                    ensure!(body.len() == answer.length(), "an answer has another length");
                    tally.answered();
                }
                Ok(())
            });
        }
    }

    async fn speak_http1(
        &mut self,
        dialer: &Dialer,
        requests: &[Request],
        answer: Answer,
        at_once: usize,
    ) -> Result<()> {
        let texts: Arc<Vec<Vec<u8>>> = Arc::new(requests.iter().map(Request::text).collect());
        for client in 0..at_once {
            let stream = dialer.dial().await?;
            let (texts, tally) = (texts.clone(), self.tally.clone());
            // Clients that all ask for the same at a time would be easier to serve.
            let first = client * texts.len() / at_once;
            self.clients.spawn(async move {
                http1::drive(stream, &texts, first, answer.length(), &tally).await
            });
        }
        Ok(())
    }

    async fn speak_http2(
        &mut self,
        dialer: &Dialer,
        request: &Request,
        answer: Answer,
        at_once: usize,
    ) -> Result<()> {
        let blocks = Arc::new(Blocks::of(request)?);
        let streams = at_once.min(STREAMS);
        for _ in 0..at_once / streams {
            let stream = dialer.dial().await?;
            let (blocks, tally) = (blocks.clone(), self.tally.clone());
            self.clients.spawn(async move {
                http2::drive(stream, &blocks, streams, answer.length(), &tally).await
            });
        }
        Ok(())
    }

    /// Ends only when a client fails.
    pub(crate) async fn failure(&mut self) -> anyhow::Error {
        match self.clients.join_next().await {
            Some(Ok(Err(error))) => error,
            Some(Err(error)) => error.into(),
            Some(Ok(Ok(()))) | None => anyhow::anyhow!("a client stopped too early"),
        }
    }

    /// Lets every client have the answers it waits for.
    pub(crate) async fn stop(mut self) -> Result<()> {
        self.tally.stop();
        while let Some(ended) = self.clients.join_next().await {
            if let Err(error) = ended? {
                bail!(error.context("a client failed at the end"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::proxy::upstream::Upstream;

    #[tokio::test]
    async fn clients_ask_again_until_they_are_told_to_stop() {
        let upstream = Upstream::start().await.expect("the app starts");
        let (transport, port) = (Transport::Plain, upstream.port);
        let dialer = Dialer::new(transport, port, "none".as_ref()).expect("it needs no authority");
        for answer in Answer::ALL {
            let path = answer.path().to_owned();
            let requests = [Request { path, transport, port, token: None }];
            let load = Load::start(&dialer, &requests, answer).await.expect("clients connect");
            let tally = load.tally.clone();
            let busy = async {
                while tally.count() < 100 {
                    sleep(Duration::from_millis(1)).await;
                }
            };
            timeout(Duration::from_secs(30), busy).await.expect("requests are answered");
            load.stop().await.expect("every answer is a good one");
        }
        let wrong = [Request { path: "/".to_owned(), transport, port, token: None }];
        let mut load = Load::start(&dialer, &wrong, Answer::Small).await.expect("clients connect");
        let failure = timeout(Duration::from_secs(30), load.failure()).await;
        assert!(failure.expect("it is noticed").to_string().contains("2 bytes, not 200"));
    }
}
