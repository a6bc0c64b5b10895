//! A body on its way through: decoded, moved below the prefix, and encoded again. Each call takes
//! and gives a bounded amount, so that whoever reads slowly keeps everything waiting.

use crate::codec::{Decoder, Encoder, Encoding, Step};
use crate::kind::{Certainty, Kind};
use crate::look::Look;
use crate::passes::{Passes, Text};
use crate::{Broken, Pass};

/// Browsers look at so much of a body to find out what it is.
const LONGEST_LOOK: usize = 1445;

pub struct Rewriter {
    state: State,
}

enum State {
    /// What came so far does not say what it is.
    Looking(Box<Looking>),
    Working(Box<Working>),
    /// It is something else and goes through as it came.
    Passing,
}

struct Looking {
    certainty: Certainty,
    /// What came, in its coding.
    held: Vec<u8>,
    decoded: Vec<u8>,
    working: Box<Working>,
}

struct Working {
    decoder: Decoder,
    passes: Passes,
    /// `None` where there is no coding.
    encoder: Option<Encoder>,
    /// Room for a step.
    decoded: Vec<u8>,
    moved: Vec<u8>,
    /// What was read and has not come out: a tag, for example, whose end has not come yet.
    waiting: usize,
}

impl Rewriter {
    pub fn new(text: Text, encoding: Encoding) -> Self {
        let certainty = match text.kind {
            Kind::Html(html) => html.certainty,
            _ => Certainty::Sure,
        };
        let working = Box::new(Working {
            decoder: Decoder::new(encoding),
            passes: Passes::new(text),
            encoder: (encoding != Encoding::Identity).then(|| Encoder::new(encoding)),
            decoded: Vec::new(),
            moved: Vec::new(),
            waiting: 0,
        });
        let (held, decoded) = (Vec::new(), Vec::new());
        Rewriter { state: State::Looking(Box::new(Looking { certainty, held, decoded, working })) }
    }

    /// Takes a piece, or the rest of one, and appends what is certain by now. After
    /// [`Step::More`] that is to be passed on before the rest of the piece is pushed.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Step, Broken> {
        match &mut self.state {
            State::Passing => {
                out.extend_from_slice(piece);
                Ok(Step::Done)
            }
            State::Working(working) => working.push(piece, out),
            State::Looking(looking) => {
                let step = looking.push(piece)?;
                let enough = looking.decoded.len() >= LONGEST_LOOK;
                self.decide(enough, out)?;
                Ok(step)
            }
        }
    }

    /// Nothing more is there for now: what was pushed must be of use to the client.
    pub fn flush(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        match &mut self.state {
            State::Working(working) => working.encoder.as_mut().map_or(Ok(()), |to| to.flush(out)),
            State::Looking(_) | State::Passing => Ok(()),
        }
    }

    /// The body is over, after a push that answered [`Step::Done`].
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.decide(true, out)?;
        match &mut self.state {
            State::Working(working) => working.finish(out),
            State::Looking(_) | State::Passing => Ok(()),
        }
    }

    /// Whether the body is rewritten; `None` while that is not known.
    pub fn is_working(&self) -> Option<bool> {
        match self.state {
            State::Looking(_) => None,
            State::Working(_) => Some(true),
            State::Passing => Some(false),
        }
    }

    /// How much is held for this body now, or a little less than that.
    pub fn memory(&self) -> usize {
        match &self.state {
            State::Looking(looking) => {
                looking.held.capacity() + looking.decoded.capacity() + looking.working.memory()
            }
            State::Working(working) => working.memory(),
            State::Passing => 0,
        }
    }

    /// What the page's addresses show of the app by now: whether it writes the prefix by itself.
    pub fn knows_prefix(&self) -> Option<bool> {
        match &self.state {
            State::Working(working) => working.passes.knows_prefix(),
            State::Looking(_) | State::Passing => None,
        }
    }

    fn decide(&mut self, whole: bool, out: &mut Vec<u8>) -> Result<(), Broken> {
        let State::Looking(looking) = &mut self.state else { return Ok(()) };
        let look = looking.certainty.look(&looking.decoded, whole);
        if look == Look::TooShort {
            return Ok(());
        }
        let State::Looking(looking) = std::mem::replace(&mut self.state, State::Passing) else {
            return Ok(());
        };
        let Looking { held, decoded, mut working, .. } = *looking;
        if look == Look::Other {
            out.extend_from_slice(&held);
            return Ok(());
        }
        working.take(&decoded, out)?;
        self.state = State::Working(working);
        Ok(())
    }
}

impl Looking {
    fn push(&mut self, piece: &[u8]) -> Result<Step, Broken> {
        let step = self.working.decoder.push(piece, &mut self.decoded)?;
        let read = match step {
            Step::Done => piece.len(),
            Step::More(read) => read,
        };
        self.held.extend_from_slice(&piece[..read]);
        Ok(step)
    }
}

impl Working {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Step, Broken> {
        if self.encoder.is_none() {
            self.take(piece, out)?;
            return Ok(Step::Done);
        }
        let mut decoded = std::mem::take(&mut self.decoded);
        decoded.clear();
        let step = self.decoder.push(piece, &mut decoded)?;
        self.take(&decoded, out)?;
        self.decoded = decoded;
        Ok(step)
    }

    /// Takes plain text.
    fn take(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        let Some(encoder) = &mut self.encoder else {
            let before = out.len();
            self.passes.push(text, out)?;
            self.note(text.len(), out.len() > before);
            return Ok(());
        };
        self.moved.clear();
        self.passes.push(text, &mut self.moved)?;
        encoder.push(&self.moved, out)?;
        self.note(text.len(), !self.moved.is_empty());
        Ok(())
    }

    /// As soon as anything comes out, no more can wait than what was read last.
    fn note(&mut self, read: usize, came_out: bool) {
        self.waiting = if came_out { read } else { self.waiting + read };
    }

    fn memory(&self) -> usize {
        let coding = self.decoder.memory() + self.encoder.as_ref().map_or(0, Encoder::memory);
        coding + self.decoded.capacity() + self.moved.capacity() + self.waiting
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        let Some(encoder) = &mut self.encoder else { return self.passes.finish(out) };
        self.decoder.finish()?;
        self.moved.clear();
        self.passes.finish(&mut self.moved)?;
        encoder.push(&self.moved, out)?;
        encoder.finish(out)
    }
}
