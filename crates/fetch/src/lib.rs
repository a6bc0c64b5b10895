//! The requests that this program makes by itself: health checks, favicons, visits to apps. What
//! they are sent to was often written by strangers, so every one of them is held to the same rules:
//!
//! - Connections come from [`dial::Dialer`], which calls no address that is not allowed.
//! - No redirect is followed, and no credential is sent, but where the caller says that it is meant
//!   for this very server.
//! - One deadline covers the look-up, the connection, and the last byte. Headers and body are
//!   bounded while they come, so an endless answer costs no more than its bound.
//! - Nothing is left running: dropping the request ends its connection.

mod error;
mod exchange;
mod fetcher;
mod inline;
mod request;

pub use error::{FetchError, FetchErrorKind};
pub use fetcher::Fetcher;
pub use request::{Fetched, Limits, Request, Take};
