use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// Why a socket ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub(crate) const ALL: [End; 12] = [
        End::Left,
        End::Lost,
        End::NoAuth,
        End::AuthFailed,
        End::Revoked,
        End::Draining,
        End::Silent,
        End::Slow,
        End::Stuck,
        End::Oversized,
        End::NotUtf8,
        End::Broken,
    ];

    /// The name of this reason in metrics.
    pub(crate) fn label(self) -> &'static str {
        match self {
            End::Left => "left",
            End::Lost => "lost",
            End::NoAuth => "no_auth",
            End::AuthFailed => "auth_failed",
            End::Revoked => "revoked",
            End::Draining => "draining",
            End::Silent => "silent",
            End::Slow => "slow",
            End::Stuck => "stuck",
            End::Oversized => "oversized",
            End::NotUtf8 => "not_utf8",
            End::Broken => "broken",
        }
    }

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
