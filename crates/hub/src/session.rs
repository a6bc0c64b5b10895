//! The life of one socket: it is admitted, told what it may hear, and sent away when its time
//! has come.

use std::future::Future;
use std::pin::{Pin, pin};
use std::time::Duration;

use futures::future::BoxFuture;
use kit::{Clock, Principal};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use web::{Outbox, Parcel, Session, SocketCommands};

use crate::auth::Doorkeeper;
use crate::end::End;
use crate::pace::Pace;
use crate::pulse::Pulse;
use crate::receipts::Receipts;
use crate::registry::Membership;
use crate::service::Inner;
use crate::socket::{Frame, Socket};
use crate::wire;
use crate::wire::Incoming;

const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// Talks with the client until one of both has had enough.
pub(crate) async fn converse(
    hub: &Inner,
    commands: &SocketCommands,
    doorkeeper: Doorkeeper,
    socket: &mut Socket,
) -> End {
    let shutdown = hub.supervisor.shutdown();
    let welcomed = tokio::select! {
        () = shutdown.draining() => Err(End::Draining),
        welcomed = timeout(hub.limits.auth_time, Box::pin(welcome(hub, doorkeeper, socket))) => {
            welcomed.unwrap_or(Err(End::NoAuth))
        }
    };
    let (session, outbox, membership) = match welcomed {
        Ok(welcomed) => welcomed,
        Err(end) => return end,
    };
    let ended = pin!(must_end(hub, &session.principal, &membership));
    let receipts = Receipts::default();
    Conversation { hub, commands, session: &session, outbox, receipts, socket, ended }.run().await
}

/// Finds out who is there, gives it a place, and says hello.
async fn welcome(
    hub: &Inner,
    doorkeeper: Doorkeeper,
    socket: &mut Socket,
) -> Result<(Session, Outbox, Membership), End> {
    let admitted = doorkeeper.admit(socket).await?.and_then(|principal| join(hub, principal));
    let (session, outbox, membership) = match admitted {
        Ok(admitted) => admitted,
        Err(error) => {
            socket.send(wire::auth_failed(&error)).await?;
            return Err(End::AuthFailed);
        }
    };
    let device_id = session.principal.identity.actor_id();
    socket.send(wire::auth_success(&device_id, &session.principal)).await?;
    socket.send(wire::hello(&hub.instance, &device_id, hub.clock.now())).await?;
    Ok((session, outbox, membership))
}

fn join(hub: &Inner, principal: Principal) -> kit::Result<(Session, Outbox, Membership)> {
    let limits = &hub.limits;
    let (session, outbox) = Session::open(principal, limits.queue_messages, limits.queue_bytes);
    let membership = hub.registry.join(session.clone(), limits.sockets_per_device)?;
    Ok((session, outbox, membership))
}

async fn must_end(hub: &Inner, principal: &Principal, member: &Membership) -> End {
    tokio::select! {
        () = principal.revoked.cancelled() => End::Revoked,
        () = expired(&hub.clock, principal) => End::Revoked,
        () = hub.supervisor.shutdown().draining() => End::Draining,
        () = member.too_slow.cancelled() => End::Slow,
    }
}

/// Returns when the credential has expired, if it ever does.
async fn expired(clock: &Clock, principal: &Principal) {
    let Some(end) = principal.expires_at else { return std::future::pending().await };
    loop {
        let left = end.since(clock.now());
        if left.is_zero() {
            return;
        }
        // The clock may be set while we wait.
        sleep(left.min(LOOK_AGAIN)).await;
    }
}

struct Conversation<'a, E> {
    hub: &'a Inner,
    commands: &'a SocketCommands,
    session: &'a Session,
    outbox: Outbox,
    receipts: Receipts,
    socket: &'a mut Socket,
    ended: Pin<&'a mut E>,
}

