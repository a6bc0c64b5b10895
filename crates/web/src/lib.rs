//! What all management endpoints share: the error envelope, who is calling and what that caller
//! may do, body and rate limits, the API description. A slice brings its routes; this crate makes
//! them one router. What a slice is to the rest of the program stands here, too.

mod auth;
mod docs;
mod error;
mod extract;
mod fallback;
mod figures;
pub mod limits;
mod observe;
mod openapi;
mod owned;
pub mod responses;
mod router;
mod secure;
mod slice;
mod socket;

pub use auth::{Admin, Authenticated, Authenticator, Caller, Change, Class, Credential, Hook, Me};
pub use auth::{Open, Read, Require, Token, TokenWrite, Write};
pub use error::{ApiError, ErrorBody, Result};
pub use extract::{Json, OptionalJson, Paging, Path, Query};
pub use figures::{Counts, Figures};
pub use owned::Owned;
pub use router::{Management, assemble};
pub use routing::{ByteStream, Upgrade};
pub use slice::{Declaration, Reload, Reread, Slice, reread};
pub use socket::{Command, Outbox, Parcel, Receipt, Session, SocketCommands, Sockets};
