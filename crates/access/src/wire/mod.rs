//! The JSON of this slice, in and out.

mod devices;
mod keys;
mod pairing;
mod session;
mod session_cookies;

pub(crate) use devices::*;
pub(crate) use keys::*;
pub(crate) use pairing::*;
pub(crate) use session::*;
pub(crate) use session_cookies::*;
