//! The body of an answer while it is moved below its app's prefix.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};
use rewrite::codec::{Encoding, Step};
use rewrite::{Broken, Rewriter, Text};
use routing::{App, BoxError, Fault};
use tokio::time::timeout;

use crate::body::{ResponseBody, Streaming};
use crate::budget::{Budget, Share, Spent};
use crate::failure::{Failure, FailureKind};

/// A piece that is worth sending before more of it is made.
const ENOUGH: usize = 16 * 1024;
/// What an answer in a coding holds, as most of them come: a brotli window of 4 MiB, for example.
/// Those that need more get it while there is any.
fn usual_memory(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Identity => 256 << 10,
        Encoding::Gzip | Encoding::Deflate => 2 << 20,
        Encoding::Zstd => 5 << 20,
        Encoding::Brotli => 8 << 20,
    }
}

/// The head of an answer does not wait longer for the first piece of its body.
const PATIENCE: Duration = Duration::from_millis(100);

pub(crate) struct Rewritten {
    source: ResponseBody,
    rewriter: Rewriter,
    /// What it may hold.
    share: Share,
    app: Arc<App>,
    /// What came and was not worked on yet.
    input: Bytes,
    /// The rewriter has more to give before it takes the next piece.
    full: bool,
    out: Vec<u8>,
    trailers: Option<Frame<Bytes>>,
    stage: Stage,
}

enum Stage {
    Reading,
    /// Everything came, in good order.
    Ended,
    /// It breaks off; what is there goes out first.
    Breaking(BoxError),
    /// The server throws away what it has not sent yet, so it gets a turn to do that.
    Broken(BoxError),
    Over,
}

/// Whose fault it is that nothing more comes.
enum Trouble {
    /// The app's, and it is said by whoever reads from it.
    Source(BoxError),
    Text(Broken),
    /// Ours: other answers hold all there is.
    NoMemory,
}

impl Rewritten {
    pub(crate) async fn new(
        text: Text,
        encoding: Encoding,
        source: ResponseBody,
        (app, budget): (Arc<App>, &Budget),
    ) -> Result<Self, Failure> {
        let busy = |Spent| Failure::from(FailureKind::NoMemory);
        let share = budget.share(usual_memory(encoding)).await.map_err(busy)?;
        Ok(Rewritten {
            source,
            rewriter: Rewriter::new(text, encoding),
            share,
            app,
            input: Bytes::new(),
            full: false,
            out: Vec::new(),
            trailers: None,
            stage: Stage::Reading,
        })
    }

    /// Works on the first piece, so that what is wrong with it can still be said in the head.
    pub(crate) async fn look(&mut self) -> Result<(), Failure> {
        match timeout(PATIENCE, poll_fn(|cx| self.poll_look(cx))).await {
            Ok(Err(trouble)) => {
                self.source.give_up(None);
                Err(match trouble {
                    Trouble::Source(error) => FailureKind::Protocol.because(error),
                    Trouble::Text(broken) => FailureKind::Protocol.because(broken),
                    Trouble::NoMemory => FailureKind::NoMemory.into(),
                })
            }
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    fn poll_look(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Trouble>> {
        loop {
            self.work()?;
            let understood = self.rewriter.is_working().is_some();
            let seen = if self.is_idle() {
                // A short answer is here already, and how it ends is known at once.
                understood && !self.source.is_end_stream()
            } else {
                true
            };
            if seen || !matches!(self.stage, Stage::Reading) {
                return Poll::Ready(Ok(()));
            }
            match ready!(self.poll_source(cx)) {
                Ok(()) => {}
                Err(Trouble::Source(error)) => self.stage = Stage::Breaking(error),
                Err(trouble) => return Poll::Ready(Err(trouble)),
            }
        }
    }

    /// Whether the body will be another one than the app sent.
    pub(crate) fn changes(&self) -> bool {
        self.rewriter.is_working() != Some(false)
    }

    fn is_idle(&self) -> bool {
        !self.full && self.input.is_empty()
    }

    /// Works until there is something worth sending, or nothing more to work on.
    fn work(&mut self) -> Result<(), Trouble> {
        while !self.is_idle() && self.out.len() < ENOUGH {
            let step = self.rewriter.push(&self.input, &mut self.out).map_err(Trouble::Text)?;
            let holds = self.rewriter.memory() + self.input.len() + self.out.capacity();
            self.share.grow_to(holds).map_err(|Spent| Trouble::NoMemory)?;
            self.full = step != Step::Done;
            match step {
                Step::Done => self.input.clear(),
                Step::More(read) => self.input.advance(read),
            }
        }
        Ok(())
    }

    /// Gets the next piece, or learns that there is none.
    fn poll_source(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Trouble>> {
        let frame = ready!(Pin::new(&mut self.source).poll_frame(cx));
        match frame.transpose().map_err(Trouble::Source)?.map(Frame::into_data) {
            Some(Ok(data)) => self.input = data,
            Some(Err(trailers)) => {
                self.trailers = Some(trailers);
                self.end()?;
            }
            None => self.end()?,
        }
        Poll::Ready(Ok(()))
    }

    fn end(&mut self) -> Result<(), Trouble> {
        self.rewriter.finish(&mut self.out).map_err(Trouble::Text)?;
        self.stage = Stage::Ended;
        // What the app shows of itself counts for its next pages.
        if let Some(knows) = self.rewriter.knows_prefix() {
            self.app.learned.set_knows_prefix(knows);
        }
        Ok(())
    }

    fn give(&mut self) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.out).into()))))
    }

    fn break_off(&mut self, trouble: Trouble) {
        let why = match trouble {
            Trouble::Source(error) => error,
            Trouble::Text(broken) => {
                self.source.give_up(Some(Fault::Protocol));
                broken.into()
            }
            Trouble::NoMemory => {
                self.source.give_up(Some(Fault::Unavailable));
                FailureKind::NoMemory.message().into()
            }
        };
        self.stage = Stage::Breaking(why);
    }

    /// What is there comes first, then the end, whatever it is.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if !self.out.is_empty() {
            return self.give();
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Breaking(why) => {
                self.stage = Stage::Broken(why);
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Stage::Broken(why) => Poll::Ready(Some(Err(why))),
            _ => Poll::Ready(self.trailers.take().map(Ok)),
        }
    }
}

impl Streaming for Rewritten {}

impl Body for Rewritten {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = self.get_mut();
        while matches!(this.stage, Stage::Reading) {
            if let Err(trouble) = this.work() {
                this.break_off(trouble);
                break;
            }
            if this.out.len() >= ENOUGH {
                return this.give();
            }
            match this.poll_source(cx) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(trouble)) => this.break_off(trouble),
                Poll::Pending => {
                    if let Err(broken) = this.rewriter.flush(&mut this.out) {
                        this.break_off(Trouble::Text(broken));
                        break;
                    }
                    return if this.out.is_empty() { Poll::Pending } else { this.give() };
                }
            }
        }
        this.poll_end(cx)
    }

    fn is_end_stream(&self) -> bool {
        let ended = matches!(self.stage, Stage::Ended | Stage::Over);
        ended && self.out.is_empty() && self.trailers.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        let come = (self.out.len() + self.input.len()) as u64;
        match (self.changes(), &self.stage) {
            (false, Stage::Reading) => {
                let left = self.source.size_hint().exact();
                left.map(|left| SizeHint::with_exact(left + come)).unwrap_or_default()
            }
            (_, Stage::Ended) => SizeHint::with_exact(come),
            _ => SizeHint::default(),
        }
    }
}
