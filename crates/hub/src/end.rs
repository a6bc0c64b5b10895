use strum::{IntoStaticStr, VariantArray};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// Why a socket ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum End {
    /// The client closed it.
    Left,
    /// The connection is gone.
    Lost,
    NoAuth,
    AuthFailed,
    Revoked,
    Draining,
    /// Nothing came from the client for too long.
    Silent,
    /// The client lets messages pile up.
    Slow,
    /// The client does not take a frame; nothing more can be told to it.
    Stuck,
    Oversized,
    NotUtf8,
    /// The client breaks the WebSocket protocol.
    Broken,
}

impl End {
    /// What the client is told; `None` where it cannot be told anything.
    pub(crate) fn close_frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Left | End::Lost | End::Stuck => return None,
            End::NoAuth => (4001, "No auth message came in time"),
            End::AuthFailed => (4003, "Authentication failed"),
            End::Revoked => (4003, "The credential was revoked or changed"),
            End::Draining => (1001, "The gateway is stopping"),
            End::Silent => (1008, "Nothing was heard for too long"),
            End::Slow => (1013, "Too many messages were waiting"),
            End::Oversized => (1009, "The message is too large"),
            End::NotUtf8 => (1007, "The message is not UTF-8"),
            End::Broken => (1002, "This is not the WebSocket protocol"),
        };
        Some(CloseFrame { code: CloseCode::from(code), reason: reason.into() })
    }

    /// Whether frames of the client can still be told apart.
    pub(crate) fn is_readable(self) -> bool {
        !matches!(self, End::Lost | End::Stuck | End::Oversized | End::NotUtf8 | End::Broken)
    }
}
