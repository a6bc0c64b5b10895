use std::time::Duration;

use bytes::Bytes;
use fetch::{FetchErrorKind, Fetcher, Limits, Request, Take};
use http::uri::PathAndQuery;
use http::{HeaderMap, Method, StatusCode};
use kit::Timestamp;

use super::url::Address;

/// From the look-up of the name to the answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// What is sent over a channel.
#[derive(Debug, Clone)]
pub(crate) struct Outgoing {
    /// By which a receiver knows one that comes twice.
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) title: String,
    pub(crate) text: String,
    /// The `data` of the socket message, as JSON.
    pub(crate) body: String,
    pub(crate) at: Timestamp,
}

/// One that waits to be sent over its channel.
#[derive(Debug, Clone)]
pub(crate) struct Forward {
    pub(crate) number: i64,
    pub(crate) channel_id: String,
    pub(crate) attempts: i64,
    pub(crate) outgoing: Outgoing,
}

/// Why it was not taken. The text is for people and holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) fate: Fate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It may work later.
    Again,
    /// This one never will.
    Never,
    /// Nothing ever will: the receiver is gone for good.
    Gone,
}

impl Failure {
    pub(super) fn again(message: impl Into<String>) -> Self {
        Failure { message: message.into(), fate: Fate::Again }
    }

    pub(super) fn never(message: impl Into<String>) -> Self {
        Failure { message: message.into(), fate: Fate::Never }
    }
}

impl Failure {
    /// Nothing will ever be taken there.
    pub(crate) fn is_gone(&self) -> bool {
        self.fate == Fate::Gone
    }

    /// Another attempt would end like this one.
    pub(crate) fn is_final(&self) -> bool {
        self.fate == Fate::Never
    }
}

/// Posts by the rules of all requests that this program makes by itself.
pub(super) async fn post(
    fetcher: &Fetcher,
    address: &Address,
    path: PathAndQuery,
    headers: HeaderMap,
    body: impl Into<Bytes>,
) -> Result<(), Failure> {
    let limits = Limits { time: PATIENCE, take: Take::Head };
    let request = Request {
        method: Method::POST,
        headers,
        body: body.into(),
        // They were given to us for this very server.
        with_credentials: true,
        ..Request::get(&address.upstream.endpoint, path, limits)
    };
    match fetcher.send(&request).await {
        Ok(answer) => judge(answer.status),
        Err(error) if error.kind == FetchErrorKind::NotAllowed => {
            Err(Failure::never(error.to_string()))
        }
        Err(error) => Err(Failure::again(error.to_string())),
    }
}

fn judge(status: StatusCode) -> Result<(), Failure> {
    let message = format!("the server answered {}", status.as_u16());
    match status.as_u16() {
        200..=299 => Ok(()),
        408 | 425 | 429 | 500.. => Err(Failure::again(message)),
        404 | 410 => Err(Failure { message, fate: Fate::Gone }),
        _ => Err(Failure::never(message)),
    }
}
