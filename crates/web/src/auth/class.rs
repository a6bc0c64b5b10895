use kit::Scope;

/// What an endpoint asks of its caller.
pub trait Class: Send + Sync + 'static {
    /// A program on this machine needs no credential.
    const LOCAL: bool = true;
    /// An API key is as good as a token.
    const KEY: bool = true;
    const SCOPE: Option<&'static str> = None;
    /// What an API key must hold beyond that.
    const KEY_SCOPE: Option<&'static str> = None;
    /// The scope is not asked for where `auth.relaxed_writes` is on.
    const RELAXABLE: bool = false;
    /// A device that waits for approval may call it.
    const PENDING: bool = false;
}

/// Any valid caller.
#[derive(Debug)]
pub struct Read;
impl Class for Read {}

/// Changes something; `write:*`, unless the configuration relaxes it.
#[derive(Debug)]
pub struct Change;
impl Class for Change {
    const SCOPE: Option<&'static str> = Some(Scope::WRITE_ALL);
    const RELAXABLE: bool = true;
}

/// `write:*`, always.
#[derive(Debug)]
pub struct Write;
impl Class for Write {
    const SCOPE: Option<&'static str> = Some(Scope::WRITE_ALL);
}

/// `access:admin`.
#[derive(Debug)]
pub struct Admin;
impl Class for Admin {
    const SCOPE: Option<&'static str> = Some(Scope::ADMIN);
}

/// A token, also from this machine; an API key is not one.
#[derive(Debug)]
pub struct Token;
impl Class for Token {
    const LOCAL: bool = false;
    const KEY: bool = false;
}

/// A token with `write:*`, also from this machine.
#[derive(Debug)]
pub struct TokenWrite;
impl Class for TokenWrite {
    const LOCAL: bool = false;
    const KEY: bool = false;
    const SCOPE: Option<&'static str> = Some(Scope::WRITE_ALL);
}

/// For other programs that report something: an API key with `write:*`, or any token.
#[derive(Debug)]
pub struct Hook;
impl Class for Hook {
    const LOCAL: bool = false;
    const KEY_SCOPE: Option<&'static str> = Some(Scope::WRITE_ALL);
}

/// Like `Token`, and open to a device that waits for approval.
#[derive(Debug)]
pub struct Me;
impl Class for Me {
    const LOCAL: bool = false;
    const KEY: bool = false;
    const PENDING: bool = true;
}
