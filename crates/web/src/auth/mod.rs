//! Who is calling, and whether that caller may. A handler says what it needs in its signature.

mod caller;
mod class;
mod port;

pub use caller::{Caller, Open, Require};
pub use class::{Admin, Change, Class, Me, Read, Token, Write};
pub use port::{Authenticated, Authenticator, Credential};
