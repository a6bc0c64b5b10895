//! The client's side of HTTP/2: several requests at a time on one connection, in frames that are
//! made once.

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::dial::Stream;
use super::hpack::{Blocks, is_success};
use super::load::Tally;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEAD: usize = 9;
/// The longest frame that the other side may send, as we do not allow more.
const LONGEST: usize = 16 << 10;
const BUFFER: usize = 4 * LONGEST;
/// As much as browsers let a server send ahead.
const STREAM_WINDOW: u32 = 6 << 20;
const CONNECTION_WINDOW: u32 = 15 << 20;
const ASSUMED_WINDOW: u32 = 65_535;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;
const PADDED: u8 = 8;

/// Keeps so many requests under way, all the same.
pub(crate) async fn drive(
    mut stream: Stream,
    blocks: &Blocks,
    at_once: usize,
    length: usize,
    tally: &Tally,
) -> Result<()> {
    let mut connection = Connection::new(blocks, length);
    connection.greet();
    for _ in 0..at_once {
        connection.ask();
    }
    let mut buffer = vec![0; BUFFER];
    let mut filled = 0;
    while !connection.open.is_empty() {
        stream.write_all(&connection.out).await?;
        stream.flush().await?;
        connection.out.clear();
        let read = stream.read(&mut buffer[filled..]).await?;
        ensure!(read > 0, "the proxy hung up");
        filled += read;
        let mut at = 0;
        while let Some(frame) = Frame::at_start(&buffer[at..filled])? {
            connection.hear(&frame, tally)?;
            at += HEAD + frame.payload.len();
        }
        buffer.copy_within(at..filled, 0);
        filled -= at;
    }
    Ok(())
}

struct Frame<'a> {
    kind: u8,
    flags: u8,
    stream: u32,
    payload: &'a [u8],
}

impl<'a> Frame<'a> {
    /// The frame that the bytes begin with, where all of it is there.
    fn at_start(bytes: &'a [u8]) -> Result<Option<Frame<'a>>> {
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else { return Ok(None) };
        let [l0, l1, l2, kind, flags, s0, s1, s2, s3] = *head;
        let length = usize::try_from(u32::from_be_bytes([0, l0, l1, l2]))?;
        ensure!(length <= LONGEST, "a frame is too long");
        let stream = u32::from_be_bytes([s0 & 0x7f, s1, s2, s3]);
        Ok(rest.get(..length).map(|payload| Frame { kind, flags, stream, payload }))
    }
}

struct Connection<'a> {
    blocks: &'a Blocks,
    length: usize,
    next: u32,
    /// The streams that are under way, and how many bytes came on each.
    open: Vec<(u32, usize)>,
    /// What came since the other side was last allowed more.
    consumed: u32,
    out: Vec<u8>,
}

impl<'a> Connection<'a> {
    fn new(blocks: &'a Blocks, length: usize) -> Connection<'a> {
        Connection { blocks, length, next: 1, open: Vec::new(), consumed: 0, out: Vec::new() }
    }

    fn greet(&mut self) {
        self.out.extend(PREFACE);
        let (no_push, window) = ([0, 2, 0, 0, 0, 0], STREAM_WINDOW.to_be_bytes());
        let settings = [&no_push[..], &[0, 4], &window].concat();
        self.send(SETTINGS, 0, 0, &settings);
        self.allow(CONNECTION_WINDOW - ASSUMED_WINDOW);
    }

    fn ask(&mut self) {
        let blocks = self.blocks;
        let block = if self.next == 1 { &blocks.first } else { &blocks.later };
        self.send(HEADERS, END_STREAM | END_HEADERS, self.next, block);
        self.open.push((self.next, 0));
        self.next += 2;
    }

    fn allow(&mut self, more: u32) {
        self.send(WINDOW_UPDATE, 0, 0, &more.to_be_bytes());
    }

    fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let length = u32::try_from(payload.len()).expect("our frames are short").to_be_bytes();
        self.out.extend(&length[1..]);
        self.out.extend([kind, flags]);
        self.out.extend(stream.to_be_bytes());
        self.out.extend(payload);
    }

    fn hear(&mut self, frame: &Frame<'_>, tally: &Tally) -> Result<()> {
        match frame.kind {
            DATA | HEADERS => self.hear_answer(frame, tally)?,
            SETTINGS if frame.flags & ACK == 0 => self.send(SETTINGS, ACK, 0, &[]),
            PING if frame.flags & ACK == 0 => self.send(PING, ACK, 0, frame.payload),
            RST_STREAM => bail!("the proxy refused a request: {:?}", frame.payload),
            GOAWAY => bail!("the proxy ended the connection: {:?}", frame.payload),
            _ => {}
        }
        Ok(())
    }

    fn hear_answer(&mut self, frame: &Frame<'_>, tally: &Tally) -> Result<()> {
        ensure!(frame.flags & PADDED == 0, "a frame is padded");
        let found = self.open.iter().position(|(stream, _)| *stream == frame.stream);
        let place = found.context("an answer to no request")?;
        if frame.kind == DATA {
            self.open[place].1 += frame.payload.len();
            self.consume(u32::try_from(frame.payload.len())?);
        } else {
            let whole = frame.flags & END_HEADERS != 0;
            ensure!(whole && is_success(frame.payload), "not answered with 200");
        }
        if frame.flags & END_STREAM != 0 {
            let (_, length) = self.open.swap_remove(place);
            ensure!(length == self.length, "an answer has {length} bytes, not {}", self.length);
            tally.answered();
            if !tally.is_stopping() {
                self.ask();
            }
        }
        Ok(())
    }

    fn consume(&mut self, bytes: u32) {
        self.consumed += bytes;
        if self.consumed >= CONNECTION_WINDOW / 3 {
            self.allow(self.consumed);
            self.consumed = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_found_when_all_of_it_is_there() {
        let bytes = [0, 0, 2, DATA, END_STREAM, 0, 0, 0, 5, b'h', b'i', 0];
        let frame = Frame::at_start(&bytes).expect("it is a frame").expect("it is whole");
        assert_eq!((frame.kind, frame.flags, frame.stream), (DATA, END_STREAM, 5));
        assert_eq!(frame.payload, b"hi");
        assert!(Frame::at_start(&bytes[..10]).expect("it begins well").is_none());
        assert!(Frame::at_start(&bytes[..8]).expect("it begins well").is_none());
        assert!(Frame::at_start(&[0xff; 9]).is_err());
    }

    #[test]
    fn a_request_follows_each_answer_until_it_stops() {
        let blocks = Blocks { first: vec![1], later: vec![2] };
        let tally = Tally::default();
        let mut connection = Connection::new(&blocks, 2);
        connection.ask();
        let headers = Frame { kind: HEADERS, flags: END_HEADERS, stream: 1, payload: &[0x88] };
        connection.hear(&headers, &tally).expect("it is a good answer");
        let data = Frame { kind: DATA, flags: END_STREAM, stream: 1, payload: b"hi" };
        connection.hear(&data, &tally).expect("it is a good answer");
        assert_eq!(tally.count(), 1);
        assert_eq!(connection.open, [(3, 0)]);
        tally.stop();
        let data = Frame { stream: 3, ..data };
        connection.hear(&data, &tally).expect("it is a good answer");
        assert!(connection.open.is_empty());
    }
}
