//! Moves what an app says below a prefix, as it streams: HTML, CSS, scripts, manifests and headers.
//! Pure: bytes in, bytes out. See ADR 16.
//!
//! Who only reads what an app says is shown it by the same readers: [`html::elements`],
//! [`css::addresses`], [`script::imports`].

pub mod codec;
pub mod csp;
pub mod css;
pub mod html;
pub mod json;
pub mod kind;
mod look;
mod passes;
mod place;
mod rewriter;
pub mod runtime;
pub mod script;

pub use self::kind::{Asked, Kind, Said, kind};
pub use self::look::Look;
pub use self::passes::{OWN_SCRIPT, Text, worker_script};
pub use self::place::{Place, starts_at_boundary, without_base};
pub use self::rewriter::Rewriter;

/// One way through a body. Pieces may be cut anywhere; the result does not depend on where.
pub trait Pass {
    /// Takes the next piece and appends what is certain by now.
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken>;

    /// The body is over. Nothing is pushed after this.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken>;
}

/// The body cannot be read, so the rest of it cannot be sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub &'static str);
