use http::HeaderMap;
use kit::{Principal, Result};

/// Checks credentials, from memory alone: it is asked on every request.
pub trait Authenticator: Send + Sync {
    /// Judges the credential that a request carries. `None`: it carries none.
    fn judge(&self, headers: &HeaderMap) -> Result<Option<Authenticated>>;

    /// Judges a token that came some other way than in a header.
    fn judge_token(&self, token: &str) -> Result<Authenticated>;

    /// Whether changes of class `Change` are open to tokens without `write:*`.
    fn relaxed_writes(&self) -> bool;
}

/// A credential that passed.
#[derive(Debug, Clone)]
pub struct Authenticated {
    pub principal: Principal,
    pub credential: Credential,
    /// A device that still waits for an administrator: it may ask about itself, no more.
    pub pending: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// None but the address: a program on this machine.
    Local,
    Token,
    Key,
}
