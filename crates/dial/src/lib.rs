//! Connections to others, for the data plane and for the requests that the program makes by itself.
//! Where they go was often written by strangers, so there is one way:
//!
//! - A name is looked up once. Every address it has is asked of [`routing::Targets`], and the
//!   connection goes to an address that was allowed, never to the name again.
//! - Few look-ups run at once, and one for each name, so that a name whose look-up hangs is in
//!   nobody else's way.
//! - The addresses are tried one beside the other, each a little after the one before it.
//! - Over TLS the other side proves what its [`routing::Trust`] asks for.
//!
//! Deadlines are the caller's: dropping the future ends the attempt.

mod dialer;
mod error;
mod race;
mod resolve;
mod tcp;
mod tls;

pub use dialer::{Connection, Dialer, Protocol, Transport};
pub use error::DialError;
pub use tcp::prepare;
