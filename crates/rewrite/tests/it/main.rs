//! What comes out of each pass.

mod codec;
mod csp;
