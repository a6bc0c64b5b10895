//! HTTP/1.1 messages as they stand on the wire, read without any leniency of a library.

use std::io;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

/// A request or an answer. Header names are as they were sent.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// The first line.
    pub(crate) start: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Bytes,
}

impl Message {
    /// Every value of a header, whatever the case of its name.
    pub(crate) fn values(&self, name: &str) -> Vec<&str> {
        let same = |(found, _): &&(String, String)| found.eq_ignore_ascii_case(name);
        self.headers.iter().filter(same).map(|(_, value)| value.as_str()).collect()
    }

    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let values = self.values(name);
        assert!(values.len() <= 1, "{name} came more than once: {values:?}");
        values.first().copied()
    }

    pub(crate) fn status(&self) -> u16 {
        let status = self.start.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or_else(|| panic!("no status line: {}", self.start))
    }

    /// The target of a request.
    pub(crate) fn target(&self) -> &str {
        self.start.split(' ').nth(1).expect("a request line")
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a body of text")
    }
}

/// How the end of a body is found where nothing says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Request,
    Answer,
    /// To a request that wants no body, whatever the headers say.
    AnswerToHead,
}

/// Bytes that have come and were not looked at yet.
#[derive(Default)]
pub(crate) struct Inbox(BytesMut);

impl Inbox {
    /// The next message; `None` where the stream ended before it began.
    pub(crate) async fn message<S>(&mut self, io: &mut S, kind: Kind) -> io::Result<Option<Message>>
    where
        S: AsyncRead + Unpin,
    {
        let Some((start, headers)) = self.head(io).await? else { return Ok(None) };
        let mut message = Message { start, headers, body: Bytes::new() };
        message.body = self.body(io, kind, &message).await?;
        Ok(Some(message))
    }

    /// The next head, whose body is left where it is.
    pub(crate) async fn head<S>(
        &mut self,
        io: &mut S,
    ) -> io::Result<Option<(String, Vec<(String, String)>)>>
    where
        S: AsyncRead + Unpin,
    {
        if !self.fill(io).await? {
            return Ok(None);
        }
        let start = self.line(io).await?;
        let mut headers = Vec::new();
        loop {
            let line = self.line(io).await?;
            if line.is_empty() {
                return Ok(Some((start, headers)));
            }
            let (name, value) = line.split_once(':').expect("a header has a colon");
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
    }

    /// The body behind a head.
    pub(crate) async fn body<S: AsyncRead + Unpin>(
        &mut self,
        io: &mut S,
        kind: Kind,
        message: &Message,
    ) -> io::Result<Bytes> {
        let bodiless = kind == Kind::AnswerToHead
            || kind == Kind::Answer && matches!(message.status(), 100..200 | 204 | 304);
        if bodiless {
            return Ok(Bytes::new());
        }
        if message.value("transfer-encoding").is_some() {
            return self.chunks(io).await;
        }
        match (message.value("content-length"), kind) {
            (Some(length), _) => self.exactly(io, length.parse().expect("a length")).await,
            (None, Kind::Request) => Ok(Bytes::new()),
            (None, _) => self.rest(io).await,
        }
    }

    async fn chunks<S: AsyncRead + Unpin>(&mut self, io: &mut S) -> io::Result<Bytes> {
        let mut body = BytesMut::new();
        loop {
            let line = self.line(io).await?;
            let size = line.split(';').next().unwrap_or_default();
            let size = usize::from_str_radix(size, 16).expect("a chunk's size");
            if size == 0 {
                while !self.line(io).await?.is_empty() {}
                return Ok(body.freeze());
            }
            body.extend_from_slice(&self.exactly(io, size).await?);
            assert!(self.line(io).await?.is_empty(), "a chunk ends with a line end");
        }
    }

    pub(crate) async fn exactly<S>(&mut self, io: &mut S, count: usize) -> io::Result<Bytes>
    where
        S: AsyncRead + Unpin,
    {
        while self.0.len() < count {
            if io.read_buf(&mut self.0).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(self.0.split_to(count).freeze())
    }

    /// Everything up to the end of the stream.
    pub(crate) async fn rest<S: AsyncRead + Unpin>(&mut self, io: &mut S) -> io::Result<Bytes> {
        while io.read_buf(&mut self.0).await? > 0 {}
        Ok(self.0.split().freeze())
    }

    pub(crate) async fn line<S: AsyncRead + Unpin>(&mut self, io: &mut S) -> io::Result<String> {
        loop {
            if let Some(at) = self.0.windows(2).position(|pair| pair == b"\r\n") {
                let line = self.0.split_to(at);
                self.0.advance(2);
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            if io.read_buf(&mut self.0).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// Whether there is anything, now or soon.
    async fn fill<S: AsyncRead + Unpin>(&mut self, io: &mut S) -> io::Result<bool> {
        Ok(!self.0.is_empty() || io.read_buf(&mut self.0).await? > 0)
    }
}
