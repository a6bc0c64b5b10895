//! HTTP/2 frame by frame, for what no library would send.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::lab::soon;

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RESET: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GO_AWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;
pub(crate) const CONTINUATION: u8 = 9;

pub(crate) const ACK: u8 = 1;
pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// A connection of HTTP/2 that answers nothing by itself.
pub(crate) struct Frames {
    tcp: TcpStream,
    inbox: BytesMut,
}

#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Bytes,
}

pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(9 + payload.len());
    bytes.put_uint(payload.len() as u64, 3);
    bytes.put_slice(&[kind, flags]);
    bytes.put_u32(stream);
    bytes.put_slice(payload);
    bytes
}

/// The head of a request, every field spelt out.
pub(crate) fn head(method: &str, path: &str, fields: &[(&str, &str)]) -> Vec<u8> {
    let own = [(":method", method), (":scheme", "http"), (":authority", "localhost")];
    let mut block = Vec::new();
    for (name, value) in own.iter().chain(&[(":path", path)]).chain(fields) {
        literal(&mut block, name, value);
    }
    block
}

/// A field that is neither indexed nor compressed.
pub(crate) fn literal(block: &mut Vec<u8>, name: &str, value: &str) {
    block.push(0);
    length(block, name.len());
    block.extend_from_slice(name.as_bytes());
    length(block, value.len());
    block.extend_from_slice(value.as_bytes());
}

/// A number with a prefix of seven bits.
fn length(block: &mut Vec<u8>, mut count: usize) {
    if count < 127 {
        return block.push(count as u8);
    }
    block.push(127);
    count -= 127;
    while count >= 128 {
        block.push((count % 128) as u8 | 128);
        count /= 128;
    }
    block.push(count as u8);
}

impl Frame {
    /// Whether it begins an answer with the status 200.
    pub(crate) fn is_fine(&self) -> bool {
        self.payload.iter().find(|byte| **byte & 0xe0 != 0x20) == Some(&0x88)
    }
}

impl Frames {
    pub(crate) async fn open(tcp: TcpStream) -> Self {
        Frames::open_with(tcp, &[]).await
    }

    /// With settings of the client's: identifier and value.
    pub(crate) async fn open_with(tcp: TcpStream, settings: &[(u16, u32)]) -> Self {
        let mut frames = Frames { tcp, inbox: BytesMut::new() };
        let mut payload = Vec::new();
        for (id, value) in settings {
            payload.put_u16(*id);
            payload.put_u32(*value);
        }
        let opening = frame(SETTINGS, 0, 0, &payload);
        let preface = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &opening[..]].concat();
        assert!(frames.send(&preface).await, "the gateway takes the preface");
        let settings = frames.next().await.expect("settings");
        assert_eq!((settings.kind, settings.flags), (SETTINGS, 0));
        frames.send(&frame(SETTINGS, ACK, 0, &[])).await;
        frames
    }

    /// Whether the gateway still took it.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> bool {
        soon(self.tcp.write_all(bytes)).await.is_ok()
    }

    /// A request without a body, in as many frames as its head needs.
    pub(crate) async fn get(&mut self, stream: u32, path: &str) -> bool {
        self.request(stream, END_STREAM, &head("GET", path, &[])).await
    }

    pub(crate) async fn request(&mut self, stream: u32, flags: u8, block: &[u8]) -> bool {
        const LARGEST: usize = 16 * 1024;
        let mut pieces = block.chunks(LARGEST).peekable();
        let mut kind = (HEADERS, flags);
        let mut bytes = Vec::new();
        while let Some(piece) = pieces.next() {
            let end = if pieces.peek().is_none() { END_HEADERS } else { 0 };
            bytes.extend(frame(kind.0, kind.1 | end, stream, piece));
            kind = (CONTINUATION, 0);
        }
        self.send(&bytes).await
    }

    /// The next frame; `None` where the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        soon(self.read_frame()).await
    }

    pub(crate) async fn read_frame(&mut self) -> Option<Frame> {
        loop {
            if let Some(frame) = self.take() {
                return Some(frame);
            }
            match self.tcp.read_buf(&mut self.inbox).await {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn take(&mut self) -> Option<Frame> {
        let mut head = self.inbox.get(..9)?;
        let length = head.get_uint(3) as usize;
        let (kind, flags, stream) = (head.get_u8(), head.get_u8(), head.get_u32());
        if self.inbox.len() < 9 + length {
            return None;
        }
        self.inbox.advance(9);
        let payload = self.inbox.split_to(length).freeze();
        Some(Frame { kind, flags, stream, payload })
    }

    /// The status of the answer on a stream; `None` where it was reset or the connection ended.
    pub(crate) async fn status(&mut self, stream: u32) -> Option<u16> {
        loop {
            let frame = self.next().await?;
            match (frame.kind, frame.stream == stream) {
                (HEADERS, true) => return Some(status_of(&frame.payload)),
                (RESET, true) | (GO_AWAY, _) => return None,
                _ => {}
            }
        }
    }

    /// Reads on until the gateway says goodbye, and returns its reason; `None` where it just
    /// hung up.
    pub(crate) async fn goodbye(&mut self) -> Option<u32> {
        loop {
            let frame = self.next().await?;
            if frame.kind == GO_AWAY {
                return frame.payload.get(4..8).map(|mut code| code.get_u32());
            }
        }
    }
}

/// The status stands first in every answer, as an index or as three digits.
fn status_of(block: &[u8]) -> u16 {
    const INDEXED: [u16; 7] = [200, 204, 206, 304, 400, 404, 500];
    // A change of the table's size may stand before it.
    let start = block.iter().position(|byte| byte & 0xe0 != 0x20).expect("a field");
    match block[start] {
        byte @ 0x88..=0x8e => INDEXED[usize::from(byte - 0x88)],
        0x48 | 0x08 | 0x18 => literal_status(&block[start + 1..]),
        other => panic!("no status at the beginning of {block:?}: {other:#x}"),
    }
}

/// Digits are compressed to five bits below `4`… and to six from there.
fn literal_status(value: &[u8]) -> u16 {
    let length = usize::from(value[0] & 0x7f);
    let bytes = &value[1..=length];
    if value[0] & 0x80 == 0 {
        return std::str::from_utf8(bytes).expect("digits").parse().expect("a status");
    }
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let mut rest = bits.as_str();
    let mut status = 0;
    for _ in 0..3 {
        let (digit, used) = huffman_digit(rest);
        status = status * 10 + digit;
        rest = &rest[used..];
    }
    status
}

fn huffman_digit(bits: &str) -> (u16, usize) {
    let code = |from: usize, to: usize| u16::from_str_radix(&bits[from..to], 2).expect("bits");
    match code(0, 5) {
        short @ 0..=2 => (short, 5),
        _ => (code(0, 6) - 0b011001 + 3, 6),
    }
}
