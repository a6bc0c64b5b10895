//! One stream to one socket: the last lines as the engine has them, then what is said from then on.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use engines::{EngineError, LogLine, LogRequest, LogStream, LogTime};
use futures::StreamExt;
use kit::{Error, ErrorKind, Result};
use tokio_util::sync::CancellationToken;
use web::Session;

use super::channel::{End, Reader};
use super::entry::{self, Head};
use super::feed::Source;
use super::wire::{self, Reason};
use crate::Containers;
use crate::error::{not_found, refused};
use crate::link::ContainerRef;

/// For this long after the last lines, the same ones may still come again.
const OVERLAP_NANOS: i64 = 10_000_000_000;

pub(super) struct Subscription {
    pub(super) containers: Containers,
    pub(super) session: Session,
    pub(super) asked: ContainerRef,
    pub(super) source: Source,
    pub(super) tail: u32,
    pub(super) follow: bool,
    pub(super) timestamps: bool,
    pub(super) previous: bool,
    /// Cancelled when the client has enough of it.
    pub(super) stop: CancellationToken,
    /// The client was told that it has begun. What has not does not end.
    pub(super) begun: AtomicBool,
}

impl Subscription {
    /// Until the end, of which the client is told once; but not one whose socket is gone.
    pub(super) async fn run(self) {
        let outcome = tokio::select! {
            () = self.session.closed() => return,
            () = self.stop.cancelled() => Ok(Reason::Stopped),
            outcome = self.stream() => outcome,
            gone = self.unlinked() => Err(gone),
        };
        let now = self.containers.parts().clock.now();
        let head = &self.source.head;
        let reason = match outcome {
            Ok(reason) => reason,
            Err(error) => {
                self.tell(wire::error(head, &error, now)).await;
                Reason::Error
            }
        };
        if self.begun.load(Ordering::Relaxed) {
            self.tell(wire::ended(head, reason, now)).await;
        }
    }

    async fn stream(&self) -> Result<Reason> {
        let mut reader = if self.follow { Some(self.join().await?) } else { None };
        let wanted = LogRequest {
            // The last line is where the others go on, also where nobody wants to see it.
            tail: Some(self.tail.max(1)),
            since: None,
            follow: false,
            container: self.source.container.clone(),
            previous: self.previous,
        };
        let opened = self.source.engine.logs(&self.source.id, wanted).await;
        let mut last = opened.map_err(failed)?;
        let now = self.containers.parts().clock.now();
        self.tell(wire::started(&self.source.head, now)).await;
        self.begun.store(true, Ordering::Relaxed);
        let mut known = Known::default();
        while let Some(lines) = last.next().await {
            for line in lines.map_err(failed)? {
                known.note(&line);
                if self.tail > 0 {
                    let message = entry::message(&line, &self.source.head, self.timestamps);
                    self.session.send_in_turn(message).await;
                }
            }
        }
        match &mut reader {
            Some(reader) => self.go_on(reader, known).await,
            None => Ok(Reason::Stopped),
        }
    }

    async fn join(&self) -> Result<Reader> {
        let reader = self.containers.listening().feeds.join(&self.source, None, false)?;
        reader.opened().await.map_err(failed)?;
        Ok(reader)
    }

    async fn go_on(&self, reader: &mut Reader, mut known: Known) -> Result<Reason> {
        loop {
            let lines = match reader.next().await {
                Ok(lines) => lines,
                Err(End::Finished) => return Ok(Reason::ContainerStopped),
                Err(End::Failed(error)) => return Err(failed(error)),
                Err(End::TooSlow) => {
                    let message = "You read more slowly than others, who do not wait";
                    return Err(Error::new(ErrorKind::RateLimitExceeded, message));
                }
            };
            for entry in lines.iter().filter(|entry| known.is_new(&entry.line)) {
                let message = entry.message(reader.head(), self.timestamps);
                self.session.send_in_turn(message).await;
            }
        }
    }

    /// Returns when no approved route leads to the container any more.
    async fn unlinked(&self) -> Error {
        let mut revisions = self.containers.parts().catalog.revisions();
        loop {
            if revisions.changed().await.is_err() {
                return std::future::pending().await;
            }
            let found = self.containers.find(&self.asked, ErrorKind::ContainerInspectFailed).await;
            // A container that has just been removed ends the stream by itself.
            let gone = found.is_err_and(|error| error.kind == ErrorKind::ContainerNotFound);
            if gone && self.source.engine.container(&self.source.id).await.is_ok() {
                return not_found();
            }
        }
    }

    async fn tell(&self, message: String) {
        self.session.send_in_turn(message.into()).await;
    }
}

fn failed(error: EngineError) -> Error {
    refused(error, ErrorKind::ContainerInspectFailed)
}

pub(super) fn head_of(asked: &str) -> Head {
    Head { container_id: asked.into(), container: None }
}

/// The lines that were told from one stream, so that they are not told again from the other. A
/// line's time tells it from all others.
#[derive(Debug, Default)]
struct Known {
    lines: HashSet<(LogTime, LogStream)>,
    first: Option<LogTime>,
    last: Option<LogTime>,
}

impl Known {
    fn note(&mut self, line: &LogLine) {
        let Some(at) = line.at else { return };
        self.lines.insert((at, line.stream));
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        self.last = self.last.max(Some(at));
    }

    fn is_new(&mut self, line: &LogLine) -> bool {
        let (Some(at), Some(last)) = (line.at, self.last) else { return true };
        if at.0 > last.0.saturating_add(OVERLAP_NANOS) {
            *self = Known::default();
            return true;
        }
        // Older ones than the first were not wanted.
        Some(at) >= self.first && !self.lines.contains(&(at, line.stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: i64, stream: LogStream) -> LogLine {
        LogLine { stream, at: Some(LogTime(at)), text: String::new() }
    }

    #[test]
    fn no_line_comes_twice_and_none_is_lost() {
        use LogStream::{Stderr, Stdout};
        let mut known = Known::default();
        for at in [10, 20, 30] {
            known.note(&line(at, Stdout));
        }
        assert!(!known.is_new(&line(5, Stdout)), "it is older than what was asked for");
        assert!(!known.is_new(&line(20, Stdout)));
        assert!(known.is_new(&line(20, Stderr)), "another line of the same moment");
        assert!(known.is_new(&line(25, Stdout)), "it was written later than its time says");
        assert!(known.is_new(&line(31, Stdout)));
        assert!(known.is_new(&line(31 + OVERLAP_NANOS, Stdout)));
        assert!(known.lines.is_empty());
        assert!(Known::default().is_new(&line(1, Stdout)), "there was nothing before");
    }
}