impl<'a, E: Future<Output = End>> Conversation<'a, E> {
    async fn run(mut self) -> End {
        let limits = &self.hub.limits;
        let mut pulse = Pulse::new(limits.ping_every, limits.silence);
        let mut pace = Pace::new(limits.burst, limits.message_period);
        let mut timer = pin!(sleep_until(pulse.next()));
        // One command at a time; while it runs, the client is not read but still written to.
        let mut running: Option<BoxFuture<'a, ()>> = None;
        loop {
            let step = tokio::select! {
                end = self.ended.as_mut() => Err(end),
                () = completed(&mut running) => {
                    running = None;
                    Ok(())
                }
                Some(parcel) = self.outbox.next() => self.deliver(parcel).await,
                () = timer.as_mut() => {
                    let step = self.keep_alive(&mut pulse).await;
                    timer.as_mut().reset(pulse.next());
                    step
                }
                frame = paced(self.socket, pace.resume_at()), if running.is_none() => {
                    pulse.heard();
                    if !self.settles_receipt(&frame) {
                        pace.note();
                    }
                    self.answer(frame, &mut running).await
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Writes a message, and behind it the ping whose answer is its receipt.
    async fn deliver(&mut self, parcel: Parcel) -> Result<(), End> {
        self.write(parcel.text).await?;
        match parcel.receipt {
            Some(receipt) => {
                let content = self.receipts.await_for(receipt);
                self.ping(Bytes::copy_from_slice(&content)).await
            }
            None => Ok(()),
        }
    }

    /// Writes, unless the end comes first: a peer that does not read must not delay it.
    async fn write(&mut self, message: Utf8Bytes) -> Result<(), End> {
        tokio::select! {
            biased;
            end = self.ended.as_mut() => Err(end),
            written = self.socket.send(message) => {
                self.hub.metrics.sent.inc();
                written
            }
        }
    }

    async fn keep_alive(&mut self, pulse: &mut Pulse) -> Result<(), End> {
        if pulse.is_silent() {
            return Err(End::Silent);
        }
        pulse.pinged();
        self.ping(Bytes::new()).await
    }

    async fn ping(&mut self, content: Bytes) -> Result<(), End> {
        tokio::select! {
            biased;
            end = self.ended.as_mut() => Err(end),
            written = self.socket.ping(content) => written,
        }
    }

    /// An answer that we asked for does not count against the client's pace.
    fn settles_receipt(&mut self, frame: &Result<Frame, End>) -> bool {
        matches!(frame, Ok(Frame::Pong(content)) if self.receipts.pong(content))
    }

    /// What is not understood is answered, not punished: reading is paced anyway.
    async fn answer(
        &mut self,
        frame: Result<Frame, End>,
        running: &mut Option<BoxFuture<'a, ()>>,
    ) -> Result<(), End> {
        let message = match frame? {
            Frame::Alive | Frame::Pong(_) => return Ok(()),
            Frame::Binary => None,
            Frame::Text(text) => Incoming::parse(&text),
        };
        let Some(Incoming { kind, data }) = message else {
            let text = "A message is a JSON text with `type` and `data`";
            return self.write(wire::error("INVALID_REQUEST", text)).await;
        };
        match kind.as_str() {
            "ping" => self.write(wire::pong()).await,
            "pong" => Ok(()),
            "auth" => {
                let text = "This socket is authenticated; open another one for another token";
                self.write(wire::error("INVALID_REQUEST", text)).await
            }
            kind => match self.commands.find(kind) {
                Some(command) => {
                    let work = command.run(self.session, data);
                    let limit = self.hub.limits.command_time;
                    *running = Some(Box::pin(async move {
                        if timeout(limit, work).await.is_err() {
                            tracing::warn!(command = command.kind(), "took too long");
                        }
                    }));
                    Ok(())
                }
                None => {
                    let text = "This type of message is not known here";
                    self.write(wire::error("UNKNOWN_TYPE", text)).await
                }
            },
        }
    }
}

/// The next frame, once the client may be read again.
async fn paced(socket: &mut Socket, resume_at: Option<Instant>) -> Result<Frame, End> {
    if let Some(resume_at) = resume_at {
        sleep_until(resume_at).await;
    }
    socket.next().await
}

async fn completed(running: &mut Option<BoxFuture<'_, ()>>) {
    match running {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}
