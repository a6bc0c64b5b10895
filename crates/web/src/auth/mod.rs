//! Who is calling, and whether that caller may. A handler says what it needs in its signature.

mod caller;
mod class;
mod port;

pub use caller::{Caller, Open, Require};
pub use class::{Admin, Change, Class, Hook, Me, Read, Token, TokenWrite, Write};
pub use port::{Authenticated, Authenticator, Credential};
