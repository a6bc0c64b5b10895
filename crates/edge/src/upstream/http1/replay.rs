//! Reads an answer that comes in given pieces, without a connection: for the fuzz targets.

use bytes::BytesMut;
use http::{HeaderMap, Method, response};

use super::decode;
use crate::framing::{Malformed, Piece, Sender};

/// What an answer was taken for.
#[derive(Debug, Default)]
pub struct Replay {
    /// `None`: the head did not come whole, or is malformed.
    pub head: Option<response::Parts>,
    /// How many bytes the head took.
    pub head_length: usize,
    pub keeps_alive: bool,
    pub body: Vec<u8>,
    pub trailers: Option<HeaderMap>,
    /// Whether the body came to the end that the head announced.
    pub whole: bool,
    /// What came behind it.
    pub rest: Vec<u8>,
    pub malformed: Option<&'static str>,
}

pub(crate) fn replay<'a>(pieces: impl Iterator<Item = &'a [u8]>, method: &Method) -> Replay {
    let mut replay = Replay::default();
    let mut feed = Feed { buffer: BytesMut::new(), pieces, fed: 0 };
    if let Err(Malformed(why)) = replay.read(&mut feed, method) {
        replay.malformed = Some(why);
    }
    if replay.whole {
        while feed.more() {}
        replay.rest = feed.buffer.to_vec();
    }
    replay
}

struct Feed<I> {
    buffer: BytesMut,
    pieces: I,
    fed: usize,
}

impl<'a, I: Iterator<Item = &'a [u8]>> Feed<I> {
    fn more(&mut self) -> bool {
        let piece = self.pieces.next();
        if let Some(piece) = piece {
            self.buffer.extend_from_slice(piece);
            self.fed += piece.len();
        }
        piece.is_some()
    }
}

impl Replay {
    fn read<'a>(
        &mut self,
        feed: &mut Feed<impl Iterator<Item = &'a [u8]>>,
        method: &Method,
    ) -> Result<(), Malformed> {
        let head = loop {
            // Like the connection, which asks only when something has come.
            if !feed.buffer.is_empty()
                && let Some(head) = decode::head(&mut feed.buffer, method)?
            {
                break head;
            }
            if !feed.more() {
                return Ok(());
            }
        };
        self.head_length = feed.fed - feed.buffer.len();
        self.head = Some(head.parts);
        self.keeps_alive = head.keeps_alive;
        let mut body = head.body;
        loop {
            match body.take(&mut feed.buffer, Sender::App)? {
                Piece::Data(data) => self.body.extend_from_slice(&data),
                Piece::Trailers(trailers) => self.trailers = Some(trailers),
                Piece::More if feed.more() => {}
                Piece::More => return Ok(()),
                Piece::End => break,
            }
        }
        self.whole = true;
        Ok(())
    }
}
