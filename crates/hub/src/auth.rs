//! The first message of a socket says who it is for.

use std::sync::Arc;

use kit::{Error, ErrorKind, Principal, Result};
use web::{Authenticated, Authenticator, Credential};

use crate::end::End;
use crate::socket::{Frame, Socket};
use crate::wire::Incoming;

/// Judges what a client says of itself.
pub(crate) struct Doorkeeper {
    pub(crate) authenticator: Arc<dyn Authenticator>,
    /// A program on this machine called; it needs no token.
    pub(crate) local: bool,
}

impl Doorkeeper {
    /// Waits for the first message. The inner error is for the client, before it is turned away.
    pub(crate) async fn admit(&self, socket: &mut Socket) -> Result<Result<Principal>, End> {
        loop {
            match socket.next().await? {
                Frame::Text(text) => return Ok(self.judge(&text)),
                Frame::Binary => return Ok(Err(invalid("Messages are JSON texts"))),
                Frame::Alive | Frame::Pong(_) => {}
            }
        }
    }

    fn judge(&self, text: &str) -> Result<Principal> {
        let message = Incoming::parse(text).filter(|message| message.kind == "auth");
        let message = message.ok_or_else(|| invalid("The first message must be `auth`"))?;
        match message.token() {
            None => Err(invalid("The token must be a text")),
            Some("") if self.local => Ok(Principal::local()),
            Some("") => Err(Error::unauthorized("Authentication is required")),
            Some(token) => approved(self.authenticator.judge_token(token)?),
        }
    }
}

fn approved(authenticated: Authenticated) -> Result<Principal> {
    if authenticated.credential == Credential::Key {
        return Err(Error::unauthorized("This needs a token; an API key is not enough"));
    }
    if authenticated.pending {
        return Err(Error::forbidden("This device waits for an administrator to approve it"));
    }
    Ok(authenticated.principal)
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidRequest, message)
}
