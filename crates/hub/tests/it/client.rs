//! A client of the socket, with deadlines on everything.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::Error;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::server::{PATIENCE, Server};

pub(crate) type Headers<'a> = &'a [(&'static str, &'a str)];

/// From a machine that is not trusted for its address.
pub(crate) const REMOTE: Headers<'static> = &[("x-test-peer", "192.0.2.7:4711")];

pub(crate) struct Client(pub(crate) WebSocketStream<TcpStream>);

impl Client {
    /// A socket that has not said who it is.
    pub(crate) async fn open(server: &Server, headers: Headers<'_>) -> Self {
        let stream = TcpStream::connect(server.address).await.expect("the server listens");
        Client::over(stream, server, headers).await.expect("the upgrade is granted")
    }

    pub(crate) async fn try_open(server: &Server, headers: Headers<'_>) -> Result<Self, Error> {
        let stream = TcpStream::connect(server.address).await.expect("the server listens");
        Client::over(stream, server, headers).await
    }

    /// A socket whose system takes little that its owner does not read.
    pub(crate) async fn open_narrow(server: &Server, headers: Headers<'_>) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        let stream = socket.connect(server.address).await.expect("the server listens");
        Client::over(stream, server, headers).await.expect("the upgrade is granted")
    }

    async fn over(stream: TcpStream, server: &Server, headers: Headers<'_>) -> Result<Self, Error> {
        let url = format!("ws://{}/api/v1/ws", server.address);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).expect("a header value");
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        let handshake = timeout(PATIENCE, client_async(request, stream)).await;
        handshake.expect("an answer in time").map(|(socket, _)| Client(socket))
    }

    /// A remote socket that was welcomed.
    pub(crate) async fn welcomed(server: &Server, token: &str) -> Self {
        let mut client = Client::open(server, REMOTE).await;
        client.say(json!({"type": "auth", "data": {"token": token}})).await;
        assert_eq!(client.hear().await["type"], "auth_success");
        assert_eq!(client.hear().await["type"], "hello");
        client
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        let sent = timeout(PATIENCE, self.0.send(message)).await;
        sent.expect("it is taken in time").expect("the socket is open");
    }

    /// The next JSON message.
    pub(crate) async fn hear(&mut self) -> Value {
        match self.next().await {
            Heard::Text(message) => message,
            Heard::Closed(code) => panic!("closed with {code} instead of a message"),
        }
    }

    /// The code of the close that comes after at most a few messages.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Heard::Closed(code) = self.next().await {
                return code;
            }
        }
    }

    /// Nothing but the answer comes.
    pub(crate) async fn hears_nothing(&mut self) {
        self.say(json!({"type": "ping"})).await;
        assert_eq!(self.hear().await["type"], "pong");
    }

    async fn next(&mut self) -> Heard {
        loop {
            let received = timeout(PATIENCE, self.0.next()).await.expect("something in time");
            match received.expect("a goodbye before the end").expect("no broken frame") {
                Message::Text(text) => {
                    return Heard::Text(serde_json::from_str(&text).expect("JSON"));
                }
                Message::Close(frame) => {
                    return Heard::Closed(frame.expect("a code").code.into());
                }
                _ => {}
            }
        }
    }
}

enum Heard {
    Text(Value),
    Closed(u16),
}
