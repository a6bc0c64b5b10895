//! A WebSocket as a session uses it: frames in, frames out, each with its bound.

use futures::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::Error as WsError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use web::ByteStream;

use crate::Limits;
use crate::end::End;

/// Most sockets are idle, and there are many: what each one holds for reading is small and grows
/// with the message.
const READ_BUFFER: usize = 1024;

pub(crate) struct Socket {
    stream: WebSocketStream<Box<dyn ByteStream>>,
    write_time: std::time::Duration,
    close_time: std::time::Duration,
}

/// What a client sent.
pub(crate) enum Frame {
    Text(Utf8Bytes),
    Binary,
    Pong(Bytes),
    /// A ping: nothing to answer, but a sign of life.
    Alive,
}

impl Socket {
    pub(crate) async fn new(connection: Box<dyn ByteStream>, limits: &Limits) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(limits.message_bytes))
            .max_frame_size(Some(limits.message_bytes));
        let stream = WebSocketStream::from_raw_socket(connection, Role::Server, Some(config)).await;
        Socket { stream, write_time: limits.write_time, close_time: limits.close_time }
    }

    /// The next frame. It may be dropped while waiting; nothing is lost.
    pub(crate) async fn next(&mut self) -> Result<Frame, End> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Ok(Frame::Text(text)),
            Some(Ok(Message::Binary(_))) => Ok(Frame::Binary),
            Some(Ok(Message::Pong(content))) => Ok(Frame::Pong(content)),
            Some(Ok(Message::Close(_))) | None => Err(End::Left),
            Some(Ok(_)) => Ok(Frame::Alive),
            Some(Err(error)) => Err(end_of(&error)),
        }
    }

    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.write(Message::Text(text)).await
    }

    pub(crate) async fn ping(&mut self, content: Bytes) -> Result<(), End> {
        self.write(Message::Ping(content)).await
    }

    async fn write(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.write_time, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(end_of(&error)),
            Err(_) => Err(End::Stuck),
        }
    }

    /// Says goodbye and waits a little for the answer. Closing at once, with bytes of the client
    /// still unread, would take the goodbye back on its way.
    pub(crate) async fn close(mut self, end: End) {
        let close_time = self.close_time;
        let goodbye = async move {
            if let Some(frame) = end.close_frame() {
                self.stream.send(Message::Close(Some(frame))).await.ok()?;
            }
            if end.is_readable() {
                while self.stream.next().await.is_some_and(|frame| frame.is_ok()) {}
                return Some(());
            }
            let raw = self.stream.get_mut();
            raw.shutdown().await.ok()?;
            tokio::io::copy(raw, &mut tokio::io::sink()).await.ok()?;
            Some(())
        };
        if !matches!(end, End::Lost | End::Stuck) {
            let _ = timeout(close_time, Box::pin(goodbye)).await;
        }
    }
}

fn end_of(error: &WsError) -> End {
    match error {
        WsError::Capacity(_) => End::Oversized,
        WsError::Utf8(_) => End::NotUtf8,
        WsError::Protocol(
            tokio_tungstenite::tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
        ) => End::Lost,
        WsError::Protocol(_) => End::Broken,
        _ => End::Lost,
    }
}
